"""The ends of an axis -> round numbers along it, with texts that are all different.

Steps are 1, 2 or 5 times a power of ten. Multiples are computed in decimal arithmetic, so that 0.3 is written as 0.3
and neither the largest nor the smallest numbers overflow.
"""

import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, localcontext

from simnon.source import frozen

MAX_STEPS = 10
MIN_RELATIVE_SPAN = 1e-12
"""A relative change smaller than this is rounding: the curve counts as constant."""

MIN_SPAN = 1e-320
LARGEST = sys.float_info.max
_LONGEST_PLAIN = 6
_MAX_DIGITS = 9
_SLACK = Decimal("1e-3")
"""Ends within this fraction of a step of a round number are taken to be that number."""

_CONTEXT = Context(prec=60, Emax=999999, Emin=-999999)


@frozen
class Tick:
    value: float
    text: str


@frozen
class Graduation:
    """An axis from `low` to `high` with its ticks; if `offset` is set, their texts are relative to it."""

    low: float
    high: float
    ticks: tuple[Tick, ...]
    offset: str = ""
    minor: tuple[float, ...] = ()
    """Ticks without numbers, on a logarithmic axis between the decades."""
    is_logarithmic: bool = False


@frozen
class Ends:
    """What an axis must cover; an end that is not fixed can be moved outwards to a round number."""

    low: float
    high: float
    is_low_fixed: bool = False
    is_high_fixed: bool = False
    is_logarithmic: bool = False


def graduate(ends: Ends, fits: Callable[[Graduation], bool]) -> Graduation:
    """The finest graduation of at most ten steps that `fits`; one of at most two steps if none does."""
    if ends.is_logarithmic:
        return _graduate_decades(ends, fits)
    ends = widened(ends)
    with localcontext(_CONTEXT):
        for graduation in _graduations(ends):
            if len(graduation.ticks) <= 3 or fits(graduation):
                break
    return graduation


def _graduate_decades(ends: Ends, fits: Callable[[Graduation], bool]) -> Graduation:
    """Powers of ten, as many as fit; less than a decade is graduated as a linear axis is."""
    # Beyond these powers there would be no decade around an end.
    low, high = sorted(min(max(end, 1e-300), 1e300) for end in (ends.low, ends.high))
    if low == high:
        low, high = low / 10.0, high * 10.0
    bottom = low if ends.is_low_fixed else 10.0 ** math.floor(math.log10(low) + 1e-9)
    top = high if ends.is_high_fixed else 10.0 ** math.ceil(math.log10(high) - 1e-9)
    first, last = math.ceil(math.log10(bottom) - 1e-9), math.floor(math.log10(top) + 1e-9)
    if last - first < 1:
        linear = graduate(Ends(bottom, top, True, True), fits)
        return replace(linear, is_logarithmic=True)
    for stride in (1, 2, 3, 5, 10, 20, 50, 100, 200):
        powers = [power for power in range(first, last + 1) if power % stride == 0]
        ticks = tuple(Tick(min(max(10.0**power, bottom), top), _power_text(power)) for power in powers)
        between = (factor * 10.0**power for power in range(first - 1, last + 1) for factor in range(2, 10))
        minor = tuple(value for value in between if bottom <= value <= top) if stride == 1 else ()
        graduation = Graduation(bottom, top, ticks, minor=minor, is_logarithmic=True)
        if len(ticks) <= 2 or fits(graduation):
            break
    return graduation


def _power_text(power: int) -> str:
    return f"{10.0**power:g}" if -3 <= power <= 4 else f"1e{power}"


