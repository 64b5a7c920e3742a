"""Guards that are zero along with the surface a run slides on, such as that of a WHEN at the same switch.

There they are rounding: within a band about zero they count as zero, and their modes are those of the low side. Where
the run leaves the surface, they are told their signs, and their modes are those of the side to which it goes.
"""

from .control import (
    FOUND,
    GUARD_COUNT,
    GUARDS,
    HELD_MODES,
    MODE_COUNT,
    MODE_SLOTS,
    STATE_COUNT,
    TAKEN,
    TIME,
    TOLD_SIGNS,
    TRIAL,
)
from .entries import guards, held, modes, times
from .shares import BANDS, BESIDE, COUNT, DIFFERENCE, FAR, FIELDS, RAW, SURFACES, WATCHED, has_band
from .subset import Array, inline, part

CUT = 2
OWN = 0.5
"""A guard whose way off a surface is less than this part of its band has the band of another one."""
KEPT = 2.0


def raw_guards(control: Array, shape: Array, states: Array, values: Array, work: Array, place: int) -> None:
    """The guards themselves, with the modes of all surfaces low."""
    kept = values[int(shape[COUNT])]
    values[int(shape[COUNT])] = 0.0
    held(control[TIME], states, values, part(work, int(control[FOUND])))
    times(control[TIME], states, values, part(work, int(control[FOUND])))
    guards(control[TIME], states, values, part(work, int(control[GUARDS]) + place * int(control[GUARD_COUNT])))
    values[int(shape[COUNT])] = kept


def go_beside(control: Array, shape: Array, states: Array, values: Array, work: Array, side: int) -> None:
    """Put the states a little off a surface, on its high side, or for a negative number on its low side."""
    n = int(control[STATE_COUNT])
    low = int(shape[FIELDS])
    high = low + abs(side) * n
    way = max(FAR * control[TAKEN], values[int(shape[DIFFERENCE])])
    # The high side leads down and the low side up, so the way to the high side is against their difference.
    way = -way if side > 0 else way
    for i in range(n):
        work[TRIAL * n + i] = states[i]
        states[i] += way * (values[high + i] - values[low + i])
    raw_guards(control, shape, states, values, work, BESIDE)


def come_back(control: Array, shape: Array, states: Array, values: Array, work: Array) -> None:
    n = int(control[STATE_COUNT])
    for i in range(n):
        states[i] = work[TRIAL * n + i]
    raw_guards(control, shape, states, values, work, RAW)


def begin_bands(
    control: Array, plan: Array, shape: Array, states: Array, values: Array, work: Array, surface: int
) -> None:
    """Give a band to each guard that is zero where the run begins to slide, and not zero beside the surface."""
    count = int(control[GUARD_COUNT])
    raw = int(control[GUARDS]) + RAW * count
    beside = int(control[GUARDS]) + BESIDE * count
    go_beside(control, shape, states, values, work, -surface)
    come_back(control, shape, states, values, work)
    has_new = False
    for i in range(count):
        change = abs(work[beside + i] - work[raw + i])
        is_own = is_watched(shape, values, i)
        if not is_own and abs(work[raw + i]) < change and values[int(shape[BANDS]) + i] == 0.0:
            values[int(shape[BANDS]) + i] = change
            has_new = True
    if has_new:
        take_modes_beside(control, plan, shape, states, values, work, -surface)


@inline
def is_watched(shape: Array, values: Array, guard: int) -> bool:
    for i in range(int(values[int(shape[COUNT])])):
        if int(values[int(shape[WATCHED]) + i]) == guard:
            return True
    return False


def take_modes_beside(
    control: Array, plan: Array, shape: Array, states: Array, values: Array, work: Array, side: int
) -> None:
    """Make the modes of guards with bands what they are on one side of a surface."""
    found = int(control[FOUND])
    go_beside(control, shape, states, values, work, side)
    kept = values[int(shape[COUNT])]
    values[int(shape[COUNT])] = 0.0
    modes(control[TIME], states, values, part(work, found))
    values[int(shape[COUNT])] = kept
    for i in range(int(control[MODE_COUNT])):
        is_along = has_band(i, values, shape)
        if is_along and values[int(shape[SURFACES]) + i] == 0.0:
            values[int(plan[int(control[MODE_SLOTS]) + i])] = work[found + i]
    come_back(control, shape, states, values, work)


def leave_bands(
    control: Array, plan: Array, shape: Array, states: Array, values: Array, work: Array, leaving: int
) -> None:
    """Tell the guards that were zero along with a surface on which side of it the run goes on."""
    count = int(control[GUARD_COUNT])
    raw = int(control[GUARDS]) + RAW * count
    beside = int(control[GUARDS]) + BESIDE * count
    has_bands = False
    for i in range(count):
        has_bands = has_bands or values[int(shape[BANDS]) + i] > 0.0
    if not has_bands:
        return
    take_modes_beside(control, plan, shape, states, values, work, leaving)
    for i in range(int(control[MODE_COUNT])):
        is_along = has_band(i, values, shape)
        if is_along:
            work[int(control[HELD_MODES]) + i] = KEPT
    for i in range(count):
        band = values[int(shape[BANDS]) + i]
        if band > 0.0 and abs(work[beside + i] - work[raw + i]) >= OWN * band:
            values[int(shape[BANDS]) + i] = 0.0
            work[int(control[TOLD_SIGNS]) + i] = 1.0 if work[beside + i] > 0.0 else -1.0


def end_bands(control: Array, shape: Array, values: Array, work: Array, is_located: bool) -> int:
    """Take the bands of guards that have left zero by themselves; how many these are."""
    count = int(control[GUARD_COUNT])
    ended = 0
    for i in range(count):
        band = values[int(shape[BANDS]) + i]
        if band > 0.0:
            has_left = is_located and not work[int(control[GUARDS]) + CUT * count + i] > 0.0
            is_far = abs(work[int(control[GUARDS]) + RAW * count + i]) > band
            if has_left or is_far or values[int(shape[COUNT])] == 0.0:
                values[int(shape[BANDS]) + i] = 0.0
                ended += 1
    return ended
