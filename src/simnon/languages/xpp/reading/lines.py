"""Source -> logical lines of tokens and comments: up to `done`, arrays expanded.

`x[1..3]'=-x[j]+[j]` is three lines, `%[1..3]` ... `%` a block of lines repeated for each index; `x[2]` is `x2`.
"""

import collections
import itertools
from collections.abc import Iterator

from simnon.model import Apply, Comment, Expression, Name, Number
from simnon.source import LARGEST_WHOLE_NUMBER, Report, Source, Span, frozen, whole_number

from ...expressions import ExpressionParser
from ...tokens import Token, Unreadable, tokenize
from ..grammar import GRAMMAR, TOKENS
from .numbered_names import join_numbered_names
from .words import DONE, statement_word

LONGEST_LINE = 100_000
MAX_LINES = 100_000
"""Of all arrays together, expanded."""

_MINUS = ("\u2212", "\u2013")
"""Minus signs and dashes that word processors write for `-`."""

Line = list[Token]


@frozen
class Lines:
    lines: tuple[Line, ...]
    comments: tuple[Comment, ...]


def logical_lines(source: Source, report: Report) -> Lines:
    """Every statement of the text up to `done`."""
    if _has_long_line(source, report):
        return Lines((), ())
    comments: list[Comment] = []
    lines = join_numbered_names(source, report, list(_statements(source, comments, report)))
    return Lines(tuple(_Expansion(source, report).expanded(lines)), tuple(comments))


def _has_long_line(source: Source, report: Report) -> bool:
    starts = (*source.line_starts, len(source.text) + 1)
    for start, following in itertools.pairwise(starts):
        if following - start > LONGEST_LINE:
            report.error(
                "line-too-long",
                f"the line has {following - start - 1} characters; the limit is {LONGEST_LINE}",
                Span(source, start, start + 1),
                "break the formula: a line that ends with \\ continues",
            )
            return True
    return False


def _statements(source: Source, comments: list[Comment], report: Report) -> Iterator[Line]:
    line: Line = []
    end = len(source.text)
    found = collections.deque((*tokenize(TOKENS, source.text), Token("newline", "", end, end)))
    while found:
        token = found.popleft()
        if token.kind == "comment" and token.text[0] == "#" and _is_in_integral(line):
            line.append(Token("sign", "#", token.start, token.start + 1))
            found.extendleft(reversed(_moved(tokenize(TOKENS, token.text[1:]), token.start + 1)))
        elif token.text.casefold().startswith("#include ") and not line:
            span = Span(source, token.start, token.end)
            report.error("unsupported-statement", "other files are not included", span, "put their text here")
        elif token.kind == "comment":
            number = Span(source, token.start, token.end).line
            comments.append(Comment(number, token.text[1:].strip(), not line))
        elif token.text in _MINUS:
            line.append(Token("sign", "-", token.start, token.end))
        elif token.kind != "newline":
            line.append(token)
        elif line:
            if _is_done(line):
                return
            yield line
            line = []


def _is_in_integral(line: Line) -> bool:
    """Whether the line has an `int{` or `int[m]{` that is not closed: there, # is a convolution, not a comment."""
    opened = max((i for i, token in enumerate(line) if token.text == "{"), default=0)
    before = [token.text.casefold() for token in line[max(opened - 2, 0) : opened]]
    is_integral = before[-1:] == ["int"] or (before[:1] == ["int"] and before[1][:1] == "[")
    return is_integral and not any(token.text == "}" for token in line[opened:])


def _moved(tokens: list[Token], distance: int) -> list[Token]:
    return [Token(t.kind, t.text, t.start + distance, t.end + distance) for t in tokens]


def _is_done(line: Line) -> bool:
    """`done`; for XPP any word that begins with d and does not begin an equation."""
    if line[0].kind != "name" or statement_word(line[0].text) != DONE:
        return False
    return len(line) == 1 or (line[1].text not in ("=", "'", "(", "/") and line[1].start > line[0].end)


