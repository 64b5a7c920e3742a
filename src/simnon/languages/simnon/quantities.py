"""Numbers with units, and ranges of them."""

import math

from simnon.model import KNOWN_UNITS, Range, Unit, UnreadableUnit, parse_unit
from simnon.source import Report, Source, Span, nearest

from ..expressions import ExpressionParser, read_number
from ..tokens import Token, Unreadable, describe, span_of
from .open_system import OpenSystem


def read_number_with_unit(
    source: Source, line: list[Token], position: int, report: Report
) -> tuple[float, Unit | None]:
    """The number at the end of a line whose first token is a name."""
    sign = -1.0 if line[position].text == "-" else 1.0
    position += line[position].text in ("-", "+")
    if line[position].kind != "number":
        raise Unreadable(
            "number-expected",
            f"'{line[0].text}:' needs a number, found {describe(line[position])}",
            span_at(source, line[position]),
            "to compute a value, use an equation in the INITIAL section",
        )
    number = sign * read_number(source, line[position])
    position += 1
    unit = None
    if line[position].text == "[":
        unit, position = read_unit(source, line, position, report)
    if line[position].kind != "end":
        raise Unreadable(
            "unexpected-text",
            f"{describe(line[position])} is not allowed after the number",
            span_at(source, line[position]),
            "to compute a value, use an equation in the INITIAL section",
        )
    return number, unit


def read_unit(source: Source, line: list[Token], position: int, report: Report) -> tuple[Unit | None, int]:
    opening = line[position]
    closing = next((i for i in range(position, len(line)) if line[i].text == "]"), None)
    if closing is None:
        raise Unreadable("unreadable-unit", "this unit has no ']'", span_at(source, opening), "write [m/s^2]")
    span = Span(source, opening.start, line[closing].end)
    try:
        return parse_unit(source.text[opening.end : line[closing].start]), closing + 1
    except UnreadableUnit as error:
        near = nearest(error.name, sorted(KNOWN_UNITS)) if error.name else ""
        hint = f"did you mean '{near}'?" if near else "write for example [m/s^2] or [N*m]"
        report.error("unreadable-unit", str(error), span, hint)
        return None, closing + 1


def read_range(parser: ExpressionParser, system: OpenSystem, report: Report) -> Range:
    """`RANGE name: low..high [unit]`; the parser is after RANGE."""
    source, line = parser.source, parser.tokens
    hint = "write RANGE name: 0..100, RANGE name: 0.. or RANGE name: ..100"
    name = parser.take()
    if name.kind != "name":
        raise Unreadable("unreadable-line", "RANGE needs a name", span_at(source, name), hint)
    parser.expect(":", "unreadable-line", "expected ':' after the name", hint)
    low, position = _bound(source, line, parser.position, -math.inf)
    if line[position].text != "..":
        raise Unreadable("unreadable-line", "expected '..' between the limits", span_at(source, line[position]), hint)
    high, position = _bound(source, line, position + 1, math.inf)
    unit = None
    if line[position].text == "[":
        unit, position = read_unit(source, line, position, report)
    span = span_of(source, line[:-1])
    if line[position].kind != "end":
        raise parser.unexpected(line[position])
    if math.isinf(low) and math.isinf(high):
        raise Unreadable("unreadable-line", "RANGE needs at least one limit", span, hint)
    if not low <= high:
        raise Unreadable("empty-range", "the lower limit is above the upper one", span, "swap the limits")
    return Range(system.spelled(name.text), low, high, unit, span)


def _bound(source: Source, line: list[Token], position: int, otherwise: float) -> tuple[float, int]:
    """The number at the position, and the position after it."""
    sign = -1.0 if line[position].text == "-" else 1.0
    start = position + (line[position].text in ("-", "+"))
    if line[start].kind != "number":
        return otherwise, position
    return sign * read_number(source, line[start]), start + 1


def span_at(source: Source, token: Token) -> Span:
    return Span(source, token.start, token.end)
