"""DATA: what an editor colours in SBML."""

from ..colouring import Lexicon
from ..markup import XML_PATTERN

_WORDS = (
    "algebraicrule assignmentrule compartment constraint delay event eventassignment functiondefinition "
    "initialassignment kineticlaw localparameter math model parameter priority raterule reaction sbml species "
    "speciesreference trigger unit unitdefinition apply bvar ci cn csymbol lambda piece piecewise otherwise"
)

LEXICON = Lexicon(XML_PATTERN, frozenset(), frozenset(_WORDS.split()), frozenset())
