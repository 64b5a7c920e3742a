"""Guards that are zero along with the surface a run slides on, such as that of a WHEN at the same switch.

On the surface their values are rounding: within a band about zero they count as zero, and their modes are those of the
low side. When the run leaves the surface, their signs are imposed, and their modes are those of the side it leaves to.
"""

from .control import TRIAL, Control
from .entries import guards, held, modes, times
from .shares import BESIDE, FAR, RAW, Shape, has_band
from .subset import Array, Integers, inline, slice_from

CUT = 2
OWN = 0.5
"""A guard that changes by less than this fraction of its band off a surface has the band of a different surface."""
KEPT = 2.0


def raw_guards(control: Control, shape: Shape, states: Array, values: Array, work: Array, number: int) -> None:
    """Evaluate the guards themselves, with the modes of all surfaces low, into guard array `number`."""
    kept = values[shape.count]
    values[shape.count] = 0.0
    held(control.time, states, values, slice_from(work, control.found))
    times(control.time, states, values, slice_from(work, control.found))
    guards(control.time, states, values, slice_from(work, control.guards + number * control.guard_count))
    values[shape.count] = kept


def move_off_surface(control: Control, shape: Shape, states: Array, values: Array, work: Array, side: int) -> None:
    """Move the states slightly off a surface, to its high side, or for a negative number to its low side."""
    n = control.state_count
    low = shape.fields
    high = low + abs(side) * n
    way = max(FAR * control.taken, values[shape.difference])
    # The high side leads down and the low side up, so their difference points away from the high side.
    way = -way if side > 0 else way
    for i in range(n):
        work[TRIAL * n + i] = states[i]
        states[i] += way * (values[high + i] - values[low + i])
    raw_guards(control, shape, states, values, work, BESIDE)


def restore_states(control: Control, shape: Shape, states: Array, values: Array, work: Array) -> None:
    n = control.state_count
    for i in range(n):
        states[i] = work[TRIAL * n + i]
    raw_guards(control, shape, states, values, work, RAW)


def begin_bands(
    control: Control, plan: Integers, shape: Shape, states: Array, values: Array, work: Array, surface: int
) -> None:
    """Give a band to each guard that is zero where the slide starts and nonzero beside the surface."""
    count = control.guard_count
    raw = control.guards + RAW * count
    beside = control.guards + BESIDE * count
    move_off_surface(control, shape, states, values, work, -surface)
    restore_states(control, shape, states, values, work)
    has_new = False
    for i in range(count):
        change = abs(work[beside + i] - work[raw + i])
        is_own = is_watched(shape, values, i)
        if not is_own and abs(work[raw + i]) < change and values[shape.bands + i] == 0.0:
            values[shape.bands + i] = change
            has_new = True
    if has_new:
        take_modes_off_surface(control, plan, shape, states, values, work, -surface)


@inline
def is_watched(shape: Shape, values: Array, guard: int) -> bool:
    for i in range(int(values[shape.count])):
        if int(values[shape.watched + i]) == guard:
            return True
    return False


def take_modes_off_surface(
    control: Control, plan: Integers, shape: Shape, states: Array, values: Array, work: Array, side: int
) -> None:
    """Set the modes of guards with bands to their values on one side of a surface."""
    found = control.found
    move_off_surface(control, shape, states, values, work, side)
    kept = values[shape.count]
    values[shape.count] = 0.0
    modes(control.time, states, values, slice_from(work, found))
    values[shape.count] = kept
    for i in range(control.mode_count):
        is_along = has_band(i, values, shape)
        if is_along and values[shape.surfaces + i] == 0.0:
            values[plan[control.mode_slots + i]] = work[found + i]
    restore_states(control, shape, states, values, work)


def leave_bands(
    control: Control, plan: Integers, shape: Shape, states: Array, values: Array, work: Array, leaving: int
) -> None:
    """Impose on the guards that were zero along with a surface the signs of the side to which the run leaves."""
    count = control.guard_count
    raw = control.guards + RAW * count
    beside = control.guards + BESIDE * count
    has_bands = False
    for i in range(count):
        has_bands = has_bands or values[shape.bands + i] > 0.0
    if not has_bands:
        return
    take_modes_off_surface(control, plan, shape, states, values, work, leaving)
    for i in range(control.mode_count):
        is_along = has_band(i, values, shape)
        if is_along:
            work[control.held_modes + i] = KEPT
    for i in range(count):
        band = values[shape.bands + i]
        if band > 0.0 and abs(work[beside + i] - work[raw + i]) >= OWN * band:
            values[shape.bands + i] = 0.0
            work[control.imposed_signs + i] = 1.0 if work[beside + i] > 0.0 else -1.0


def end_bands(control: Control, shape: Shape, values: Array, work: Array, is_located: bool) -> int:
    """Remove the bands of guards that have left zero by themselves; return how many."""
    count = control.guard_count
    ended = 0
    for i in range(count):
        band = values[shape.bands + i]
        if band > 0.0:
            has_left = is_located and not work[control.guards + CUT * count + i] > 0.0
            is_far = abs(work[control.guards + RAW * count + i]) > band
            if has_left or is_far or values[shape.count] == 0.0:
                values[shape.bands + i] = 0.0
                ended += 1
    return ended
