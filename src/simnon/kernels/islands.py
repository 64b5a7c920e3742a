"""Islands: parts of a large model that no event outside them affects (see `lowering.islands`).

A guard is affine in the states of its island, so it cannot change sign until one of them has moved far enough. That
gives each state bounds, which hold until the next event in its island. The search for events in a step looks only at
the islands of states that may leave their bounds, and an event is iterated in its own island alone. The entries of
the model evaluate only the islands listed in `values`, or all of them if the list is empty; the guards of those listed
are adjacent. The results are those of looking at everything.
"""

from .control import (
    FIRST_EVENT,
    FIRST_MODE,
    FIRST_STATE,
    GUARD_ARRAYS,
    IS_OPEN,
    ISLAND,
    ITERATING_EVENTS,
    LEFT_END,
    NEW,
    RECORDING,
    RIGHT_END,
    SPACINGS_OF_AN_INSTANT,
    TRIAL,
    UPDATES,
    Control,
)
from .entries import derivatives, guards, interpolate, times
from .guard_signs import sign
from .island_list import listed, listed_count, look_at_all, look_at_listed, only, place_guards, postpone_late
from .island_reach import list_awake, measure, measure_all, measure_listed
from .look_ahead import look_ahead_distance
from .steps import spacing_at
from .subset import Array, Integers, slice_from

MOST = 4
"""With more than the fourth part of all guards it is cheaper to look at all."""
NEVER = 1e300
FAR = 1e-6
FAR_AHEAD = 4.0
FARTHEST = 4e-7
"""An island is not affected by an event if no guard changes sign within this fraction of the step after it, or this
many times as far as the event iteration looks ahead."""


def enter_islands(control: Control, plan: Integers, values: Array, work: Array) -> None:
    """Begin with all islands awake: whoever called the run may have changed anything."""
    n = control.state_count
    for i in range(n):
        far = 0.0 if plan[control.island_of_states + i] >= 0 else NEVER
        work[control.bounds + i] = NEVER - 2.0 * far
        work[control.bounds + n + i] = 2.0 * far - NEVER
    values[control.island_list] = 0.0


