"""A value between two ends -> its share of the way, and round numbers along it."""

import math

import numpy as np

from ..given import Given
from ..scene import Column
from ..theatre import Theatre

_ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)


def ends_of(theatre: Theatre, given: Given) -> tuple[float, float]:
    """`low` and `high`; equal ones are reported."""
    low, high = given.constant("low"), given.constant("high")
    if low == high or not math.isfinite(high - low):
        hint = "give two different numbers"
        message = "low and high are the same" if low == high else "low and high are too far apart"
        theatre.report.error("wrong-arguments", message, given.act.span, hint)
        return 0.0, 1.0
    return low, high


def share_of(value: Column, low: float, high: float) -> Column:
    """From 0 to 1; beyond the ends it stays there."""
    share = np.clip((value - low) / (high - low), 0.0, 1.0)
    return share if np.ndim(share) else float(share)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from low to high."""
    span = abs(high - low)
    power = 10.0 ** math.floor(math.log10(span / most))
    step = next((each * power for each in _ROUND if span / (each * power) <= most), 10.0 * power)
    first, last = math.ceil(min(low, high) / step - 1e-9), math.floor(max(low, high) / step + 1e-9)
    return [step * number for number in range(first, last + 1)]


def tick_text(value: float) -> str:
    return f"{value:.10g}".replace("-", "\u2212")
