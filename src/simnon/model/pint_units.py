"""Names of units that are not in the table -> their rows from pint.

Pint takes longer to load than most models to compile, so it is used only for rare names.
"""

from fractions import Fraction
from functools import cache
from typing import Any

from simnon.source import require

from .unit_table import DIMENSIONS, PrefixKind, UnitRow

SHORTEST_NAME = 3
"""Shorter names that are not in the table are slips: to pint nearly every letter is a unit or a constant."""


@cache
def ask_pint(name: str) -> UnitRow | None:
    """The unit, or None if pint does not know it, or if it is not a multiple of base units."""
    return row_from_pint(name) if len(name) >= SHORTEST_NAME else None


def row_from_pint(name: str, prefixes: PrefixKind = PrefixKind.NONE) -> UnitRow | None:
    registry = _registry()
    if not registry.parse_unit_name(name, case_sensitive=True):
        return None
    unit = registry.Unit(name)
    dimension = dict(registry.get_dimensionality(unit))
    if not dimension.keys() <= set(DIMENSIONS):
        return None
    zero, one, two = (registry.Quantity(Fraction(x), unit).to_base_units().magnitude for x in range(3))
    if two - one != one - zero:
        return None
    exponents = " ".join(str(dimension.get(each, 0)) for each in DIMENSIONS)
    return UnitRow(str(one - zero), str(zero), exponents, prefixes)


@cache
def _registry() -> Any:
    return require("pint", "this unit", cure="install pint").UnitRegistry(non_int_type=Fraction)
