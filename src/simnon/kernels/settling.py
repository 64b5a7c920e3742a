"""Settling an instant: apply all that is due, together, from the values before; then look again."""

from .accumulation import can_rest, is_not_held, keep_event, rest_at_limit
from .ahead import look, way_ahead
from .control import (
    CHATTERING,
    CONDITION_COUNT,
    CROWD,
    CROWD_TIME,
    CULPRIT,
    CUTS,
    DELAY_COUNT,
    DOMAINS,
    ENOUGH_SIGNS,
    EVALUATIONS,
    EVENT_COUNT,
    EVENTS,
    EVENTS_DUE,
    EVENTS_MARKED_TIME,
    FOUND,
    GUARD_COUNT,
    GUARDS,
    HAS_CHANGED,
    HELD_MODES,
    HORIZON,
    INSTANTS,
    IS_CUT,
    IS_FRESH,
    IS_IMPLICIT,
    LIMIT,
    LOGGED_MODE,
    LOGGED_SLOT,
    LOGGED_STATE,
    LOGGED_STOP,
    MAY_SLIDE,
    MODE_COUNT,
    MODE_SLOTS,
    NEAR_EVENTS,
    NOT_FINITE,
    OUTSIDE_DOMAIN,
    RUNNING,
    SAMPLER_COUNT,
    SAMPLER_SLOTS,
    SAMPLERS_DUE,
    SAMPLES,
    SAMPLING_STUCK,
    SHRINKS,
    SLIDE_WANTED,
    SLIDING,
    SLIDING_SHAPE,
    START_TIME,
    STATE_COUNT,
    STIFF_SIGNS,
    STOP_COUNT,
    STOP_TIME,
    STOPPED,
    SWITCHED,
    TAKEN,
    TIME,
    TIME_EVENT_COUNT,
    TRIAL,
    TRUTHS,
    UPDATES,
    WATCH,
)
from .delays import next_arrival, note_jump, see_all
from .entries import before, conditions, derivatives, events, guards, held, modes, sample, time_events, times
from .event_log import note
from .location import sign
from .slides import begin_instant, begin_slides, end_slides, find_returns, forget_changes, is_sliding, tell_signs
from .steps import spacing_at
from .subset import Array, inline, part

MOST_ROUNDS = 100
CROWD_SIZE = 250.0
"""So many events, and CROWD_SIZE_OF_A_MODE for each mode, within CROWD_SPAN of the run never end."""
CROWD_SIZE_OF_A_MODE = 4.0
CROWD_SPAN = 1e-9
MOST_NEAR_EVENTS = 10.0
CUTS_BETWEEN_MARKS = 1000
SLOW = 1e-5
"""So many events that bring the run on by such a part of it may come from steps that are not stable."""
RECENTLY = 16.0
"""A mode that has not changed within so many cuts is new: a row of new ones is no chattering."""
SPACINGS_OF_AN_INSTANT = 8.0
"""Instants as near as this are one: they differ by rounding only."""
SHORTEST_WAY = 1e-7
"""A way back to zero that is shorter than this part of the last step is due to the accuracy of the location."""
MOST_DOUBLINGS = 40
NEVER = 1e308
NO_EVENT = -1


