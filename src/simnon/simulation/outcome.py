"""DATA: why a run stopped, what happened at its events, and what it cost."""

from dataclasses import field
from enum import Enum

from simnon.source import Span, frozen


class StopKind(Enum):
    END = "end"
    CONDITION = "condition"
    USER = "user"
    FAILURE = "failure"


@frozen
class StopReason:
    """Why the run is over: `code` in words, a message, what to try, and the line that caused it."""

    kind: StopKind
    code: str
    message: str
    time: float
    hint: str = ""
    span: Span | None = field(default=None, repr=False, compare=False)


@frozen
class EventEntry:
    """One change at an event: of a variable or of the outcome of a comparison."""

    time: float
    name: str
    before: float
    after: float
    crossing: int = 0
    """Of the guard that caused the event: 1 where it was rising through zero, -1 where it was falling."""

    @property
    def direction(self) -> int:
        """1 where the value grew, -1 where it fell; where a WHEN gave it the value it had, that of the crossing."""
        return (self.after > self.before) - (self.after < self.before) or self.crossing


@frozen
class Statistics:
    """`evaluations` are those of the derivatives; Jacobians by formulas are not among them."""

    method: str
    steps: int
    rejected: int
    evaluations: int
    events: int
    samples: int
    seconds: float = field(compare=False)
    jacobians: int = 0
    factorizations: int = 0
