"""System -> the shapes, values and units of its arrays, as far as declarations, values and indices on the left tell."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from simnon.doors import loaded_on_use
from simnon.model import (
    ARRAY_PREFIX,
    EACH,
    ELEMENT,
    SPAN,
    VECTOR,
    Apply,
    Declaration,
    Expression,
    Extent,
    GivenArray,
    GivenValue,
    Name,
    Role,
    Shape,
    System,
    Unit,
    Variable,
    counts_of,
    counts_text,
    numbers_of,
    offset_of,
    parts_of,
    place_text,
    positions,
    shape_text,
    size_of,
)
from simnon.source import Report, Span

from ..loops import Numbers, integer, known_value, warn_if_reversed, whole_axes
from .value import MAX_ELEMENTS

with loaded_on_use(__name__):
    from .numbers import check_units, given_numbers, in_own_unit, is_span, places_of

_SIZED = tuple(f"{ARRAY_PREFIX}{word}" for word in ("eye", "zeros", "ones"))


@dataclass(slots=True)
class ArrayInText:
    """What the text states about an array: `elements` are the values of those given one by one."""

    shape: Shape | None = None
    span: Span | None = None
    whole: float | None = None
    numbers: tuple[float, ...] = ()
    elements: dict[tuple[int, ...], tuple[float, Span]] = field(default_factory=dict)
    unit: Unit | None = None
    units: tuple[Unit | None, ...] = ()
    """Of the elements, if each has its own."""

    def in_own_unit(self, number: float, given: Unit | None, offset: int = 0) -> float:
        """A number given in a unit, in that of the element."""
        return in_own_unit(number, given, self.units[offset] if 0 <= offset < len(self.units) else self.unit)

    def starts(self) -> tuple[float | None, ...]:
        """Of all elements, those given one by one last."""
        assert self.shape is not None
        found: list[float | None] = [*(self.numbers or [self.whole] * size_of(counts_of(self.shape)))]
        for place, (value, _) in self.elements.items():
            position = [number - extent.first for number, extent in zip(place, self.shape, strict=True)]
            found[offset_of(position, counts_of(self.shape))] = value
        return tuple(found)


def sizes_in_arrays(system: System) -> list[Expression]:
    """What indices, sizes and values of arrays are computed from."""
    found = [place for assignment in system.assignments for place in assignment.places]
    found += [place for when in system.whens for a in when.assignments for place in a.places]
    givens = [each.given for each in system.values] + [each.given for each in system.redefinitions]
    for given in givens:
        if given is not None:
            found += [*given.places, *([given.value] if given.value is not None else [])]
    for expression in _expressions(system):
        for node in parts_of(expression):
            if not isinstance(node, Apply):
                continue
            if node.function == ELEMENT:
                found += node.arguments[1:]
            elif node.function == EACH:
                found += node.arguments[1:3]
            elif node.function in _SIZED:
                found += node.arguments
    return [_without_indices(each) for each in found]


def _without_indices(expression: Expression) -> Expression:
    names = [part for part in parts_of(expression) if isinstance(part, Name) and not part.name.startswith("FOR ")]
    return Apply(VECTOR, tuple(names), expression.span)


def _expressions(system: System) -> Iterator[Expression]:
    for assignment in system.assignments:
        yield assignment.value
    for relation in system.relations:
        yield from (relation.left, relation.right)
    for when in system.whens:
        yield when.condition
        yield from (assignment.value for assignment in when.assignments)
    yield from (stop.condition for stop in system.stops)
    yield from (require.condition for require in system.requires)
    yield from (function.body for function in system.functions)


def find_shapes(system: System, known: Numbers, report: Report) -> dict[str, ArrayInText]:
    """By local name; mistakes are reported."""
    found: dict[str, ArrayInText] = {}
    for declaration in system.declarations:
        if declaration.shape:
            _declare(declaration, found, known, report)
    for value in system.values:
        if value.given is not None:
            _give(value, value.given, found, known, report)
    _shapes_from_targets(system, found, known)
    for name, array in found.items():
        _complete(name, array, system, report)
    return {name: array for name, array in found.items() if array.shape is not None}


def _declare(declaration: Declaration, found: dict[str, ArrayInText], known: Numbers, report: Report) -> None:
    extents = []
    for first, last in declaration.shape:
        low = integer(first, known, f"the first index of '{declaration.name}'", report, declaration.span)
        high = integer(last, known, f"the last index of '{declaration.name}'", report, declaration.span)
        if low is None or high is None:
            return
        warn_if_reversed(f"'{declaration.name}'", low, high, report, declaration.span)
        extents.append(Extent(low, max(high - low + 1, 0)))
    shape = tuple(extents)
    size = size_of(counts_of(shape))
    if size > MAX_ELEMENTS:
        message = f"'{declaration.name}' would have {size:,} elements"
        report.error("model-too-large", message, declaration.span, f"the most is {MAX_ELEMENTS:,}")
        return
    array = found.setdefault(declaration.name, ArrayInText())
    if array.shape is not None and array.shape != shape:
        message = f"'{declaration.name}' is declared {shape_text(array.shape)} and again {shape_text(shape)}"
        report.error("different-shapes", message, declaration.span, "give both declarations the same shape")
    array.shape, array.span, array.unit = shape, declaration.span, declaration.unit
    if declaration.units and len(declaration.units) != size:
        message = f"'{declaration.name}' has {size} elements, but {len(declaration.units)} units"
        report.error("different-shapes", message, declaration.span, "write one unit for all, or one for each element")
    elif declaration.units:
        array.units = declaration.units


def _give(value: GivenValue, given: GivenArray, found: dict[str, ArrayInText], known: Numbers, report: Report) -> None:
    array = found.setdefault(value.name, ArrayInText())
    array.span = array.span or value.span
    if not given.places:
        _give_whole(value, given, array, known, report)
        return
    axes = whole_axes(given.loop, known, report) if given.loop is not None else []
    if axes is None:
        return
    for numbers in product(*(range(first, last + 1) for _, first, last in reversed(axes))):
        indices = {index.casefold(): float(k) for (index, _, _), k in zip(reversed(axes), numbers, strict=True)}
        _give_elements(value, given, array, {**known, **indices}, report)


def _give_whole(value: GivenValue, given: GivenArray, array: ArrayInText, known: Numbers, report: Report) -> None:
    numbers = given_numbers(given, known, value.name, value.span, report)
    if numbers is None:
        return
    counts, values = numbers
    if len(given.units) > 1 and len(given.units) != len(values):
        message = f"'{value.name}' has {len(values)} numbers, but {len(given.units)} units"
        report.error("different-shapes", message, value.span, "write one unit for all, or one for each element")
        return
    if len(given.units) > 1 and array.unit is None and not array.units:
        array.units = given.units
    units = given.units if len(given.units) > 1 else (value.unit,) * len(values)
    if len(array.units) == len(units):
        check_units(value.name, zip(units, array.units, strict=True), value.span, report)
    values = tuple(array.in_own_unit(v, unit, i) for i, (v, unit) in enumerate(zip(values, units, strict=True)))
    if not counts:
        array.whole = values[0]
    elif array.shape is None:
        array.shape, array.numbers = tuple(Extent(1, count) for count in counts), values
    elif counts_of(array.shape) == counts:
        array.numbers = values
    else:
        message = f"'{value.name}' is {counts_text(counts_of(array.shape))}, but its value is {counts_text(counts)}"
        report.error("different-shapes", message, value.span, "give it as many numbers as it has elements")


def _give_elements(value: GivenValue, given: GivenArray, array: ArrayInText, known: Numbers, report: Report) -> None:
    places = places_of(given.places, known, value.name, value.span, report)
    numbers = given_numbers(replace(given, places=()), known, value.name, value.span, report)
    if places is None or numbers is None:
        return
    counts, values = numbers
    chosen = tuple(len(place) for place, written in zip(places, given.places, strict=True) if is_span(written))
    if counts and counts != chosen:
        what = f"'{value.name}{place_text([place[0] for place in places])}' and those after it are"
        message = f"{what} {counts_text(chosen)}, but the value is {counts_text(counts)}"
        report.error("different-shapes", message, value.span, "give as many numbers as there are elements")
        return
    for i, position in enumerate(positions(tuple(map(len, places)))):
        numbers_here = tuple(place[each] for place, each in zip(places, position, strict=True))
        number = array.in_own_unit(values[i if counts else 0], value.unit, _offset(numbers_here, array.shape))
        given_here = number, value.span
        if array.elements.setdefault(numbers_here, given_here) != given_here:
            message = f"'{value.name}{place_text(numbers_here)}' is given a value twice"
            report.error("duplicate-definition", message, value.span, "keep one of them")
            return


def _offset(place: tuple[int, ...], shape: Shape | None) -> int:
    """Where the element is; zero if that is not known."""
    if shape is None or len(place) != len(shape):
        return 0
    return offset_of([number - extent.first for number, extent in zip(place, shape, strict=True)], counts_of(shape))


def _shapes_from_targets(system: System, found: dict[str, ArrayInText], known: Numbers) -> None:
    """A name that is assigned by elements has the shape that contains all of them."""
    reached: dict[str, list[list[float]]] = {}
    spans: dict[str, Span] = {}
    assignments = [*system.assignments, *(a for when in system.whens for a in when.assignments)]
    for assignment in assignments:
        if not assignment.places or assignment.target.path:
            continue
        loop = assignment.loop
        corners: list[dict[str, float]] = [{}]
        for axis in loop.ranges() if loop is not None else ():
            limits = [known_value(limit, known) for limit in (axis.first, axis.last)]
            corners = [{**c, axis.index: end} for c in corners for end in limits if end is not None]
        for corner in corners:
            ends = [
                _ends(place, {**known, **{k.casefold(): v for k, v in corner.items()}}) for place in assignment.places
            ]
            reached.setdefault(assignment.target.name, []).append([e for pair in ends for e in pair])
        spans.setdefault(assignment.target.name, assignment.span)
    for name, corners_of_name in reached.items():
        array = found.setdefault(name, ArrayInText(span=spans[name]))
        if array.shape is None and len({len(each) for each in corners_of_name}) == 1:
            array.shape = _enclosing(corners_of_name)
    for array in found.values():
        if array.shape is None and array.elements:
            array.shape = _enclosing([[e for number in place for e in (number, number)] for place in array.elements])


def _ends(place: Expression, known: Numbers) -> tuple[float, float]:
    is_span = isinstance(place, Apply) and place.function == SPAN
    ends = place.arguments if isinstance(place, Apply) and is_span else (place, place)
    values = [known_value(end, known) for end in ends]
    if len(values) != 2 or None in values:
        return math.nan, math.nan
    return values[0] or 0.0, values[1] or 0.0


def _enclosing(corners: Iterable[list[float] | list[int]]) -> Shape | None:
    """The smallest shape with all corners; None if one is not known."""
    extents = []
    columns = list(zip(*corners, strict=True))
    for low, high in zip(columns[0::2], columns[1::2], strict=True):
        if any(math.isnan(end) for end in (*low, *high)):
            return None
        first, last = int(min(*low, *high)), int(max(*low, *high))
        extents.append(Extent(first, last - first + 1))
    return tuple(extents)


def _complete(name: str, array: ArrayInText, system: System, report: Report) -> None:
    """Check the elements that are given one by one, and that a parameter has a value for each."""
    if array.shape is None:
        return
    limits = array.shape
    for place, (_, span) in array.elements.items():
        is_inside = len(place) == len(limits) and all(
            extent.first <= number <= extent.last for number, extent in zip(place, limits, strict=True)
        )
        if not is_inside:
            message = f"'{name}{place_text(place)}' is outside {name}{shape_text(limits)}"
            report.error("bad-index", message, span, "change the index, or the shape")
            array.elements = {}
            return
    own = next((value for value in system.values if value.name == name and value.given is None), None)
    if own is not None:
        array.whole = array.in_own_unit(own.value, own.unit)
    if size_of(counts_of(limits)) > MAX_ELEMENTS:
        report.error(
            "model-too-large", f"'{name}' has more than {MAX_ELEMENTS:,} elements", array.span, "make it smaller"
        )
        array.shape = None


def with_shapes(
    variables: dict[str, Variable], shapes: Mapping[str, ArrayInText], report: Report
) -> dict[str, Variable]:
    """The variables with the shapes, start values and units of their elements."""
    if not shapes:
        return variables
    for name, array in shapes.items():
        variable = variables.get(name)
        if variable is None or array.shape is None:
            continue
        start, starts = (None, array.starts()) if array.numbers or array.elements else (array.whole, ())
        if variable.role is Role.PARAMETER and (None in starts if starts else start is None):
            each = starts or (start,) * size_of(counts_of(array.shape))
            for missing in [n for n, s in zip(numbers_of(array.shape), each, strict=True) if s is None][:1]:
                message = f"'{name}{place_text(missing)}' has no value"
                report.error("missing-value", message, array.span, f"write {name}{place_text(missing)}: number")
        variables[name] = replace(variable, shape=array.shape, start=start, starts=starts, units=array.units)
    return variables
