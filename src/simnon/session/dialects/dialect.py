"""What a dialect of commands is to the session: lines in, outcomes out."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping

from ..outcome import Outcome
from ..workspace import Workspace

Obey = Callable[[str], Iterator[Outcome]]
"""Obeys a line of the session, which the journal keeps."""


class CommandDialect(ABC):
    """Translates each line into lines of the session. What it remembers besides belongs to itself."""

    def __init__(self, workspace: Workspace, obey: Obey) -> None:
        self.workspace = workspace
        self.obey = obey

    @property
    @abstractmethod
    def prompt(self) -> str:
        """What is waited for."""

    @property
    @abstractmethod
    def is_typing(self) -> bool:
        """The beginning of a text was given, and not yet its end."""

    @property
    @abstractmethod
    def usages(self) -> Mapping[str, str]:
        """How each command that can be given now is written, by its first word."""

    @abstractmethod
    def execute(self, line: str) -> Iterator[Outcome]:
        """Obey one line."""

    @abstractmethod
    def abandon(self) -> None:
        """Forget the text that is being typed in."""
