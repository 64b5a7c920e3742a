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
    """Why the run ended: a `code` in words, a message, what to try, and the line that caused it."""

    kind: StopKind
    code: str
    message: str
    time: float
    hint: str = ""
    span: Span | None = field(default=None, repr=False, compare=False)


@frozen
class EventEntry:
    """One change at an event: of a variable or of the result of a comparison."""

    time: float
    name: str
    before: float
    after: float
    crossing: int = 0
    """Of the guard that caused the event: 1 if it rose through zero, -1 if it fell."""

    @property
    def direction(self) -> int:
        """1 if the value grew, -1 if it fell; if a WHEN assigned the same value, the direction of the crossing."""
        return (self.after > self.before) - (self.after < self.before) or self.crossing


@frozen
class Statistics:
    """`evaluations` are those of the derivatives; Jacobians from formulas are not counted.

    `seconds` is the time of the run itself; what had to be compiled for it took `compile_seconds` more.
    """

    method: str
    steps: int
    rejected: int
    evaluations: int
    events: int
    samples: int
    seconds: float = field(compare=False)
    jacobians: int = 0
    factorizations: int = 0
    compile_seconds: float = field(default=0.0, compare=False)
