"""Events whose instants move with parameters: the derivatives of the states are shifted to the moving instant and back.

At a fixed time, the derivative of a state by a parameter is s; at an instant that moves by tau it is s + f tau, with
the slope f of the state. An event changes the latter by the chain rule; afterwards the slope may be a different one.
"""

from .control import MAX_JUMPS, Control
from .delays import see_none
from .entries import before, delay_sources, derivatives, guards, held, shifts, times
from .guard_signs import sign
from .steps import spacing_at
from .subset import Array, Integers, inline, slice_from

FIXED_INSTANT = -1
NEAR = 128.0
"""A jump that is this many float spacings away has arrived: runs stop a little after it."""


def shift_to_instant(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, tolerance: float
) -> None:
    """Move to the coordinates of the instant, if a guard or a time event caused it."""
    cause = cause_of_instant(control, plan, states, values, work, tolerance)
    keep_shifts(control, plan, values, work)
    if cause == FIXED_INSTANT:
        return
    times(control.time, states, values, work)
    shifts(control.time, states, values, slice_from(work, control.shifts))
    count = control.direction_count
    for j in range(count):
        moved = work[control.shifts + cause * count + j]
        if cause >= first_arrival(control):
            moved += (
                work[control.shifts + (cause + 1) * count + j] * work[control.jump_shifts + control.arrived * count + j]
            )
        values[plan[control.shift_slots + j]] = moved
    keep_shifts(control, plan, values, work)
    if cause >= first_arrival(control):
        see_none(control, plan, values, work)
    shift(control, plan, states, values, work, 1.0)
    before(control.time, states, values, slice_from(work, control.found))


@inline
def keep_shifts(control: Control, plan: Integers, values: Array, work: Array) -> None:
    """What happens at this instant arrives after each delay, at an instant that moves too."""
    if control.delay_count > 0:
        count = control.direction_count
        number = int(control.jump_count) % MAX_JUMPS
        for j in range(count):
            work[control.jump_shifts + number * count + j] = values[plan[control.shift_slots + j]]


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
    count = control.direction_count
    times(control.time, states, values, work)
    derivatives(control.time, states, values, work)
    control.evaluations += 1.0
    for j in range(count):
        distance = direction * values[plan[control.shift_slots + j]]
        for i in range(n):
            states[n + i * count + j] += distance * work[i]
    held(control.time, states, values, slice_from(work, control.found))
    control.is_fresh = False


def cause_of_instant(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, tolerance: float
) -> int:
    """The number of the guard that has crossed zero, or after all guards that of the time event, sample or delay."""
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
    if control.has_moving_samples:
        slot = plan[control.sampler_slots]
        if slot >= 0 and abs(values[slot] - control.time) <= tolerance:
            return count + control.time_event_count
    if control.delay_count > 0:
        return row_of_arrival(control, plan, states, values, work)
    return FIXED_INSTANT


@inline
def first_arrival(control: Control) -> int:
    """The number of the first row of a delay, after all other causes."""
    return control.guard_count + control.time_event_count + int(control.has_moving_samples)


def row_of_arrival(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> int:
    """The number of the first row of the delay through which a jump arrives now."""
    first = control.delay_slots
    delay_sources(control.time, states, values, slice_from(work, control.found))
    for i in range(control.delay_count // (1 + control.direction_count)):
        since = values[plan[first + 3 * i + 1]]
        for k in range(min(int(control.jump_count), MAX_JUMPS)):
            if abs(work[control.jumps + k] - since) <= NEAR * spacing_at(control.time):
                control.arrived = k
                return first_arrival(control) + 2 * i
    return FIXED_INSTANT
