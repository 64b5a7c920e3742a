"""DATA: the Jacobian of a model with whole arrays: what its loops compute, and where in the matrix."""

from simnon.source import frozen

from .expression import Expression
from .whole_arrays import Index, Place, WholeArrays

Column = tuple[str, tuple[Place, ...]]
"""A state, or the time, and the place of the element; a scalar has no places."""


@frozen
class LoopEquation:
    """The array `name` has the `value` for each combination of the indices in `box`, the first one fastest."""

    name: str
    box: tuple[Index, ...]
    value: Expression


@frozen
class EntryBlock:
    """Entries of the Jacobian: for each combination of the indices in `box` the value, in this row and column.

    The column of a derivative by time has no place.
    """

    row: Column
    column: Column
    box: tuple[Index, ...]
    value: Expression


@frozen
class WholeJacobian:
    """`equations` in order, then the `entries`; `by_time` is complete but for zeros. `whole` has their indices too."""

    whole: WholeArrays
    equations: tuple[LoopEquation, ...]
    entries: tuple[EntryBlock, ...]
    by_time: tuple[EntryBlock, ...]
    count: int
    """How many derivatives they compute on the way."""
