"""DATA: what an editor colours in CellML."""

from ..colouring import Lexicon
from ..markup import XML_PATTERN

_WORDS = (
    "component connection encapsulation import map_variables math model reset reset_value test_value unit units "
    "variable apply bvar ci cn degree diff eq logbase piece piecewise otherwise"
)

LEXICON = Lexicon(XML_PATTERN, frozenset(), frozenset(_WORDS.split()), frozenset())
