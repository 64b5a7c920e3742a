"""Tokens of a line -> the pieces that most statements consist of: formulas, `name=formula`, lists, groups in braces."""

import math
import sys
from collections.abc import Sequence

from simnon.model import Expression, Number
from simnon.source import Report, Source, Span

from ...tokens import Token, Unreadable, span_of
from ..formulas import Spelling, loose_comparisons, read_formula
from ..program import NamedValue
from .lines import Line
from .words import statement_word

_PARAMETERS = ("par", "number")
_INFINITE = ("inf", "infinity")


class LineReader:
    """Reads pieces of lines of one source."""

    def __init__(self, source: Source, spelling: Spelling, report: Report) -> None:
        self.source = source
        self.spelling = spelling
        self.report = report

    def formula(self, line: Sequence[Token], first: int, last: int | None = None) -> Expression:
        end = line[-1].end if last is None else line[last].start
        expression = read_formula(self.source, line[first:last], end, self.spelling)
        for span in loose_comparisons(expression, self.source.text):
            message = f"in XPP a comparison binds more tightly than arithmetic: this is ({span.text.strip()})"
            self.report.warn("comparison-precedence", message, span, "put parentheses around what is compared")
        return expression

    def named(self, line: Line, name: str, position: int) -> NamedValue:
        """The formula that begins at `position`, under its name."""
        return NamedValue(self.spelling(name), self.formula(line, position), span_of(self.source, line))

    def definition(self, piece: Line, line: Line) -> NamedValue:
        """`piece` of the line, which must be name=formula."""
        if len(piece) < 2 or piece[0].kind != "name" or piece[1].text != "=":
            raise self.wrong(piece or line, "expected name=formula")
        return self.named(piece, piece[0].text, 2)

    def values(self, line: Line) -> list[NamedValue]:
        """`word a=1, b=2 c`, with commas or blanks between; each value as XPP reads it."""
        pieces = _pieces(line[1:])
        if not pieces or any(piece[0].kind != "name" for piece in pieces):
            raise self.wrong(line, f"{line[0].text} needs name=value", f"write {line[0].text} a=1, b=2")
        is_parameter = statement_word(line[0].text) in _PARAMETERS
        return [self._value(piece) for piece in pieces if not (is_parameter and self._is_call(piece))]

    def _is_call(self, piece: Line) -> bool:
        """`par v(0)=-70` is a parameter of this name for XPP, which no formula means."""
        if [token.text for token in piece[1:2]] != ["("]:
            return False
        named = piece[: next((i for i, token in enumerate(piece) if token.text == "="), len(piece))]
        name = "".join(token.text for token in named)
        message = f"a parameter with the name {name} has no effect, and is left out"
        self.report.warn("setting-left-out", message, span_of(self.source, piece), f"write init {piece[0].text}=value")
        return True

    def _value(self, piece: Line) -> NamedValue:
        span = span_of(self.source, piece)
        name = self.spelling(piece[0].text)
        if len(piece) == 1:
            return NamedValue(name, Number(0.0, span), span)
        if piece[1].text != "=":
            raise self.wrong(piece, "expected name=value")
        return NamedValue(name, self.number(name, piece[2:], span), span)

    def number(self, name: str, tokens: Sequence[Token], whole: Span) -> Number:
        """The number at the beginning of a value: XPP ignores what follows it, and reads anything else as 0."""
        span = span_of(self.source, tokens) if tokens else whole
        value, used = leading_number(tokens)
        if math.isinf(value):
            value = math.copysign(sys.float_info.max, value)
            message = f"{name} is {value:g}, the largest number: no value is infinite"
            self.report.note("value-cut-short", message, span, "")
        elif used < len(tokens):
            message = f"{name} is {value:g}: XPP reads the number at the beginning of a value, and no formula"
            self.report.warn("value-cut-short", message, span, f"write one number, or !{name}=formula for a parameter")
        return Number(value, span)

    def groups(self, line: Line) -> list[tuple[int, int]]:
        """The positions of each { and its }."""
        groups: list[tuple[int, int]] = []
        opening = None
        for i, token in enumerate(line):
            if token.text == "{" and opening is None:
                opening = i
            elif token.text == "}" and opening is not None:
                groups.append((opening, i))
                opening = None
            elif token.text in ("{", "}"):
                raise self.wrong([token], "braces do not match", "each { needs its }, and braces cannot be nested")
        if opening is not None:
            raise self.wrong([line[opening]], "this brace is never closed", "add '}'")
        return groups

    def wrong(self, line: Sequence[Token], message: str, hint: str = "") -> Unreadable:
        return Unreadable("unreadable-line", message, span_of(self.source, line), hint)


def leading_number(tokens: Sequence[Token]) -> tuple[float, int]:
    """The number with which the tokens begin and how many of them it takes; 0.0 if they begin otherwise."""
    inner = _index_value(tokens)
    if inner:
        return leading_number(inner)[0], len(inner) + 2
    has_sign = bool(tokens) and tokens[0].text in ("+", "-")
    if len(tokens) == has_sign:
        return 0.0, 0
    sign = -1.0 if tokens[0].text == "-" else 1.0
    first = tokens[has_sign]
    if first.kind == "number":
        return sign * float(first.text), has_sign + 1
    return (sign * math.inf, has_sign + 1) if first.text.casefold() in _INFINITE else (0.0, 0)


def _index_value(tokens: Sequence[Token]) -> Sequence[Token]:
    """What is in the parentheses around a negative index, which the text does not have."""
    is_made = len(tokens) >= 4 and tokens[0].text == "(" and tokens[0].start == tokens[3].start
    return tokens[1:3] if is_made else ()


def _pieces(tokens: Sequence[Token]) -> list[Line]:
    """Split before each name that has a `=` after it, at commas outside parentheses, and between two names."""
    pieces: list[Line] = []
    depth = 0
    is_open = False
    for i, token in enumerate(tokens):
        if token.text == "," and depth == 0:
            is_open = False
            continue
        depth += (token.text == "(") - (token.text == ")")
        following = tokens[i + 1].text if i + 1 < len(tokens) else ""
        is_name = token.kind == "name" and depth == 0
        begins = is_name and (following == "=" or (i > 0 and tokens[i - 1].kind in ("name", "number")))
        if begins and i > 0 and tokens[i - 1].end == token.start:
            begins = following == "="
        if begins or not is_open:
            pieces.append([])
            is_open = True
        pieces[-1].append(token)
    return pieces
