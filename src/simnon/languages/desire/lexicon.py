"""DATA: what an editor colours in a text of DESIRE."""

from ..colouring import make_lexicon
from .dynamic import DYNAMIC_WORDS
from .experiment import WORDS
from .grammar import GRAMMAR, TOKENS

LEXICON = make_lexicon(TOKENS, (*DYNAMIC_WORDS, *WORDS, "DYNAMIC"), ("then", "else", "to"), GRAMMAR.functions)
