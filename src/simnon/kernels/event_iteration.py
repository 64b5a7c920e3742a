"""Event iteration: apply everything due at an instant together, from the values before it; repeat until nothing
changes."""

from .accumulation import can_rest, is_not_held, keep_event, rest_at_limit
from .control import (
    CHATTERING,
    LOGGED_MODE,
    LOGGED_SLOT,
    LOGGED_STATE,
    LOGGED_STOP,
    NOT_FINITE,
    OUTSIDE_DOMAIN,
    RUNNING,
    SAMPLING_STUCK,
    SLIDE_REQUESTED,
    STOPPED,
    TRIAL,
    Control,
)
from .delays import next_arrival, note_jump, see_all
from .directions import shift_back, shift_to_instant
from .entries import before, conditions, derivatives, events, guards, held, modes, sample, time_events, times
from .event_log import note
from .location import sign
from .look_ahead import look, look_ahead_distance
from .shares import Shape
from .slides import begin_instant, begin_slides, end_slides, find_returns, forget_changes, impose_signs, is_sliding
from .steps import spacing_at
from .subset import Array, Integers, inline, slice_from

MAX_ITERATIONS = 100
CLUSTER_SIZE = 250.0
"""More events than this, plus CLUSTER_SIZE_OF_A_MODE per mode, within CLUSTER_SPAN of the run, are taken to be
endless."""
CLUSTER_SIZE_OF_A_MODE = 4.0
CLUSTER_SPAN = 1e-9
MAX_NEAR_EVENTS = 10.0
CUTS_BETWEEN_MARKS = 1000
SLOW = 1e-5
"""If CUTS_BETWEEN_MARKS events advance the run by less than this fraction of it, unstable steps may be the cause."""
RECENTLY = 16.0
"""A mode that has not changed within this many cuts counts as new: a sequence of new ones is not chattering."""
SPACINGS_OF_AN_INSTANT = 8.0
"""Instants this close, in float spacings, are the same: they differ only by rounding."""
SHORTEST_WAY = 1e-7
"""A return to zero shorter than this fraction of the last step is within the accuracy of the location."""
MAX_DOUBLINGS = 40
NEVER = 1e308
NO_EVENT = -1


def iterate_instant(control: Control, plan: Integers, states: Array, values: Array, work: Array, log: Array) -> int:
    """Apply what is due at the present instant until nothing is; RUNNING, or why the run cannot continue.

    Each iteration first updates the modes to what they are just after the instant, until none changes, and only then
    evaluates conditions; everything due is applied from the values before the iteration. If only a sample is due, it
    comes before the modes.
    """
    control.events += 1.0
    control.cuts += control.is_cut
    tolerance = SPACINGS_OF_AN_INSTANT * spacing_at(control.time)
    begin_instant(control, work)
    before(control.time, states, values, slice_from(work, control.found))
    if control.direction_count > 0:
        shift_to_instant(control, plan, states, values, work, tolerance)
    is_jump = is_time_event_here(control, work, tolerance)
    is_first = not control.is_cut and not is_jump
    if control.delay_count > 0:
        see_all(control, plan, values)
    if control.events == 1.0:
        begin_modes(control, plan, states, values, work, tolerance)
    due = 1
    is_new = control.is_cut
    is_at_limit = False
    for _ in range(MAX_ITERATIONS):
        is_changed = is_first
        if not is_first:
            changes = iterate_modes(control, plan, states, values, work, log, tolerance, is_new)
            is_new = False
            if changes < 0:
                return -changes
            is_changed = changes > 0
        is_applied = False
        # A sample is due only once, and without conditions it cannot make anything else due.
        if is_changed or due > 0:
            due = find_due(control, plan, states, values, work, log, tolerance)
            if due < 0:
                if control.direction_count > 0:
                    shift_back(control, plan, states, values, work)
                return STOPPED
            if due > 0:
                if is_at_limit and has_event_due(control, work):
                    return CHATTERING
                is_applied = True
                control.has_changed = True
                apply_due(control, plan, states, values, work, log)
                forget_changes(control, work)
                if not is_finite(control, states):
                    return NOT_FINITE
                has_stuck = is_stuck(control, plan, values, work, tolerance)
                if has_stuck:
                    return SAMPLING_STUCK
                before(control.time, states, values, slice_from(work, control.found))
                if control.condition_count == 0:
                    due = 0
        if not is_first and not is_applied:
            if control.direction_count > 0:
                shift_back(control, plan, states, values, work)
            look_ahead(control, plan, states, values, work, tolerance)
            culprit = outside_domain(control, plan, work)
            if culprit >= 0:
                control.culprit = culprit
                return OUTSIDE_DOMAIN
            status = cluster(control)
            if is_not_held(control):
                status = CHATTERING
            is_resting = status == CHATTERING and can_rest(control)
            if not is_resting:
                keep_event(control, states, work)
                return status
            rest_at_limit(control, states, work, log)
            is_at_limit = True
            begin_instant(control, work)
            before(control.time, states, values, slice_from(work, control.found))
            due = 1
        is_first = False
    return CHATTERING


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
    n = control.state_count
    times(control.time, states, values, work)
    derivatives(control.time, states, values, work)
    control.evaluations += 1.0
    control.is_fresh = True
    count = control.mode_count
    if count == 0:
        return 0
    found = control.found
    slots = control.mode_slots
    ahead = look_ahead_distance(control, tolerance)
    look(control, states, work, ahead)
    modes(control.time + ahead, slice_from(work, TRIAL * n), values, slice_from(work, found))
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
    for i in range(count):
        work[found + count + i] = values[plan[slots + i]]
    are_modes_stable = False
    for _ in range(MAX_ITERATIONS):
        are_modes_stable = take_modes(control, plan, values, work)
        if are_modes_stable:
            break
        # A guard can depend on modes that have just changed.
        held(control.time, states, values, slice_from(work, found))
        modes(control.time + ahead, slice_from(work, TRIAL * n), values, slice_from(work, found))
    changes = note_changes(control, plan, values, work, log)
    if not are_modes_stable:
        for i in range(count):
            work[found + count + i] = values[plan[slots + i]]
        take_modes(control, plan, values, work)
        note_changes(control, plan, values, work, log)
        return -1
    return changes


