"""An expression with arrays -> its value as a function of indices, for equations that hold for all elements.

The value has the form that `evaluate` gives each element, with indices in place of numbers, so its bits are the same.
What has no such form raises `NotWhole`: then the arrays of the model are expanded.
"""

from collections.abc import Callable, Mapping, Sequence
from math import ceil, floor
from typing import Protocol

from simnon.model import (
    ARRAY_PREFIX,
    BUILTINS,
    EACH,
    ELEMENT,
    LAST,
    RELATIONS,
    SPAN,
    TOTAL,
    WRITTEN_ARRAYS,
    Apply,
    Counts,
    Expression,
    Extent,
    Index,
    Name,
    NotWhole,
    Number,
    Place,
    Shape,
    counts_of,
    is_affine,
    number_of,
)
from simnon.source import Span

from .evaluate import Evaluator
from .value import is_simple

Positions = tuple[Place, ...]
"""From zero, in each dimension."""
_REMEMBERED = frozenset({"pre", "delay", "rect", "norm"})
_NUMBERS_FOR_ALL = frozenset({"/", "^", "if", "*", "mod", "atan2", "and", "or", *RELATIONS})


class Split(Exception):
    """The equation differs on both sides of these values of an index."""

    def __init__(self, index: str, ranges: list[tuple[int, int]]) -> None:
        super().__init__(index)
        self.index = index
        self.ranges = ranges


class Whole:
    """A value with `counts` elements; `item` is the one at a position."""

    __slots__ = ("counts", "item")

    def __init__(self, counts: Counts, item: Callable[[Positions], Expression]) -> None:
        self.counts = counts
        self.item = item

    @property
    def scalar(self) -> Expression:
        return self.item(())


def constant(expression: Expression) -> Whole:
    return Whole((), lambda _: expression)


Environment = Mapping[str, Place | Whole]


class Maker(Protocol):
    """What gives elements, indices and variables their names."""

    def view(self, array: str, places: Positions, span: Span | None) -> Name: ...

    def index(self, stem: str, first: int, last: int, inside: Sequence[str]) -> Index: ...

    def index_named(self, name: str) -> Index: ...

    def indices_in(self, expression: Expression) -> list[str]: ...

    def scalar(self, expression: Expression) -> Expression: ...

    def remembered(self, expression: Expression) -> Expression: ...

    def array(self, value: Whole) -> Whole: ...


