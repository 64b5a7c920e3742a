"""DATA: a CSMP program as read: structure, values, and the requested runs."""

from dataclasses import dataclass, field
from enum import Enum

from simnon.model import Expression
from simnon.source import Span, frozen

from .cards import Card


class Segment(Enum):
    INITIAL = "INITIAL"
    DYNAMIC = "DYNAMIC"
    TERMINAL = "TERMINAL"


@frozen
class Structural:
    """A statement of a sorted section; targets are names, or elements of arrays."""

    targets: tuple[Expression, ...]
    value: Expression
    span: Span


@frozen
class Procedure:
    """Statements that are executed in order."""

    cards: tuple[Card, ...]


DeckItem = Structural | Procedure


@frozen
class ParameterValues:
    """The value of a parameter, or one per run."""

    values: tuple[float, ...]
    span: Span


@frozen
class FunctionPoints:
    """A FUNCTION: arguments and values, for one value of the second argument if it has one."""

    second: float | None
    pairs: tuple[tuple[float, float], ...]
    span: Span


@frozen
class Output:
    """The request of one OUTPUT; `is_plane` draws all but the first against the first.

    With PRTPLT, the axis can have `ends`, and the variables `beside` are printed but not drawn.
    """

    names: tuple[str, ...]
    label: str = ""
    is_plane: bool = False
    ends: tuple[float, float] | None = None
    beside: tuple[str, ...] = ()


@dataclass(slots=True)
class RunData:
    """The data up to an END: only what they change."""

    span: Span
    parameters: dict[str, ParameterValues] = field(default_factory=dict)
    timer: dict[str, float] = field(default_factory=dict)
    method: str = ""
    relative: float | None = None
    absolute: float | None = None
    printed: tuple[str, ...] | None = None
    ranged: tuple[str, ...] | None = None
    outputs: list[Output] | None = None
    last_request: int = 0
    """The first output of the last OUTPUT or PRTPLT."""
    title: str | None = None
    is_continued: bool = False


@dataclass(slots=True)
class Deck:
    parts: dict[Segment, list[DeckItem]] = field(default_factory=lambda: {segment: [] for segment in Segment})
    curves: dict[str, list[FunctionPoints]] = field(default_factory=dict)
    size_of_array: dict[str, int] = field(default_factory=dict)
    fixed: set[str] = field(default_factory=set)
    inputs: dict[str, Span] = field(default_factory=dict)
    finishes: list[tuple[str, Expression, Span]] = field(default_factory=list)
    cases: list[RunData] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)

    def constant(self, name: str) -> float | None:
        """The value of a parameter in the first run."""
        given = self.cases[0].parameters.get(name) if self.cases else None
        return given.values[0] if given else None


def element(array: str, index: int) -> str:
    """The name of an element of an array."""
    return f"{array}_{index}"
