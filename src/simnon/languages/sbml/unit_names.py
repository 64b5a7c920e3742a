"""Unit definitions of libsbml -> units; None for one that Simnon has no words for."""

from fractions import Fraction
from typing import Any

from simnon.model import Unit

from ..markup import Factor, unit_of_factors
from .document import library


def unit_of(definition: Any | None) -> Unit | None:
    """The unit of a definition, None if there is none."""
    if definition is None or definition.getNumUnits() == 0:
        return None
    return unit_of_factors(_factor(definition.getUnit(number)) for number in range(definition.getNumUnits()))


def _factor(unit: Any) -> Factor:
    kind = library().UnitKind_toString(unit.getKind())
    exponent = Fraction(unit.getExponentAsDouble()).limit_denominator(12)
    return Factor(kind, unit.getScale(), unit.getMultiplier(), exponent)
