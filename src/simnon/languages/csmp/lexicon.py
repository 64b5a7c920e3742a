"""DATA: what an editor colours in a text of CSMP III."""

from ..colouring import make_lexicon
from .blocks import BLOCKS
from .grammar import FUNCTIONS, TOKENS
from .reader import SEGMENTS, WORDS

DATA_STATEMENTS = (
    "PARAM", "PARAMETER", "CONST", "CONSTANT", "INCON", "FUNCTION", "TABLE", "STORAGE", "FIXED", "INPUT", "TIMER",
    "METHOD", "RELERR", "ABSERR", "FINISH", "PRINT", "RANGE", "OUTPUT", "PREPARE", "PRTPLOT", "PRTPLT", "PAGE", "TITLE",
    "LABEL", "RESET",
)  # fmt: skip

LEXICON = make_lexicon(
    TOKENS,
    (*SEGMENTS, *WORDS, *DATA_STATEMENTS, "IF", "GO", "GOTO", "DO", "CONTINUE"),
    (),
    (*FUNCTIONS, *BLOCKS),
    r"^\*[^\n]*|![^\n]*",
)
