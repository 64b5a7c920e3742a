"""Products of SI units with prefixes -> units; None for one that Simnon has no words for."""

from collections.abc import Iterable
from fractions import Fraction

from simnon.model import KNOWN_UNITS, Unit, product_of
from simnon.source import frozen

_SYMBOLS = {
    "ampere": "A", "becquerel": "Bq", "candela": "cd", "coulomb": "C", "farad": "F", "gram": "g", "gray": "Gy",
    "henry": "H", "hertz": "Hz", "joule": "J", "katal": "kat", "kelvin": "K", "litre": "L", "liter": "L",
    "lumen": "lm", "lux": "lx", "metre": "m", "meter": "m", "mole": "mol", "newton": "N", "ohm": "Ohm",
    "pascal": "Pa", "radian": "rad", "second": "s", "siemens": "S", "sievert": "Sv", "steradian": "sr", "tesla": "T",
    "volt": "V", "watt": "W", "weber": "Wb",
}  # fmt: skip
_PURE = ("dimensionless", "item", "avogadro")
_PREFIXES = {0: "", 3: "k", 6: "M", 9: "G", 12: "T", -1: "d", -2: "c", -3: "m", -6: "u", -9: "n", -12: "p", -15: "f"}
_SECONDS = {60.0: "min", 3600.0: "h", 86400.0: "d"}


@frozen
class Factor:
    """`kind` in SI, times `multiplier` and ten to the power of `scale`; all to the power of `exponent`."""

    kind: str
    scale: int
    multiplier: float
    exponent: Fraction


def unit_of_factors(factors: Iterable[Factor]) -> Unit | None:
    found: list[tuple[str, Fraction]] = []
    for factor in factors:
        name = _name(factor)
        if name is None:
            return None
        if name and factor.exponent:
            found.append((name, factor.exponent))
    return product_of(tuple(found))


def _name(factor: Factor) -> str | None:
    """With its prefix; empty for a pure number."""
    size = factor.multiplier * 10.0**factor.scale
    if factor.kind in _PURE:
        return "" if size == 1.0 else None
    if factor.kind == "second" and size in _SECONDS:
        return _SECONDS[size]
    kind, scale = ("gram", factor.scale + 3) if factor.kind == "kilogram" else (factor.kind, factor.scale)
    prefix, symbol = _PREFIXES.get(scale), _SYMBOLS.get(kind)
    if symbol is None or prefix is None or factor.multiplier != 1.0:
        return None
    name = f"{prefix}{symbol}"
    return name if name in KNOWN_UNITS else None
