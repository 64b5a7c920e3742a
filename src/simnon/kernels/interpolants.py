"""What the interpolants of several methods have in common."""

from .control import NEW, Control
from .subset import Array


def is_interpolant_needed(time: float, h: float, control: Control) -> bool:
    """True if anything needs values inside the step from `time` on: guards, delays, records on a grid or at times."""
    if control.guard_count > 0 or control.delay_count > 0:
        return True
    if control.given_times > 0:
        return control.next_record <= time + h
    next_record = control.first_record + control.records_due * control.spacing
    return control.spacing > 0.0 and next_record <= time + h


def hermite(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The cubic through the states and derivatives at both ends of a step; its error is of order h^4."""
    n = control.state_count
    h = control.taken
    last = control.last_stage
    rest = 1.0 - fraction
    for i in range(n):
        difference = work[NEW * n + i] - states[i]
        bend = h * work[i] - difference
        curve = difference - h * work[last * n + i] - bend
        out[i] = states[i] + fraction * (difference + rest * (bend + fraction * curve))
