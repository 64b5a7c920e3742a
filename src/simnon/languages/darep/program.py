"""DATA: a DARE-P program as it is written, before its sections are executed."""

from dataclasses import dataclass, field

from simnon.model import Assignment, Comment, Name, Stop
from simnon.source import Span

from ..tokens import Token
from .statements import Statement


@dataclass(slots=True)
class Procedure:
    """A PROCED section: the outputs and inputs of its heading, and the lines after it."""

    outputs: list[str]
    inputs: list[Token]
    span: Span
    statements: list[Statement] = field(default_factory=list)


@dataclass(slots=True)
class Program:
    """Each list in the order of the text."""

    spelling: dict[str, str] = field(default_factory=dict)
    """Each name as first written, by its name without case."""
    derivatives: list[tuple[str, Assignment]] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    procedures: list[Procedure] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    given: list[Assignment] = field(default_factory=list)
    graphs: list[tuple[Name, ...]] = field(default_factory=list)
    """The variables of each GRAPH."""
    title: str = ""
    comments: list[Comment] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)

    def spelled(self, text: str) -> str:
        return self.spelling.setdefault(text.casefold(), text)

    def is_taken(self, name: str) -> bool:
        return name.casefold() in self.spelling
