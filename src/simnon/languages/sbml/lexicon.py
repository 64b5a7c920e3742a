"""DATA: what an editor colours in SBML."""

import re

from ..colouring import Lexicon
from ..tokens import NAME, NUMBER

_PATTERN = re.compile(
    rf'(?P<remark><!--[\s\S]*?(?:-->|\Z))|(?P<text>"[^"\n]*"?)|{NUMBER}|{NAME}|(?P<newline>\n)|\s|(?P<bad>.)'
)
_WORDS = (
    "algebraicrule assignmentrule compartment constraint delay event eventassignment functiondefinition "
    "initialassignment kineticlaw localparameter math model parameter priority raterule reaction sbml species "
    "speciesreference trigger unit unitdefinition apply bvar ci cn csymbol lambda piece piecewise otherwise"
)

LEXICON = Lexicon(_PATTERN, frozenset(), frozenset(_WORDS.split()), frozenset())
