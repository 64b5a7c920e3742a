"""Fortran in the dialects that grew out of it (CSMP, DARE-P, ACSL): numbers, operators, IF, GO TO and DO.

`A**B**C` is `A**(B**C)`, as in FORTRAN 77 (ANSI X3.9-1978, 6.5.1); FORTRAN 66 requires parentheses there.
"""

import re
from collections.abc import Mapping, Sequence

from simnon.model import Apply, Expression, Number, finite_number_of
from simnon.source import Span, frozen

from .expressions import Chain, ExpressionParser, Infix
from .steps import Decision, Jump
from .tokens import NAME, Token, Unreadable, describe, token_pattern

Dotted = Mapping[str, tuple[str, str]]

DOTTED: Dotted = {
    ".eq.": ("sign", "=="),
    ".ne.": ("sign", "/="),
    ".lt.": ("sign", "<"),
    ".le.": ("sign", "<="),
    ".gt.": ("sign", ">"),
    ".ge.": ("sign", ">="),
    ".and.": ("sign", ".and."),
    ".or.": ("sign", ".or."),
    ".not.": ("name", "not"),
}
"""Operators between dots, as the expression parser sees them; AND and OR without dots are ordinary names."""

_RELATIONS = {"==": "=", "/=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

INFIX: Mapping[str, Infix] = {
    ".or.": Infix(10, "or", Chain.FLAT),
    ".and.": Infix(20, "and", Chain.FLAT),
    **{sign: Infix(40, function, Chain.NONE) for sign, function in _RELATIONS.items()},
    "+": Infix(50, "+", Chain.FLAT),
    "-": Infix(50, "+", Chain.FLAT, is_negated=True),
    "*": Infix(60, "*", Chain.FLAT),
    "/": Infix(60, "/", Chain.LEFT),
    "**": Infix(80, "^", Chain.RIGHT),
}

FUNCTIONS: Mapping[str, str] = {
    **{name: name for name in ("abs", "sqrt", "exp", "sin", "cos", "tan", "atan", "atan2", "sinh", "cosh", "tanh")},
    "alog": "ln",
    "alog10": "log",
    "asin": "arcsin",
    "acos": "arccos",
    "aint": "int",
    "amax1": "max",
    "amin1": "min",
}
"""The real functions of FORTRAN IV; each dialect defines those on integers itself."""


def fortran_tokens(signs: str, *others: str, dotted: Dotted = DOTTED) -> re.Pattern[str]:
    """Numbers, names, operators and strings; the first point in `1.EQ.2` and `1...` is not that of the number."""
    words = "(?i:" + "|".join(word.strip(".") for word in dotted) + ")"
    return token_pattern(
        rf"(?P<number>(?:[0-9]+(?:\.(?!{words}\.|\.(?!{words}\.))[0-9]*)?|\.[0-9]+)(?:[eEdD][+-]?[0-9]+)?)",
        NAME,
        rf"(?P<dotted>\.{words}\.)",
        rf"(?P<sign>{signs})",
        r"(?P<text>'[^'\n]*')",
        *others,
    )


def plain(token: Token, dotted: Dotted = DOTTED) -> Token:
    """The token as the expression parser knows it: `.GE.` is `>=`, 1.0D3 is 1.0E3."""
    if token.kind == "dotted":
        kind, text = dotted[token.text.lower()]
        return Token(kind, text, token.start, token.end)
    if token.kind == "number" and ("d" in token.text or "D" in token.text):
        return Token("number", token.text.replace("d", "e").replace("D", "E"), token.start, token.end)
    return token


def split_label(tokens: Sequence[Token]) -> tuple[str, Sequence[Token]]:
    """The number before a statement, empty if there is none, and the rest."""
    first = tokens[0]
    if len(tokens) > 1 and _is_label(first):
        return _label(first), tokens[1:]
    return "", tokens


def closing(tokens: Sequence[Token], opening: int) -> int | None:
    """The position of the parenthesis that closes the one at `opening`."""
    depth = 0
    for i in range(opening, len(tokens)):
        depth += (tokens[i].text == "(") - (tokens[i].text == ")")
        if depth == 0:
            return i
    return None


def arithmetic_if(value: Expression, tokens: Sequence[Token], span: Span) -> Decision | Jump:
    """`IF (X) 10, 20, 30` with the labels `tokens`: negative, zero, positive."""
    labels = [_label(token) for token in tokens[:-1:2] if _is_label(token)]
    if len(labels) != 3 or [token.text for token in tokens[1:-1:2]] != [",", ","] or len(tokens) != 6:
        raise Unreadable("unreadable-line", "this IF needs three numbers", span, "write IF (X) 10, 20, 30")
    negative, zero, positive = (Jump(label, span) for label in labels)
    known = finite_number_of(value, {})
    if known is not None:
        return negative if known < 0.0 else positive if known > 0.0 else zero
    above = Decision(Apply(">", (value, Number(0.0)), span), (positive,), (zero,), span)
    return Decision(Apply("<", (value, Number(0.0)), span), (negative,), (above,), span)


def jump(tokens: Sequence[Token], span: Span) -> Jump:
    """`GO TO 10` or `GOTO 10`, including the token that ends it."""
    position = 2 if tokens[0].text.casefold() == "go" and tokens[1].text.casefold() == "to" else 1
    label = tokens[min(position, len(tokens) - 1)]
    if not _is_label(label) or tokens[position + 1].kind != "end":
        found = tokens[position + 1] if _is_label(label) else label
        message = f"GO TO needs the number of a statement, found {describe(found)}"
        raise Unreadable("unreadable-line", message, span, "write GO TO 10")
    return Jump(_label(label), span)


@frozen
class LoopControl:
    """`variable = first, last, step` of a DO."""

    variable: str
    first: Expression
    last: Expression
    step: Expression


def read_loop_control(parser: ExpressionParser, span: Span) -> LoopControl:
    """Read a DO from its variable to its end."""
    hint = "write DO 10 I = 1, 5"
    variable = parser.take()
    if variable.kind != "name":
        raise parser.unexpected(variable)
    parser.expect("=", "unreadable-line", "expected '=' after the variable of the loop", hint)
    first = parser.expression()
    parser.expect(",", "unreadable-line", "expected ',' and the last value", hint)
    last = parser.expression()
    step: Expression = Number(1.0, span)
    if parser.token.text == ",":
        parser.take()
        step = parser.expression()
    parser.finish()
    return LoopControl(parser.spelled(variable.text), first, last, step)


def _is_label(token: Token) -> bool:
    return token.kind == "number" and token.text.isdigit()


def _label(token: Token) -> str:
    return token.text.lstrip("0") or "0"
