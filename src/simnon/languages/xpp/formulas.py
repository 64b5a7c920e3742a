"""Tokens of a formula -> Expression as written: `if()then()else()` and `sum()of()` become calls, `2x` a product."""

import re
from collections.abc import Sequence

from simnon.model import RELATIONS, Apply, Expression, parts_of
from simnon.source import Source, Span

from ..expressions import ExpressionParser
from ..tokens import Token, Unreadable
from .grammar import GRAMMAR

INDEX_OF_SUM = "i'"
_FOLLOWING = {"if": "then", "then": "else", "sum": "of"}
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+|[0-9]+\.")
_OPENED = ("if", "not", "sum")


class Spelling:
    """Each name as first written, by its name without case, after `_` if it begins with a digit; the time is `t`."""

    def __init__(self) -> None:
        self._spelled = {"t": "t", "pi": "pi"}

    def __call__(self, text: str) -> str:
        name = f"_{text}" if text[:1].isdigit() else text
        return self._spelled.setdefault(name.casefold(), name)

    def free(self, proposed: str) -> str:
        """A name that is not taken, as near to the proposed one as possible; it is taken from now on."""
        name = proposed
        number = 1
        while name.casefold() in self._spelled:
            number += 1
            name = f"{proposed}_{number}"
        return self(name)


def read_formula(source: Source, tokens: Sequence[Token], end: int, spelling: Spelling) -> Expression:
    """All of the tokens, after which the text continues at `end`, as one formula."""
    prepared = _with_products(_with_calls(_with_primes(_with_integrals(source, tokens))))
    parser = ExpressionParser(GRAMMAR, source, [*prepared, Token("end", "", end, end + 1)], spelling)
    expression = parser.expression()
    parser.finish()
    return expression


def loose_comparisons(expression: Expression, text: str) -> list[Span]:
    """Comparisons without parentheses that are operands of arithmetic: most people expect it the other way round."""
    found: list[Span] = []
    for node in parts_of(expression):
        if isinstance(node, Apply) and node.function in ("+", "*", "/", "neg", "^"):
            found += [
                part.span
                for part in node.arguments
                if isinstance(part, Apply)
                and part.function in RELATIONS
                and part.span is not None
                and not text[: part.span.start].rstrip().endswith("(")
            ]
    return found


def _with_integrals(source: Source, tokens: Sequence[Token]) -> list[Token]:
    """`int[m]{k#f}` is a call with the arguments m, k and f; without [m], m is 0, and without #, there is no f."""
    made: list[Token] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        following = tokens[position + 1 : position + 3]
        is_singular = bool(following) and following[0].kind == "index"
        brace = following[is_singular] if len(following) > is_singular else None
        if token.text.casefold() != "int" or brace is None or brace.text != "{":
            made.append(token)
            position += 1
            continue
        power = following[0].text[1:-1].strip() if is_singular else "0"
        made += [Token("name", "int(", token.start, token.end), Token("sign", "(", brace.start, brace.end)]
        made += [Token("number", power, brace.start, brace.end), Token("sign", ",", brace.start, brace.end)]
        position += 2 + is_singular
        closing = next((i for i in range(position, len(tokens)) if tokens[i].text == "}"), None)
        if closing is None or _NUMBER.fullmatch(power) is None:
            span = Span(source, token.start, brace.end)
            raise Unreadable("unreadable-line", "this integral is not complete", span, "write int{exp(-t)#x}")
        made += [t if t.text != "#" else Token("sign", ",", t.start, t.end) for t in tokens[position:closing]]
        made.append(Token("sign", ")", tokens[closing].start, tokens[closing].end))
        position = closing + 1
    return made


def _with_primes(tokens: Sequence[Token]) -> list[Token]:
    """`i'`, the index of a sum, is one name; so is `u'` in a boundary condition and `t'` in an integral."""
    joined: list[Token] = []
    for token in tokens:
        if token.text == "'" and joined and joined[-1].kind == "name" and joined[-1].end == token.start:
            name = joined[-1].text
            text = INDEX_OF_SUM if name.casefold() == "i" else f"{name}'"
            joined[-1] = Token("name", text, joined[-1].start, token.end)
        else:
            joined.append(token)
    return joined


def _with_calls(tokens: list[Token]) -> list[Token]:
    """`if(a)then(b)else(c)` is a call with three arguments, `sum(a,b)of(c)` too."""
    made: list[Token] = []
    opened: list[str] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        position += 1
        word = token.text.casefold()
        following = tokens[position].text if position < len(tokens) else ""
        if word in _OPENED and following == "(":
            made += [Token("name", f"{word}(", token.start, token.end), tokens[position]]
            opened.append(word)
            position += 1
        elif word == "(":
            opened.append("")
            made.append(token)
        elif word == ")" and opened:
            wanted = _FOLLOWING.get(opened.pop(), " ")
            after = tokens[position + 1].text if position + 1 < len(tokens) else ""
            if following.casefold() == wanted and after == "(":
                made.append(Token("sign", ",", tokens[position].start, tokens[position].end))
                opened.append(wanted)
                position += 2
            else:
                made.append(token)
        else:
            made.append(token)
    return made


def _with_products(tokens: list[Token]) -> list[Token]:
    made: list[Token] = []
    for token in tokens:
        if made and _is_product(made[-1], token):
            made.append(Token("sign", "*", token.start, token.start))
        made.append(token)
    return made


def _is_product(before: Token, after: Token) -> bool:
    ends = before.kind == "number" or before.text == ")"
    begins = after.kind == "name" or after.text == "("
    is_word = after.text.casefold() in ("then", "else", "of")
    return ends and begins and not is_word