@inline
def take_modes(control: Control, plan: Integers, values: Array, work: Array) -> bool:
    """Store the modes that were found; True if none differed. Modes held by a surface the run has just left stay."""
    found = control.found
    slots = control.mode_slots
    are_modes_stable = True
    for i in range(control.mode_count):
        slot = plan[slots + i]
        if control.sliding > 0 and work[control.held_modes + i] > 0.0:
            work[found + i] = values[slot]
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
            note(control, log, LOGGED_MODE, i, work[old + i], new, NO_EVENT)
            changes += 1
            control.is_fresh = False
            if plan[slots + 2 * count + i] != 0:
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
    for i in range(count):
        change = work[there + i] - work[here + i]
        if work[here + i] * change < 0.0:
            to_zero = abs(work[here + i]) / abs(change) * ahead
            has_crossed = sign(work[here + i]) != sign(work[first + i])
            if to_zero <= (SHORTEST_WAY * control.taken if has_crossed else ahead):
                way = max(way, 2.0 * to_zero)
    way = min(way, 0.5 * (control.limit - control.time))
    if way > 0.0:
        look(control, states, work, way)
        for i in range(n):
            states[i] = work[TRIAL * n + i]
        control.time += way


@inline
def forget_time_events(control: Control, work: Array, tolerance: float) -> None:
    """A time event occurs once: after it, rounding can no longer hide it."""
    for i in range(control.time_event_count):
        if abs(work[control.instants + i] - control.time) <= tolerance:
            work[control.instants + i] = NEVER


@inline
def is_time_event_here(control: Control, work: Array, tolerance: float) -> bool:
    for i in range(control.time_event_count):
        if abs(work[control.instants + i] - control.time) <= tolerance:
            return True
    return False


def is_time_event_late(control: Control, plan: Integers, values: Array, work: Array, tolerance: float) -> bool:
    """True if a time event is here and none of its modes has changed: rounding hides it."""
    count = control.mode_count
    found = control.found
    slots = control.mode_slots
    instants = control.instants
    is_late = False
    for i in range(count):
        number = plan[slots + count + i]
        if number >= 0 and abs(work[instants + number] - control.time) <= tolerance:
            if work[found + i] != values[plan[slots + i]]:
                return False
            is_late = True
    return is_late


@inline
def find_due(
    control: Control,
    plan: Integers,
    states: Array,
    values: Array,
    work: Array,
    log: Array,
    tolerance: float,
) -> int:
    """Mark and count the events and samplers that are due; -1 if the run must stop."""
    found = control.found
    count = control.condition_count
    event_count = control.event_count
    stop_count = control.stop_count
    truths = control.truths
    due = 0
    if count > 0:
        conditions(control.time, states, values, slice_from(work, found))
    # A condition acts only when it becomes true: compare it with its truth value at the last evaluation.
    for i in range(count):
        is_new = work[found + i] != 0.0 and work[truths + i] == 0.0
        work[truths + i] = work[found + i]
        work[found + i] = 1.0 if is_new else 0.0
        if i < event_count:
            work[control.events_due + i] = work[found + i]
            due += 1 if is_new else 0
        elif is_new and i < event_count + stop_count:
            control.culprit = i - event_count
            note(control, log, LOGGED_STOP, i - event_count, 0.0, 1.0, NO_EVENT)
            return -1
    before_samplers = due
    sampler_slots = control.sampler_slots
    for i in range(control.sampler_count):
        slot = plan[sampler_slots + 3 * i]
        trigger = plan[sampler_slots + 3 * i + 1]
        is_due = False
        if slot >= 0:
            is_due = values[slot] <= control.time + tolerance
        for j in range(plan[sampler_slots + 3 * i + 2]):
            is_due = is_due or work[found + trigger + j] != 0.0
        work[control.samplers_due + i] = 1.0 if is_due else 0.0
        due += 1 if is_due else 0
    if due > before_samplers:
        control.samples += 1.0
    return due


