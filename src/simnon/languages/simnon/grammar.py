"""DATA: the words and operators of the Simnon language."""

from simnon.model import NAMED_FUNCTIONS, SYNONYMS

from ..expressions import Chain, Grammar, Infix
from ..tokens import NAME, token_pattern

_NUMBER = r"(?P<number>(?:[0-9]+(?:\.(?!\.)[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
"""The two dots of `1..9` belong to no number."""

TOKENS = token_pattern(
    _NUMBER,
    NAME,
    r"(?P<sign>\*\*|<=|>=|<>|\.\.|[-+*/^↑()\[\],;:=<>.])",
    r"(?P<text>'[^'\n]*')",
    r'(?P<comment>"[^\n]*)',
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
        "^": Infix(80, "^", Chain.LEFT),
        "**": Infix(80, "^", Chain.LEFT),
        "↑": Infix(80, "^", Chain.LEFT),
    },
    functions={name: name for name in NAMED_FUNCTIONS} | SYNONYMS,
    has_arrays=True,
)
