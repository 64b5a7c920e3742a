"""Units of libCellML -> units; None for those that Simnon has no words for."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from simnon.model import Unit

from ..markup import Factor, unit_of_factors

_SCALES = {
    "yotta": 24, "zetta": 21, "exa": 18, "peta": 15, "tera": 12, "giga": 9, "mega": 6, "kilo": 3, "hecto": 2, "deca": 1,
    "": 0, "deci": -1, "centi": -2, "milli": -3, "micro": -6, "nano": -9, "pico": -12, "femto": -15, "atto": -18,
    "zepto": -21, "yocto": -24,
}  # fmt: skip
_WITHOUT_WORDS = "multiple of a power"


def unit_of(units: Any, model: Any) -> Unit | None:
    """The unit, from the definitions of the model."""
    return unit_of_factors(_factors(units, model))


def _factors(units: Any, model: Any) -> Iterator[Factor]:
    """A multiplier is not raised to the power of its unit, so it has no words beside a power."""
    if units.unitCount() == 0:
        yield Factor(units.name(), 0, 1.0, Fraction(1))
    for number in range(units.unitCount()):
        kind, prefix, power, multiplier, _ = units.unitAttributes(number)
        scale = _SCALES[prefix] if prefix in _SCALES else int(prefix)
        exponent = Fraction(power).limit_denominator(12)
        if multiplier != 1.0 and exponent != 1:
            kind = _WITHOUT_WORDS
        own = model.units(kind)
        parts = [Factor(kind, 0, 1.0, Fraction(1))] if own is None else list(_factors(own, model))
        for part in _scaled(parts, scale, multiplier):
            yield Factor(part.kind, part.scale, part.multiplier, part.exponent * exponent)


def _scaled(parts: list[Factor], scale: int, multiplier: float) -> list[Factor]:
    """With a prefix on the first part that is not a power."""
    if scale == 0 and multiplier == 1.0:
        return parts
    for i, part in enumerate(parts):
        if part.exponent == 1:
            larger = Factor(part.kind, part.scale + scale, part.multiplier * multiplier, part.exponent)
            return [*parts[:i], larger, *parts[i + 1 :]]
    return [*parts, Factor(_WITHOUT_WORDS, 0, 1.0, Fraction(1))]