def settle(control: Array, plan: Array, states: Array, values: Array, work: Array, log: Array) -> int:
    """Apply what is due at the present instant until nothing is; RUNNING, or why the run cannot go on.

    A round makes the modes what they are just after the instant, until none changes any more, and only then looks
    at conditions; all that is due is applied from the values before the round. Where there is nothing but a sample,
    it comes before the modes.
    """
    control[EVENTS] += 1.0
    control[CUTS] += control[IS_CUT]
    tolerance = SPACINGS_OF_AN_INSTANT * spacing_at(control[TIME])
    begin_instant(control, work)
    before(control[TIME], states, values, part(work, int(control[FOUND])))
    is_jump = is_time_event_here(control, work, tolerance)
    is_first = control[IS_CUT] == 0.0 and not is_jump
    if control[DELAY_COUNT] > 0.0:
        see_all(control, plan, values)
    if control[EVENTS] == 1.0:
        begin_modes(control, plan, states, values, work, tolerance)
    due = 1
    is_new = control[IS_CUT] > 0.0
    is_at_limit = False
    for _ in range(MOST_ROUNDS):
        is_changed = is_first
        if not is_first:
            changes = iterate_modes(control, plan, states, values, work, log, tolerance, is_new)
            is_new = False
            if changes < 0:
                return -changes
            is_changed = changes > 0
        is_applied = False
        # A sample is due only once; without conditions there is nothing it could make due.
        if is_changed or due > 0:
            due = find_due(control, plan, states, values, work, log, tolerance)
            if due < 0:
                return STOPPED
            if due > 0:
                if is_at_limit and has_event_due(control, work):
                    return CHATTERING
                is_applied = True
                control[HAS_CHANGED] = 1.0
                apply_due(control, plan, states, values, work, log)
                forget_changes(control, work)
                if not is_finite(control, states):
                    return NOT_FINITE
                has_stuck = is_stuck(control, plan, values, work, tolerance)
                if has_stuck:
                    return SAMPLING_STUCK
                before(control[TIME], states, values, part(work, int(control[FOUND])))
                if control[CONDITION_COUNT] == 0.0:
                    due = 0
        if not is_first and not is_applied:
            look_ahead(control, plan, states, values, work, tolerance)
            culprit = outside_domain(control, plan, work)
            if culprit >= 0:
                control[CULPRIT] = float(culprit)
                return OUTSIDE_DOMAIN
            status = crowd(control)
            if is_not_held(control):
                status = CHATTERING
            is_resting = status == CHATTERING and can_rest(control)
            if not is_resting:
                keep_event(control, states, work)
                return status
            rest_at_limit(control, states, work, log)
            is_at_limit = True
            begin_instant(control, work)
            before(control[TIME], states, values, part(work, int(control[FOUND])))
            due = 1
        is_first = False
    return CHATTERING


def begin_modes(control: Array, plan: Array, states: Array, values: Array, work: Array, tolerance: float) -> None:
    """At the start of a run, the modes are what they are just after it; that is no event.

    The states are taken as they are: before samples and events of the start have been applied, their derivatives
    need not mean anything.
    """
    found = int(control[FOUND])
    slots = int(control[MODE_SLOTS])
    if control[MODE_COUNT] > 0.0:
        modes(control[TIME] + tolerance, states, values, part(work, found))
        for i in range(int(control[MODE_COUNT])):
            values[int(plan[slots + i])] = work[found + i]
        held(control[TIME], states, values, part(work, found))


@inline
def iterate_modes(
    control: Array,
    plan: Array,
    states: Array,
    values: Array,
    work: Array,
    log: Array,
    tolerance: float,
    is_new: bool,
) -> int:
    """Make the modes what they are just after the instant; how often some have changed, or why that does not end.

    A mode can change the derivatives, and these where the states are going. The reason is a status with a minus.
    """
    for passes in range(MOST_ROUNDS):
        changes = 0
        if is_sliding(control, values):
            shape = int(control[SLIDING_SHAPE])
            is_located = is_new and passes == 0
            changes = end_slides(control, plan, part(plan, shape), states, values, work, log, tolerance, is_located)
        leave_zero(control, states, values, work, tolerance)
        changed = settle_modes(control, plan, states, values, work, log, tolerance)
        if changed < 0:
            return -CHATTERING
        if changes + changed == 0:
            return passes
        if control[MAY_SLIDE] > 0.0 and changed > 0:
            returns = find_returns(control, plan, values, work)
            if returns > 0 and control[SLIDING] == 0.0:
                return -SLIDE_WANTED
            if returns > 0:
                shape = int(control[SLIDING_SHAPE])
                status = begin_slides(control, plan, part(plan, shape), states, values, work, log)
                if status != RUNNING:
                    return -status
    return -CHATTERING


