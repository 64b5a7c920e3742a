"""Statements of structured systems: TERMINAL, SYSTEM, CONNECT, and FOR at the end of others; conditions with a text."""

from simnon.model import Connect, Expression, IndexRange, Name, Part, Terminal
from simnon.source import Source, Span

from ..expressions import ExpressionParser
from ..tokens import Token, Unreadable, describe, span_of

_PART_HINT = "write SYSTEM name: type, or SYSTEM name[1..9]: type"
_TERMINAL_HINT = "write TERMINAL name: type"
_CONNECT_HINT = "write CONNECT a.p b.p"


def split_loop(line: list[Token]) -> tuple[list[Token], list[Token]]:
    """The statement, and the FOR at its end if it has one; each is ended by a token of kind `end`."""
    depth = 0
    for i in range(1, len(line)):
        depth += (line[i].text in ("(", "[")) - (line[i].text in (")", "]"))
        if depth == 0 and line[i].kind == "name" and line[i].text.casefold() == "for" and line[i + 1].kind == "name":
            end = Token("end", "", line[i - 1].end, line[i - 1].end + 1)
            return [*line[:i], end], line[i:]
    return line, []


def read_loop(parser: ExpressionParser) -> IndexRange:
    """`FOR k = first..last, j = first..last`; the parser is at FOR or at the comma."""
    start = parser.position
    parser.take()
    index, first, last = parser.index_range()
    inner = read_loop(parser) if parser.token.text == "," else None
    parser.finish()
    span = span_of(parser.source, parser.tokens[start:-1])
    return IndexRange(parser.spelled(index.text), first, last, span, inner)


def read_parts(parser: ExpressionParser) -> list[Part]:
    """`SYSTEM a, b[1..n]: type`; the parser is after SYSTEM."""
    found = []
    while parser.token.text != ":":
        name = _taken_name(parser, "SYSTEM needs names and a type", _PART_HINT)
        first = last = None
        if parser.token.text == "[":
            parser.take()
            first = parser.expression()
            parser.expect("..", "unreadable-line", "expected '..' between the indices of an array", _PART_HINT)
            last = parser.expression()
            parser.expect("]", "unreadable-line", "expected ']' after the indices of an array", _PART_HINT)
        found.append((name, first, last))
        _skip_comma(parser)
    type_ = _read_type(parser, "SYSTEM needs names and a type", bool(found), _PART_HINT)
    parser.finish()
    return [Part(parser.spelled(n.text), type_, first, last, _span(parser.source, n)) for n, first, last in found]


def read_terminals(parser: ExpressionParser) -> list[Terminal]:
    """`TERMINAL p, n: type`; the parser is after TERMINAL."""
    names = []
    while parser.token.text != ":":
        names.append(_taken_name(parser, "TERMINAL needs names and a type", _TERMINAL_HINT))
        _skip_comma(parser)
    type_ = _read_type(parser, "TERMINAL needs names and a type", bool(names), _TERMINAL_HINT)
    is_reversed = parser.token.text.casefold() == "reversed"
    if is_reversed:
        parser.take()
    parser.finish()
    return [Terminal(parser.spelled(n.text), type_, is_reversed, _span(parser.source, n)) for n in names]


def read_connect(parser: ExpressionParser, line: list[Token], loop: IndexRange | None) -> Connect:
    """`CONNECT a.p b.p`; the parser is after CONNECT."""
    ends: list[Name] = []
    while parser.token.kind != "end":
        ends.append(parser.path())
        _skip_comma(parser)
    span = span_of(parser.source, line[:-1])
    if len(ends) < 2:
        raise Unreadable("unreadable-line", "CONNECT needs at least two ends", span, _CONNECT_HINT)
    return Connect(tuple(ends), span, loop)


def read_condition(parser: ExpressionParser) -> tuple[Expression, str]:
    """`condition 'message'` to the end of the line; without a text the message is empty."""
    condition = parser.expression()
    message = parser.take().text[1:-1] if parser.token.kind == "text" else ""
    parser.finish()
    return condition, message


def read_type_name(parser: ExpressionParser) -> str:
    """`electrical.resistor`"""
    name = _taken_name(parser, "expected the name of a type", "").text
    while parser.token.text == ".":
        parser.take()
        name += "." + _taken_name(parser, "expected a name after '.'", "").text
    return name


def _read_type(parser: ExpressionParser, message: str, has_names: bool, hint: str) -> str:
    if not has_names or parser.token.kind == "end":
        raise Unreadable("unreadable-line", message, _span(parser.source, parser.token), hint)
    parser.take()
    return read_type_name(parser)


def _taken_name(parser: ExpressionParser, message: str, hint: str) -> Token:
    token = parser.take()
    if token.kind != "name":
        raise Unreadable("unreadable-line", f"{message}, found {describe(token)}", _span(parser.source, token), hint)
    return token


def _skip_comma(parser: ExpressionParser) -> None:
    if parser.token.text == ",":
        parser.take()


def _span(source: Source, token: Token) -> Span:
    return Span(source, token.start, token.end)
