"""Modes at an instant: each is set to what it is just after it, until none changes."""

from .control import CHATTERING, LOGGED_MODE, NO_EVENT, RUNNING, SLIDE_REQUESTED, TRIAL, Control
from .entries import derivatives, guards, held, modes, times
from .event_log import note
from .guard_signs import sign
from .island_list import has_islands
from .islands import look_at_everything
from .look_ahead import look, look_ahead_distance
from .shares import Shape
from .slides import begin_slides, end_slides, find_returns, is_sliding
from .subset import Array, Integers, inline, slice_from
from .time_events import forget_time_events, is_time_event_here, is_time_event_late

MAX_ITERATIONS = 100
RECENTLY = 16.0
"""A mode that has not changed within this many cuts counts as new: a sequence of new ones is not chattering."""
SHORTEST_WAY = 1e-7
"""A return to zero shorter than this fraction of the last step is within the accuracy of the location."""
MAX_DOUBLINGS = 40
NEGLIGIBLE = 1e-290
"""Products below this can have lost digits."""


def begin_modes(control: Control, plan: Integers, states: Array, values: Array, work: Array, tolerance: float) -> None:
    """At the start of a run, set the modes to what they are just after it; that is not an event.

    The states are not extrapolated: before the samples and events of the start are applied, their derivatives can be
    meaningless.
    """
    found = control.found
    slots = control.mode_slots
    if control.mode_count > 0:
        modes(control.time + tolerance, states, values, slice_from(work, found))
        for i in range(control.mode_count):
            values[plan[slots + i]] = work[found + i]
        held(control.time, states, values, slice_from(work, found))


@inline
def iterate_modes(
    control: Control,
    plan: Integers,
    states: Array,
    values: Array,
    work: Array,
    log: Array,
    tolerance: float,
    is_new: bool,
) -> int:
    """Update the modes until none changes; return how many passes changed some, or a negated status if they do not
    converge.

    A mode can change the derivatives, which decide where the states are going and so the modes.
    """
    for passes in range(MAX_ITERATIONS):
        changes = 0
        if is_sliding(control, values):
            shape = control.sliding_shape
            is_located = is_new and passes == 0
            changes = end_slides(
                control, plan, Shape(slice_from(plan, shape)), states, values, work, log, tolerance, is_located
            )
        leave_zero(control, states, values, work, tolerance)
        changed = update_modes(control, plan, states, values, work, log, tolerance)
        if changed < 0:
            return -CHATTERING
        if changes + changed == 0:
            return passes
        if control.may_slide and changed > 0:
            returns = find_returns(control, plan, values, work)
            if returns > 0 and control.sliding == 0:
                return -SLIDE_REQUESTED
            if returns > 0:
                shape = control.sliding_shape
                status = begin_slides(control, plan, Shape(slice_from(plan, shape)), states, values, work, log)
                if status != RUNNING:
                    return -status
    return -CHATTERING


@inline
def update_modes(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, log: Array, tolerance: float
) -> int:
    """Set the modes to what they are just ahead of the instant; return how many changed, -1 if they do not converge.

    `t > 100` is false at 100 and true after it, and a ball that has bounced is still a rounding error below the ground:
    what counts is where time and states are going.
    """
    times(control.time, states, values, work)
    derivatives(control.time, states, values, work)
    control.evaluations += 1.0
    control.is_fresh = True
    if control.mode_count == 0:
        return 0
    ahead = find_modes_ahead(control, plan, states, values, work, tolerance)
    keep_modes(control, plan, values, work)
    are_modes_stable = stabilise_modes(control, plan, states, values, work, ahead)
    changes = note_changes(control, plan, values, work, log)
    if not are_modes_stable:
        keep_modes(control, plan, values, work)
        take_modes(control, plan, values, work)
        note_changes(control, plan, values, work, log)
        return -1
    return changes


@inline
def find_modes_ahead(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, tolerance: float
) -> float:
    """Evaluate the modes just ahead of the instant; return how far ahead that is."""
    found = control.found
    ahead = look_ahead_distance(control, tolerance)
    look(control, states, work, ahead)
    modes(control.time + ahead, slice_from(work, TRIAL * control.state_count), values, slice_from(work, found))
    is_late = is_time_event_here(control, work, tolerance)
    if is_late:
        is_late = is_time_event_late(control, plan, values, work, tolerance)
    # At a time event known in advance the mode must change; if rounding still hides that, look farther.
    for _ in range(MAX_DOUBLINGS):
        if not is_late:
            break
        ahead = 2.0 * ahead
        modes(control.time + ahead, states, values, slice_from(work, found))
        is_late = is_time_event_late(control, plan, values, work, tolerance)
    forget_time_events(control, work, tolerance)
    return ahead


