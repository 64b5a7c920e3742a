"""DATA: the signs, operators and functions of XPP."""

from ..expressions import Chain, Grammar, Infix
from ..tokens import NAME, NUMBER, token_pattern

TOKENS = token_pattern(
    r"\\[ \t\r]*(?:\n|\Z)",
    r'(?P<comment>[#"][^\n]*)',
    r"(?P<range>\[[ \t]*-?[0-9]+[ \t]*\.\.[ \t]*-?[0-9]+[ \t]*\])",
    r"(?P<index>\[[^\]\n]*\])",
    NUMBER,
    NAME,
    r"(?P<sign>\*\*|<=|>=|==|!=|[-+*/^()\[\],:=<>&|{};'!@%#\u2212\u2013])",
)

IF, NOT, SUM, INTEGRAL = "xpp.if", "xpp.not", "xpp.sum", "xpp.int"
_CALLED_WORDS = {"if(": IF, "not(": NOT, "sum(": SUM, "int(": INTEGRAL}
"""Words that are read as functions; nobody can write a name with a parenthesis in it."""
SAME = ("sin", "cos", "tan", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "ln", "sqrt", "abs", "sign", "min", "max")
OTHERS = ("log", "log10", "asin", "acos", "heav", "flr", "ceil", "mod", "ran", "normal", "delay", "shift", "del_shft")
SPECIAL = ("erf", "erfc", "lgamma", "besselj", "bessely")
REFUSED = ("besseli", "poisson", "hom_bcs")
FUNCTIONS = {word: f"xpp.{word}" for word in (*SAME, *OTHERS, *SPECIAL, *REFUSED)}
"""As they stand in an expression until their meaning is given, apart from functions that a program defines."""
HOMOCLINIC = FUNCTIONS["hom_bcs"]
"""Only for boundary conditions."""

GRAMMAR = Grammar(
    infix={
        "|": Infix(50, "or", Chain.LEFT),
        "+": Infix(50, "+", Chain.FLAT),
        "-": Infix(50, "+", Chain.FLAT, is_negated=True),
        "&": Infix(60, "and", Chain.LEFT),
        "*": Infix(60, "*", Chain.FLAT),
        "/": Infix(60, "/", Chain.LEFT),
        **{sign: Infix(80, sign, Chain.LEFT) for sign in ("<", "<=", ">", ">=")},
        "==": Infix(80, "=", Chain.LEFT),
        "!=": Infix(80, "<>", Chain.LEFT),
        "^": Infix(80, "^", Chain.LEFT),
        "**": Infix(80, "^", Chain.LEFT),
    },
    functions=FUNCTIONS | _CALLED_WORDS,
    not_power=61,
)
"""In XPP, comparisons bind as tightly as powers, `&` as products and `|` as sums: `x-1<2` is `x-(1<2)`."""