class _Expansion:
    """Expands arrays."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self._count = 0

    def expanded(self, lines: list[Line]) -> Iterator[Line]:
        """XPP ignores lines that begin with % and are neither the heading nor the end of a block."""
        position = 0
        while position < len(lines):
            line = lines[position]
            position += 1
            if line[0].text != "%":
                yield from self._repeated(line, None)
                continue
            if len(line) != 2 or line[1].kind != "range":
                continue
            end = next((i for i in range(position, len(lines)) if _is_end_of_block(lines[i])), len(lines))
            yield from self._block(line, lines[position:end], is_closed=end < len(lines))
            position = end + 1

    def _block(self, heading: Line, lines: list[Line], is_closed: bool) -> Iterator[Line]:
        if not is_closed:
            span = Span(self.source, heading[0].start, heading[-1].end)
            self.report.error("end-expected", "this block has no end", span, "end it with a line %")
            return
        for index in self._indices(heading[1]):
            for line in lines:
                yield from self._repeated(line, index)

    def _indices(self, token: Token) -> range:
        first, last = (_signed(text.strip()) for text in token.text[1:-1].split(".."))
        step = 1 if last >= first else -1
        indices = range(first, last + step, step)
        is_too_far = max(abs(first), abs(last)) >= LARGEST_WHOLE_NUMBER
        self._count += MAX_LINES + 1 if is_too_far else len(indices)
        if self._count <= MAX_LINES:
            return indices
        self.report.error(
            "loop-too-long",
            f"the arrays of the program expand to more than {MAX_LINES} lines",
            Span(self.source, token.start, token.end),
            "make them smaller",
        )
        return range(0)

    def _repeated(self, line: Line, index: int | None) -> Iterator[Line]:
        try:
            ranges = [token for token in line if token.kind == "range"]
            if index is not None or not ranges:
                yield self._with_index(line, index)
                return
            self._warn_of(ranges[:-1])
            fixed = [_at_first_index(token) if token in ranges[:-1] else token for token in line]
            for each in self._indices(ranges[-1]):
                yield self._with_index(fixed, each)
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)

    def _warn_of(self, ranges: Line) -> None:
        for token in ranges:
            span = Span(self.source, token.start, token.end)
            message = f"XPP repeats the last range of a line; {token.text} stays at its first index"
            self.report.warn("several-ranges", message, span, "write a line for each array")

    def _with_index(self, line: Line, index: int | None) -> Line:
        made: Line = []
        for token in line:
            if token.kind not in ("range", "index"):
                made.append(token)
                continue
            before = made[-1] if made else None
            if before is not None and before.text.casefold() == "int":
                made.append(token)
                continue
            if before is not None and before.kind == "number" and "," in token.text:
                span = Span(self.source, token.start, token.end)
                hint = "an index has no comma"
                self.report.warn("value-cut-short", f"the range {token.text} after a value is ignored", span, hint)
                continue
            value = self._value(token, index)
            if before is not None and before.kind == "name" and before.end == token.start:
                made[-1] = Token("name", f"{before.text}{self._natural(value, token)}", before.start, token.end)
            else:
                made += _number(value, token)
        return made

    def _natural(self, value: int, token: Token) -> int:
        if value >= 0:
            return value
        raise self._unreadable(token, f"the index {value} gives no valid name", "array indices must be 0 or more")

    def _value(self, token: Token, index: int | None) -> int:
        if token.kind == "range":
            assert index is not None
            return index
        inner = _moved(tokenize(TOKENS, token.text[1:-1]), token.start + 1)
        inner.append(Token("end", "", token.end - 1, token.end))
        parser = ExpressionParser(GRAMMAR, self.source, inner, str.casefold)
        expression = parser.expression()
        parser.finish()
        value = _integer(expression, index)
        if value is None:
            raise self._unreadable(
                token, "the index of an array is not a known integer", "use numbers and j in x[1..n] lines"
            )
        return value

    def _unreadable(self, token: Token, message: str, hint: str) -> Unreadable:
        return Unreadable("loop-not-constant", message, Span(self.source, token.start, token.end), hint)


def _signed(text: str) -> int:
    return -whole_number(text[1:].strip()) if text.startswith("-") else whole_number(text)


def _at_first_index(token: Token) -> Token:
    return Token("index", f"{token.text.partition('..')[0]}]", token.start, token.end)


def _is_end_of_block(line: Line) -> bool:
    return line[0].text == "%"


def _number(value: int, token: Token) -> list[Token]:
    if value >= 0:
        return [Token("number", str(value), token.start, token.end)]
    inner = (("sign", "("), ("sign", "-"), ("number", str(-value)), ("sign", ")"))
    return [Token(kind, text, token.start, token.end) for kind, text in inner]


def _integer(expression: Expression, index: int | None) -> int | None:
    """Arithmetic of integers with the index `j`."""
    match expression:
        case Number(value):
            return int(value) if value.is_integer() and abs(value) < MAX_LINES else None
        case Name("j"):
            return index
        case Name():
            return None
        case Apply(function, arguments):
            values = [_integer(argument, index) for argument in arguments]
            known = [value for value in values if value is not None]
            return _computed(function, known) if len(known) == len(values) else None


def _computed(function: str, values: list[int]) -> int | None:
    match function, values:
        case "+", _:
            return sum(values)
        case "neg", [a]:
            return -a
        case "*", _:
            product = 1
            for value in values:
                product *= value
            return product if abs(product) < MAX_LINES * MAX_LINES else None
        case "/", [a, b] if b != 0:
            return int(a / b)
        case "xpp.mod", [a, b] if b != 0:
            return a % b
        case _:
            return None
