"""Delays during a run: storing signals, limiting steps to the shortest delay, and the later arrival of jumps."""

from .control import DELAY_VANISHED, HISTORY_IS_FULL, MAX_JUMPS, NEW, RUNNING, TRIAL, VALUES_OF_A_PIECE, Control
from .entries import delay_sources, interpolate
from .history import history_append, history_close, history_has_space, history_hide
from .steps import spacing_at
from .subset import Array, Integers, inline, slice_from

JUST_AFTER = 4.0
"""This many float spacings after it was located, a jump has certainly arrived, despite rounding."""
SHORTEST = 64.0
"""A delay must be longer than this many float spacings of the time; a jump nearer than that has arrived."""
SPACINGS_OF_A_PIECE = 1e3
"""The values of a shorter step differ by rounding alone: a polynomial through them means nothing outside it."""
LONGER = 8.0
"""A step that ended before an arrival is taken again, longer by this many times what was missing; if it then ends after
it, the end of its interpolant locates the arrival precisely."""
MAX_TRIALS = 8.0
MAX_CUTS = 100
VISIBLE = 4
BEGIN = 5
"""Offsets in the descriptor of a history."""
BY_TIME = 1.0
BY_STATES = 2.0
NEVER = 1e308


def look_back(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> int:
    """RUNNING if every delay is positive and can store one more step, or why the run cannot continue.

    Leaves the shortest delay in `control`: a step no longer than that reads only known values. Jumps that arrive at the
    end of the step, or later, are hidden from it.
    """
    first = control.delay_slots
    control.shortest_delay = control.stop_time - control.start_time
    delay_sources(control.time, states, values, slice_from(work, control.found))
    for i in range(control.delay_count):
        since = values[plan[first + 3 * i + 1]]
        if not control.time - since > SHORTEST * spacing_at(control.time):
            control.culprit = i
            return DELAY_VANISHED
        control.shortest_delay = min(control.shortest_delay, control.time - since)
        history = plan[first + 3 * i + 2]
        jump = next_jump(control, work, since)
        work[control.pending + i] = jump
        hide(control, values, history, jump)
        if not history_has_space(values, plan[first + 3 * i + 2], since):
            return HISTORY_IS_FULL
    return RUNNING


@inline
def hide(control: Control, values: Array, history: int, jump: float) -> None:
    """Hide a jump, and everything after it."""
    history_hide(values, history, jump)
    values[history + BEGIN] = NEVER if jump == control.start_time else known_since(control)


def see_none(control: Control, plan: Integers, values: Array, work: Array) -> None:
    """Hide the jumps that were hidden from the last step: everything is as it was just before the present."""
    for i in range(control.delay_count):
        hide(control, values, plan[control.delay_slots + 3 * i + 2], work[control.pending + i])


def see_all(control: Control, plan: Integers, values: Array) -> None:
    """At an event, show every jump that has been reached."""
    for i in range(control.delay_count):
        history = plan[control.delay_slots + 3 * i + 2]
        values[history + VISIBLE] = 0.0
        values[history + BEGIN] = known_since(control)


@inline
def known_since(control: Control) -> float:
    """Slightly before the start of the run: its jump has then arrived, despite rounding."""
    return control.start_time - SHORTEST * spacing_at(control.start_time)


def next_jump(control: Control, work: Array, since: float) -> float:
    """The first jump after the time a delay reads."""
    found = NEVER
    for k in range(min(int(control.jump_count), MAX_JUMPS)):
        jump = work[control.jumps + k]
        if jump > since + SHORTEST * spacing_at(control.time):
            found = min(found, jump)
    return found


def has_arrival(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> bool:
    """True if a jump arrives within the step through a lag that depends on states; the step must then end at the
    arrival."""
    is_short = ends_too_soon(control, plan, values, work)
    if is_short:
        return True
    n = control.state_count
    count = control.delay_count
    first = control.delay_slots
    soonest = control.reached - SHORTEST * spacing_at(control.reached)
    is_found = False
    for i in range(count):
        jump = work[control.pending + i]
        if plan[first + 3 * count + i] == BY_STATES and jump < NEVER:
            slot = plan[first + 3 * i + 1]
            delay_sources(control.reached, slice_from(work, NEW * n), values, slice_from(work, control.found))
            if values[slot] > jump:
                arrival = locate_arrival(control, states, values, work, slot, jump)
                if arrival < soonest:
                    soonest = arrival
                    is_found = True
                    control.arriving = i + 1
    if is_found:
        end_step_at(control, soonest)
    return is_found


@inline
def end_step_at(control: Control, limit: float) -> None:
    """Take the step again, up to `limit`."""
    control.limit = limit
    control.rejected += 1.0
    control.is_fresh = False
    control.past = 0


def ends_too_soon(control: Control, plan: Integers, values: Array, work: Array) -> bool:
    """True if the step to an arrival ends before it, because the interpolant that located it was less accurate.

    Otherwise the jump would arrive in a second, tiny step, and as two jumps after the next lag.
    """
    if control.arriving == 0 or control.reached < control.limit or control.arrival_trials >= MAX_TRIALS:
        return False
    i = control.arriving - 1
    n = control.state_count
    delay_sources(control.reached, slice_from(work, NEW * n), values, slice_from(work, control.found))
    missing = work[control.pending + i] - values[plan[control.delay_slots + 3 * i + 1]]
    if not (missing > 0.0 and missing < control.taken):
        return False
    control.arrival_trials += 1.0
    end_step_at(control, control.reached + LONGER * missing + JUST_AFTER * spacing_at(control.reached))
    return True


def locate_arrival(control: Control, states: Array, values: Array, work: Array, slot: int, jump: float) -> float:
    """The time within the step at which a delay reaches a jump, by bisection on the interpolant."""
    n = control.state_count
    low = control.time
    high = control.reached
    for _ in range(MAX_CUTS):
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        fraction = (middle - control.time) / control.taken
        interpolate(fraction, control, states, work, slice_from(work, TRIAL * n))
        delay_sources(middle, slice_from(work, TRIAL * n), values, slice_from(work, control.found))
        if values[slot] > jump:
            high = middle
        else:
            low = middle
    return high + JUST_AFTER * spacing_at(high)


def remember_start(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Before the start every signal has the value it has at the start."""
    first = control.delay_slots
    delay_sources(control.time, states, values, slice_from(work, control.found))
    for i in range(control.delay_count):
        offset = history_append(values, plan[first + 3 * i + 2], control.time - 1.0, 1.0, 0)
        values[offset] = values[plan[first + 3 * i]]


def remember_step(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Store the accepted step, up to the event that cut it."""
    n = control.state_count
    control.arriving = 0
    control.arrival_trials = 0.0
    degree = control.history_degree
    seen = control.jumps + MAX_JUMPS
    first = control.delay_slots
    length = control.reached - control.time
    if length <= 0.0:
        return
    if length < SPACINGS_OF_A_PIECE * spacing_at(control.reached):
        degree = 0
    for k in range(degree + 1):
        passed = float(k) * length / float(degree) if degree > 0 else length
        interpolate(passed / control.taken, control, states, work, slice_from(work, TRIAL * n))
        at = min(control.time + passed, control.reached)
        delay_sources(at, slice_from(work, TRIAL * n), values, slice_from(work, control.found))
        for i in range(control.delay_count):
            work[seen + VALUES_OF_A_PIECE * i + k] = values[plan[first + 3 * i]]
    for i in range(control.delay_count):
        offset = history_append(values, plan[first + 3 * i + 2], control.time, length, degree)
        for k in range(degree + 1):
            values[offset + k] = work[seen + VALUES_OF_A_PIECE * i + k]
        history_close(values, offset)
    if control.reached >= control.limit:
        see_all(control, plan, values)


def note_jump(control: Control, work: Array) -> None:
    """An event causes a jump, or a corner, that arrives after each delay."""
    number = int(control.jump_count) % MAX_JUMPS
    work[control.jumps + number] = control.time
    control.jump_count += 1.0


def predicted_arrival(control: Control, states: Array, values: Array, work: Array, slot: int, limit: float) -> float:
    """When a delay whose lag depends on time only reaches its next jump, at most `limit`; by bisection."""
    jump = next_jump(control, work, values[slot])
    low = control.time
    high = limit
    delay_sources(high, states, values, slice_from(work, control.found))
    if not values[slot] > jump:
        return limit
    for _ in range(MAX_CUTS):
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        delay_sources(middle, states, values, slice_from(work, control.found))
        if values[slot] > jump:
            high = middle
        else:
            low = middle
    return min(limit, high)


def next_arrival(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, tolerance: float, limit: float
) -> float:
    """The first time after the present at which a jump arrives, at most `limit`."""
    first = control.delay_slots
    known = min(int(control.jump_count), MAX_JUMPS)
    delay_sources(control.time, states, values, slice_from(work, control.found))
    for i in range(control.delay_count):
        delay = control.time - values[plan[first + 3 * i + 1]]
        kind = plan[first + 3 * control.delay_count + i]
        if kind == BY_TIME:
            limit = predicted_arrival(control, states, values, work, plan[first + 3 * i + 1], limit)
            delay_sources(control.time, states, values, slice_from(work, control.found))
        for k in range(known if kind == 0.0 else 0):
            jump = work[control.jumps + k]
            arrival = jump + delay
            if arrival > control.time + tolerance:
                limit = min(limit, arrival)
    return limit
