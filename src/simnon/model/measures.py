"""DATA: what units measure: the dimension, the size of the unit, and its zero.

A number x in a unit is `factor*x + offset` in the base units metre, kilogram, second, ampere, kelvin, mole and candela.
Exponents and sizes are exact fractions, so that conversion there and back changes nothing. An angle is a
number, as in the International System: the radian is 1 and the degree 0.01745. A level in dB measures only itself.
"""

from fractions import Fraction
from functools import cache

from simnon.doors import loaded_on_use
from simnon.source import frozen

from .unit_table import BASE_UNITS, PREFIXES, UNITS
from .units import LARGEST_EXPONENT, Unit, UnreadableUnit, product_of

with loaded_on_use(__name__):
    from .pint_units import ask_pint

_ONE, _ZERO = Fraction(1), Fraction(0)
_NEAR = Fraction(1, 10**9)


@frozen
class Measure:
    """`dimension` are the exponents of the base units, in the order of the table."""

    factor: Fraction
    offset: Fraction
    dimension: tuple[Fraction, ...]

    @property
    def is_number(self) -> bool:
        """Whether it is a pure number, of any size (%, deg)."""
        return not any(self.dimension)

    def has_same_scale(self, other: "Measure") -> bool:
        return abs(self.factor - other.factor) <= _NEAR * other.factor


class UnitMismatch(Exception):
    """Two units that measure different quantities."""


@cache
def measure_of(unit: Unit) -> Measure:
    """A product has no offset: `degC` alone is an absolute temperature, in `W/degC` it is a difference."""
    dimension = [_ZERO] * len(BASE_UNITS)
    factor = _ONE
    for name, exponent in unit.factors:
        measure = measure_of_name(name)
        factor *= _power(measure.factor, exponent)
        dimension = [d + exponent * more for d, more in zip(dimension, measure.dimension, strict=True)]
    is_alone = len(unit.factors) == 1 and unit.factors[0][1] == 1
    return Measure(factor, measure_of_name(unit.factors[0][0]).offset if is_alone else _ZERO, tuple(dimension))


@cache
def measure_of_name(name: str) -> Measure:
    """The measure of a name that `parse_unit` accepts."""
    size = _ONE
    row = UNITS.get(name)
    if row is None:
        for kind, prefixes in PREFIXES.items():
            for prefix, power_of_ten in prefixes.items():
                rest = name.removeprefix(prefix)
                if rest != name and rest in UNITS and UNITS[rest].prefixes is kind:
                    row, size = UNITS[rest], Fraction(10) ** power_of_ten
    if row is None:
        row = ask_pint(name)
    if row is None:
        raise UnreadableUnit(f"'{name}' is not a unit", name)
    return Measure(Fraction(row.factor) * size, Fraction(row.offset), tuple(map(Fraction, row.dimension.split())))


def convert(value: float, given: Unit, target: Unit) -> float:
    """The same quantity in a different unit, rounded once; `UnitMismatch` if that is impossible."""
    if given.factors == target.factors:
        return value
    old, new = measure_of(given), measure_of(target)
    if old.dimension != new.dimension:
        raise UnitMismatch(f"[{given.text}] cannot be converted to [{target.text}]")
    try:
        return float((Fraction(value) * old.factor + old.offset - new.offset) / new.factor)
    except (OverflowError, ValueError):
        raise UnitMismatch(f"{value:g} [{given.text}] cannot be written in [{target.text}]") from None


@cache
def times(*units: Unit) -> Unit | None:
    """The product, in the units of its factors; None if an exponent becomes absurd."""
    exponents: dict[str, Fraction] = {}
    for unit in units:
        for name, exponent in unit.factors:
            exponents[name] = exponents.get(name, _ZERO) + exponent
    if any(abs(exponent) > LARGEST_EXPONENT for exponent in exponents.values()):
        return None
    return product_of(tuple((name, exponent) for name, exponent in exponents.items() if exponent))


@cache
def to_power(unit: Unit, exponent: Fraction) -> Unit | None:
    if abs(exponent) > LARGEST_EXPONENT:
        return None
    return times(product_of(tuple((name, each * exponent) for name, each in unit.factors)))


def shortest(unit: Unit) -> Unit:
    """The same in base units, if that is shorter: m for N*s^2/kg."""
    measure = measure_of(unit)
    factors = tuple((name, exponent) for name, exponent in zip(BASE_UNITS, measure.dimension, strict=True) if exponent)
    is_shorter = len(factors) < len(unit.factors) and measure.factor == 1 and not measure.offset
    return product_of(factors) if is_shorter else unit


@cache
def difference_of(unit: Unit) -> Unit:
    """The unit of differences: for a temperature in degC it is K, in degF a 1.8th of it."""
    measure = measure_of(unit)
    if not measure.offset:
        return unit
    return _DIFFERENCES.get(unit.factors[0][0], KELVIN)


def _power(factor: Fraction, exponent: Fraction) -> Fraction:
    return Fraction(factor**exponent)


KELVIN = Unit("K", (("K", _ONE),))
SECOND = Unit("s", (("s", _ONE),))
NUMBER = Unit("1", ())
_DIFFERENCES = {"degF": Unit("degR", (("degR", _ONE),))}
