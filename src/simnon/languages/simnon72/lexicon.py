"""DATA: what an editor colours in a text of the Simnon of 1972."""

from ..colouring import make_lexicon
from .words import BOOLEAN_WORDS, FUNCTIONS, TOKENS

LEXICON = make_lexicon(TOKENS, (), BOOLEAN_WORDS, FUNCTIONS, r'"[^\n]*')
