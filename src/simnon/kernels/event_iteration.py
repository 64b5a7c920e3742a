"""Event iteration: apply everything due at an instant together, from the values before it; repeat until nothing
changes."""

from .accumulation import can_rest, is_not_held, keep_event, rest_at_limit
from .calendar import has_calendar, next_in_calendar
from .control import (
    CHATTERING,
    NOT_FINITE,
    OUTSIDE_DOMAIN,
    RUNNING,
    SAMPLING_STUCK,
    SPACINGS_OF_AN_INSTANT,
    STOPPED,
    TRIAL,
    Control,
)
from .delays import next_arrival, note_jump, see_all
from .directions import shift_back, shift_to_instant
from .due_events import apply_due, find_due, has_event_due, is_finite, is_stuck
from .entries import before, guards, time_events, times
from .island_list import has_islands
from .islands import rest_everywhere
from .look_ahead import look, look_ahead_distance
from .mode_iteration import begin_modes, iterate_modes
from .slides import begin_instant, forget_changes, impose_signs
from .steps import spacing_at
from .subset import Array, Integers, inline, slice_from
from .time_events import is_time_event_here

MAX_ITERATIONS = 100
RESTING = -1
"""The run has moved to the limit of events that accumulate; that is an instant of its own."""
CLUSTER_SIZE = 250.0
"""More events than this, plus CLUSTER_SIZE_OF_A_MODE per mode, within CLUSTER_SPAN of the run, are taken to be
endless."""
CLUSTER_SIZE_OF_A_MODE = 4.0
CLUSTER_SPAN = 1e-9
MAX_NEAR_EVENTS = 10.0
CUTS_BETWEEN_MARKS = 1000
SLOW = 1e-5
"""If CUTS_BETWEEN_MARKS events advance the run by less than this fraction of it, unstable steps may be the cause."""


def iterate_instant(control: Control, plan: Integers, states: Array, values: Array, work: Array, log: Array) -> int:
    """Apply what is due at the present instant until nothing is; RUNNING, or why the run cannot continue.

    Each iteration first updates the modes to what they are just after the instant, until none changes, and only then
    evaluates conditions; everything due is applied from the values before the iteration. If only a sample is due, it
    comes before the modes.
    """
    tolerance = SPACINGS_OF_AN_INSTANT * spacing_at(control.time)
    is_first = enter_instant(control, plan, states, values, work, tolerance)
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
            is_applied = due > 0
        if is_applied:
            if is_at_limit and has_event_due(control, work):
                return CHATTERING
            status = apply_events(control, plan, states, values, work, log, tolerance)
            if status != RUNNING:
                return status
            if control.condition_count == 0:
                due = 0
        elif not is_first:
            status = end_instant(control, plan, states, values, work, log, tolerance)
            if status != RESTING:
                return status
            is_at_limit = True
            due = 1
        is_first = False
    return CHATTERING


def enter_instant(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, tolerance: float
) -> bool:
    """Evaluate what holds before the instant; True if samples come before modes there."""
    control.events += 1.0
    control.cuts += control.is_cut
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
    return is_first


def apply_events(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, log: Array, tolerance: float
) -> int:
    """Apply everything due; RUNNING, or why the run cannot continue with the result."""
    control.has_changed = True
    apply_due(control, plan, states, values, work, log)
    forget_changes(control, work)
    if not is_finite(control, states):
        return NOT_FINITE
    has_stuck = is_stuck(control, plan, values, work, tolerance)
    if has_stuck:
        return SAMPLING_STUCK
    before(control.time, states, values, slice_from(work, control.found))
    return RUNNING


def end_instant(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, log: Array, tolerance: float
) -> int:
    """Prepare the steps after the instant; RUNNING, RESTING, or why the run cannot continue."""
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
    if has_islands(control):
        rest_everywhere(control, plan, values)
    rest_at_limit(control, states, work, log)
    begin_instant(control, work)
    before(control.time, states, values, slice_from(work, control.found))
    return RESTING


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
    if has_calendar(control):
        limit = next_in_calendar(control, work, limit)
    else:
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
        if has_islands(control):
            control.looked = ahead


@inline
def outside_domain(control: Control, plan: Integers, work: Array) -> int:
    """The first negative guard of a function's domain, or -1."""
    for i in range(control.guard_count):
        if plan[control.domains + i] != 0 and work[control.guards + i] < 0.0:
            return control.first_guard + i
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
    most = CLUSTER_SIZE + CLUSTER_SIZE_OF_A_MODE * control.all_modes
    return CHATTERING if control.cluster > most or control.near_events > MAX_NEAR_EVENTS else RUNNING
