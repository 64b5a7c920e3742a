"""Unit definitions of libsbml -> units; None for one that Simnon has no words for."""

from fractions import Fraction
from typing import Any

from simnon.model import KNOWN_UNITS, Unit, product_of

from .document import library

_SYMBOLS = {
    "ampere": "A", "becquerel": "Bq", "candela": "cd", "coulomb": "C", "farad": "F", "gram": "g", "gray": "Gy",
    "henry": "H", "hertz": "Hz", "joule": "J", "katal": "kat", "kelvin": "K", "kilogram": "kg", "litre": "L",
    "liter": "L", "lumen": "lm", "lux": "lx", "metre": "m", "meter": "m", "mole": "mol", "newton": "N", "ohm": "Ohm",
    "pascal": "Pa", "radian": "rad", "second": "s", "siemens": "S", "sievert": "Sv", "steradian": "sr", "tesla": "T",
    "volt": "V", "watt": "W", "weber": "Wb",
}  # fmt: skip
_PURE = ("dimensionless", "item", "avogadro")
_PREFIXES = {0: "", 3: "k", 6: "M", 9: "G", 12: "T", -1: "d", -2: "c", -3: "m", -6: "u", -9: "n", -12: "p", -15: "f"}
_SECONDS = {60.0: "min", 3600.0: "h", 86400.0: "d"}


def unit_of(definition: Any | None) -> Unit | None:
    """The unit of a definition, None if there is none."""
    if definition is None or definition.getNumUnits() == 0:
        return None
    factors: list[tuple[str, Fraction]] = []
    for number in range(definition.getNumUnits()):
        unit = definition.getUnit(number)
        name = _name(unit)
        if name is None:
            return None
        exponent = Fraction(unit.getExponentAsDouble()).limit_denominator(12)
        if name and exponent:
            factors.append((name, exponent))
    return product_of(tuple(factors))


def _name(unit: Any) -> str | None:
    """With its prefix; empty for a pure number."""
    kind = library().UnitKind_toString(unit.getKind())
    size = unit.getMultiplier() * 10.0 ** unit.getScale()
    if kind in _PURE:
        return "" if size == 1.0 else None
    if kind == "second" and size in _SECONDS:
        return _SECONDS[size]
    symbol = _SYMBOLS.get(kind)
    if symbol is None or unit.getMultiplier() != 1.0:
        return None
    if kind == "kilogram":
        symbol, scale = "g", unit.getScale() + 3
    else:
        scale = unit.getScale()
    prefix = _PREFIXES.get(scale)
    name = None if prefix is None else f"{prefix}{symbol}"
    return name if name in KNOWN_UNITS else None