@inline
def settle_modes(
    control: Array, plan: Array, states: Array, values: Array, work: Array, log: Array, tolerance: float
) -> int:
    """Make the modes what they are where time and states are going; how many have changed, -1 where that does not end.

    `t > 100` is false at 100 and true after it, and a ball that has bounced is still a rounding
    error below the ground: what counts is where time and states are going.
    """
    n = int(control[STATE_COUNT])
    times(control[TIME], states, values, work)
    derivatives(control[TIME], states, values, work)
    control[EVALUATIONS] += 1.0
    control[IS_FRESH] = 1.0
    count = int(control[MODE_COUNT])
    if count == 0:
        return 0
    found = int(control[FOUND])
    slots = int(control[MODE_SLOTS])
    ahead = way_ahead(control, tolerance)
    look(control, states, work, ahead)
    modes(control[TIME] + ahead, part(work, TRIAL * n), values, part(work, found))
    is_late = is_time_event_here(control, work, tolerance)
    if is_late:
        is_late = is_time_event_late(control, plan, values, work, tolerance)
    for _ in range(MOST_DOUBLINGS):
        if not is_late:
            break
        ahead = 2.0 * ahead
        modes(control[TIME] + ahead, states, values, part(work, found))
        is_late = is_time_event_late(control, plan, values, work, tolerance)
    forget_time_events(control, work, tolerance)
    for i in range(count):
        work[found + count + i] = values[int(plan[slots + i])]
    is_settled = False
    for _ in range(MOST_ROUNDS):
        is_settled = take_modes(control, plan, values, work)
        if is_settled:
            break
        # A guard can depend on modes that have just changed.
        held(control[TIME], states, values, part(work, found))
        modes(control[TIME] + ahead, part(work, TRIAL * n), values, part(work, found))
    changes = note_changes(control, plan, values, work, log)
    if not is_settled:
        for i in range(count):
            work[found + count + i] = values[int(plan[slots + i])]
        take_modes(control, plan, values, work)
        note_changes(control, plan, values, work, log)
        return -1
    return changes


@inline
def take_modes(control: Array, plan: Array, values: Array, work: Array) -> bool:
    """Make the modes what was found; whether they were that already."""
    found = int(control[FOUND])
    slots = int(control[MODE_SLOTS])
    is_settled = True
    for i in range(int(control[MODE_COUNT])):
        slot = int(plan[slots + i])
        if control[SLIDING] > 0.0 and work[int(control[HELD_MODES]) + i] > 0.0:
            work[found + i] = values[slot]
        is_settled = is_settled and work[found + i] == values[slot]
        values[slot] = work[found + i]
    return is_settled


@inline
def note_changes(control: Array, plan: Array, values: Array, work: Array, log: Array) -> int:
    """Log the modes that are not what they were; how many there are."""
    count = int(control[MODE_COUNT])
    slots = int(control[MODE_SLOTS])
    old = int(control[FOUND]) + count
    changes = 0
    for i in range(count):
        new = values[int(plan[slots + i])]
        if new != work[old + i]:
            note(control, log, LOGGED_MODE, i, work[old + i], new, NO_EVENT)
            changes += 1
            control[IS_FRESH] = 0.0
            if plan[slots + 2 * count + i] != 0.0:
                control[HAS_CHANGED] = 1.0
            note_switch(control, work, i)
    return changes


@inline
def note_switch(control: Array, work: Array, mode: int) -> None:
    """Only modes that change again and again chatter."""
    switched = int(control[SWITCHED])
    if control[CUTS] - work[switched + mode] > RECENTLY:
        control[NEAR_EVENTS] = 0.0
        control[SHRINKS] = 0.0
    work[switched + mode] = control[CUTS]