def leave_islands(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Before the run returns, evaluate the guards of all islands where those of the listed ones are known."""
    if not control.is_compact:
        return
    if control.phase == ITERATING_EVENTS:
        take_all(control, plan, states, values, work)
        return
    look_at_all(control, values)
    if control.phase == RECORDING and not control.is_cut:
        n = control.state_count
        guards(control.reached, slice_from(work, NEW * n), values, slice_from(work, control.guards))
    else:
        guards_at_start(control, states, values, work)
    control.is_compact = False


def guards_at_start(control: Control, states: Array, values: Array, work: Array) -> None:
    """The guards at the start of the step, or just after the instant there."""
    n = control.state_count
    if control.looked > 0.0:
        look_at_listed(control, states, values, work, control.looked)
        guards(control.time + control.looked, slice_from(work, TRIAL * n), values, slice_from(work, control.guards))
    else:
        guards(control.time, states, values, slice_from(work, control.guards))


def take_all(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Complete the guards before an event: those of islands that are not listed have the signs they have now."""
    first = control.guards
    every = first + (GUARD_ARRAYS - 1) * control.all_guards
    count = listed_count(control, values)
    values[control.island_list] = 0.0
    guards(control.time, states, values, slice_from(work, every))
    for k in range(count):
        row = control.islands + ISLAND * listed(control, values, k, 0)
        for i in range(plan[row + 1]):
            work[every + plan[row] + i] = work[first + listed(control, values, k, 1) + i]
    for i in range(control.all_guards):
        work[first + i] = work[every + i]
    control.guard_count = control.all_guards
    control.is_compact = False


def wake_islands(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Limit the search for events in the step that was taken to islands whose guards may change sign within it."""
    control.step_end = control.reached
    interpolate(0.5, control, states, work, slice_from(work, TRIAL * control.state_count))
    count = list_awake(control, plan, states, values, work)
    kept = postpone_late(control, values, count)
    look_at_awake(control, plan, states, values, work, kept)


def is_incomplete(control: Control) -> bool:
    """True if islands that were postponed can have an event before the one found, or affect how it is located.

    If each guard has one root at most, the bracket is the whole step, with or without them.
    """
    if control.postponed == 0.0:
        return False
    passed = (control.reached - control.time) / control.taken
    return not control.is_cut or control.cut_width != 1.0 or not passed * (1.0 + FAR) < control.postponed


def wake_postponed(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Search the step again, with all islands that can have an event in it."""
    control.reached = control.step_end
    control.postponed = 0.0
    interpolate(0.5, control, states, work, slice_from(work, TRIAL * control.state_count))
    count = list_awake(control, plan, states, values, work)
    look_at_awake(control, plan, states, values, work, count)


def look_at_awake(control: Control, plan: Integers, states: Array, values: Array, work: Array, count: int) -> None:
    """Evaluate the guards of the islands listed at the start of the step; if they are many, of all islands."""
    was_compact = control.is_compact
    total = place_guards(control, plan, values, count)
    is_few = MOST * total <= control.all_guards
    if is_few:
        control.guard_count = total
        control.is_compact = True
        guards_at_start(control, states, values, work)
        for i in range(total):
            # Leaving zero is decided by the modes of all islands.
            is_few = is_few and work[control.guards + i] != 0.0
    if not is_few:
        control.postponed = 0.0
        look_at_all(control, values)
        if was_compact or control.is_compact:
            guards_at_start(control, states, values, work)
        control.is_compact = False


def focus(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """At an event that affects only one island, continue with it as if it were the whole model."""
    if not control.is_compact:
        return
    place = -1
    tolerance = SPACINGS_OF_AN_INSTANT * spacing_at(control.time)
    if control.is_cut and control.limit > control.time + tolerance:
        place = affected(control, states, values, work, tolerance)
    if place >= 0:
        island = listed(control, values, place, 0)
        row = control.islands + ISLAND * island
        if plan[row + IS_OPEN] == 0:
            for i in range(plan[row + 1]):
                work[control.guards + i] = work[control.guards + listed(control, values, place, 1) + i]
            measure_listed(control, plan, states, values, work, island)
            only(control, plan, values, island)
            control.guard_count = plan[row + 1]
            control.mode_count = plan[row + FIRST_MODE + 1]
            control.event_count = plan[row + FIRST_EVENT + 1]
            control.condition_count = control.event_count
            control.first_state = plan[row + FIRST_STATE]
            control.end_state = plan[row + FIRST_STATE + 1]
            control.focus = island + 1
            move_tables(control, plan, row, 1)
            return
    take_all(control, plan, states, values, work)


def affected(control: Control, states: Array, values: Array, work: Array, tolerance: float) -> int:
    """The place in the list of the only island that an event may affect, or -1."""
    count = control.guard_count
    first = control.guards
    here = first + RIGHT_END * count
    there = first + LEFT_END * count
    times(control.time, states, values, work)
    derivatives(control.time, states, values, work)
    guards(control.time, states, values, slice_from(work, here))
    ahead = max(FAR_AHEAD * look_ahead_distance(control, tolerance), FARTHEST * control.taken)
    look_at_listed(control, states, values, work, ahead)
    guards(
        control.time + ahead,
        slice_from(work, TRIAL * control.state_count),
        values,
        slice_from(work, there),
    )
    found = -1
    place = 0
    islands = listed_count(control, values)
    for i in range(count):
        if place + 1 < islands and i >= listed(control, values, place + 1, 1):
            place += 1
        now = sign(work[here + i])
        if now == 0 or now != sign(work[first + i]) or now != sign(work[there + i]):
            if found >= 0 and found != place:
                return -1
            found = place
    return found


def move_tables(control: Control, plan: Integers, row: int, direction: int) -> None:
    """Let the tables of modes and events begin with those of the island, or with the first ones again."""
    control.first_guard = plan[row] if direction > 0 else 0
    control.first_mode = plan[row + FIRST_MODE] if direction > 0 else 0
    control.first_event = plan[row + FIRST_EVENT] if direction > 0 else 0
    control.domains += direction * plan[row]
    by_modes = direction * plan[row + FIRST_MODE]
    control.mode_slots += by_modes
    control.shown_modes += by_modes
    control.switched += by_modes
    control.previous_modes += by_modes
    control.guards_of_modes += 3 * by_modes
    by_events = direction * plan[row + FIRST_EVENT]
    control.truths += by_events
    control.events_due += by_events
    control.updates += direction * plan[row + UPDATES]


def widen(control: Control, plan: Integers) -> None:
    """Return from one island to the whole model."""
    row = control.islands + ISLAND * (control.focus - 1)
    move_tables(control, plan, row, -1)
    control.focus = 0
    control.mode_count = control.all_modes
    control.event_count = control.all_events
    control.condition_count = control.all_conditions
    control.first_state = 0
    control.end_state = control.state_count


def look_at_everything(control: Control, states: Array, values: Array, work: Array, way: float) -> None:
    """Extrapolate the states of all islands, with the derivatives they have now."""
    n = control.state_count
    listed_islands = values[control.island_list]
    values[control.island_list] = 0.0
    times(control.time, states, values, work)
    derivatives(control.time, states, values, work)
    for i in range(n):
        work[TRIAL * n + i] = states[i] + way * work[i]
    values[control.island_list] = listed_islands


def rest_everywhere(control: Control, plan: Integers, values: Array) -> None:
    """Continue the instant with all islands, because all states are about to move."""
    if control.focus > 0:
        widen(control, plan)
    look_at_all(control, values)
    control.is_compact = False


def end_focus(control: Control, plan: Integers, states: Array, values: Array, work: Array, is_running: bool) -> None:
    """After the instant, measure the bounds of the islands it may have affected; all derivatives are needed next."""
    if control.focus == 0:
        if is_running:
            measure_all(control, plan, states, values, work)
            look_at_all(control, values)
        return
    island = control.focus - 1
    widen(control, plan)
    if not is_running:
        take_all(control, plan, states, values, work)
        return
    measure(control, plan, states, values, work, island)
    look_at_all(control, values)
    if control.is_fresh:
        times(control.time, states, values, work)
        derivatives(control.time, states, values, work)
