"""DATA: what an editor colours in a text of Simnon."""

from simnon.model import SOFT_WORDS

from ..colouring import make_lexicon
from .grammar import GRAMMAR, TOKENS
from .reader import DECLARATIONS, KEYWORDS, RESERVED

FURTHER_WORDS = ("system", "for", "from", "as", "during")
"""Words that stand inside statements."""
SPECIAL_FUNCTIONS = ("pre", "delay", "rect", "norm")

LEXICON = make_lexicon(
    TOKENS,
    KEYWORDS,
    (*RESERVED, *FURTHER_WORDS),
    (*GRAMMAR.functions, *SPECIAL_FUNCTIONS, *sorted(SOFT_WORDS)),
    declarations=(*DECLARATIONS, "range", "table"),
)
