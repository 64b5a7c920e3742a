"""Formulas of XPP as written -> expressions in our vocabulary."""

from .integrals import Integrals
from .meanings import Draw, Meanings, own_function
from .networks import KINDS, Networks

__all__ = ["KINDS", "Draw", "Integrals", "Meanings", "Networks", "own_function"]
