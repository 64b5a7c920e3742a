"""Settling an instant: apply all that is due, together, from the values before; then look again."""

from .control import (
    CHATTERING,
    CONDITION_COUNT,
    CROWD,
    CROWD_TIME,
    CULPRIT,
    EVENT_COUNT,
    EVENTS,
    EVENTS_DUE,
    FOUND,
    GUARD_COUNT,
    GUARDS,
    INSTANTS,
    IS_FRESH,
    LIMIT,
    LOG_ROOM,
    LOG_WIDTH,
    LOGGED,
    LOGGED_MODE,
    LOGGED_SLOT,
    LOGGED_STATE,
    LOGGED_STOP,
    LOST,
    MODE_COUNT,
    MODE_SLOTS,
    RUNNING,
    SAMPLER_COUNT,
    SAMPLER_SLOTS,
    SAMPLERS_DUE,
    SAMPLES,
    SAMPLING_STUCK,
    START_TIME,
    STOP_COUNT,
    STOP_TIME,
    STOPPED,
    TIME,
    TIME_EVENT_COUNT,
    TRUTHS,
    UPDATES,
)
from .entries import before, conditions, events, guards, held, modes, sample, time_events, times
from .steps import spacing_at
from .subset import Array, part

MOST_ROUNDS = 100
CROWD_SIZE = 250.0
"""So many events within CROWD_SPAN of the run never end."""
CROWD_SPAN = 1e-9
SPACINGS_OF_AN_INSTANT = 8.0
"""Instants as near as this are one: they differ by rounding only."""
MOST_DOUBLINGS = 40


def settle(control: Array, plan: Array, states: Array, values: Array, work: Array, log: Array) -> int:
    """Apply what is due at the present instant until nothing is; RUNNING, or why the run cannot go on."""
    control[IS_FRESH] = 0.0
    control[EVENTS] += 1.0
    tolerance = SPACINGS_OF_AN_INSTANT * spacing_at(control[TIME])
    shift = find_shift(control, plan, states, values, work, tolerance)
    for _ in range(MOST_ROUNDS):
        is_changed = settle_modes(control, plan, states, values, work, log, shift)
        due = find_due(control, plan, states, values, work, log, tolerance)
        if due < 0:
            return STOPPED
        if due == 0 and not is_changed:
            return look_ahead(control, plan, states, values, work, tolerance)
        if due > 0:
            apply_due(control, plan, states, values, work, log)
            has_stuck = is_stuck(control, plan, values, work, tolerance)
            if has_stuck:
                return SAMPLING_STUCK
    return CHATTERING


def note(control: Array, log: Array, kind: int, number: int, old: float, new: float) -> None:
    """Add an entry to the event log."""
    row = int(control[LOGGED])
    if row >= int(control[LOG_ROOM]):
        control[LOST] += 1.0
        return
    log[row * LOG_WIDTH] = control[TIME]
    log[row * LOG_WIDTH + 1] = float(kind)
    log[row * LOG_WIDTH + 2] = float(number)
    log[row * LOG_WIDTH + 3] = old
    log[row * LOG_WIDTH + 4] = new
    control[LOGGED] += 1.0


def find_shift(control: Array, plan: Array, states: Array, values: Array, work: Array, tolerance: float) -> float:
    """How far past the instant a mode that depends on time must be looked at to be on its other side.

    `t > 100` is false at 100 and true after it: a time event is the moment just after.
    """
    count = int(control[TIME_EVENT_COUNT])
    shift = tolerance
    if count == 0:
        return shift
    time = control[TIME]
    is_due = False
    for i in range(count):
        if abs(work[int(control[INSTANTS]) + i] - time) <= tolerance:
            is_due = True
    if not is_due:
        return shift
    mode_count = int(control[MODE_COUNT])
    slots = int(control[MODE_SLOTS])
    found = int(control[FOUND])
    for _ in range(MOST_DOUBLINGS):
        modes(time + shift, states, values, part(work, found))
        for i in range(mode_count):
            number = int(plan[slots + mode_count + i])
            is_now = number >= 0 and abs(work[int(control[INSTANTS]) + number] - time) <= tolerance
            if is_now and work[found + i] != values[int(plan[slots + i])]:
                return shift
        shift = 2.0 * shift
    return tolerance


def settle_modes(
    control: Array,
    plan: Array,
    states: Array,
    values: Array,
    work: Array,
    log: Array,
    shift: float,
) -> bool:
    """Make the modes what they are now; whether one has changed."""
    count = int(control[MODE_COUNT])
    if count == 0:
        return False
    found = int(control[FOUND])
    slots = int(control[MODE_SLOTS])
    modes(control[TIME], states, values, part(work, found))
    if control[TIME_EVENT_COUNT] > 0.0:
        modes(control[TIME] + shift, states, values, part(work, found + count))
    is_changed = False
    for i in range(count):
        slot = int(plan[slots + i])
        now = work[found + i] if plan[slots + count + i] < 0.0 else work[found + count + i]
        if now != values[slot]:
            note(control, log, LOGGED_MODE, i, values[slot], now)
            values[slot] = now
            is_changed = True
    if is_changed:
        held(control[TIME], states, values, part(work, found))
    return is_changed


