"""A macro that is being executed: where it stands, its variables, its loops, and the question it waits for."""

from dataclasses import dataclass, field

from simnon.source import frozen

from ..macro import Macro

Value = float | str


@dataclass(slots=True)
class Loop:
    """A FOR that is open: counted, so that 0.1 ten times is 1."""

    line: int
    variable: str
    first: float
    step: float
    last_count: int
    count: int = 0

    @property
    def value(self) -> float:
        return self.first + self.count * self.step


@dataclass(slots=True)
class Frame:
    """`position` is the line that comes next."""

    macro: Macro
    variables: dict[str, Value]
    position: int = 0
    loops: list[Loop] = field(default_factory=list)
    is_suspended: bool = False

    @property
    def place(self) -> str:
        """Of the line that was begun last."""
        return self.macro.place(max(self.position - 1, 0))


@frozen
class Question:
    """READ waits for the value of a variable."""

    variable: str
    kind: str
    prompt: str
