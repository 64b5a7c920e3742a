"""What the session needs of a dialect of commands: lines in, outcomes out."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping

from ..outcome import Outcome
from ..workspace import Workspace

ExecuteCommand = Callable[[str], Iterator[Outcome]]
"""Executes a line of the session, which the journal keeps."""


class CommandDialect(ABC):
    """Translates each line into lines of the session. It can keep further state of its own."""

    def __init__(self, workspace: Workspace, execute_command: ExecuteCommand) -> None:
        self.workspace = workspace
        self.execute_command = execute_command

    @property
    @abstractmethod
    def prompt(self) -> str:
        """The prompt for the expected input."""

    @property
    @abstractmethod
    def is_typing(self) -> bool:
        """Whether the beginning of a text was given, but not its end."""

    @property
    @abstractmethod
    def usages(self) -> Mapping[str, str]:
        """The syntax of each command that is currently allowed, by its first word."""

    @abstractmethod
    def execute(self, line: str) -> Iterator[Outcome]:
        """Execute one line."""

    @abstractmethod
    def abandon(self) -> None:
        """Discard the text that is being typed in."""
