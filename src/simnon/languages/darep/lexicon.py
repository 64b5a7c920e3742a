"""DATA: what an editor colours in a text of DARE-P."""

from ..colouring import make_lexicon
from .grammar import GRAMMAR, TOKENS
from .reader import MODEL_WORDS
from .statements import WORDS

LEXICON = make_lexicon(
    TOKENS, (*MODEL_WORDS, *WORDS), (), GRAMMAR.functions, r"^\*[^\n]*|^[cC](?![\w.])(?!\s*=)[^\n]*|![^\n]*"
)
