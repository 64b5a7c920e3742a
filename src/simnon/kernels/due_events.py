"""What is due at an instant: events whose condition has become true, and samplers whose time has come."""

from .calendar import end_of_block, find_in_calendar, follow_samples, has_calendar, is_sampler_due, open_calendar
from .control import BLOCK, LOGGED_SLOT, LOGGED_STATE, LOGGED_STOP, NO_EVENT, Control
from .entries import conditions, events, held, sample
from .event_log import note
from .subset import Array, Integers, inline, slice_from


@inline
def find_due(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, log: Array, tolerance: float
) -> int:
    """Mark and count the events and samplers that are due; -1 if the run must stop."""
    due = find_events_due(control, states, values, work, log)
    if due < 0:
        return -1
    samplers_due = find_samplers_due(control, plan, values, work, tolerance)
    if samplers_due > 0:
        control.samples += 1.0
    return due + samplers_due


@inline
def find_events_due(control: Control, states: Array, values: Array, work: Array, log: Array) -> int:
    """Mark and count the events whose condition has become true; -1 if that of a stop has."""
    found = control.found
    count = control.condition_count
    event_count = control.event_count
    stop_count = control.stop_count
    truths = control.truths
    events_due = control.events_due
    due = 0
    if count > 0:
        conditions(control.time, states, values, slice_from(work, found))
    # A condition acts only when it becomes true: compare it with its truth value at the last evaluation.
    for i in range(count):
        is_new = work[found + i] != 0.0 and work[truths + i] == 0.0
        work[truths + i] = work[found + i]
        work[found + i] = 1.0 if is_new else 0.0
        if i < event_count:
            work[events_due + i] = work[found + i]
            due += 1 if is_new else 0
        elif is_new and i < event_count + stop_count:
            control.culprit = i - event_count
            note(control, log, LOGGED_STOP, i - event_count, 0.0, 1.0, NO_EVENT)
            return -1
    return due


@inline
def find_samplers_due(control: Control, plan: Integers, values: Array, work: Array, tolerance: float) -> int:
    """Mark and count the samplers whose next instant is here, or one of whose triggers has become true."""
    if has_calendar(control):
        return find_in_calendar(control, plan, values, work, tolerance)
    due = 0
    for i in range(control.sampler_count):
        is_due = is_sampler_due(control, plan, values, work, tolerance, i)
        work[control.samplers_due + i] = 1.0 if is_due else 0.0
        due += 1 if is_due else 0
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
    events_due = control.events_due
    for i in range(control.event_count):
        if work[events_due + i] != 0.0:
            update(control, plan, states, values, log, offset, control.first_event + i)
        offset += 2 + 2 * (plan[offset] + plan[offset + 1])
    held(time, states, values, slice_from(work, found))
    if has_calendar(control):
        if has_event_due(control, work):
            open_calendar(control, plan, values, work)
        else:
            follow_samples(control, plan, values, work)


def update(control: Control, plan: Integers, states: Array, values: Array, log: Array, offset: int, event: int) -> None:
    """Assign what an event has computed; `offset` is where the plan lists it."""
    state_count = plan[offset]
    for j in range(state_count + plan[offset + 1]):
        target = plan[offset + 2 + 2 * j]
        new = values[plan[offset + 3 + 2 * j]]
        if j < state_count:
            note(control, log, LOGGED_STATE, target, states[target], new, event)
            states[target] = new
        else:
            note(control, log, LOGGED_SLOT, target, values[target], new, event)
            values[target] = new


@inline
def is_finite(control: Control, states: Array) -> bool:
    """True if events have left every state finite."""
    check = 0.0
    if control.event_count > 0:
        for i in range(control.first_state, control.end_state):
            check += 0.0 * states[i]
    return check == 0.0


@inline
def is_stuck(control: Control, plan: Integers, values: Array, work: Array, tolerance: float) -> bool:
    """True if a system that was sampled requests its next sample at once, or sets no time for it."""
    if has_calendar(control):
        return is_block_stuck(control, plan, values, work, tolerance)
    return is_one_stuck(control, plan, values, work, tolerance, 0, control.sampler_count)


def is_block_stuck(control: Control, plan: Integers, values: Array, work: Array, tolerance: float) -> bool:
    """The same for a model with a calendar: only blocks with a sampler that was due."""
    marked = control.calendar + control.block_count
    for block in range(control.block_count):
        if work[marked + block] != 0.0:
            has_stuck = is_one_stuck(
                control, plan, values, work, tolerance, BLOCK * block, end_of_block(control, block)
            )
            if has_stuck:
                return True
    return False


@inline
def is_one_stuck(
    control: Control, plan: Integers, values: Array, work: Array, tolerance: float, first: int, end: int
) -> bool:
    """True if one of the samplers `first` to `end` is; leaves its number in `control`."""
    for i in range(first, end):
        slot = plan[control.sampler_slots + 3 * i]
        is_due = slot >= 0 and work[control.samplers_due + i] != 0.0
        if is_due and not values[slot] > control.time + tolerance:
            control.culprit = i
            return True
    return False
