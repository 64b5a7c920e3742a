"""Shapes, units by element, and the values of arrays, as they are written."""

from pathlib import Path

from simnon.model import SPAN, Apply, Expression, GivenArray, IndexRange, Number, Unit, UnreadableUnit, parse_unit
from simnon.source import Report, Span

from ..expressions import ExpressionParser, read_number
from ..tokens import Unreadable, describe
from .quantities import read_unit, span_at

_SHAPE_HINT = "write a shape with its first and last index: x[1..3], A[1..2, 1..3]"
_VALUE_HINT = "write x: 2, x: [1, 2, 3], x: 'file.csv' or x[i]: i FOR i = 1..3"


def read_shape(parser: ExpressionParser, report: Report) -> tuple[tuple[tuple[Expression, Expression], ...], int]:
    """`[1..n, 0..m]` after a declared name, and the position after it; empty if the brackets are a unit."""
    if not _has_range(parser):
        return _plain_size(parser, report)
    opening = parser.take()
    shape = []
    while True:
        first = parser.expression()
        parser.expect("..", "bad-shape", "a shape needs '..' in every place", _SHAPE_HINT)
        shape.append((first, parser.expression()))
        if parser.token.text != ",":
            break
        parser.take()
    if parser.token.text != "]":
        message = f"expected ']' at the end of the shape, found {describe(parser.token)}"
        raise Unreadable("bad-shape", message, span_at(parser.source, opening), _SHAPE_HINT)
    parser.take()
    return tuple(shape), parser.position


def _has_range(parser: ExpressionParser) -> bool:
    for token in parser.tokens[parser.position :]:
        if token.text == "..":
            return True
        if token.text == "]":
            return False
    return False


def _plain_size(parser: ExpressionParser, report: Report) -> tuple[tuple[tuple[Expression, Expression], ...], int]:
    """`x[3]` looks like an array, but a number is neither a shape nor a unit; it is read as the shape it should be."""
    name, _, size, *rest = parser.tokens[parser.position - 1 : parser.position + 3]
    if size.kind != "number" or size.text == "1" or not rest or rest[0].text != "]":
        return (), parser.position
    span = Span(parser.source, name.start, rest[0].end)
    hint = f"for an array write {name.text}[1..{size.text}]"
    report.error("bad-shape", f"'{size.text}' is neither a shape nor a unit", span, hint)
    return ((Number(1.0), Number(read_number(parser.source, size))),), parser.position + 3


def read_units(parser: ExpressionParser, report: Report) -> tuple[tuple[Unit | None, ...], int]:
    """`[m]` for the whole, or `[m, m/s]` by element; and the position after it."""
    if parser.token.text != "[":
        return (), parser.position
    end = next((i for i in range(parser.position, len(parser.tokens)) if parser.tokens[i].text == "]"), None)
    if end is None or all(token.text != "," for token in parser.tokens[parser.position : end]):
        unit, position = read_unit(parser.source, parser.tokens, parser.position, report)
        return (unit,), position
    text = parser.source.text[parser.token.end : parser.tokens[end].start]
    units: list[Unit | None] = []
    for each in text.split(","):
        try:
            units.append(parse_unit(each) if each.strip() not in ("", "1") else None)
        except UnreadableUnit as error:
            span = Span(parser.source, parser.token.start, parser.tokens[end].end)
            report.error("unreadable-unit", str(error), span, "write a unit for each element: [m, m/s, rad]")
            units.append(None)
    return tuple(units), end + 1


def read_given(
    parser: ExpressionParser, places: tuple[Expression, ...], loop: IndexRange | None, report: Report
) -> GivenArray:
    """The value of an array, or of elements of it: an expression of numbers and indices, a literal or a file."""
    if parser.token.kind == "text":
        path = Path(parser.source.folder, parser.take().text[1:-1])
        value, file = None, str(path)
    elif parser.token.kind == "end":
        span = span_at(parser.source, parser.token)
        raise Unreadable("number-expected", "an array needs a value, found the end of the line", span, _VALUE_HINT)
    else:
        value, file = parser.expression(), ""
    units, parser.position = read_units(parser, report)
    parser.finish()
    if any(isinstance(place, Apply) and place.function == SPAN and not place.arguments for place in places):
        span = places[0].span or span_at(parser.source, parser.tokens[0])
        raise Unreadable("bad-index", "a value needs the numbers of its elements", span, "write x[1..3]: 2")
    return GivenArray(places, value, file, units, loop)
