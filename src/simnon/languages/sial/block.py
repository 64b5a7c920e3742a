"""DATA: a block of a diagram, the types of blocks, and the equations, states and events a block becomes."""

from collections.abc import Callable

from simnon.model import Expression
from simnon.source import frozen


@frozen
class Block:
    """A block as on its line; `inputs` are the outputs of other blocks."""

    number: int
    parameters: tuple[Expression, ...]
    inputs: tuple[Expression, ...]

    @property
    def output(self) -> str:
        return f"Z{self.number}"

    def own(self, letter: str) -> str:
        """A name for an internal variable of the block."""
        return f"{letter}{self.number}"


@frozen
class BlockEvent:
    """When the condition becomes true, these names get these values."""

    condition: Expression
    values: tuple[tuple[str, Expression], ...]


@frozen
class BlockMeaning:
    """What a block becomes: an equation for its output, a state, or a value held between events."""

    value: Expression | None = None
    states: tuple[tuple[str, Expression, Expression], ...] = ()
    """Name, derivative, initial value."""
    held: tuple[tuple[str, Expression], ...] = ()
    """Name, initial value."""
    events: tuple[BlockEvent, ...] = ()
    stop: Expression | None = None
    points: tuple[Expression, ...] = ()
    """Of a table: x and y alternately."""
    is_input: bool = False


@frozen
class BlockType:
    """`parameters` by name, then a coefficient for each free input; at least `free` of these, then `inputs` by name."""

    code: str
    meaning: str
    make: Callable[[Block], BlockMeaning]
    parameters: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    free: int = 0
    has_coefficients: bool = False
    has_points: bool = False
    is_attested: bool = False

    @property
    def has_initial_condition(self) -> bool:
        """Whether its first parameter is one of CI[ ]."""
        return self.parameters[:1] == ("ci",)

    @property
    def has_inputs(self) -> bool:
        return bool(self.free or self.inputs)

    @property
    def usage(self) -> str:
        """The line as written: a single list is on the right."""
        coefficients = ("k", "...") if self.has_coefficients else ("x", "y", "...") if self.has_points else ()
        left = (*self.parameters, *coefficients)
        right = (*(("z",) * self.free + ("...",) if self.free else ()), *self.inputs)
        return " ".join((*left, self.code, *right) if right else (self.code, *left))
