"""A macro that is being executed: its position, its variables, its loops, and the question it waits for."""

from dataclasses import dataclass, field

from simnon.source import frozen

from ..macro import Macro

Value = float | str


@dataclass(slots=True)
class OpenFor:
    """An open FOR: counted, so that ten times 0.1 is 1."""

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
    """`position` is the next line."""

    macro: Macro
    variables: dict[str, Value]
    position: int = 0
    loops: list[OpenFor] = field(default_factory=list)
    is_suspended: bool = False

    @property
    def place(self) -> str:
        """The line that was started last."""
        return self.macro.place(max(self.position - 1, 0))


@frozen
class Question:
    """READ waits for the value of a variable."""

    variable: str
    kind: str
    prompt: str
