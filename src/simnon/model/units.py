"""DATA: units as written: a product of powers of named units."""

import re
from dataclasses import field
from fractions import Fraction
from functools import lru_cache

from simnon.doors import loaded_on_use
from simnon.source import frozen

from .unit_table import PREFIXES, UNITS

with loaded_on_use(__name__):
    from .pint_units import ask_pint

KNOWN_UNITS = frozenset(
    prefix + name for name, row in UNITS.items() for prefix in ("", *PREFIXES.get(row.prefixes, ()))
)
"""The units in the table; pint knows more."""
LARGEST_EXPONENT = 99
DEEPEST = 20

_NAME = r"[^\W\d_]+(?:_[^\W\d_]+)*|°C|°|%"
_PART = re.compile(rf"\s*(?:(?P<operator>[*/.·])|(?P<bracket>[()])|(?P<one>1)|(?P<name>{_NAME})|(?P<bad>\S))")
_POWER = re.compile(r"\s*(?:\^|\*\*)\s*(?:(-?\d+)|\(\s*(-?\d+)\s*(?:/\s*(\d+)\s*)?\))")

Factors = tuple[tuple[str, Fraction], ...]


@frozen
class Unit:
    """`text` as written, and its factors with their exponents in the order of the text."""

    text: str
    factors: Factors
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.text, self.factors)))

    def __hash__(self) -> int:
        """Cached, because fractions are slow to hash and every pass needs it."""
        return self._hash


class UnreadableUnit(Exception):
    """Reports what is wrong with a unit; `name` is an unknown unit's name."""

    def __init__(self, message: str, name: str = "") -> None:
        super().__init__(message)
        self.name = name


@lru_cache
def parse_unit(text: str) -> Unit:
    """Read `m/s^2`, `N*m`, `kg m^2`, `1/s`, `J/(kg*K)`."""
    factors, _ = _product(text, 0, 0)
    return Unit(text.strip(), factors)


def product_of(factors: Factors) -> Unit:
    """The unit with its text built from the factors: `kg*m/s^2`."""
    above = "*".join(_power(name, exponent) for name, exponent in factors if exponent > 0)
    below = "".join(f"/{_power(name, -exponent)}" for name, exponent in factors if exponent < 0)
    return Unit((above or "1") + below, factors)


def _power(name: str, exponent: Fraction) -> str:
    if exponent == 1:
        return name
    return f"{name}^{exponent}" if exponent.denominator == 1 else f"{name}^({exponent})"


def _product(text: str, position: int, depth: int) -> tuple[Factors, int]:
    """The factors up to the end, or up to the matching parenthesis, and where they end."""
    factors: list[tuple[str, Fraction]] = []
    sign, is_waiting, is_empty = 1, True, True
    while position < len(text) and not text[position:].isspace():
        part = _PART.match(text, position)
        assert part is not None
        if part["bracket"] == ")" and depth:
            break
        position = part.end()
        if part["operator"]:
            if is_waiting:
                raise UnreadableUnit(f"'{part['operator']}' has nothing before it")
            sign, is_waiting = (-1 if part["operator"] == "/" else 1), True
            continue
        if part["bad"] or part["bracket"] == ")":
            raise UnreadableUnit(f"'{part['bad'] or ')'}' does not belong in a unit")
        if not is_waiting:
            sign = 1
        is_waiting, is_empty = False, False
        if part["one"]:
            continue
        inside: Factors
        if part["bracket"]:
            inside, position = _group(text, position, depth + 1)
        else:
            inside = ((_known(part["name"]), Fraction(1)),)
        exponent, position = _exponent(text, position)
        factors += [(name, _bounded(sign * exponent * each)) for name, each in inside]
    if is_waiting:
        raise UnreadableUnit("the unit is empty" if is_empty else "the unit ends too early")
    return tuple(factors), position


def _group(text: str, position: int, depth: int) -> tuple[Factors, int]:
    if depth > DEEPEST:
        raise UnreadableUnit("too many parentheses in a unit")
    factors, position = _product(text, position, depth)
    closing = _PART.match(text, position)
    if closing is None or closing["bracket"] != ")":
        raise UnreadableUnit("a parenthesis is not closed")
    return factors, closing.end()


def _exponent(text: str, position: int) -> tuple[Fraction, int]:
    power = _POWER.match(text, position)
    if power is None:
        return Fraction(1), position
    numerator, denominator = power[1] or power[2], power[3] or "1"
    if len(numerator) + len(denominator) > 8:
        raise UnreadableUnit(f"the exponent {numerator[:8]}... is too large")
    if int(denominator) == 0:
        raise UnreadableUnit("an exponent divided by zero")
    return Fraction(int(numerator), int(denominator)), power.end()


def _bounded(exponent: Fraction) -> Fraction:
    if abs(exponent) > LARGEST_EXPONENT:
        raise UnreadableUnit(f"the exponent {exponent} is too large")
    return exponent


def _known(name: str) -> str:
    if name not in KNOWN_UNITS and ask_pint(name) is None:
        raise UnreadableUnit(f"'{name}' is not a unit", name)
    return name
