"""HybridModel with whole arrays + Schedule -> its Jacobian as loops over index ranges, without its elements.

The equation of a piece is differentiated once, as `gradients` does for a scalar, for all its elements that read the
same things: its range is cut at the elements that read a different piece, or that read one element in two ways, such as
the first and the last cell. So each entry has the bits that it has in the expanded model.

A column is the state that an element of a row depends on, as a place that is affine in the indices of the row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil, floor, prod

from simnon.model import (
    INDEX,
    PART,
    TOTAL,
    WHOLE,
    Apply,
    Column,
    Elements,
    EntryBlock,
    Equation,
    Expression,
    HybridModel,
    Index,
    LoopEquation,
    Name,
    NotWhole,
    Number,
    Place,
    Role,
    Schedule,
    Stage,
    WholeJacobian,
    indices_of_names,
    rewrite,
)
from simnon.source import frozen

from .derivative import chained, partial_derivatives

ONE = Number(1.0)
MAX_PARTS = 400
"""The most parts into which the pieces of a model are cut."""
_CAN_BE_ALIAS = (Role.INPUT, Role.OUTPUT, Role.AUXILIARY, Role.INTERMEDIATE)

Gradient = dict[Column, Expression]


class Dense(NotWhole):
    """A sum over states: its gradient has no offsets."""


@frozen
class _Part:
    """Elements of an array that are computed alike; an alias has no gradient of its own."""

    places: tuple[Place, ...]
    ranges: tuple[range, ...]
    box: tuple[Index, ...]
    gradient: Gradient
    alias: Column | None = None


class _Cut(Exception):
    """The range of an index must be cut before these numbers."""

    def __init__(self, index: str, *numbers: int) -> None:
        super().__init__(index)
        self.index = index
        self.numbers = numbers


def differentiate_whole(model: HybridModel, schedule: Schedule) -> WholeJacobian:
    """Raise `NotWhole` if the Jacobian needs the elements, `Dense` if it has sums over states."""
    if model.delays:
        raise NotWhole("its derivatives depend on a delay")
    walk = _Walk(model)
    for block in schedule.blocks:
        if block.stage in (Stage.TIME, Stage.STATE):
            if not isinstance(block.part, Equation):
                raise NotWhole("its derivatives depend on an algebraic loop")
            walk.equation(block.part)
        elif isinstance(block.part, Equation):
            walk.constant(block.part)
    return walk.finished(model)


class _Walk:
    def __init__(self, model: HybridModel) -> None:
        self.time = model.time
        self.shape_of_name = {variable.name: variable.shape for variable in model.variables}
        self.indices = model.whole.index_of_name()
        self.view_of_name = {view.name: view for view in model.whole.views}
        self.piece_of_name = {piece.name: piece for piece in model.whole.pieces}
        equations = [*model.equations, *model.initial_equations, *model.in_derivatives]
        self.indices_of_added = {
            name: indices
            for name, indices in indices_of_names(model.whole, equations).items()
            if name not in self.indices and name not in self.view_of_name
        }
        self.states = {state for state, _ in model.states}
        self.derivatives = {derivative for _, derivative in model.states}
        self.role_of_name = {variable.name: variable.role for variable in model.variables}
        self.own_names: dict[tuple[str, int, int], str] = {}
        self.names: dict[Column, str] = {}
        self.views: dict[str, Elements] = {}
        self.gradient_of_name: dict[str, Gradient] = {}
        self.parts: dict[str, list[_Part]] = {}
        self.equations: list[LoopEquation] = []
        self.part_count = self.count = 0

    # Equations

    def constant(self, equation: Equation) -> None:
        """A piece that changes at events only has no gradient."""
        piece = self.piece_of_name.get(equation.target)
        if piece is not None:
            box = tuple(self.indices[name] for name in piece.indices)
            part = _Part(piece.places, tuple(map(self._range, piece.places)), box, {})
            self.parts.setdefault(piece.array, []).append(part)

    def equation(self, equation: Equation) -> None:
        value, target = equation.value, equation.target
        if isinstance(value, Apply) and value.function in (INDEX, PART, WHOLE):
            return
        piece = self.piece_of_name.get(target)
        if piece is None:
            own = self.indices_of_added.get(target, ())
            piece = Elements(target, target, tuple(Place(0, ((name, 1),)) for name in own))
        if piece.steps:
            raise NotWhole("its derivatives depend on a recurrence")
        waiting = [{name: (self.indices[name].first, self.indices[name].last) for name in piece.indices}]
        while waiting:
            box = waiting.pop()
            try:
                part = self._differentiated(piece, value, box)
            except _Cut as cut:
                waiting += [{**box, cut.index: each} for each in _pieces(box[cut.index], cut.numbers)][::-1]
            else:
                self.part_count += 1
                if self.part_count > MAX_PARTS:
                    raise NotWhole("its derivatives differ in too many elements")
                self.parts.setdefault(piece.array, []).append(part)

    def _differentiated(self, piece: Elements, value: Expression, box: Mapping[str, tuple[int, int]]) -> _Part:
        self.old_of_new: dict[str, str] = {}
        mapping = {name: self._own_index(name, ends) for name, ends in box.items()}
        indices = tuple(self.indices[each.terms[0][0]] for each in mapping.values() if each.terms)
        places = tuple(_moved(place, mapping) for place in piece.places)
        ranges = tuple(self._range(place) for place in places)
        read: dict[str, Column] = {}
        self.column_of_name: dict[str, Column] = {}
        new = self._rewritten(value, mapping, frozenset(), read)
        alias = self._alias(piece.array, new)
        if alias is not None:
            return _Part(places, ranges, indices, {}, alias)
        self._keep_apart(list(read.values()))
        partials = partial_derivatives(new, lambda name: bool(self.gradient_of_name.get(name)))
        gradient: Gradient = chained(partials, self.gradient_of_name)  # type: ignore[assignment, arg-type]
        self._keep_apart(list(gradient))
        size = prod(index.count for index in indices)
        self.count += sum(size * prod(index.count for index in self._free(column, indices)) for column in gradient)
        if piece.array not in self.derivatives:
            gradient = {
                c: self._named(piece, value, (*indices, *self._free(c, indices))) for c, value in gradient.items()
            }
        return _Part(places, ranges, indices, gradient)

    def _free(self, column: Column, box: Sequence[Index]) -> tuple[Index, ...]:
        """The indices of a column over which the row has a sum."""
        own = {index.name for index in box}
        return tuple(self.indices[name] for name in sorted(_indices_of(column) - own))

    def _alias(self, array: str, value: Expression) -> Column | None:
        """What it copies; in the expanded model, whatever reads a copy reads the original."""
        is_copy = isinstance(value, Name) and self.role_of_name.get(array) in _CAN_BE_ALIAS
        if not is_copy or not isinstance(value, Name) or value.name == self.time:
            return None
        return self.column_of_name.get(value.name, (value.name, ()))

    def _own_index(self, name: str, ends: tuple[int, int]) -> Place:
        """A number, or an index of this range."""
        if ends[0] == ends[1]:
            return Place(ends[0])
        known = self.indices[name]
        if (known.first, known.last) != ends:
            known = self.indices[self._index_of_range(name, ends)]
        self.old_of_new[known.name] = name
        return Place(0, ((known.name, 1),))

    def _index_of_range(self, name: str, ends: tuple[int, int]) -> str:
        own = self.own_names.get((name, *ends))
        if own is None:
            own = self.own_names[name, *ends] = f"{name} {ends[0]}..{ends[1]}"
            self.indices[own] = Index(own, *ends)
        return own

    def _range(self, place: Place) -> range:
        low, high = place.ends(self.indices)
        return range(low, high + 1, abs(place.terms[0][1]) if len(place.terms) == 1 else 1)

    # What an expression reads

    def _rewritten(
        self, value: Expression, mapping: Mapping[str, Place], free: frozenset[str], read: dict[str, Column]
    ) -> Expression:
        """The value with own indices and the originals of copies; `read` receives what has a gradient.

        `free` are the indices of sums around it.
        """

        def change(node: Expression) -> Expression | None:
            if isinstance(node, Apply) and node.function == TOTAL:
                return self._rewritten_sum(node, mapping, free, read)
            if not isinstance(node, Name):
                return None
            if node.name in mapping:
                return number_at(mapping[node.name])
            return self._read(node, mapping, free, read)

        return rewrite(value, change)

    def _rewritten_sum(
        self, node: Apply, mapping: Mapping[str, Place], free: frozenset[str], read: dict[str, Column]
    ) -> Expression:
        """Sums over the same numbers have the same index, so that they have the same columns."""
        inner, bound = dict(mapping), list[Name]()
        for index in node.arguments[:-1]:
            assert isinstance(index, Name)
            known = self.indices[index.name]
            name = f"FOR all {len(free) + len(bound)} in {known.first}..{known.last}"
            self.indices[name] = Index(name, known.first, known.last)
            inner[index.name] = Place(0, ((name, 1),))
            bound.append(Name(name))
        names = frozenset(each.name for each in bound)
        body = self._rewritten(node.arguments[-1], inner, free | names, read)
        return Apply(node.function, (*bound, body), node.span)

    def _read(
        self, node: Name, mapping: Mapping[str, Place], free: frozenset[str], read: dict[str, Column]
    ) -> Expression:
        if node.name in self.indices:
            return node
        view = self.view_of_name.get(node.name)
        array = node.name if view is None else view.array
        if view is not None:
            places = view.places
        else:
            places = tuple(Place(0, ((name, 1),)) for name in self.indices_of_added.get(node.name, ()))
        (array, places), gradient = self._resolved((array, tuple(_moved(place, mapping) for place in places)))
        name = self._name_of((array, places)) if places else Name(array, node.span)
        self.column_of_name[name.name] = array, places
        if gradient:
            for column in gradient:
                if not free <= _indices_of(column):
                    raise Dense("its derivatives depend on sums of one state")
            read[name.name] = array, places
            self.gradient_of_name[name.name] = gradient
        return name

    def _resolved(self, column: Column) -> tuple[Column, Gradient]:
        """The original of a copy, and its gradient in the indices around."""
        while True:
            array, places = column
            if array in self.states:
                return column, {column: ONE}
            if array == self.time:
                return column, {column: ONE}
            if array not in self.parts:
                return column, {}
            part = self._part_at(column)
            mapping = _inverse(part, places)
            if part.alias is None:
                around = {name for place in mapping.values() for name, _ in place.terms}
                if any(not around.isdisjoint(_indices_of(each) - mapping.keys()) for each in part.gradient):
                    raise Dense("its derivatives depend on sums of sums")
                return column, {
                    (name, tuple(_moved(place, mapping) for place in at)): self._moved(value, mapping)
                    for (name, at), value in part.gradient.items()
                }
            name, at = part.alias
            column = name, tuple(_moved(place, mapping) for place in at)

    def _part_at(self, column: Column) -> _Part:
        """The part that gives the element, for all indices around; cut their ranges if it differs."""
        array, places = column
        ranges = [self._range(place) for place in places]
        for part in self.parts[array]:
            pairs = list(zip(ranges, part.ranges, strict=True))
            if all(one[-1] >= other[0] and one[0] <= other[-1] for one, other in pairs):
                for place, (one, other) in zip(places, pairs, strict=True):
                    self._cut_at_ends(place, one, other)
                if all(_is_within(one, other) for one, other in pairs):
                    return part
        raise NotWhole("its derivatives read elements by steps")

    def _cut_at_ends(self, place: Place, read: range, given: range) -> None:
        if given[0] <= read[0] and read[-1] <= given[-1]:
            return
        if len(place.terms) != 1 or place.terms[0][0] not in self.old_of_new:
            raise NotWhole("its derivatives read elements at combined indices")
        ((name, factor),) = place.terms
        low, high = (given[0] - place.constant) / factor, (given[-1] - place.constant) / factor
        first, last = ceil(min(low, high)), floor(max(low, high))
        raise _Cut(self.old_of_new[name], first, last + 1)

    def _keep_apart(self, columns: Sequence[Column]) -> None:
        """Cut the range where two of them are the same element for some indices only."""
        for i, (array, places) in enumerate(columns):
            for other, at in columns[:i]:
                if array == other and places and places != at:
                    self._keep_two_apart([one.joined(two, -1) for one, two in zip(places, at, strict=True)])

    def _keep_two_apart(self, differences: Sequence[Place]) -> None:
        roots: list[tuple[str, int]] = []
        for difference in differences:
            low, high = difference.ends(self.indices)
            if low > 0 or high < 0:
                return
            if len(difference.terms) == 1:
                ((name, factor),) = difference.terms
                if difference.constant % factor:
                    return
                roots.append((name, -difference.constant // factor))
        if not roots:
            raise Dense("its derivatives read one element at combined indices")
        name, root = roots[0]
        if name not in self.old_of_new:
            raise Dense("its derivatives depend on sums with single elements")
        raise _Cut(self.old_of_new[name], root, root + 1)

    # Names

    def _name_of(self, column: Column) -> Name:
        known = self.names.get(column)
        if known is None:
            array, places = column
            known = self.names[column] = f"{array}[{','.join(place.text for place in places)}] read {len(self.names)}"
            self.views[known] = Elements(known, array, places)
        return Name(known)

    def _named(self, piece: Elements, value: Expression, box: tuple[Index, ...]) -> Expression:
        if isinstance(value, Number | Name):
            return value
        name = f"d({piece.name})/d.{len(self.equations)}"
        self.equations.append(LoopEquation(name, box, value))
        return self._name_of((name, tuple(Place(0, ((index.name, 1),)) for index in box)))

    def _moved(self, value: Expression, mapping: Mapping[str, Place]) -> Expression:
        """A derivative of an element, as seen from where the element is read."""

        def change(node: Expression) -> Expression | None:
            if not isinstance(node, Name):
                return None
            if node.name in self.indices:
                return number_at(mapping[node.name]) if node.name in mapping else None
            view = self.views.get(node.name)
            if view is None:
                return None
            return self._name_of((view.array, tuple(_moved(place, mapping) for place in view.places)))

        return rewrite(value, change)

    # The result

    def finished(self, model: HybridModel) -> WholeJacobian:
        entries: list[EntryBlock] = []
        by_time: list[EntryBlock] = []
        for state, derivative in model.states:
            for part in self.parts.get(derivative, ()):
                for column, value in part.gradient.items():
                    row = state, _rows_of(part, self._first_of(derivative), self._first_of(state))
                    block = EntryBlock(row, column, (*part.box, *self._free(column, part.box)), value)
                    (by_time if column[0] == self.time else entries).append(block)
        whole = replace(
            model.whole, indices=tuple(self.indices.values()), views=(*model.whole.views, *self.views.values())
        )
        return WholeJacobian(whole, tuple(self.equations), tuple(entries), tuple(by_time), self.count)

    def _first_of(self, name: str) -> tuple[int, ...]:
        return tuple(extent.first for extent in self.shape_of_name[name])


def _indices_of(column: Column) -> frozenset[str]:
    return frozenset(name for place in column[1] for name, _ in place.terms)


def _rows_of(part: _Part, firsts: tuple[int, ...], of_state: tuple[int, ...]) -> tuple[Place, ...]:
    """The place of the state whose derivative is at the place of the part."""
    return tuple(place.plus(own - first) for place, first, own in zip(part.places, firsts, of_state, strict=True))


def _is_within(one: range, other: range) -> bool:
    if not (other[0] <= one[0] and one[-1] <= other[-1]):
        return False
    return (one[0] - other[0]) % other.step == 0 and (len(one) == 1 or one.step % other.step == 0)


def _pieces(ends: tuple[int, int], numbers: Sequence[int]) -> list[tuple[int, int]]:
    """The range, cut before each of the numbers."""
    starts = sorted({ends[0], *(number for number in numbers if ends[0] < number <= ends[1])})
    if len(starts) == 1:
        raise NotWhole("its derivatives read elements by steps")
    return list(zip(starts, [*(start - 1 for start in starts[1:]), ends[1]], strict=True))


def _moved(place: Place, mapping: Mapping[str, Place]) -> Place:
    """The place in other indices, its terms in the order of their names."""
    found = Place(place.constant)
    for name, factor in place.terms:
        found = found.joined(mapping.get(name, Place(0, ((name, 1),))), factor)
    return Place(found.constant, tuple(sorted(found.terms)))


def _inverse(part: _Part, places: Sequence[Place]) -> dict[str, Place]:
    """The indices of a part, at the element that is read."""
    found: dict[str, Place] = {}
    for own, read in zip(part.places, places, strict=True):
        if own.terms:
            ((name, factor),) = own.terms
            difference = read.plus(-own.constant)
            if difference.constant % factor or any(each % factor for _, each in difference.terms):
                raise NotWhole("its derivatives read elements by steps")
            terms = tuple((index, each // factor) for index, each in difference.terms)
            found[name] = Place(difference.constant // factor, terms)
    return found


def number_at(place: Place) -> Expression:
    """An index read as a number."""
    if not place.terms:
        return Number(float(place.constant))
    if place == Place(0, ((place.terms[0][0], 1),)):
        return Name(place.terms[0][0])
    terms: list[Expression] = [
        Name(name) if factor == 1 else Apply("*", (Number(float(factor)), Name(name))) for name, factor in place.terms
    ]
    if place.constant:
        terms.append(Number(float(place.constant)))
    return terms[0] if len(terms) == 1 else Apply("+", tuple(terms))
