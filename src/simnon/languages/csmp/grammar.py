"""DATA: the words and operators of CSMP III, which are those of Fortran IV."""

from ..expressions import Chain, Grammar, Infix
from ..tokens import NAME, token_pattern

_NUMBER = r"(?P<number>(?:[0-9]+(?:\.(?![A-Za-z]+\.)[0-9]*)?|\.[0-9]+)(?:[eEdD][+-]?[0-9]+)?)"
"""In `1.EQ.2` the point belongs to the operator."""
_WORDED = r"\.(?:EQ|NE|GT|GE|LT|LE|AND|OR|NOT)\."

TOKENS = token_pattern(
    _NUMBER,
    NAME,
    rf"(?P<sign>(?i:{_WORDED})|\*\*|[-+*/(),=])",
    r"(?P<text>'[^'\n]*')",
)

_RELATIONS = {".LT.": "<", ".LE.": "<=", ".GT.": ">", ".GE.": ">=", ".EQ.": "=", ".NE.": "<>"}
NOT_BLOCK = "NOT_"
"""What the function block NOT is called inside, for `not` is the operator."""

FUNCTIONS = {
    "EXP": "exp",
    "ALOG": "ln",
    "ALOG10": "log",
    "SIN": "sin",
    "COS": "cos",
    "TAN": "tan",
    "SINH": "sinh",
    "COSH": "cosh",
    "TANH": "tanh",
    "ATAN": "atan",
    "ATAN2": "atan2",
    "ARSIN": "arcsin",
    "ASIN": "arcsin",
    "ARCOS": "arccos",
    "ACOS": "arccos",
    "SQRT": "sqrt",
    "ABS": "abs",
    "IABS": "abs",
    "AINT": "int",
    "INT": "int",
    "IFIX": "int",
    "AMOD": "mod",
    "MOD": "mod",
    **dict.fromkeys(("AMAX0", "AMAX1", "MAX0", "MAX1"), "max"),
    **dict.fromkeys(("AMIN0", "AMIN1", "MIN0", "MIN1"), "min"),
}
"""Those that have a function of ours; the function blocks are in `blocks`."""

GRAMMAR = Grammar(
    infix={
        ".OR.": Infix(10, "or", Chain.FLAT),
        ".AND.": Infix(20, "and", Chain.FLAT),
        **{sign: Infix(40, function, Chain.NONE) for sign, function in _RELATIONS.items()},
        "+": Infix(50, "+", Chain.FLAT),
        "-": Infix(50, "+", Chain.FLAT, is_negated=True),
        "*": Infix(60, "*", Chain.FLAT),
        "/": Infix(60, "/", Chain.LEFT),
        "**": Infix(80, "^", Chain.LEFT),
    },
    functions={name.casefold(): function for name, function in FUNCTIONS.items()},
)