class Symbolic:
    """`box` are the indices of the equation, which can be split."""

    def __init__(
        self, evaluator: Evaluator, maker: Maker, box: Sequence[str] = (), *, is_of_number: bool = False
    ) -> None:
        self.evaluator = evaluator
        self.maker = maker
        self.box = box
        self.bound: list[str] = list(box)
        """The indices around the expression."""
        self.inside: tuple[str, ...] = ()
        self.is_of_number = is_of_number
        """Whether the equation gives a number."""

    def value(self, node: Expression, around: Environment) -> Whole:
        match node:
            case Number():
                return constant(node)
            case Name():
                return self._named(node, around)
            case Apply(function, arguments, _):
                rule = _RULES.get(function)
                if rule is not None:
                    return rule(self, node, around)
                if function in self.evaluator.functions:
                    return self._called(node, around)
                is_known = function not in WRITTEN_ARRAYS and not function.startswith(ARRAY_PREFIX)
                if not is_known:
                    raise NotWhole(f"{shown(function)} is computed element by element")
                if function in _REMEMBERED:
                    return self._remembered(node, around)
                return self.elementwise(node, [self.value(argument, around) for argument in arguments])

    def _remembered(self, node: Apply, around: Environment) -> Whole:
        """PRE, DELAY and noise of numbers and single elements; noise in an array is a number for each element."""
        values = [self.value(argument, around) for argument in node.arguments]
        is_noise = node.function in ("rect", "norm")
        if any(value.counts for value in values) or (is_noise and not self.is_of_number):
            raise NotWhole(f"{shown(node.function)} is computed element by element")
        arguments = [value.scalar for value in values]
        if any(map(self.maker.indices_in, arguments)):
            raise NotWhole(f"{shown(node.function)} is computed element by element")
        if not is_noise:
            arguments[0] = self.maker.remembered(arguments[0])
        return constant(Apply(node.function, tuple(arguments), node.span))

    def _named(self, node: Name, around: Environment) -> Whole:
        meaning = around.get(node.name)
        if isinstance(meaning, Whole):
            return meaning
        if meaning is not None:
            return constant(number_at(meaning, node.span))
        shape = self.evaluator.shapes.get(node.name, ())
        if not shape:
            return constant(node)
        return self.part(node.name, shape, node.span)

    def part(self, array: str, shape: Shape, span: Span | None) -> Whole:
        def item(positions: Positions) -> Expression:
            places = tuple(p.plus(extent.first) for p, extent in zip(positions, shape, strict=True))
            return self.maker.view(array, places, span)

        return Whole(counts_of(shape), item)

    def _called(self, node: Apply, around: Environment) -> Whole:
        function = self.evaluator.functions[node.function]
        values = [self.value(argument, around) for argument in node.arguments]
        if not any(value.counts for value in values) and not self.evaluator.has_arrays(function.body):
            return self.elementwise(node, values)
        if function.name in self.inside:
            raise NotWhole(f"the function '{function.name}' calls itself")
        self.inside = (*self.inside, function.name)
        given = {name: self.simple(value) for name, value in zip(function.parameters, values, strict=True)}
        result = self.value(function.body, given)
        self.inside = self.inside[:-1]
        return result

    def simple(self, value: Whole) -> Whole:
        """The same with elements that can be read several times."""
        if not value.counts:
            expression = value.scalar
            return value if is_simple(expression) else constant(self.maker.scalar(expression))
        return self.maker.array(value)

    def elementwise(self, node: Apply, values: Sequence[Whole]) -> Whole:
        shaped = [value for value in values if value.counts]
        counts = shaped[0].counts if shaped else ()
        if any(value.counts != counts for value in shaped):
            raise NotWhole("shapes differ")
        builtin = BUILTINS.get(node.function)
        takes_one = builtin is None or builtin.most is None or builtin.most > 1
        if shaped and len(shaped) < len(values) and takes_one and node.function not in _NUMBERS_FOR_ALL:
            raise NotWhole("a number is combined with an array")

        def item(positions: Positions) -> Expression:
            arguments = tuple(value.item(positions if value.counts else ()) for value in values)
            return Apply(node.function, arguments, node.span)

        return Whole(counts, item)

    def number(self, expression: Expression, around: Environment) -> float | None:
        """Its value, if it consists of numbers and structural parameters."""

        def of_name(name: Name) -> float | None:
            meaning = around.get(name.name)
            if isinstance(meaning, Place):
                return None if meaning.terms else float(meaning.constant)
            if meaning is not None:
                given = None if meaning.counts else meaning.scalar
                return given.value if isinstance(given, Number) else None
            return self.evaluator.numbers.get(name.name)

        return number_of(expression, of_name)

    def place(self, expression: Expression, around: Environment) -> Place | None:
        """The expression as an affine function of indices with integers; None for others."""
        indices = {name: each for name, each in around.items() if isinstance(each, Place)}
        if not is_affine(expression, indices.keys()):
            return None
        zero: dict[str, Place | Whole] = {**around, **dict.fromkeys(indices, Place(0))}
        base = self.number(expression, zero)
        if base is None or abs(base) > 1e9 or base != int(base):
            return None
        found = Place(int(base))
        for name, meaning in indices.items():
            at_one = self.number(expression, {**zero, name: Place(1)})
            if at_one is None or at_one != int(at_one):
                return None
            found = found.joined(meaning, int(at_one - base)) if at_one != base else found
        return found

    def total(self, value: Whole, make: Callable[[Positions], Expression], span: Span | None) -> Expression:
        """The first element plus the second and so on, in their order."""
        if 0 in value.counts:
            return Number(0.0, span)
        indices = [self.maker.index("jklm"[min(i, 3)], 1, count, self.bound) for i, count in enumerate(value.counts)]
        return self.summed(indices, lambda: make(tuple(Place(-1, ((index.name, 1),)) for index in indices)), span)

    def summed(self, indices: Sequence[Index], make: Callable[[], Expression], span: Span | None) -> Expression:
        self.bound += [index.name for index in indices]
        body = make()
        del self.bound[len(self.bound) - len(indices) :]
        return Apply(TOTAL, (*(Name(index.name) for index in indices), body), span)

    def decided(self, condition: Expression, around: Environment) -> bool | None:
        """Whether a condition on indices holds for all their values, or for none; None if that differs."""
        number = self.number(condition, around)
        if number is not None:
            return bool(number)
        match condition:
            case Apply("not", (argument,)):
                inner = self.decided(argument, around)
                return None if inner is None else not inner
            case Apply("and" | "or" as function, arguments):
                known = [self.decided(argument, around) for argument in arguments]
                if (function == "or") in known:
                    return function == "or"
                return None if None in known else function == "and"
            case Apply(function, (left, right)) if function in RELATIONS:
                one, other = self.place(left, around), self.place(right, around)
                return None if one is None or other is None else self._compared(function, one.joined(other, -1))
        return None

    def _compared(self, relation: str, difference: Place) -> bool | None:
        low, high = difference.ends({name: self.maker.index_named(name) for name, _ in difference.terms})
        always = {"<": high < 0, "<=": high <= 0, ">": low > 0, ">=": low >= 0, "=": low == high == 0}
        never = {"<": low >= 0, "<=": low > 0, ">": high <= 0, ">=": high < 0, "=": low > 0 or high < 0}
        if relation == "<>":
            opposite = self._compared("=", difference)
            return None if opposite is None else not opposite
        if always[relation] or never[relation]:
            return always[relation]
        if len(difference.terms) == 1 and difference.terms[0][0] in self.box:
            self._split(difference)
        return None

    def _split(self, difference: Place) -> None:
        ((name, factor),) = difference.terms
        index, root = self.maker.index_named(name), -difference.constant / factor
        cuts = [(index.first, ceil(root) - 1), (ceil(root), floor(root)), (floor(root) + 1, index.last)]
        ranges = [(low, high) for low, high in cuts if low <= high]
        if len(ranges) > 1:
            raise Split(name, ranges)


