"""Source -> plain statements, a word and its arguments, whose expressions are those of the Simnon language.

Pictures are written in them: `FILLRECTANGLE 0, 0, width, H`. A line that cannot be read is reported and left out.
"""

from simnon.model import Expression
from simnon.source import Report, Source, Span, frozen, whole_number

from ..expressions import ExpressionParser
from ..tokens import Token, Unreadable, describe, span_of
from .grammar import GRAMMAR
from .lines import logical_lines


@frozen
class Quoted:
    """A 'text' among the arguments."""

    text: str
    span: Span


@frozen
class Formatted:
    """`expression:2`, a number that is shown with so many decimals."""

    value: Expression
    decimals: int
    span: Span


@frozen
class Between:
    """`name = low..high`, as after FOR."""

    name: str
    low: Expression
    high: Expression
    span: Span


Argument = Expression | Quoted | Formatted | Between


@frozen
class Statement:
    """`word` is in lower case; SYSTEM after it, as in a heading, is left out."""

    word: str
    arguments: tuple[Argument, ...]
    span: Span


def read_statements(source: Source, report: Report) -> tuple[Statement, ...]:
    """Every line that can be read, in order."""
    found = []
    for line in logical_lines(source, report)[0]:
        try:
            found.append(_statement(source, line))
        except Unreadable as error:
            report.error(error.code, str(error), error.span, error.hint)
    return tuple(found)


def _statement(source: Source, line: list[Token]) -> Statement:
    first = line[0]
    if first.kind != "name":
        hint = "a line begins with the name of an operation"
        raise Unreadable("unreadable-line", f"{describe(first)} is no operation", span_of(source, [first]), hint)
    parser = ExpressionParser(GRAMMAR, source, line, str)
    parser.position = 2 if line[1].text.casefold() == "system" and line[2].kind == "name" else 1
    arguments: list[Argument] = []
    while parser.token.kind != "end":
        arguments.append(_argument(source, parser))
        if parser.token.kind != "end":
            parser.expect(",", "unexpected-text", "expected a comma between two arguments")
            if parser.token.kind == "end":
                raise parser.unexpected(line[-2])
    return Statement(first.text.casefold(), tuple(arguments), span_of(source, line[:-1]))


def _argument(source: Source, parser: ExpressionParser) -> Argument:
    first = parser.token
    if first.kind == "text":
        parser.take()
        return Quoted(first.text[1:-1], Span(source, first.start, first.end))
    if first.kind == "name" and parser.tokens[parser.position + 1].text == "=" and ".." in _texts_after(parser):
        return _between(source, parser)
    value = parser.expression()
    if parser.token.text != ":":
        return value
    parser.take()
    digits = parser.take()
    span = Span(source, first.start, digits.end)
    if digits.kind != "number" or not digits.text.isdigit() or whole_number(digits.text) > MAX_DECIMALS:
        hint = f"write a number of decimals from 0 to {MAX_DECIMALS}, as in H:2"
        raise Unreadable("number-expected", f"{describe(digits)} is no number of decimals", span, hint)
    return Formatted(value, whole_number(digits.text), span)


def _texts_after(parser: ExpressionParser) -> list[str]:
    return [token.text for token in parser.tokens[parser.position :]]


def _between(source: Source, parser: ExpressionParser) -> Between:
    name = parser.take()
    parser.take()
    low = parser.expression()
    parser.expect("..", "unexpected-text", "expected '..' between two numbers", "write FOR k = 1..9")
    high = parser.expression()
    return Between(name.text, low, high, Span(source, name.start, parser.tokens[parser.position - 1].end))


MAX_DECIMALS = 12