@inline
def has_event_due(control: Control, work: Array) -> bool:
    """True if a WHEN is due, not only samples."""
    for i in range(control.event_count):
        if work[control.events_due + i] != 0.0:
            return True
    return False


@inline
def apply_due(control: Control, plan: Integers, states: Array, values: Array, work: Array, log: Array) -> None:
    """Compute everything that is due from the values before, then assign it: no event sees the result of another."""
    time = control.time
    found = control.found
    if control.event_count > 0:
        events(time, states, values, slice_from(work, control.events_due))
    if control.sampler_count > 0:
        sample(time, states, values, slice_from(work, control.samplers_due))
    offset = control.updates
    for i in range(control.event_count):
        state_count = plan[offset]
        slot_count = plan[offset + 1]
        offset += 2
        is_due = work[control.events_due + i] != 0.0
        for j in range(state_count + slot_count):
            target = plan[offset]
            new = values[plan[offset + 1]]
            offset += 2
            if is_due and j < state_count:
                note(control, log, LOGGED_STATE, target, states[target], new, i)
                states[target] = new
            elif is_due:
                note(control, log, LOGGED_SLOT, target, values[target], new, i)
                values[target] = new
    held(time, states, values, slice_from(work, found))


@inline
def is_finite(control: Control, states: Array) -> bool:
    """True if events have left every state finite."""
    check = 0.0
    for i in range(control.state_count if control.event_count > 0 else 0):
        check += 0.0 * states[i]
    return check == 0.0


@inline
def is_stuck(control: Control, plan: Integers, values: Array, work: Array, tolerance: float) -> bool:
    """True if a system that was sampled requests its next sample at once, or sets no time for it."""
    for i in range(control.sampler_count):
        slot = plan[control.sampler_slots + 3 * i]
        is_due = slot >= 0 and work[control.samplers_due + i] != 0.0
        if is_due and not values[slot] > control.time + tolerance:
            control.culprit = i
            return True
    return False


@inline
def look_ahead(control: Control, plan: Integers, states: Array, values: Array, work: Array, tolerance: float) -> None:
    """Find the next instant at which to stop, and the signs of the guards just after this one."""
    time = control.time
    n = control.state_count
    limit = control.stop_time
    instants = control.instants
    if control.time_event_count > 0:
        time_events(time, states, values, slice_from(work, instants))
    for i in range(control.time_event_count):
        if work[instants + i] > time + tolerance:
            limit = min(limit, work[instants + i])
    for i in range(control.sampler_count):
        slot = plan[control.sampler_slots + 3 * i]
        if slot >= 0:
            limit = min(limit, values[slot])
    if control.delay_count > 0:
        note_jump(control, work)
        limit = next_arrival(control, plan, states, values, work, tolerance, limit)
    control.limit = limit
    if control.guard_count > 0:
        ahead = look_ahead_distance(control, tolerance)
        control.horizon = time + ahead
        look(control, states, work, ahead)
        times(time + ahead, slice_from(work, TRIAL * n), values, slice_from(work, control.found))
        guards(time + ahead, slice_from(work, TRIAL * n), values, slice_from(work, control.guards))
        impose_signs(control, work)


@inline
def outside_domain(control: Control, plan: Integers, work: Array) -> int:
    """The first negative guard of a function's domain, or -1."""
    for i in range(control.guard_count):
        if plan[control.domains + i] != 0 and work[control.guards + i] < 0.0:
            return i
    return -1


@inline
def cluster(control: Control) -> int:
    """Count events in quick succession; samples and time events can be as dense as they like."""
    if not control.is_cut:
        return RUNNING
    span = control.stop_time - control.start_time
    if int(control.cuts) % CUTS_BETWEEN_MARKS == 0:
        is_slow = control.time - control.events_marked_time < SLOW * span
        control.events_marked_time = control.time
        if is_slow and control.watch > 0.0 and not control.is_implicit:
            control.stiff_signs = control.enough_signs
    if control.time - control.cluster_time > CLUSTER_SPAN * span:
        control.cluster_time = control.time
        control.cluster = 0.0
    control.cluster += 1.0
    most = CLUSTER_SIZE + CLUSTER_SIZE_OF_A_MODE * control.mode_count
    return CHATTERING if control.cluster > most or control.near_events > MAX_NEAR_EVENTS else RUNNING