def shown(function: str) -> str:
    return function.removeprefix(ARRAY_PREFIX).upper() if function[0] not in "[." else "a literal or a list"


def number_at(place: Place, span: Span | None) -> Expression:
    """An index read as a number."""
    if not place.terms:
        return Number(float(place.constant), span)
    terms: list[Expression] = []
    for name, factor in place.terms:
        terms.append(Name(name, span) if factor == 1 else Apply("*", (Number(float(factor)), Name(name, span)), span))
    if place.constant:
        terms.append(Number(float(place.constant)))
    return terms[0] if len(terms) == 1 else Apply("+", tuple(terms), span)


Rule = Callable[[Symbolic, Apply, Environment], Whole]


def _element(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    base, *places = node.arguments
    assert isinstance(base, Name)
    meaning = around.get(base.name)
    shape = symbolic.evaluator.shapes.get(base.name, ())
    if isinstance(meaning, Whole):
        shape = tuple(Extent(1, count) for count in meaning.counts)
    if len(shape) != len(places):
        raise NotWhole("indices are missing")
    chosen = [_chosen(symbolic, place, extent, around) for place, extent in zip(places, shape, strict=True)]
    counts = tuple(count for _, count in chosen if count is not None)

    def item(positions: Positions) -> Expression:
        waiting = iter(positions)
        found = tuple(first if count is None else first.joined(next(waiting)) for first, count in chosen)
        if isinstance(meaning, Whole):
            return meaning.item(tuple(place.plus(-1) for place in found))
        return symbolic.maker.view(base.name, found, node.span)

    return Whole(counts, item)


def _chosen(symbolic: Symbolic, place: Expression, extent: Extent, around: Environment) -> tuple[Place, int | None]:
    """The first number in this place, and how many there are if it is a range."""
    if isinstance(place, Apply) and place.function == SPAN:
        if not place.arguments:
            return Place(extent.first), extent.count
        first, last = (symbolic.place(_with_last(each, extent.last), around) for each in place.arguments)
        if first is None or last is None or last.joined(first, -1).terms:
            raise NotWhole("the length of a slice differs")
        return first, max(0, last.joined(first, -1).constant + 1)
    found = symbolic.place(_with_last(place, extent.last), around)
    if found is None:
        raise NotWhole("an index is not affine in the indices of FOR")
    return found, None


def _with_last(expression: Expression, last: int) -> Expression:
    if isinstance(expression, Apply):
        if expression.function == LAST:
            return Number(float(last))
        return Apply(expression.function, tuple(_with_last(a, last) for a in expression.arguments), expression.span)
    return expression


def _each(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    index, first, last, body = node.arguments
    assert isinstance(index, Name)
    limits = [symbolic.place(limit, around) for limit in (first, last)]
    low, high = limits
    if low is None or high is None or low.terms or high.terms:
        raise NotWhole("the range of a sum depends on an index")
    count = max(0, high.constant - low.constant + 1)
    start = low.constant
    trial = symbolic.maker.index("j", start, high.constant, symbolic.bound)
    inner = () if not count else symbolic.value(body, {**around, index.name: Place(0, ((trial.name, 1),))}).counts

    def item(positions: Positions) -> Expression:
        value = symbolic.value(body, {**around, index.name: positions[0].plus(start)})
        return value.item(positions[1:])

    return Whole((count, *inner), item)


def _sum(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    """The index of `SUM(... FOR j = 1..n)` keeps its name and its numbers."""
    (argument,) = node.arguments
    if isinstance(argument, Apply) and argument.function == EACH:
        name, first, last, body = argument.arguments
        assert isinstance(name, Name)
        low, high = symbolic.place(first, around), symbolic.place(last, around)
        is_fixed = low is not None and high is not None and not low.terms and not high.terms
        if is_fixed and low is not None and high is not None and low.constant <= high.constant:
            index = symbolic.maker.index(name.name.removeprefix("FOR "), low.constant, high.constant, symbolic.bound)
            inner = {**around, name.name: Place(0, ((index.name, 1),))}

            def make() -> Expression:
                value = symbolic.value(body, inner)
                if value.counts:
                    raise NotWhole("SUM adds arrays")
                return value.scalar

            return constant(symbolic.summed([index], make, node.span))
    value = symbolic.value(argument, around)
    if not value.counts:
        return value
    return constant(symbolic.total(value, value.item, node.span))


def _mean(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    value = symbolic.value(node.arguments[0], around)
    size = 1
    for count in value.counts:
        size *= count
    if not size:
        raise NotWhole("MEAN of nothing")
    whole = _sum(symbolic, node, around).scalar
    return constant(Apply("/", (whole, Number(float(size), node.span)), node.span))


def _dot(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    left, right = (symbolic.value(argument, around) for argument in node.arguments)
    if len(left.counts) != 1 or left.counts != right.counts:
        raise NotWhole("shapes differ")

    def make(at: Positions) -> Expression:
        return Apply("*", (left.item(at), right.item(at)), node.span)

    return constant(symbolic.total(left, make, node.span))


def _norm(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    value = symbolic.simple(symbolic.value(node.arguments[0], around))

    def make(at: Positions) -> Expression:
        return Apply("*", (value.item(at), value.item(at)), node.span)

    if not value.counts:
        raise NotWhole("NORM2 of a number")
    return constant(Apply("sqrt", (symbolic.total(value, make, node.span),), node.span))


def _plus(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    values = [symbolic.value(argument, around) for argument in node.arguments]
    if any(value.counts != values[0].counts for value in values):
        raise NotWhole("shapes differ")
    return symbolic.elementwise(node, values)


def _times(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    values = [symbolic.value(argument, around) for argument in node.arguments]
    if not any(value.counts for value in values):
        return symbolic.elementwise(node, values)
    result = values[0]
    for value in values[1:]:
        if result.counts and value.counts:
            result = _product(symbolic, result, value, node.span)
        else:
            result = _scaled(symbolic, result, value, node.span)
    return result


def _scaled(symbolic: Symbolic, left: Whole, right: Whole, span: Span | None) -> Whole:
    if left.counts or right.counts:
        left, right = (value if value.counts else symbolic.simple(value) for value in (left, right))

    def item(at: Positions) -> Expression:
        return Apply("*", (left.item(at if left.counts else ()), right.item(at if right.counts else ())), span)

    return Whole(left.counts or right.counts, item)


def _product(symbolic: Symbolic, left: Whole, right: Whole, span: Span | None) -> Whole:
    dimensions = len(left.counts), len(right.counts)
    if dimensions == (1, 1) or max(dimensions) > 2 or left.counts[-1] != right.counts[0]:
        raise NotWhole("shapes differ")
    if dimensions[1] == 2 and right.counts[1] > 1:
        left = symbolic.simple(left)
    if dimensions[0] == 2 and left.counts[0] > 1:
        right = symbolic.simple(right)
    inner = Whole((right.counts[0],), lambda _: Number(0.0))

    def item(at: Positions) -> Expression:
        rows, columns = at[: dimensions[0] - 1], at[dimensions[0] - 1 :]

        def make(k: Positions) -> Expression:
            return Apply("*", (left.item((*rows, *k)), right.item((*k, *columns))), span)

        return symbolic.total(inner, make, span)

    return Whole((*left.counts[:-1], *right.counts[1:]), item)


def _over(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    left, right = (symbolic.value(argument, around) for argument in node.arguments)
    if right.counts:
        raise NotWhole("an array divides")
    return symbolic.elementwise(node, [left, symbolic.simple(right) if left.counts else right])


def _choice(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    arguments = list(node.arguments)
    kept: list[Expression] = []
    while len(arguments) > 1:
        decided = symbolic.decided(arguments[0], around)
        if decided is None:
            kept += arguments[:2]
        elif decided:
            arguments = [arguments[1]]
            break
        arguments = arguments[2:]
    if not kept:
        return symbolic.value(arguments[0], around)
    values = [symbolic.value(argument, around) for argument in (*kept, arguments[0])]
    results = [*values[1:-1:2], values[-1]]
    if any(value.counts != results[0].counts for value in results):
        raise NotWhole("shapes differ")
    return symbolic.elementwise(Apply("if", (*kept, arguments[0]), node.span), values)


def _extreme(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    values = [symbolic.value(argument, around) for argument in node.arguments]
    if len(values) == 1 and values[0].counts:
        raise NotWhole(f"{node.function.upper()} of all elements is computed element by element")
    if any(value.counts for value in values) and any(not value.counts for value in values):
        return _broadcast(node, values)
    return symbolic.elementwise(node, values)


def _broadcast(node: Apply, values: Sequence[Whole]) -> Whole:
    counts = next(value.counts for value in values if value.counts)
    if any(value.counts not in ((), counts) for value in values):
        raise NotWhole("shapes differ")

    def item(at: Positions) -> Expression:
        return Apply(node.function, tuple(value.item(at if value.counts else ()) for value in values), node.span)

    return Whole(counts, item)


def _transpose(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    value = symbolic.value(node.arguments[0], around)
    if len(value.counts) != 2:
        return value
    return Whole(value.counts[::-1], lambda at: value.item(at[::-1]))


def _outer(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    left, right = (symbolic.simple(symbolic.value(argument, around)) for argument in node.arguments)
    if len(left.counts) != 1 or len(right.counts) != 1:
        raise NotWhole("shapes differ")

    def item(at: Positions) -> Expression:
        return Apply("*", (left.item(at[:1]), right.item(at[1:])), node.span)

    return Whole((*left.counts, *right.counts), item)


def _filled(number: float) -> Rule:
    def rule(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
        sizes = [symbolic.number(argument, around) for argument in node.arguments]
        known = [int(size) for size in sizes if size is not None and size == int(size) and size >= 0]
        if len(known) < len(sizes):
            raise NotWhole("a size is not known")
        return Whole(tuple(known), lambda _: Number(number, node.span))

    return rule


def _length(symbolic: Symbolic, node: Apply, around: Environment) -> Whole:
    value = symbolic.value(node.arguments[0], around)
    if not value.counts:
        raise NotWhole("LENGTH of a number")
    return constant(Number(float(value.counts[0]), node.span))


_RULES: dict[str, Rule] = {
    ELEMENT: _element,
    EACH: _each,
    "+": _plus,
    "*": _times,
    "/": _over,
    "^": _over,
    "if": _choice,
    "min": _extreme,
    "max": _extreme,
    **{
        f"{ARRAY_PREFIX}{word}": rule
        for word, rule in {
            "sum": _sum,
            "mean": _mean,
            "dot": _dot,
            "norm2": _norm,
            "transpose": _transpose,
            "outer": _outer,
            "zeros": _filled(0.0),
            "ones": _filled(1.0),
            "length": _length,
        }.items()
    },
}
