"""DATA: what an editor colours in a text of ACSL."""

from ..colouring import make_lexicon
from .building.functions import FUNCTIONS
from .building.resolver import MEMORIES
from .grammar import TOKENS

OPENINGS = (
    "PROGRAM", "MODEL", "INITIAL", "DYNAMIC", "DERIVATIVE", "DISCRETE", "TERMINAL", "END", "CONSTANT", "PARAMETER",
    "TABLE", "VARIABLE", "INTERVAL", "INPUT", "OUTPUT", "ARRAY", "DIMENSION", "REAL", "INTEGER", "LOGICAL", "DOUBLE",
    "CHARACTER", "ALGORITHM", "NSTEPS", "CINTERVAL", "MAXTERVAL", "MINTERVAL", "MERROR", "XERROR", "PROCEDURAL",
    "SCHEDULE", "TERMT", "CALL", "LOGD", "MACRO", "INCLUDE", "FUNCTION", "SUBROUTINE", "IF", "ELSE", "ELSEIF", "ENDIF",
    "DO", "ENDDO", "FOR", "GO", "GOTO", "CONTINUE", "RETURN",
)  # fmt: skip

LEXICON = make_lexicon(TOKENS, OPENINGS, ("THEN",), (*FUNCTIONS, *MEMORIES))
