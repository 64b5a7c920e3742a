"""Delays during a run: remembering signals, steps no longer than a delay, and jumps that arrive later."""

from .control import (
    CULPRIT,
    DELAY_COUNT,
    DELAY_SLOTS,
    DELAY_VANISHED,
    FOUND,
    HISTORY_DEGREE,
    HISTORY_IS_FULL,
    IS_FRESH,
    JUMP_COUNT,
    JUMPS,
    LIMIT,
    MOST_JUMPS,
    NEW,
    PAST,
    PENDING,
    REACHED,
    REJECTED,
    RUNNING,
    SHORTEST_DELAY,
    START_TIME,
    STATE_COUNT,
    STOP_TIME,
    TAKEN,
    TIME,
    TRIAL,
    VALUES_OF_A_PIECE,
)
from .entries import delay_sources, interpolate
from .history import history_append, history_close, history_has_room, history_hide
from .steps import spacing_at
from .subset import Array, inline, part

JUST_AFTER = 4.0
"""So many spacings after it was located, a jump has certainly arrived, whatever the rounding."""
SHORTEST = 64.0
"""A delay must be longer than so many spacings of time; what is nearer than that has arrived."""
MOST_CUTS = 100
VISIBLE = 4
BEGIN = 5
"""Where in the descriptor of a history."""
BY_TIME = 1.0
BY_STATES = 2.0
NEVER = 1e308


def look_back(control: Array, plan: Array, states: Array, values: Array, work: Array) -> int:
    """RUNNING where every delay looks back and can remember one more step, or why the run cannot go on.

    Leaves the shortest delay in `control`: within a step that long, nothing is asked for that is not known yet. What
    arrives at the end of the step, or later, is hidden from it.
    """
    first = int(control[DELAY_SLOTS])
    control[SHORTEST_DELAY] = control[STOP_TIME] - control[START_TIME]
    delay_sources(control[TIME], states, values, part(work, int(control[FOUND])))
    for i in range(int(control[DELAY_COUNT])):
        since = values[int(plan[first + 3 * i + 1])]
        if not control[TIME] - since > SHORTEST * spacing_at(control[TIME]):
            control[CULPRIT] = float(i)
            return DELAY_VANISHED
        control[SHORTEST_DELAY] = min(control[SHORTEST_DELAY], control[TIME] - since)
        history = int(plan[first + 3 * i + 2])
        jump = next_jump(control, work, since)
        work[int(control[PENDING]) + i] = jump
        history_hide(values, history, jump)
        values[history + BEGIN] = NEVER if jump == control[START_TIME] else known_since(control)
        if not history_has_room(values, int(plan[first + 3 * i + 2]), since):
            return HISTORY_IS_FULL
    return RUNNING


def see_all(control: Array, plan: Array, values: Array) -> None:
    """At an event every jump counts that has been reached."""
    for i in range(int(control[DELAY_COUNT])):
        history = int(plan[int(control[DELAY_SLOTS]) + 3 * i + 2])
        values[history + VISIBLE] = 0.0
        values[history + BEGIN] = known_since(control)


@inline
def known_since(control: Array) -> float:
    """The start of the run, or a moment earlier: its jump has arrived, whatever the rounding."""
    return control[START_TIME] - SHORTEST * spacing_at(control[START_TIME])


def next_jump(control: Array, work: Array, since: float) -> float:
    """The first jump after the time a delay looks at."""
    found = NEVER
    for k in range(min(int(control[JUMP_COUNT]), MOST_JUMPS)):
        jump = work[int(control[JUMPS]) + k]
        if jump > since + SHORTEST * spacing_at(control[TIME]):
            found = min(found, jump)
    return found


def has_arrival(control: Array, plan: Array, states: Array, values: Array, work: Array) -> bool:
    """Whether a jump arrives within the step through a lag that goes with states; then it is to end where it does."""
    n = int(control[STATE_COUNT])
    count = int(control[DELAY_COUNT])
    first = int(control[DELAY_SLOTS])
    soonest = control[REACHED] - SHORTEST * spacing_at(control[REACHED])
    is_found = False
    for i in range(count):
        jump = work[int(control[PENDING]) + i]
        if plan[first + 3 * count + i] == BY_STATES and jump < NEVER:
            slot = int(plan[first + 3 * i + 1])
            delay_sources(control[REACHED], part(work, NEW * n), values, part(work, int(control[FOUND])))
            if values[slot] > jump:
                arrival = locate_arrival(control, states, values, work, slot, jump)
                if arrival < soonest:
                    soonest = arrival
                    is_found = True
    if is_found:
        control[LIMIT] = soonest
        control[REJECTED] += 1.0
        control[IS_FRESH] = 0.0
        control[PAST] = 0.0
    return is_found


