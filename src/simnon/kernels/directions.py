"""Events whose instants move with parameters: the derivatives of the states are shifted to the moving instant and back.

At a fixed time, the derivative of a state by a parameter is s; at an instant that moves by tau it is s + f tau, with
the slope f of the state. An event changes the latter by the chain rule; afterwards the slope may be a different one.
"""

from .control import Control
from .entries import before, derivatives, guards, held, shifts, times
from .location import sign
from .subset import Array, Integers, slice_from

FIXED_INSTANT = -1


def shift_to_instant(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, tolerance: float
) -> None:
    """Move to the coordinates of the instant, if a guard or a time event caused it."""
    cause = cause_of_instant(control, states, values, work, tolerance)
    if cause == FIXED_INSTANT:
        return
    times(control.time, states, values, work)
    shifts(control.time, states, values, slice_from(work, control.shifts))
    count = control.direction_count
    for j in range(count):
        values[plan[control.shift_slots + j]] = work[control.shifts + cause * count + j]
    shift(control, plan, states, values, work, 1.0)
    before(control.time, states, values, slice_from(work, control.found))


def shift_back(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Return to a fixed time, with the slopes after the instant."""
    is_shifted = False
    for j in range(control.direction_count):
        if values[plan[control.shift_slots + j]] != 0.0:
            is_shifted = True
    if is_shifted:
        shift(control, plan, states, values, work, -1.0)
        for j in range(control.direction_count):
            values[plan[control.shift_slots + j]] = 0.0
        held(control.time, states, values, slice_from(work, control.found))
        control.has_changed = True
        times(control.time, states, values, work)
        derivatives(control.time, states, values, work)
        control.is_fresh = True


def shift(control: Control, plan: Integers, states: Array, values: Array, work: Array, direction: float) -> None:
    """Add the slopes of the model's own states times the shifts, or subtract them."""
    n = control.base_count
    times(control.time, states, values, work)
    derivatives(control.time, states, values, work)
    control.evaluations += 1.0
    for j in range(control.direction_count):
        distance = direction * values[plan[control.shift_slots + j]]
        for i in range(n):
            states[n + j * n + i] += distance * work[i]
    held(control.time, states, values, slice_from(work, control.found))
    control.is_fresh = False


def cause_of_instant(control: Control, states: Array, values: Array, work: Array, tolerance: float) -> int:
    """The number of the guard that has crossed zero, or that of the time event after all guards."""
    count = control.guard_count
    if control.is_cut:
        here = control.guards + 2 * count
        times(control.time, states, values, slice_from(work, control.found))
        guards(control.time, states, values, slice_from(work, here))
        nearest = 0
        for i in range(count):
            if sign(work[here + i]) != sign(work[control.guards + i]):
                return i
            if abs(work[here + i]) < abs(work[here + nearest]):
                nearest = i
        return nearest
    for i in range(control.time_event_count):
        if abs(work[control.instants + i] - control.time) <= tolerance:
            return count + i
    return FIXED_INSTANT
