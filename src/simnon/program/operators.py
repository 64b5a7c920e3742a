"""DATA: the operators of a program, with their argument and result types and their exact meaning.

The meaning is IEEE double arithmetic without traps, so nothing here fails: `1/0` is inf,
`sqrt(-1)` is nan. Elementary functions are those of the C library of the machine; programs of models call Simnon's own
instead, which are functions of the program.
Integers wrap at 64 bits; `//` and `%` round as in Python, and by zero give 0.
`min(a, b)` is `b if b < a else a`, `max(a, b)` is `b if b > a else a`.
`bits` and `frombits` know only one nan: its sign and payload differ from machine to machine.
`int` truncates towards zero, saturates at the ends of the range, and returns 0 for nan.
`fma(a, b, c)` is `a*b + c`, rounded once.
`whole` is the same for a float that is known to be an integer: a count or a position that was stored as a float.
"""

from .instructions import Type

FLOAT, INT, BOOL = Type.FLOAT, Type.INT, Type.BOOL

FUNCTIONS_OF_ONE = (
    "sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan",
    "sinh", "cosh", "tanh", "floor", "abs",
)  # fmt: skip
"""Float functions of one float argument."""

ARITHMETIC = ("+", "-", "*", "min", "max")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
BITWISE = ("&", "|", "^", "<<", ">>")
"""On ints; `>>` shifts zeros in, and shift counts are taken modulo 64."""

Signature = tuple[tuple[Type, ...], Type]

OPERATORS: dict[str, tuple[Signature, ...]] = {
    **dict.fromkeys(ARITHMETIC, (((FLOAT, FLOAT), FLOAT), ((INT, INT), INT))),
    **dict.fromkeys(COMPARISONS, (((FLOAT, FLOAT), BOOL), ((INT, INT), BOOL))),
    **dict.fromkeys(BITWISE, (((INT, INT), INT),)),
    **dict.fromkeys(FUNCTIONS_OF_ONE, (((FLOAT,), FLOAT),)),
    "abs": (((FLOAT,), FLOAT), ((INT,), INT)),
    "/": (((FLOAT, FLOAT), FLOAT),),
    "//": (((INT, INT), INT),),
    "%": (((INT, INT), INT),),
    "pow": (((FLOAT, FLOAT), FLOAT),),
    "atan2": (((FLOAT, FLOAT), FLOAT),),
    "fma": (((FLOAT, FLOAT, FLOAT), FLOAT),),
    "neg": (((FLOAT,), FLOAT), ((INT,), INT)),
    "and": (((BOOL, BOOL), BOOL),),
    "or": (((BOOL, BOOL), BOOL),),
    "not": (((BOOL,), BOOL),),
    "likely": (((BOOL,), BOOL),),
    "select": tuple(((BOOL, type_, type_), type_) for type_ in (FLOAT, INT, BOOL)),
    "float": (((INT,), FLOAT), ((BOOL,), FLOAT)),
    "int": (((FLOAT,), INT), ((BOOL,), INT)),
    "whole": (((FLOAT,), INT),),
    "bits": (((FLOAT,), INT),),
    "frombits": (((INT,), FLOAT),),
}


def result_type(operator: str, arguments: tuple[Type, ...]) -> Type | None:
    """The result type of `operator` for these argument types, or None if it does not accept them."""
    for takes, gives in OPERATORS.get(operator, ()):
        if takes == arguments:
            return gives
    return None