def widened(ends: Ends) -> Ends:
    """The same ends, in order and far enough apart to be distinct."""
    low, high = sorted((ends.low, ends.high))
    if _is_wide(low, high):
        return Ends(low, high, ends.is_low_fixed, ends.is_high_fixed)
    margin = max(0.1 * abs(low), MIN_SPAN) if low else 1.0
    below, above = max(low - margin, -LARGEST), min(high + margin, LARGEST)
    if ends.is_low_fixed and not ends.is_high_fixed and _is_wide(low, above):
        return Ends(low, above, True, False)
    if ends.is_high_fixed and not ends.is_low_fixed and _is_wide(below, high):
        return Ends(below, high, False, True)
    return Ends(below, above, ends.is_low_fixed, ends.is_high_fixed)


def _is_wide(low: float, high: float) -> bool:
    minimum = max(MIN_SPAN, MIN_RELATIVE_SPAN * max(abs(low), abs(high)))
    return high / 2 - low / 2 >= minimum / 2


def _graduations(ends: Ends) -> Iterator[Graduation]:
    """From fine to coarse; the last has steps much longer than the axis."""
    low, high = Decimal(ends.low), Decimal(ends.high)
    exponent = ((high - low) / MAX_STEPS).adjusted()
    for power in range(exponent, exponent + 4):
        for factor in (1, 2, 5):
            step = Decimal(factor).scaleb(power)
            if (high - low) / step <= MAX_STEPS:
                yield _graduation(ends, step)


def _graduation(ends: Ends, step: Decimal) -> Graduation:
    lowest, highest = Decimal(ends.low) / step, Decimal(ends.high) / step
    first = _integer(lowest - _SLACK, ROUND_CEILING) if ends.is_low_fixed else _integer(lowest + _SLACK, ROUND_FLOOR)
    last = _integer(highest + _SLACK, ROUND_FLOOR) if ends.is_high_fixed else _integer(highest - _SLACK, ROUND_CEILING)
    multiples = [number * step for number in range(first, last + 1)]
    values = [value for value in multiples if math.isfinite(float(value))]
    offset = _offset(values, step)
    texts = _texts([value - offset for value in values], step)
    low = ends.low if ends.is_low_fixed or not values else min(ends.low, float(values[0]))
    high = ends.high if ends.is_high_fixed or not values else max(ends.high, float(values[-1]))
    ticks = tuple(Tick(min(max(float(v), low), high), text) for v, text in zip(values, texts, strict=True))
    return Graduation(low, high, ticks, _texts([offset], Decimal((0, (1,), _last_place(offset))))[0] if offset else "")


def _integer(number: Decimal, rounding: str) -> int:
    return int(number.to_integral_value(rounding))


def _last_place(number: Decimal) -> int:
    return int(number.normalize().as_tuple().exponent)


def _offset(values: list[Decimal], step: Decimal) -> Decimal:
    """The roundest number among the values if they have too many digits to be written, else zero."""
    top = max((abs(value) for value in values), default=Decimal(0))
    if not top or top.adjusted() - step.adjusted() < _MAX_DIGITS:
        return Decimal(0)
    middle = (values[0] + values[-1]) / 2
    power = top.adjusted() + 1
    while not values[0] <= (roundest := round(middle.scaleb(-power)) * Decimal(1).scaleb(power)) <= values[-1]:
        power -= 1
    return roundest


def _texts(values: list[Decimal], step: Decimal) -> list[str]:
    """All with the same number of decimals; with a common power of ten if that is shorter."""
    top = max((abs(value) for value in values), default=Decimal(0))
    plain = [_with_decimals(value, max(0, -_last_place(step))) for value in values]
    if not top or _longest(plain) <= _LONGEST_PLAIN:
        return plain
    power = top.adjusted()
    scaled = [
        f"{_with_decimals(value.scaleb(-power), max(0, power - _last_place(step)))}e{power}" if value else "0"
        for value in values
    ]
    return plain if _longest(plain) <= _longest(scaled) else scaled


def _with_decimals(value: Decimal, decimals: int) -> str:
    return f"{value if value else abs(value):.{decimals}f}"


def _longest(texts: list[str]) -> int:
    return max(len(text.lstrip("-")) for text in texts)
