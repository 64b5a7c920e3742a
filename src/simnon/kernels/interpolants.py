"""What the interpolants of several methods share."""

from .control import (
    DELAY_COUNT,
    FIRST_RECORD,
    GUARD_COUNT,
    NEW,
    RECORDS_DUE,
    SPACING,
    STATE_COUNT,
    TAKEN,
)
from .subset import Array


def is_interpolant_needed(time: float, h: float, control: Array) -> bool:
    """Whether anything will look inside the step from `time` on: guards, delays, records on a grid."""
    if control[GUARD_COUNT] > 0.0 or control[DELAY_COUNT] > 0.0:
        return True
    next_record = control[FIRST_RECORD] + control[RECORDS_DUE] * control[SPACING]
    return control[SPACING] > 0.0 and next_record <= time + h


def hermite(fraction: float, last: int, control: Array, states: Array, work: Array, out: Array) -> None:
    """The cubic through the states and derivatives at both ends of a step: errors go with h to the fourth.

    The array `last` of `work` holds the derivatives at the end.
    """
    n = int(control[STATE_COUNT])
    h = control[TAKEN]
    rest = 1.0 - fraction
    for i in range(n):
        difference = work[NEW * n + i] - states[i]
        bend = h * work[i] - difference
        curve = difference - h * work[last * n + i] - bend
        out[i] = states[i] + fraction * (difference + rest * (bend + fraction * curve))
