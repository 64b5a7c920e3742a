"""DATA: equations, and the solutions that replace equations that need each other's values."""

from collections.abc import Sequence
from dataclasses import field
from typing import TypeAlias

from simnon.source import Span, frozen

from .arrays import Box
from .expression import Expression, Number, names_and_functions_in, names_in
from .system import Section


@frozen
class Equation:
    target: str
    value: Expression
    span: Span | None = field(default=None, compare=False)
    section: Section = Section.NONE
    places: tuple[Expression, ...] = ()
    """The indices of the element, or the part of an array, that it gives; only until arrays are expanded."""
    box: Box = ()
    """The values of the indices for which it holds."""
    _found: tuple[list[str], set[str]] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def targets(self) -> tuple[str, ...]:
        return (self.target,)

    @property
    def reads(self) -> list[str]:
        """The names its value reads, each once, in the order of the text."""
        return (self._found or self._scan())[0]

    @property
    def functions(self) -> set[str]:
        """The functions its value applies."""
        return (self._found or self._scan())[1]

    def _scan(self) -> tuple[list[str], set[str]]:
        """Scan the value once, because every pass needs it."""
        found = names_and_functions_in(self.value)
        object.__setattr__(self, "_found", found)
        return found


@frozen
class LinearSystem:
    """Linear equations for several variables: `matrix`, by rows, times the column `unknowns` is the column `right`."""

    unknowns: tuple[tuple[str, ...], ...]
    matrix: tuple[tuple[Expression, ...], ...]
    right: tuple[tuple[Expression, ...], ...]

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(name for column in self.unknowns for name in column)

    @property
    def reads(self) -> list[str]:
        parts = [entry for row in (*self.matrix, *self.right) for entry in row]
        return list(dict.fromkeys(name for part in parts for name in names_in(part)))


@frozen
class Elimination:
    """How a sparse matrix is eliminated: its columns in `order`; both factors have at most `capacity` numbers."""

    order: tuple[int, ...]
    capacity: int


@frozen
class Iteration:
    """An algebraic loop that is solved by Newton's method: each unknown must equal its value.

    If `are_zero` is set, the value must be zero instead, and its row of the matrix is its own derivative.

    `equations` are evaluated in order from the unknowns: the rest of the loop, then derivatives. `matrix` is the
    derivative of unknowns minus values with respect to the unknowns. Each of its rows has the nonzero columns, in
    order, with their entries. A large one has an `elimination`. `members` are all variables of the loop in the user's
    order.
    """

    number: int
    members: tuple[str, ...]
    unknowns: tuple[str, ...]
    equations: tuple[Equation, ...]
    values: tuple[Expression, ...]
    matrix: tuple[tuple[tuple[int, Expression], ...], ...]
    span: Span | None = field(default=None, compare=False)
    are_zero: tuple[bool, ...] = ()
    elimination: Elimination | None = None

    @property
    def targets(self) -> tuple[str, ...]:
        return self.unknowns

    @property
    def marks(self) -> tuple[bool, ...]:
        """For each row, whether the value must be zero."""
        return self.are_zero or (False,) * len(self.unknowns)

    @property
    def reads(self) -> list[str]:
        """The names it needs from outside the loop."""
        inside = {*self.unknowns, *(equation.target for equation in self.equations)}
        names = [name for equation in self.equations for name in equation.reads]
        names += [name for value in self.values for name in names_in(value)]
        entries = (entry for row in self.matrix for _, entry in row if not isinstance(entry, Number))
        names += [name for entry in entries for name in names_in(entry)]
        return [name for name in dict.fromkeys(names) if name not in inside]


def full_row(row: Sequence[tuple[int, Expression]], size: int) -> tuple[Expression, ...]:
    """A row of a matrix with its zeros filled in."""
    entry_of_column = dict(row)
    return tuple(entry_of_column.get(column, Number(0.0)) for column in range(size))


Solution: TypeAlias = LinearSystem | Iteration
"""Values that are computed together: what remains of an algebraic loop."""
