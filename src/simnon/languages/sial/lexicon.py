"""DATA: what an editor colours in a text of SIAL: the types of blocks are its words."""

from ..colouring import make_lexicon
from .block_types import BLOCK_TYPES
from .lines import TOKENS

LEXICON = make_lexicon(TOKENS, (), BLOCK_TYPES, (), r"[*⍝][^\n]*")
