"""DATA: the words and operators of CSMP III, which are those of FORTRAN IV."""

from .. import fortran
from ..expressions import Grammar

TOKENS = fortran.fortran_tokens(r"\*\*|[-+*/(),=]")
NOT_BLOCK = "NOT_"
"""The internal name of the function block NOT, because `not` is the operator."""

FUNCTIONS = {
    **{name.upper(): function for name, function in fortran.FUNCTIONS.items()},
    "ARSIN": "arcsin",
    "ARCOS": "arccos",
    "IABS": "abs",
    **dict.fromkeys(("INT", "IFIX"), "int"),
    **dict.fromkeys(("AMOD", "MOD"), "mod"),
    **dict.fromkeys(("AMAX0", "MAX0", "MAX1"), "max"),
    **dict.fromkeys(("AMIN0", "MIN0", "MIN1"), "min"),
}
"""Those that have a Simnon function; the function blocks are in `blocks`."""

GRAMMAR = Grammar(fortran.INFIX, {name.casefold(): function for name, function in FUNCTIONS.items()})
