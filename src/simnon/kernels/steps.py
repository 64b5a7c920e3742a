"""Choosing the length of steps, and arriving at the end of one."""

from .control import (
    IS_CUT,
    IS_FRESH,
    LAST_STAGE,
    NEW,
    REACHED,
    STATE_COUNT,
    TIME,
    TRIAL,
)
from .subset import Array, bits, frombits, inline, is_nan

SAFETY = 0.9
LEAST_CHANGE = 0.2
MOST_CHANGE = 5.0
AFTER_NAN = 0.1
ONE = 0x3FF0000000000000


@inline
def rough_power(x: float, exponent: float) -> float:
    """x ** exponent for x > 0, good to a percent where the exponent is small: the bits of a float are its logarithm."""
    return frombits(ONE + int(exponent * float(bits(x) - ONE)))


@inline
def change_of_step(error: float, order: float) -> float:
    """How much longer or shorter the next step should be; `error` is the square of the tolerated one."""
    if error < 1e-20:
        return MOST_CHANGE
    return max(LEAST_CHANGE, min(MOST_CHANGE, SAFETY * rough_power(error, -0.5 / order)))


@inline
def after_rejection(error: float, order: float) -> float:
    if is_nan(error):
        return AFTER_NAN
    return min(SAFETY, change_of_step(error, order))


@inline
def shortest_step(time: float, smallest: float) -> float:
    """A step that would hardly move the time."""
    return max(smallest, 4.0 * spacing_at(time))


@inline
def spacing_at(time: float) -> float:
    """The distance from |time| to the next float."""
    size = max(abs(time), 1e-290)
    return frombits(bits(size) + 1) - size


def arrive(control: Array, states: Array, work: Array) -> None:
    """Make the end of the step, or the event within it, the present."""
    n = int(control[STATE_COUNT])
    control[TIME] = control[REACHED]
    if control[IS_CUT] > 0.0:
        for i in range(n):
            states[i] = work[TRIAL * n + i]
        control[IS_FRESH] = 0.0
        return
    last = int(control[LAST_STAGE])
    for i in range(n):
        states[i] = work[NEW * n + i]
    if last > 0:
        for i in range(n):
            work[i] = work[last * n + i]
    else:
        control[IS_FRESH] = 0.0
