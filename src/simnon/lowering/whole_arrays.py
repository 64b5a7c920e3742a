"""Arrays that stay whole -> where their elements are, and the loops that compute them."""

from collections.abc import Callable, Mapping, Sequence

from simnon.model import (
    SILENT,
    Apply,
    Elements,
    Equation,
    HybridModel,
    Place,
    Shape,
    Solution,
    counts_of,
    indices_of_names,
    loops_of,
    offset_in,
    shape_of_indices,
    size_of_shape,
)
from simnon.program import Constant, For, Load, Local, Operation, Statement, Store, Type
from simnon.program import Expression as Lowered
from simnon.source import frozen


@frozen
class Element:
    """One element of an array of the entry."""

    array: str
    index: int


Home = Callable[[str], Element]
"""Where an array begins in the entry being written."""


@frozen
class Loop:
    """Stores a value for each value of its indices, the innermost first, at `offset` in the array `array`.

    Each index has a step, 0 if any order will do.
    """

    array: str
    offset: Place
    indices: tuple[tuple[str, int], ...]


class WholeNames:
    """What the names of a model mean that are more than scalars."""

    def __init__(self, model: HybridModel) -> None:
        self.index_of_name = model.whole.index_of_name()
        self.view_of_name = {view.name: view for view in model.whole.views}
        self.piece_of_name = {piece.name: piece for piece in model.whole.pieces}
        self.shape_of_array = shapes_of_arrays(model)

    def loop(self, target: str) -> Loop | None:
        """The loop that computes a piece, or an array that a pass added; None for a scalar."""
        piece = self.piece_of_name.get(target)
        if piece is not None:
            return Loop(piece.array, self._offset(piece), tuple(loops_of(piece)))
        if target in self.added:
            return Loop(target, self._offset(self.added[target]), tuple(loops_of(self.added[target])))
        return None

    @property
    def added(self) -> Mapping[str, Elements]:
        return self.shape_of_array.added

    def _offset(self, part: Elements) -> Place:
        return offset_in(self.shape_of_array.shapes[part.array], part.places)

    def meaning(self, name: str, home: Home) -> Lowered | None:
        """How to read an index, a view, or an added array at the indices around; None for a scalar."""
        if name in self.index_of_name:
            return Operation("float", (Local(name, Type.INT),), Type.FLOAT)
        part = self.view_of_name.get(name) or self.added.get(name)
        if part is None:
            return None
        at = home(part.array)
        return Load(at.array, index_of(self._offset(part), at.index))

    def written(self, loop: Loop, home: Home, value: Lowered, before: Sequence[Statement]) -> list[Statement]:
        """The loop around what computes and stores the value."""
        at = home(loop.array)
        body: list[Statement] = [*before, Store(at.array, index_of(loop.offset, at.index), value)]
        for name, step in loop.indices:
            body = [self.around(name, step, body)]
        return body

    def around(self, name: str, step: int, body: Sequence[Statement]) -> For:
        index = self.index_of_name[name]
        if step >= 0:
            return For(name, _int(index.first), _int(index.last + 1), 1, tuple(body), is_parallel=not step)
        return For(name, _int(index.last), _int(index.first - 1), -1, tuple(body))


@frozen
class Shapes:
    """The shapes of all arrays of a model, and as parts those that passes added."""

    shapes: Mapping[str, Shape]
    added: Mapping[str, Elements]


def shapes_of_arrays(model: HybridModel) -> Shapes:
    indices_of_name = indices_of_names(model.whole, [*model.equations, *model.initial_equations, *model.in_derivatives])
    known = {index.name for index in model.whole.indices} | {view.name for view in model.whole.views}
    index_of_name = model.whole.index_of_name()
    shapes = {variable.name: variable.shape for variable in model.variables if variable.shape}
    added = {}
    for name, indices in indices_of_name.items():
        if name not in known:
            shapes[name] = shape_of_indices(indices, index_of_name)
            added[name] = Elements(name, name, tuple(Place(0, ((index, 1),)) for index in indices))
    return Shapes(shapes, added)


def is_silent(part: Equation | Solution) -> bool:
    """Whether it only says what depends on what."""
    return isinstance(part, Equation) and isinstance(part.value, Apply) and part.value.function in SILENT


def state_offsets(model: HybridModel) -> dict[str, int]:
    """Where each state begins among all of them."""
    shape_of_name = {variable.name: variable.shape for variable in model.variables if variable.shape}
    found: dict[str, int] = {}
    offset = 0
    for state, _ in model.states:
        found[state] = offset
        offset += size_of_shape(shape_of_name.get(state, ()))
    return found


def index_of(place: Place, first: int) -> Lowered:
    """The index of an element of an array that begins at `first`."""
    total: Lowered | None = None
    for name, factor in place.terms:
        term: Lowered = Local(name, Type.INT)
        if factor != 1:
            term = Operation("*", (term, _int(factor)), Type.INT)
        total = term if total is None else Operation("+", (total, term), Type.INT)
    constant = first + place.constant
    if total is None:
        return _int(constant)
    return total if not constant else Operation("+", (total, _int(constant)), Type.INT)


def copied(source: Element, target: Element, shape: Shape) -> Statement:
    """A loop that copies an array."""
    name = "$element"
    place = Place(0, ((name, 1),))
    count = 1
    for each in counts_of(shape):
        count *= each
    store = Store(target.array, index_of(place, target.index), Load(source.array, index_of(place, source.index)))
    return For(name, _int(0), _int(count), 1, (store,), is_parallel=True)


def _int(number: int) -> Constant:
    return Constant(number, Type.INT)