def find_due(
    control: Array,
    plan: Array,
    states: Array,
    values: Array,
    work: Array,
    log: Array,
    tolerance: float,
) -> int:
    """Mark the events and samplers that are due, and count them; -1 where the run is to stop."""
    found = int(control[FOUND])
    count = int(control[CONDITION_COUNT])
    event_count = int(control[EVENT_COUNT])
    stop_count = int(control[STOP_COUNT])
    truths = int(control[TRUTHS])
    due = 0
    if count > 0:
        conditions(control[TIME], states, values, part(work, found))
    for i in range(count):
        is_new = work[found + i] != 0.0 and work[truths + i] == 0.0
        work[truths + i] = work[found + i]
        work[found + i] = 1.0 if is_new else 0.0
        if i < event_count:
            work[int(control[EVENTS_DUE]) + i] = work[found + i]
            due += 1 if is_new else 0
        elif is_new and i < event_count + stop_count:
            control[CULPRIT] = float(i - event_count)
            note(control, log, LOGGED_STOP, i - event_count, 0.0, 1.0)
            return -1
    sampler_slots = int(control[SAMPLER_SLOTS])
    for i in range(int(control[SAMPLER_COUNT])):
        slot = int(plan[sampler_slots + 2 * i])
        trigger = int(plan[sampler_slots + 2 * i + 1])
        is_due = False
        if slot >= 0:
            is_due = values[slot] <= control[TIME] + tolerance
        if trigger >= 0 and not is_due:
            is_due = work[found + trigger] != 0.0
        work[int(control[SAMPLERS_DUE]) + i] = 1.0 if is_due else 0.0
        due += 1 if is_due else 0
    return due


def apply_due(control: Array, plan: Array, states: Array, values: Array, work: Array, log: Array) -> None:
    """Compute everything that is due from the values before, then put it in place."""
    time = control[TIME]
    found = int(control[FOUND])
    before(time, states, values, part(work, found))
    if control[EVENT_COUNT] > 0.0:
        events(time, states, values, part(work, int(control[EVENTS_DUE])))
    if control[SAMPLER_COUNT] > 0.0:
        control[SAMPLES] += 1.0
        sample(time, states, values, part(work, int(control[SAMPLERS_DUE])))
    place = int(control[UPDATES])
    for i in range(int(control[EVENT_COUNT])):
        state_count = int(plan[place])
        slot_count = int(plan[place + 1])
        place += 2
        is_due = work[int(control[EVENTS_DUE]) + i] != 0.0
        for j in range(state_count + slot_count):
            target = int(plan[place])
            new = values[int(plan[place + 1])]
            place += 2
            if is_due and j < state_count:
                note(control, log, LOGGED_STATE, target, states[target], new)
                states[target] = new
            elif is_due:
                note(control, log, LOGGED_SLOT, target, values[target], new)
                values[target] = new
    held(time, states, values, part(work, found))


def is_stuck(control: Array, plan: Array, values: Array, work: Array, tolerance: float) -> bool:
    """Whether a system that was sampled wants its next sample at once, or does not say when."""
    for i in range(int(control[SAMPLER_COUNT])):
        slot = int(plan[int(control[SAMPLER_SLOTS]) + 2 * i])
        is_due = slot >= 0 and work[int(control[SAMPLERS_DUE]) + i] != 0.0
        if is_due and not values[slot] > control[TIME] + tolerance:
            control[CULPRIT] = float(i)
            return True
    return False


def look_ahead(control: Array, plan: Array, states: Array, values: Array, work: Array, tolerance: float) -> int:
    """The next instant at which to stop over, and the guards here; whether events crowd without end."""
    time = control[TIME]
    limit = control[STOP_TIME]
    instants = int(control[INSTANTS])
    if control[TIME_EVENT_COUNT] > 0.0:
        time_events(time, states, values, part(work, instants))
    for i in range(int(control[TIME_EVENT_COUNT])):
        if work[instants + i] > time + tolerance:
            limit = min(limit, work[instants + i])
    for i in range(int(control[SAMPLER_COUNT])):
        slot = int(plan[int(control[SAMPLER_SLOTS]) + 2 * i])
        if slot >= 0:
            limit = min(limit, values[slot])
    control[LIMIT] = limit
    if control[GUARD_COUNT] > 0.0:
        times(time, states, values, part(work, int(control[FOUND])))
        guards(time, states, values, part(work, int(control[GUARDS])))
    return crowd(control)


def crowd(control: Array) -> int:
    """Count the events that come one upon another."""
    span = CROWD_SPAN * (control[STOP_TIME] - control[START_TIME])
    if control[TIME] - control[CROWD_TIME] > span:
        control[CROWD_TIME] = control[TIME]
        control[CROWD] = 0.0
    control[CROWD] += 1.0
    return CHATTERING if control[CROWD] > CROWD_SIZE else RUNNING