def locate_arrival(control: Array, states: Array, values: Array, work: Array, slot: int, jump: float) -> float:
    """The time within the step at which a delay looks at a jump, by bisection on the interpolant."""
    n = int(control[STATE_COUNT])
    low = control[TIME]
    high = control[REACHED]
    for _ in range(MOST_CUTS):
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        fraction = (middle - control[TIME]) / control[TAKEN]
        interpolate(fraction, control, states, work, part(work, TRIAL * n))
        delay_sources(middle, part(work, TRIAL * n), values, part(work, int(control[FOUND])))
        if values[slot] > jump:
            high = middle
        else:
            low = middle
    return high + JUST_AFTER * spacing_at(high)


def remember_start(control: Array, plan: Array, states: Array, values: Array, work: Array) -> None:
    """Before the start every signal was what it is at the start."""
    first = int(control[DELAY_SLOTS])
    delay_sources(control[TIME], states, values, part(work, int(control[FOUND])))
    for i in range(int(control[DELAY_COUNT])):
        place = history_append(values, int(plan[first + 3 * i + 2]), control[TIME] - 1.0, 1.0, 0)
        values[place] = values[int(plan[first + 3 * i])]


def remember_step(control: Array, plan: Array, states: Array, values: Array, work: Array) -> None:
    """Add the step that was taken, as far as it counts."""
    n = int(control[STATE_COUNT])
    degree = int(control[HISTORY_DEGREE])
    seen = int(control[JUMPS]) + MOST_JUMPS
    first = int(control[DELAY_SLOTS])
    length = control[REACHED] - control[TIME]
    if length <= 0.0:
        return
    for k in range(degree + 1):
        passed = float(k) * length / float(degree)
        interpolate(passed / control[TAKEN], control, states, work, part(work, TRIAL * n))
        at = min(control[TIME] + passed, control[REACHED])
        delay_sources(at, part(work, TRIAL * n), values, part(work, int(control[FOUND])))
        for i in range(int(control[DELAY_COUNT])):
            work[seen + VALUES_OF_A_PIECE * i + k] = values[int(plan[first + 3 * i])]
    for i in range(int(control[DELAY_COUNT])):
        place = history_append(values, int(plan[first + 3 * i + 2]), control[TIME], length, degree)
        for k in range(degree + 1):
            values[place + k] = work[seen + VALUES_OF_A_PIECE * i + k]
        history_close(values, place)
    if control[REACHED] >= control[LIMIT]:
        see_all(control, plan, values)


def note_jump(control: Array, work: Array) -> None:
    """An event makes a jump, or a corner, that arrives after each delay."""
    number = int(control[JUMP_COUNT]) % MOST_JUMPS
    work[int(control[JUMPS]) + number] = control[TIME]
    control[JUMP_COUNT] += 1.0


def foreseen_arrival(control: Array, states: Array, values: Array, work: Array, slot: int, limit: float) -> float:
    """When a delay whose lag goes with the time only looks at its next jump, at most `limit`; by bisection."""
    jump = next_jump(control, work, values[slot])
    low = control[TIME]
    high = limit
    delay_sources(high, states, values, part(work, int(control[FOUND])))
    if not values[slot] > jump:
        return limit
    for _ in range(MOST_CUTS):
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        delay_sources(middle, states, values, part(work, int(control[FOUND])))
        if values[slot] > jump:
            high = middle
        else:
            low = middle
    return min(limit, high)


def next_arrival(
    control: Array, plan: Array, states: Array, values: Array, work: Array, tolerance: float, limit: float
) -> float:
    """The first time after the present one at which a jump arrives, at most `limit`."""
    first = int(control[DELAY_SLOTS])
    known = min(int(control[JUMP_COUNT]), MOST_JUMPS)
    delay_sources(control[TIME], states, values, part(work, int(control[FOUND])))
    for i in range(int(control[DELAY_COUNT])):
        delay = control[TIME] - values[int(plan[first + 3 * i + 1])]
        kind = plan[first + 3 * int(control[DELAY_COUNT]) + i]
        if kind == BY_TIME:
            limit = foreseen_arrival(control, states, values, work, int(plan[first + 3 * i + 1]), limit)
            delay_sources(control[TIME], states, values, part(work, int(control[FOUND])))
        for k in range(known if kind == 0.0 else 0):
            jump = work[int(control[JUMPS]) + k]
            arrival = jump + delay
            if arrival > control[TIME] + tolerance:
                limit = min(limit, arrival)
    return limit