def leave_zero(control: Array, states: Array, values: Array, work: Array, tolerance: float) -> None:
    """Where a guard has changed sign but for the accuracy of its location and is going back, go with it past zero.

    The way is so short that a straight line is exact for that guard. Of others only those are passed whose modes the
    look ahead would change: a steep one can cross its whole range within such a way.
    """
    count = int(control[GUARD_COUNT])
    if control[IS_CUT] == 0.0 or count == 0:
        return
    n = int(control[STATE_COUNT])
    first = int(control[GUARDS])
    here = first + 2 * count
    there = here + count
    ahead = way_ahead(control, tolerance)
    times(control[TIME], states, values, work)
    derivatives(control[TIME], states, values, work)
    guards(control[TIME], states, values, part(work, here))
    look(control, states, work, ahead)
    times(control[TIME] + ahead, part(work, TRIAL * n), values, part(work, int(control[FOUND])))
    guards(control[TIME] + ahead, part(work, TRIAL * n), values, part(work, there))
    way = 0.0
    for i in range(count):
        change = work[there + i] - work[here + i]
        if work[here + i] * change < 0.0:
            to_zero = abs(work[here + i]) / abs(change) * ahead
            has_crossed = sign(work[here + i]) != sign(work[first + i])
            if to_zero <= (SHORTEST_WAY * control[TAKEN] if has_crossed else ahead):
                way = max(way, 2.0 * to_zero)
    way = min(way, 0.5 * (control[LIMIT] - control[TIME]))
    if way > 0.0:
        look(control, states, work, way)
        for i in range(n):
            states[i] = work[TRIAL * n + i]
        control[TIME] += way


@inline
def forget_time_events(control: Array, work: Array, tolerance: float) -> None:
    """An instant is there only once: in the next round rounding hides nothing any more."""
    for i in range(int(control[TIME_EVENT_COUNT])):
        if abs(work[int(control[INSTANTS]) + i] - control[TIME]) <= tolerance:
            work[int(control[INSTANTS]) + i] = NEVER


@inline
def is_time_event_here(control: Array, work: Array, tolerance: float) -> bool:
    for i in range(int(control[TIME_EVENT_COUNT])):
        if abs(work[int(control[INSTANTS]) + i] - control[TIME]) <= tolerance:
            return True
    return False


def is_time_event_late(control: Array, plan: Array, values: Array, work: Array, tolerance: float) -> bool:
    """Whether a time event is here and none of its modes has changed: rounding hides it."""
    count = int(control[MODE_COUNT])
    found = int(control[FOUND])
    slots = int(control[MODE_SLOTS])
    instants = int(control[INSTANTS])
    is_late = False
    for i in range(count):
        number = int(plan[slots + count + i])
        if number >= 0 and abs(work[instants + number] - control[TIME]) <= tolerance:
            if work[found + i] != values[int(plan[slots + i])]:
                return False
            is_late = True
    return is_late


@inline
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
            note(control, log, LOGGED_STOP, i - event_count, 0.0, 1.0, NO_EVENT)
            return -1
    before_samplers = due
    sampler_slots = int(control[SAMPLER_SLOTS])
    for i in range(int(control[SAMPLER_COUNT])):
        slot = int(plan[sampler_slots + 3 * i])
        trigger = int(plan[sampler_slots + 3 * i + 1])
        is_due = False
        if slot >= 0:
            is_due = values[slot] <= control[TIME] + tolerance
        for j in range(int(plan[sampler_slots + 3 * i + 2])):
            is_due = is_due or work[found + trigger + j] != 0.0
        work[int(control[SAMPLERS_DUE]) + i] = 1.0 if is_due else 0.0
        due += 1 if is_due else 0
    if due > before_samplers:
        control[SAMPLES] += 1.0
    return due


@inline
def has_event_due(control: Array, work: Array) -> bool:
    """Whether a WHEN is due, not only samples."""
    for i in range(int(control[EVENT_COUNT])):
        if work[int(control[EVENTS_DUE]) + i] != 0.0:
            return True
    return False


@inline
def apply_due(control: Array, plan: Array, states: Array, values: Array, work: Array, log: Array) -> None:
    """Compute everything that is due from the values before, then put it in place."""
    time = control[TIME]
    found = int(control[FOUND])
    if control[EVENT_COUNT] > 0.0:
        events(time, states, values, part(work, int(control[EVENTS_DUE])))
    if control[SAMPLER_COUNT] > 0.0:
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
                note(control, log, LOGGED_STATE, target, states[target], new, i)
                states[target] = new
            elif is_due:
                note(control, log, LOGGED_SLOT, target, values[target], new, i)
                values[target] = new
    held(time, states, values, part(work, found))


