"""What the markup languages SBML and CellML share: places in documents, names, units, and formulas in MathML."""

from .document import XML_PATTERN, has_entities, refused, span_of_line, with_utf8
from .mathematics import Mathematics, is_condition
from .names import Names
from .tree import DEEPEST, Tree
from .units import Factor, unit_of_factors

__all__ = [
    "DEEPEST",
    "XML_PATTERN",
    "Factor",
    "Mathematics",
    "Names",
    "Tree",
    "has_entities",
    "is_condition",
    "refused",
    "span_of_line",
    "unit_of_factors",
    "with_utf8",
]
