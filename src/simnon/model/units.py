"""DATA: units as written: a product of powers of named units. Checking dimensions comes later."""

import re
from fractions import Fraction

from simnon.source import frozen

BASE_UNITS = (
    "m", "g", "s", "A", "K", "mol", "cd", "rad", "sr", "Hz", "N", "Pa", "J", "W", "C", "V", "F", "Ohm", "Ω", "S",
    "Wb", "T", "H", "lm", "lx", "Bq", "Gy", "Sv", "kat", "l", "L", "t", "bar", "eV", "cal",
)  # fmt: skip
"""Units that take a prefix."""

OTHER_UNITS = (
    "min", "h", "d", "year", "deg", "°", "rev", "rpm", "%", "degC", "°C", "degF", "ft", "in", "mi", "lb", "lbf",
    "slug", "psi", "atm", "mmHg", "kgf", "hp", "ha", "dB", "ppm", "nmi", "kn",
)  # fmt: skip
PREFIXES = ("", "k", "M", "G", "T", "P", "h", "da", "d", "c", "m", "u", "µ", "μ", "n", "p", "f")
KNOWN_UNITS = {prefix + unit for unit in BASE_UNITS for prefix in PREFIXES} | set(OTHER_UNITS)

_PART = re.compile(r"\s*(?:(?P<operator>[*/.·])|(?P<one>1)|(?P<name>[^\W\d_]+|°C|°|%)|(?P<bad>\S))")
_POWER = re.compile(r"\s*(?:\^|\*\*)\s*(?:(-?\d+)|\(\s*(-?\d+)\s*(?:/\s*(\d+)\s*)?\))")


@frozen
class Unit:
    """`text` as written, and its factors with their exponents in the order in which they were written."""

    text: str
    factors: tuple[tuple[str, Fraction], ...]


class UnreadableUnit(Exception):
    """Says what is wrong with a unit; `name` is an unknown unit's name."""

    def __init__(self, message: str, name: str = "") -> None:
        super().__init__(message)
        self.name = name


def parse_unit(text: str) -> Unit:
    """Read `m/s^2`, `N*m`, `kg m^2`, `1/s`, `V/(m s)` is not allowed: one level only."""
    factors: list[tuple[str, Fraction]] = []
    position, sign, is_waiting = 0, 1, True
    while position < len(text) and not text[position:].isspace():
        part = _PART.match(text, position)
        assert part is not None
        position = part.end()
        if part["operator"]:
            if is_waiting:
                raise UnreadableUnit(f"'{part['operator']}' has nothing before it")
            sign, is_waiting = (-1 if part["operator"] == "/" else 1), True
            continue
        if part["bad"]:
            raise UnreadableUnit(f"'{part['bad']}' does not belong in a unit")
        if not is_waiting:
            sign = 1
        if part["name"]:
            exponent, position = _exponent(text, position)
            factors.append((_known(part["name"]), sign * exponent))
        is_waiting = False
    if is_waiting:
        raise UnreadableUnit("the unit is empty" if not factors else "the unit ends too early")
    return Unit(text.strip(), tuple(factors))


def _exponent(text: str, position: int) -> tuple[Fraction, int]:
    power = _POWER.match(text, position)
    if power is None:
        return Fraction(1), position
    if int(power[3] or 1) == 0:
        raise UnreadableUnit("an exponent divided by zero")
    return Fraction(int(power[1] or power[2]), int(power[3] or 1)), power.end()


def _known(name: str) -> str:
    if name not in KNOWN_UNITS:
        raise UnreadableUnit(f"'{name}' is not a unit", name)
    return name
