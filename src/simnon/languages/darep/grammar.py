"""DATA: the words and operators of DARE-P, which are those of FORTRAN IV; and lines -> tokens."""

import re

from simnon.source import Source

from ..expressions import Chain, Grammar, Infix
from ..tokens import NAME, Token, token_pattern, tokenize

_DOTTED = {
    ".ge.": ("sign", ">="),
    ".gt.": ("sign", ">"),
    ".le.": ("sign", "<="),
    ".lt.": ("sign", "<"),
    ".eq.": ("sign", "="),
    ".ne.": ("sign", "<>"),
    ".and.": ("name", "and"),
    ".or.": ("name", "or"),
    ".not.": ("name", "not"),
}
_WORDS = "|".join(word.strip(".") for word in _DOTTED)

_TOKENS = token_pattern(
    rf"(?P<dotted>\.(?i:{_WORDS})\.)",
    rf"(?P<number>(?:[0-9]+(?:\.(?!(?i:{_WORDS})\.)[0-9]*)?|\.[0-9]+)(?:[eEdD][+-]?[0-9]+)?)",
    NAME,
    r"(?P<sign>\*\*|[-+*/()=,.])",
    r"(?P<text>'[^'\n]*')",
)

_RELATION_POWER = 40

GRAMMAR = Grammar(
    infix={
        "or": Infix(10, "or", Chain.FLAT),
        "and": Infix(20, "and", Chain.FLAT),
        **{sign: Infix(_RELATION_POWER, sign, Chain.NONE) for sign in ("<", "<=", ">", ">=", "=", "<>")},
        "+": Infix(50, "+", Chain.FLAT),
        "-": Infix(50, "+", Chain.FLAT, is_negated=True),
        "*": Infix(60, "*", Chain.FLAT),
        "/": Infix(60, "/", Chain.LEFT),
        "**": Infix(80, "^", Chain.RIGHT),
    },
    functions={
        "abs": "abs",
        "iabs": "integer.abs",
        "sqrt": "sqrt",
        "exp": "exp",
        "alog": "ln",
        "log": "ln",
        "alog10": "log",
        "log10": "log",
        "sin": "sin",
        "cos": "cos",
        "tan": "tan",
        "asin": "arcsin",
        "acos": "arccos",
        "atan": "atan",
        "atan2": "atan2",
        "sinh": "sinh",
        "cosh": "cosh",
        "tanh": "tanh",
        "aint": "int",
        "int": "integer.int",
        "ifix": "integer.int",
        "float": "real.of",
        "sign": "real.sign",
        "isign": "integer.sign",
        "mod": "integer.mod",
        "amod": "real.mod",
        "amax1": "max",
        "amin1": "min",
        "max0": "integer.max",
        "min0": "integer.min",
    },
)
"""What FORTRAN calls otherwise than Simnon, or computes with integers, `fortran.py` turns into our functions."""


def tokens_of(source: Source, start: int, text: str) -> list[Token]:
    """The tokens of a part of a line that begins at `start`, closed by one of kind `end`."""
    tokens = []
    for token in tokenize(_TOKENS, text):
        kind, word = token.kind, token.text
        if kind == "dotted":
            kind, word = _DOTTED[word.casefold()]
        elif kind == "number":
            word = re.sub("[dD]", "E", word)
        tokens.append(Token(kind, word, token.start + start, token.end + start))
    end = tokens[-1].end if tokens else start
    tokens.append(Token("end", "", end, min(end + 1, len(source.text) + 1)))
    return tokens