@inline
def keep_modes(control: Control, plan: Integers, values: Array, work: Array) -> None:
    """Keep the modes as they are now, to compare them with later ones."""
    old = control.found + control.mode_count
    for i in range(control.mode_count):
        work[old + i] = values[plan[control.mode_slots + i]]


@inline
def stabilise_modes(control: Control, plan: Integers, states: Array, values: Array, work: Array, ahead: float) -> bool:
    """Store the modes that were found, and evaluate them again while any changes; True if they converge."""
    n = control.state_count
    found = control.found
    for _ in range(MAX_ITERATIONS):
        are_modes_stable = take_modes(control, plan, values, work)
        if are_modes_stable:
            return True
        # A guard can depend on modes that have just changed.
        held(control.time, states, values, slice_from(work, found))
        modes(control.time + ahead, slice_from(work, TRIAL * n), values, slice_from(work, found))
    return False


@inline
def take_modes(control: Control, plan: Integers, values: Array, work: Array) -> bool:
    """Store the modes that were found; True if none differed. Modes held by a surface the run has just left stay."""
    found = control.found
    slots = control.mode_slots
    if control.sliding > 0:
        for i in range(control.mode_count):
            if work[control.held_modes + i] > 0.0:
                work[found + i] = values[plan[slots + i]]
    are_modes_stable = True
    for i in range(control.mode_count):
        slot = plan[slots + i]
        are_modes_stable = are_modes_stable and work[found + i] == values[slot]
        values[slot] = work[found + i]
    return are_modes_stable


@inline
def note_changes(control: Control, plan: Integers, values: Array, work: Array, log: Array) -> int:
    """Log the modes that have changed; return how many."""
    count = control.mode_count
    slots = control.mode_slots
    old = control.found + count
    changes = 0
    for i in range(count):
        new = values[plan[slots + i]]
        if new != work[old + i]:
            note(control, log, LOGGED_MODE, control.first_mode + i, work[old + i], new, NO_EVENT)
            changes += 1
            control.is_fresh = False
            if plan[control.shown_modes + i] != 0:
                control.has_changed = True
            note_switch(control, work, i)
    return changes


@inline
def note_switch(control: Control, work: Array, mode: int) -> None:
    """Only modes that change again and again chatter."""
    switched = control.switched
    if control.cuts - work[switched + mode] > RECENTLY:
        control.near_events = 0.0
        control.shrinks = 0.0
    work[switched + mode] = control.cuts


def leave_zero(control: Control, states: Array, values: Array, work: Array, tolerance: float) -> None:
    """Move past zero with a guard that has crossed only by the accuracy of its location and is returning.

    The distance is so short that a straight line is exact for that guard. Other guards are passed only if the
    look-ahead would change their modes: a steep one can cross its whole range within such a distance.
    """
    count = control.guard_count
    if not control.is_cut or count == 0:
        return
    n = control.state_count
    first = control.guards
    here = first + 2 * count
    there = here + count
    ahead = look_ahead_distance(control, tolerance)
    times(control.time, states, values, work)
    derivatives(control.time, states, values, work)
    guards(control.time, states, values, slice_from(work, here))
    look(control, states, work, ahead)
    times(control.time + ahead, slice_from(work, TRIAL * n), values, slice_from(work, control.found))
    guards(control.time + ahead, slice_from(work, TRIAL * n), values, slice_from(work, there))
    way = 0.0
    farthest = max(ahead, SHORTEST_WAY * control.taken)
    for i in range(count):
        change = work[there + i] - work[here + i]
        # Nearly all guards are clearly farther from zero, which needs no division.
        is_far = abs(work[here + i]) * ahead > 2.0 * farthest * abs(change) + NEGLIGIBLE
        if not is_far and work[here + i] * change < 0.0:
            to_zero = abs(work[here + i]) / abs(change) * ahead
            has_crossed = sign(work[here + i]) != sign(work[first + i])
            if to_zero <= (SHORTEST_WAY * control.taken if has_crossed else ahead):
                way = max(way, 2.0 * to_zero)
    way = min(way, 0.5 * (control.limit - control.time))
    if way > 0.0:
        look(control, states, work, way)
        if has_islands(control):
            look_at_everything(control, states, values, work, way)
        for i in range(n):
            states[i] = work[TRIAL * n + i]
        control.time += way
