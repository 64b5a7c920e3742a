"""Between which bounds the states of islands can move before a guard could change sign (see `islands`)."""

from .control import BETWEEN, FIRST_STATE, GUARD_ARRAYS, ISLAND, NEW, ROUNDS, TRIAL, Control
from .entries import guards
from .island_list import list_island, listed, listed_count, look_at_all, only
from .subset import Array, Integers, inline, slice_from

CHUNK = 64
SAFE = 0.9
ROUNDING = 1e-13
STEADY = 0.5
"""How large the bend in `bend` can be, relative to the change of the state, if coefficients are to be in order."""


def list_awake(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> int:
    """List the islands, in order, of the states that may leave their bounds; return how many."""
    n = control.state_count
    count = 0
    last = -1
    earliest = 1.0
    for begin in range(0, n, CHUNK):
        end = begin + CHUNK if begin + CHUNK < n else n
        near = count_near(control, states, work, begin, end)
        if near > 0:
            for i in range(begin, end):
                island = plan[control.island_of_states + i]
                if island >= 0 and work[BETWEEN * n + i] != 0.0:
                    if island != last:
                        if last >= 0:
                            list_island(control, values, count, last, earliest)
                            count += 1
                        last = island
                        earliest = 1.0
                    is_alone = plan[control.islands + ISLAND * island + ROUNDS] == 1
                    earliest = min(earliest, earliest_event(control, states, work, i) if is_alone else 0.0)
    if last >= 0:
        list_island(control, values, count, last, earliest)
        count += 1
    values[control.island_list] = float(count)
    return count


@inline
def count_near(control: Control, states: Array, work: Array, begin: int, end: int) -> int:
    """Count the states that may leave their bounds, and mark them in an array that only records use."""
    near = 0
    for i in range(begin, end):
        is_one = is_near(control, states, work, i)
        work[BETWEEN * control.state_count + i] = 1.0 if is_one else 0.0
        near += 1 if is_one else 0
    return near


@inline
def is_near(control: Control, states: Array, work: Array, i: int) -> bool:
    """True if a state may leave its bounds within the step."""
    change = work[NEW * control.state_count + i] - states[i]
    most = bend(control, states, work, i)
    high = states[i] + max(0.0, change + most)
    low = states[i] + min(0.0, change - most)
    return not (low > work[control.bounds + i] and high < work[control.bounds + control.state_count + i])


@inline
def bend(control: Control, states: Array, work: Array, i: int) -> float:
    """How much a state can deviate, in a fraction f of the step, from f times its change, relative to f.

    Within the step it is x + f (a + (1 - f) (b + f (c + (1 - f) d))) (see `stages.between`). The state in the middle,
    in `trial`, gives d.
    """
    n = control.state_count
    h = control.taken
    a = work[NEW * n + i] - states[i]
    b = h * work[i] - a
    c = a - h * work[control.last_stage * n + i] - b
    d = 2.0 * (2.0 * (2.0 * (2.0 * (work[TRIAL * n + i] - states[i]) - a) - b) - c)
    return abs(b) + abs(c) + abs(d) + ROUNDING * abs(states[i])


@inline
def earliest_event(control: Control, states: Array, work: Array, i: int) -> float:
    """The fraction of the step before which a state is within its bounds, or 0 if a guard could change sign twice.

    If a guard depends on one state only, and that moves nearly at constant speed, it changes sign once at most: the
    coefficients of its polynomial are in order.
    """
    n = control.state_count
    change = work[NEW * n + i] - states[i]
    most = bend(control, states, work, i)
    if not most <= STEADY * abs(change):
        return 0.0
    bound = work[control.bounds + n + i] if change > 0.0 else work[control.bounds + i]
    return max(0.0, abs(bound - states[i]) / (abs(change) + most))


def rest_islands(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """After a step without an event, find the bounds of the islands that were looked at."""
    if control.is_compact:
        measure_listed(control, plan, states, values, work, -1)
    else:
        measure_all(control, plan, states, values, work)
    look_at_all(control, values)


def measure_listed(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, except_for: int
) -> None:
    """Find the bounds of the islands listed, but for one; the list is lost."""
    # Measuring lists an island in the first place: begin with the last one.
    count = listed_count(control, values)
    first = listed(control, values, 0, 0)
    for k in range(count):
        place = count - 1 - k
        island = first if place == 0 else listed(control, values, place, 0)
        if island != except_for:
            measure(control, plan, states, values, work, island)


def measure_all(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    for island in range(control.island_count):
        measure(control, plan, states, values, work, island)


def measure(control: Control, plan: Integers, states: Array, values: Array, work: Array, island: int) -> None:
    """Find how far the states of an island can move before one of its guards could change sign.

    Each round moves one state of every part of the island by its size. The guards are affine, so the sum of their
    changes bounds what smaller moves of all states do.
    """
    n = control.state_count
    row = control.islands + ISLAND * island
    here = control.guards + (GUARD_ARRAYS - 1) * control.all_guards
    there = here - control.all_guards
    total = there - control.all_guards
    only(control, plan, values, island)
    guards(control.time, states, values, slice_from(work, here))
    for i in range(plan[row + 1]):
        work[total + i] = 0.0
    for k in range(plan[row + ROUNDS]):
        for i in range(plan[row + FIRST_STATE], plan[row + FIRST_STATE + 1]):
            work[TRIAL * n + i] = states[i] + (size(states, i) if plan[control.colours + i] == k else 0.0)
        guards(control.time, slice_from(work, TRIAL * n), values, slice_from(work, there))
        for i in range(plan[row + 1]):
            work[total + i] += abs(work[there + i] - work[here + i])
    if plan[row + ROUNDS] == 1:
        bound_apart(control, plan, states, work, row)
    else:
        bound_together(control, plan, states, work, row)


@inline
def size(states: Array, i: int) -> float:
    return max(1.0, abs(states[i]))


@inline
def bound_together(control: Control, plan: Integers, states: Array, work: Array, row: int) -> None:
    """All states can move by the same fraction of their size, in any direction."""
    here = control.guards + (GUARD_ARRAYS - 1) * control.all_guards
    total = here - 2 * control.all_guards
    fraction = 1.0 if plan[row + ROUNDS] > 0 else 0.0
    for i in range(plan[row + 1]):
        away = SAFE * abs(work[here + i])
        if not away > fraction * work[total + i]:
            fraction = min(fraction, away / work[total + i]) if work[total + i] > 0.0 else 0.0
    for i in range(plan[row + FIRST_STATE], plan[row + FIRST_STATE + 1]):
        work[control.bounds + i] = states[i] - fraction * size(states, i)
        work[control.bounds + control.state_count + i] = states[i] + fraction * size(states, i)


@inline
def bound_apart(control: Control, plan: Integers, states: Array, work: Array, row: int) -> None:
    """Each guard depends on one state, and bounds it on one side."""
    low = control.bounds
    high = low + control.state_count
    here = control.guards + (GUARD_ARRAYS - 1) * control.all_guards
    there = here - control.all_guards
    for i in range(plan[row + FIRST_STATE], plan[row + FIRST_STATE + 1]):
        work[low + i] = states[i] - size(states, i)
        work[high + i] = states[i] + size(states, i)
    for k in range(plan[row + 1]):
        i = plan[control.guard_states + plan[row] + k]
        if i >= 0:
            change = work[there + k] - work[here + k]
            away = SAFE * abs(work[here + k])
            if not away > abs(change):
                way = away / abs(change) * size(states, i) if abs(change) > 0.0 else 0.0
                if not work[here + k] * change > 0.0:
                    work[high + i] = min(work[high + i], states[i] + way)
                if not work[here + k] * change < 0.0:
                    work[low + i] = max(work[low + i], states[i] - way)