@inline
def is_finite(control: Array, states: Array) -> bool:
    """Whether events have left every state a number."""
    check = 0.0
    for i in range(int(control[STATE_COUNT]) if control[EVENT_COUNT] > 0.0 else 0):
        check += 0.0 * states[i]
    return check == 0.0


@inline
def is_stuck(control: Array, plan: Array, values: Array, work: Array, tolerance: float) -> bool:
    """Whether a system that was sampled wants its next sample at once, or does not say when."""
    for i in range(int(control[SAMPLER_COUNT])):
        slot = int(plan[int(control[SAMPLER_SLOTS]) + 3 * i])
        is_due = slot >= 0 and work[int(control[SAMPLERS_DUE]) + i] != 0.0
        if is_due and not values[slot] > control[TIME] + tolerance:
            control[CULPRIT] = float(i)
            return True
    return False


@inline
def look_ahead(control: Array, plan: Array, states: Array, values: Array, work: Array, tolerance: float) -> None:
    """The next instant at which to stop over, and the signs of the guards just after this one."""
    time = control[TIME]
    n = int(control[STATE_COUNT])
    limit = control[STOP_TIME]
    instants = int(control[INSTANTS])
    if control[TIME_EVENT_COUNT] > 0.0:
        time_events(time, states, values, part(work, instants))
    for i in range(int(control[TIME_EVENT_COUNT])):
        if work[instants + i] > time + tolerance:
            limit = min(limit, work[instants + i])
    for i in range(int(control[SAMPLER_COUNT])):
        slot = int(plan[int(control[SAMPLER_SLOTS]) + 3 * i])
        if slot >= 0:
            limit = min(limit, values[slot])
    if control[DELAY_COUNT] > 0.0:
        note_jump(control, work)
        limit = next_arrival(control, plan, states, values, work, tolerance, limit)
    control[LIMIT] = limit
    if control[GUARD_COUNT] > 0.0:
        ahead = way_ahead(control, tolerance)
        control[HORIZON] = time + ahead
        look(control, states, work, ahead)
        times(time + ahead, part(work, TRIAL * n), values, part(work, int(control[FOUND])))
        guards(time + ahead, part(work, TRIAL * n), values, part(work, int(control[GUARDS])))
        tell_signs(control, work)


@inline
def outside_domain(control: Array, plan: Array, work: Array) -> int:
    """The guard that keeps a function within its domain and is negative, or -1."""
    for i in range(int(control[GUARD_COUNT])):
        if plan[int(control[DOMAINS]) + i] != 0.0 and work[int(control[GUARDS]) + i] < 0.0:
            return i
    return -1


@inline
def crowd(control: Array) -> int:
    """Count the events that come one upon another; samples and what is known beforehand may be as dense as they are."""
    if control[IS_CUT] == 0.0:
        return RUNNING
    span = control[STOP_TIME] - control[START_TIME]
    if int(control[CUTS]) % CUTS_BETWEEN_MARKS == 0:
        is_slow = control[TIME] - control[EVENTS_MARKED_TIME] < SLOW * span
        control[EVENTS_MARKED_TIME] = control[TIME]
        if is_slow and control[WATCH] > 0.0 and control[IS_IMPLICIT] == 0.0:
            control[STIFF_SIGNS] = control[ENOUGH_SIGNS]
    if control[TIME] - control[CROWD_TIME] > CROWD_SPAN * span:
        control[CROWD_TIME] = control[TIME]
        control[CROWD] = 0.0
    control[CROWD] += 1.0
    most = CROWD_SIZE + CROWD_SIZE_OF_A_MODE * control[MODE_COUNT]
    return CHATTERING if control[CROWD] > most or control[NEAR_EVENTS] > MOST_NEAR_EVENTS else RUNNING
