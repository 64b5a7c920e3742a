"""FlatModel -> FlatModel with its arrays whole: one equation for all elements that FOR or a whole equation gives.

See `model/whole_arrays.py` for what becomes of them. A model that needs more than explicit continuous equations over
its arrays raises `NotWhole`, with the reason: it is expanded.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

from simnon.model import (
    CONDITIONS,
    ELEMENT,
    INDEX,
    PART,
    RELATIONS_OF_ARRAYS,
    TOTAL,
    WHOLE,
    Apply,
    Axis,
    Elements,
    Equation,
    Event,
    Expression,
    Extent,
    FlatModel,
    Index,
    Name,
    NeedEachOther,
    NotWhole,
    Place,
    Requirement,
    Role,
    Shape,
    Variable,
    WholeArrays,
    counts_of,
    element_name,
    meet,
    names_in,
    offset_of,
    region_of,
    rewrite,
    short,
    size_of,
    size_of_region,
    size_of_shape,
)
from simnon.source import Span

from .evaluate import Evaluator
from .infer import infer_shapes
from .operators import OPERATOR_RULES
from .symbolic import Positions, Split, Symbolic, Whole
from .value import MAX_ELEMENTS, Mistake, is_simple
from .written import WRITTEN_RULES

FEW_TERMS = 64
"""A model whose largest equation has no more terms than these over all its elements is expanded: unrolled code is
faster, and compiled in less time."""
MAX_PIECES = 200
MAX_ABSENT = 64
"""The most elements without an equation of an array that stays whole."""
_COMPUTED = (
    Role.DERIVATIVE,
    Role.NEW,
    Role.INPUT,
    Role.OUTPUT,
    Role.AUXILIARY,
    Role.CONSTANT,
    Role.INTERMEDIATE,
)
_GIVEN = (Role.STATE, Role.PARAMETER)


def keep_whole(model: FlatModel, requirements: Sequence[Requirement], *, is_forced: bool = False) -> FlatModel:
    """Raise `NotWhole` if the model has to be expanded; `is_forced` keeps small ones too."""
    keeper = _Keeper(model)
    try:
        infer_shapes(model, keeper.shapes, keeper.evaluator)
        keeper.check(requirements)
        kept = keeper.kept()
    except Mistake as mistake:
        raise NotWhole("it has a mistake") from mistake
    if keeper.most_terms <= FEW_TERMS and not is_forced:
        raise NotWhole("they are small")
    return kept


class _Keeper:
    def __init__(self, model: FlatModel) -> None:
        self.model = model
        self.variables = model.by_name()
        self.shapes: dict[str, Shape] = {v.name: v.shape for v in model.variables if v.shape}
        structural = set(model.structural)
        numbers = {v.name: v.start for v in model.variables if v.name in structural and v.start is not None}
        functions = {function.name: function for function in model.functions}
        rules = {**WRITTEN_RULES, **OPERATOR_RULES}
        self.evaluator = Evaluator(self.variables, self.shapes, functions, numbers, lambda e: e, lambda *_: "", rules)
        self.names = set(self.variables)
        self.indices: dict[str, Index] = {}
        self.name_of_index: dict[tuple[str, int, int], list[str]] = {}
        self.views: dict[tuple[str, Positions], Elements] = {}
        self.view_of_name: dict[str, Elements] = {}
        self.pieces: dict[str, list[Elements]] = {}
        self.added: list[Variable] = []
        self.waiting: list[Equation] = []
        self.continuous: list[Equation] = []
        """What is computed at all times, whatever reads it."""
        self.target: Variable = model.variables[0]
        self.count = 0
        self.most_terms = 0
        self.given_at_start: set[str] = set()
        self.absent: list[tuple[str, tuple[int, ...]]] = []

    # What cannot be whole

    def check(self, requirements: Sequence[Requirement]) -> None:
        model = self.model
        if any(variable.role is Role.RESIDUAL for variable in model.variables):
            raise NotWhole(RELATIONS_OF_ARRAYS)
        for name in self.shapes:
            variable = self.variables[name]
            if variable.role not in (*_COMPUTED, *_GIVEN):
                raise NotWhole(f"'{variable.local}' is changed at events")
            if variable.units:
                raise NotWhole(f"the elements of '{variable.local}' have different units")
        for event in model.events:
            for equation in event.equations:
                if equation.places or equation.box or equation.target in self.shapes:
                    raise NotWhole("a WHEN assigns arrays")
        read = {name for each in requirements for name in names_in(each.condition)}
        read |= {limit.name for limit in model.limits if limit.elements is None}
        if not read.isdisjoint(self.shapes):
            raise NotWhole("a REQUIRE or a range applies to an array")

    # Equations

    def kept(self) -> FlatModel:
        model = self.model
        initial = self._equations(model.initial_equations, is_initial=True)
        equations = self._equations(model.equations, is_initial=False)
        events = tuple(self._event(event) for event in model.events)
        if not self.pieces and not self.views:
            raise NotWhole("no equation uses them")
        wholes, initial_wholes = self._wholes(model)
        equations += self.continuous + self._views() + wholes
        equations += [Equation(name, Apply(INDEX, ())) for name in self.indices]
        parts = [part for parts in self.pieces.values() for part in parts]
        pseudo = [self._pseudo(part.name, part.array) for part in (*self.views_in_order(), *parts)]
        pseudo += [Variable(name, Role.INTERMEDIATE, local=name) for name in self.indices]
        variables = [self._shaped(variable) for variable in model.variables]
        self._check_states(model)
        return replace(
            model,
            variables=(*variables, *self.added, *pseudo),
            equations=tuple(equations),
            initial_equations=(*initial, *initial_wholes),
            events=events,
            functions=tuple(f for f in model.functions if not self.evaluator.has_arrays(f.body)),
            whole=WholeArrays(
                tuple(self.indices.values()), tuple(self.views_in_order()), tuple(parts), tuple(self.absent)
            ),
        )

    def views_in_order(self) -> list[Elements]:
        return list(self.view_of_name.values())

    def _pseudo(self, name: str, array: str) -> Variable:
        variable = self.variables[array]
        sampler = variable.sampler
        return Variable(name, Role.INTERMEDIATE, variable.owner, name, None, variable.unit, variable.span, sampler)

    def _shaped(self, variable: Variable) -> Variable:
        shape = self.shapes.get(variable.name)
        return variable if shape is None or variable.shape else replace(variable, shape=shape)

    def _check_states(self, model: FlatModel) -> None:
        for state, following in (*model.states, *(pair for sampler in model.samplers for pair in sampler.states)):
            if counts_of(self.shapes.get(state, ())) != counts_of(self.shapes.get(following, ())):
                raise NotWhole("shapes differ")

    def _equations(self, equations: Iterable[Equation], *, is_initial: bool) -> list[Equation]:
        found: list[Equation] = []
        for equation in equations:
            self.target = self.variables[equation.target]
            if is_initial:
                self.given_at_start.add(equation.target)
            waiting = [tuple(self._axis(axis) for axis in equation.box)]
            while waiting:
                box = waiting.pop()
                if any(not index.count for index in box):
                    continue
                try:
                    found += self._equation(equation, box)
                except Split as split:
                    waiting += reversed(_cut(box, split, self))
        return found

    def _event(self, event: Event) -> Event:
        """A WHEN whose values read single elements."""
        found: list[Equation] = []
        for equation in event.equations:
            self.target = self.variables[equation.target]
            found += self._equation(equation, ())
        if len(found) > len(event.equations):
            raise NotWhole("a WHEN computes arrays")
        return replace(event, equations=tuple(found))

    def _axis(self, axis: Axis) -> Index:
        return self.index(short(axis.index), axis.first, axis.last, ())

    def _equation(self, equation: Equation, box: tuple[Index, ...]) -> list[Equation]:
        names = [index.name for index in box]
        if len(set(names)) < len(names):
            raise NotWhole("two indices are the same")
        is_of_number = not box and not self.shapes.get(equation.target)
        symbolic = Symbolic(self.evaluator, self, names, is_of_number=is_of_number)
        around = {axis.index: Place(0, ((index.name, 1),)) for axis, index in zip(equation.box, box, strict=True)}
        value = symbolic.value(equation.value, around)
        shape = self.shapes.get(equation.target, ())
        if not shape:
            if value.counts or box:
                raise NotWhole("shapes differ")
            scalar = value.scalar
            self._count_terms(scalar, 1)
            made = equation if scalar == equation.value else replace(equation, value=scalar)
            return [*self._taken(), made]
        return self._piece(equation, symbolic, around, value, shape)

    def _piece(
        self, equation: Equation, symbolic: Symbolic, around: dict[str, Place], value: Whole, shape: Shape
    ) -> list[Equation]:
        chosen = Apply(ELEMENT, (Name(equation.target), *equation.places), equation.span)
        target = symbolic.value(chosen if equation.places else Name(equation.target), around)
        if target.counts != value.counts:
            raise NotWhole("shapes differ")
        if 0 in target.counts:
            return self._taken()
        firsts = [1] * len(target.counts) if equation.places else [extent.first for extent in shape]
        inner: list[Index] = []
        for i, (first, count) in enumerate(zip(firsts, target.counts, strict=True)):
            inner.append(self.index("ijkl"[min(i, 3)], first, first + count - 1, symbolic.bound))
            symbolic.bound.append(inner[-1].name)
        at = tuple(Place(-index.first, ((index.name, 1),)) for index in inner)
        views_before = set(self.view_of_name)
        places = self.view_of_name[_name(target.item(at))].places
        result = value.item(at)
        self._forget_view(equation.target, places, views_before, result)
        if isinstance(result, Apply) and result.function in CONDITIONS:
            raise NotWhole(f"'{self.target.local}' is a condition")
        return [*self._taken(), self._added_piece(equation, places, result, shape)]

    def _forget_view(self, array: str, places: Positions, before: set[str], value: Expression) -> None:
        """The view that only told where the target is."""
        name = self.views[array, places].name
        if name not in before and name not in names_in(value):
            del self.views[array, places], self.view_of_name[name]
            self.names.discard(name)

    def _added_piece(self, equation: Equation, places: Positions, value: Expression, shape: Shape) -> Equation:
        used = [name for place in places for name, _ in place.terms]
        if len(set(used)) < len(used) or any(len(place.terms) > 1 for place in places):
            raise NotWhole(f"the indices of '{self.target.local}' on the left are combined")
        if set(self.indices_in(value)) - set(used):
            raise NotWhole(f"FOR gives '{self.target.local}' several times")
        part = Elements("", equation.target, places)
        region = region_of(part, self.indices)
        self._check_inside(region, shape)
        self._count_terms(value, size_of_region(region))
        siblings = self.pieces.setdefault(equation.target, [])
        if any(meet(region, region_of(each, self.indices)) for each in siblings) or len(siblings) >= MAX_PIECES:
            raise NotWhole(f"elements of '{self.target.local}' are given twice, or in many pieces")
        name = self._fresh_name(equation.target, [_range_text(each) for each in region])
        part = Elements(name, equation.target, places)
        value, steps = self._ordered(part, value)
        siblings.append(replace(part, steps=steps))
        return Equation(name, value, equation.span, equation.section)

    def _check_inside(self, region: tuple[range, ...], shape: Shape) -> None:
        for numbers, extent in zip(region, shape, strict=True):
            if numbers and not (extent.first <= numbers[0] and numbers[-1] <= extent.last):
                raise NotWhole("an index is out of range")

    def _count_terms(self, value: Expression, elements: int) -> None:
        """How large the equation would be if it were expanded."""

        def terms(node: Expression) -> int:
            if not isinstance(node, Apply):
                return 1
            if node.function == TOTAL:
                count = terms(node.arguments[-1])
                for name in node.arguments[:-1]:
                    count *= self.indices[_name(name)].count
                return count
            return max(map(terms, node.arguments), default=1)

        self.most_terms = max(self.most_terms, elements * terms(value))

    # Elements that read others of their own equation

    def _ordered(self, piece: Elements, value: Expression) -> tuple[Expression, tuple[tuple[str, int], ...]]:
        """The value with own views for what the piece reads of itself, and the directions in which to compute it."""
        region = region_of(piece, self.indices)
        own = [
            view
            for name in names_in(value)
            if (view := self.view_of_name.get(name)) is not None
            and view.array == piece.array
            and self.variables[piece.array].role is not Role.STATE
            and meet(region_of(view, self.indices), region)
        ]
        if not own:
            return value, ()
        distances = [self._distance(piece, view) for view in own]
        indices = piece.indices
        for signs in product((1, -1), repeat=len(indices)):
            if all(_is_earlier(distance, signs) for distance in distances):
                break
        else:
            raise NeedEachOther(f"elements of '{self.target.local}' need each other")
        renamed = {view.name: self._own_view(view, piece) for view in own}

        def change(node: Expression) -> Expression | None:
            return Name(renamed[node.name], node.span) if isinstance(node, Name) and node.name in renamed else None

        return rewrite(value, change), tuple(zip(indices, signs, strict=True))

    def _distance(self, piece: Elements, view: Elements) -> tuple[int, ...]:
        """How far away, by each index of the piece, the element is that the view reads."""
        found: dict[str, int] = {}
        for written, read in zip(piece.places, view.places, strict=True):
            if written.terms != read.terms:
                raise NeedEachOther(f"elements of '{self.target.local}' need others of the same equation")
            difference = read.constant - written.constant
            if not written.terms:
                continue
            ((name, factor),) = written.terms
            if difference % factor:
                raise NeedEachOther(f"elements of '{self.target.local}' need others of the same equation")
            found[name] = difference // factor
        return tuple(found[name] for name in piece.indices)

    def _own_view(self, view: Elements, piece: Elements) -> str:
        name = f"{view.name} before"
        self.view_of_name[name] = Elements(name, view.array, view.places, ((piece.name, 0),))
        self.names.add(name)
        return name

    # What depends on what

    def _views(self) -> list[Equation]:
        """Each view with the pieces that give what it reads, or the array if a run is given its numbers."""
        found = []
        for view in self.views_in_order():
            given = self.variables[view.array].role in (*_GIVEN, Role.CONSTANT)
            if given:
                sources = [view.array]
            else:
                region = region_of(view, self.indices)
                own = view.steps[0][0] if view.steps else ""
                pieces = self.pieces.get(view.array, [])
                sources = [p.name for p in pieces if p.name != own and meet(region, region_of(p, self.indices))]
            found.append(Equation(view.name, Apply(PART, tuple(map(Name, sources)))))
        self.view_of_name = {name: replace(view, steps=()) for name, view in self.view_of_name.items()}
        return found

    def _wholes(self, model: FlatModel) -> tuple[list[Equation], list[Equation]]:
        """The arrays that equations give, of all their pieces."""
        during: list[Equation] = []
        initial: list[Equation] = []
        shaped = [*model.variables, *self.added]
        for variable in shaped:
            pieces = self.pieces.get(variable.name, [])
            shape = self.shapes.get(variable.name, ())
            if not shape:
                continue
            given = sum(size_of_region(region_of(piece, self.indices)) for piece in pieces)
            if variable.role in _COMPUTED and given < size_of_shape(shape):
                self.absent.append((variable.name, self._absent(variable, shape, pieces)))
            if pieces:
                whole = Equation(variable.name, Apply(WHOLE, tuple(Name(piece.name) for piece in pieces)))
                (initial if variable.name in self.given_at_start else during).append(whole)
        return during, initial

    def _absent(self, variable: Variable, shape: Shape, pieces: Sequence[Elements]) -> tuple[int, ...]:
        """The few elements without an equation, such as the corners of a grid with a rim, if nothing reads them."""
        counts = counts_of(shape)
        is_given = bytearray(size_of(counts))
        for piece in pieces:
            first, *others = region_of(piece, self.indices)
            for numbers in product(*others):
                row = offset_of([n - e.first for n, e in zip((first[0], *numbers), shape, strict=True)], counts)
                length = (len(first) - 1) * first.step + 1
                is_given[row : row + length : first.step] = b"\1" * len(first)
        found: list[int] = []
        while len(found) <= MAX_ABSENT and (next_one := is_given.find(0, found[-1] + 1 if found else 0)) >= 0:
            found.append(next_one)
        is_read = len(found) > MAX_ABSENT or any(self._is_read(variable.name, offset, shape) for offset in found)
        if is_read or variable.role not in (Role.AUXILIARY, Role.CONSTANT):
            raise NotWhole(f"some elements of '{variable.local}' have no equation")
        return tuple(found)

    def _is_read(self, array: str, offset: int, shape: Shape) -> bool:
        numbers = []
        for extent in shape:
            offset, position = divmod(offset, extent.count)
            numbers.append(extent.first + position)
        regions = [region_of(view, self.indices) for view in self.view_of_name.values() if view.array == array]
        return any(all(n in each for n, each in zip(numbers, region, strict=True)) for region in regions)

    # Names

    def _fresh_name(self, array: str, places: Sequence[str]) -> str:
        variable = self.variables[array]
        numbers: tuple[int, ...] = tuple(places)  # type: ignore[arg-type]
        name = element_name(array, variable.local, variable.owner, numbers, variable.family)
        if name in self.names:
            raise NotWhole(f"the name '{name}' is taken")
        self.names.add(name)
        return name

    def view(self, array: str, places: Positions, span: Span | None) -> Name:
        known = self.views.get((array, places))
        if known is None:
            for place, extent in zip(places, self.shapes[array], strict=True):
                low, high = place.ends(self.indices)
                if low < extent.first or high > extent.last:
                    raise NotWhole("an index is out of range, or only for some elements")
            known = Elements(self._fresh_name(array, [place.text for place in places]), array, places)
            self.views[array, places] = self.view_of_name[known.name] = known
        return Name(known.name, span)

    def index(self, stem: str, first: int, last: int, inside: Sequence[str]) -> Index:
        known = self.name_of_index.setdefault((stem, first, last), [])
        for name in known:
            if name not in inside:
                return self.indices[name]
        if last - first >= MAX_ELEMENTS:
            raise NotWhole("an index counts too far")
        number = 1 + sum(len(names) for (each, _, _), names in self.name_of_index.items() if each == stem)
        name = f"FOR {stem}" if number == 1 else f"FOR {stem}.{number}"
        known.append(name)
        self.indices[name] = index = Index(name, first, last)
        return index

    def index_named(self, name: str) -> Index:
        return self.indices[name]

    def indices_in(self, expression: Expression) -> list[str]:
        if isinstance(expression, Name):
            if expression.name in self.indices:
                return [expression.name]
            view = self.view_of_name.get(expression.name)
            return [] if view is None else list(view.indices)
        if not isinstance(expression, Apply):
            return []
        found = dict.fromkeys(name for argument in expression.arguments for name in self.indices_in(argument))
        if expression.function == TOTAL:
            bound = {_name(each) for each in expression.arguments[:-1]}
            return [name for name in found if name not in bound]
        return list(found)

    # Values that are read several times

    def _taken(self) -> list[Equation]:
        waiting, self.waiting = self.waiting, []
        return waiting

    def _new_name(self) -> str:
        self.count += 1
        return f"array.{self.count}"

    def scalar(self, expression: Expression) -> Expression:
        if self.indices_in(expression):
            return expression
        name, target = self._new_name(), self.target
        variable = Variable(name, Role.INTERMEDIATE, target.owner, name, span=expression.span, sampler=target.sampler)
        self.added.append(variable)
        self.variables[name] = variable
        self.names.add(name)
        self.waiting.append(Equation(name, expression, expression.span))
        if target.name in self.given_at_start:
            raise NotWhole("INITIAL has a product of arrays")
        return Name(name, expression.span)

    def remembered(self, expression: Expression) -> Expression:
        """A variable of the continuous part for an element of which the past is needed."""
        if not isinstance(expression, Name) or expression.name not in self.view_of_name:
            return expression
        if self.target.sampler:
            raise NotWhole("a discrete system remembers elements")
        name, target = self._new_name(), self.target
        variable = Variable(name, Role.INTERMEDIATE, target.owner, name, span=expression.span)
        self.added.append(variable)
        self.variables[name] = variable
        self.names.add(name)
        self.continuous.append(Equation(name, expression, expression.span))
        return Name(name, expression.span)

    def array(self, value: Whole) -> Whole:
        """An array of its own, unless its elements are simple, or depend on the indices around."""
        if 0 in value.counts:
            return value
        taken: list[str] = list(self.indices)
        indices = [self.index("ijkl"[min(i, 3)], 1, count, ()) for i, count in enumerate(value.counts)]
        if len({index.name for index in indices}) < len(indices):
            indices = [self.index(f"{'ijkl'[min(i, 3)]}'", 1, c, taken) for i, c in enumerate(value.counts)]
        places = tuple(Place(0, ((index.name, 1),)) for index in indices)
        item = value.item(tuple(place.plus(-1) for place in places))
        if is_simple(item) or set(self.indices_in(item)) - {index.name for index in indices}:
            return value
        if self.target.name in self.given_at_start:
            raise NotWhole("INITIAL has a product of arrays")
        name, target = self._new_name(), self.target
        shape = tuple(Extent(1, count) for count in value.counts)
        variable = Variable(
            name, Role.INTERMEDIATE, target.owner, name, span=item.span, sampler=target.sampler, shape=shape
        )
        self.added.append(variable)
        self.variables[name], self.shapes[name] = variable, shape
        self.names.add(name)
        region = tuple(range(1, count + 1) for count in value.counts)
        piece = Elements(self._fresh_name(name, [_range_text(each) for each in region]), name, places)
        self.pieces[name] = [piece]
        self._count_terms(item, size_of(value.counts))
        self.waiting.append(Equation(piece.name, item, item.span))

        def element(at: Positions) -> Expression:
            return self.view(name, tuple(place.plus(1) for place in at), item.span)

        return Whole(value.counts, element)


def _cut(box: tuple[Index, ...], split: Split, keeper: _Keeper) -> list[tuple[Index, ...]]:
    """The box with the index on each of the ranges."""
    found = []
    for first, last in split.ranges:
        stem = short(split.index).partition(".")[0]
        others = [index.name for index in box if index.name != split.index]
        part = keeper.index(stem, first, last, others)
        found.append(tuple(part if index.name == split.index else index for index in box))
    return found


def _is_earlier(distance: tuple[int, ...], signs: tuple[int, ...]) -> bool:
    """Whether what is read is computed before, with the last index in the outermost loop."""
    for each, sign in zip(reversed(distance), reversed(signs), strict=True):
        if each:
            return each * sign < 0
    return False


def _name(expression: Expression) -> str:
    assert isinstance(expression, Name)
    return expression.name


def _range_text(numbers: range) -> str:
    return f"{numbers[0]}..{numbers[-1]}" + (f" by {numbers.step}" if numbers.step > 1 else "")
