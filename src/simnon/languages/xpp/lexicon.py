"""DATA: what an editor colours in a text of XPP."""

from ..colouring import make_lexicon
from .grammar import FUNCTIONS, TOKENS
from .reading.words import SPELLED_OUT

LEXICON = make_lexicon(TOKENS, (*SPELLED_OUT, "par", "param", "p", "init", "i", "d"), ("if", "then", "else"), FUNCTIONS)
