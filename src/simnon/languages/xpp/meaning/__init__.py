"""Formulas of XPP as written -> expressions in our vocabulary."""

from .formula_tables import between_points
from .functions import Draw
from .integrals import Integrals
from .meanings import Meanings, own_function
from .networks import GILLESPIE, KINDS, Networks
from .special_functions import SpecialFunctions

__all__ = [
    "GILLESPIE",
    "KINDS",
    "Draw",
    "Integrals",
    "Meanings",
    "Networks",
    "SpecialFunctions",
    "between_points",
    "own_function",
]
