"""Beginning and ending slides along the zeros of guards, and keeping the states there (see `sliding`).

A mode that changes back at the instant at which it changed, with no jump between, has equations on both sides of its
guard that lead back to zero: from there on the run slides. It leaves the surface as soon as one side no longer leads
back, that is, where its share reaches zero or one; there the guard leaves zero without a slope, so that its sign is
told and not looked up.
"""

from .ahead import look, way_ahead
from .bands import begin_bands, end_bands, leave_bands, raw_guards
from .control import (
    CHATTERING,
    EVALUATIONS,
    EVENTS,
    FOUND,
    GUARD_COUNT,
    GUARDS,
    GUARDS_OF_MODES,
    HAS_CHANGED,
    HELD_MODES,
    INSIDE,
    IS_FRESH,
    LOGGED_SLIDE,
    MAY_SLIDE,
    MODE_COUNT,
    MODE_SLOTS,
    OUTSIDE,
    PREVIOUS_MODES,
    RUNNING,
    SLIDE_AMBIGUOUS,
    SLIDING,
    START_TIME,
    STATE_COUNT,
    STOP_TIME,
    TAKEN,
    TIME,
    TOLD_SIGNS,
    TRIAL,
)
from .entries import derivatives, held, times
from .event_log import note
from .shares import (
    COUNT,
    DIFFERENCE,
    FAR,
    FIELDS,
    HIGHS,
    LOWS,
    MOST,
    RATES,
    RAW,
    SHARES,
    SLOPES,
    SURFACES,
    WATCHED,
    solve_shares,
)
from .subset import Array, inline, part

PENDING = -1.0
NO_EVENT = -1
CUT = 2
"""Where among the arrays of guards those at the event are."""
NEAR = 1e-4
"""Slopes are taken over this part of the last step,"""
LEAST_NEAR = 1e-8
"""and over no less than this part of the run."""
EXACT = 1e-14
"""A way of less than this part of the last step is none,"""
EXACT_OUTSIDE = 1e-3
"""and of less than this where a library makes the steps, which has to begin anew."""
ADDITIVE = 1e-6
"""How far branches of several surfaces may be from the sum of those of each."""
JUST = 1e-100
NO_SHARE = 1e300
"""Shares that are infinite, or not a number, belong to surfaces that cannot be told apart."""


@inline
def is_sliding(control: Array, values: Array) -> bool:
    return control[SLIDING] > 0.0 and values[int(control[SLIDING])] > 0.0


@inline
def begin_instant(control: Array, work: Array) -> None:
    """Forget what the last instant told."""
    forget_changes(control, work)
    if control[SLIDING] > 0.0:
        for i in range(int(control[MODE_COUNT])):
            work[int(control[HELD_MODES]) + i] = 0.0
        for i in range(int(control[GUARD_COUNT])):
            work[int(control[TOLD_SIGNS]) + i] = 0.0


@inline
def forget_changes(control: Array, work: Array) -> None:
    """After a jump a mode may change back for another reason."""
    if control[MAY_SLIDE] > 0.0:
        for i in range(int(control[MODE_COUNT])):
            work[int(control[PREVIOUS_MODES]) + i] = -JUST


@inline
def tell_signs(control: Array, work: Array) -> None:
    """The guards of surfaces that were left begin on the side to which they were."""
    if control[SLIDING] > 0.0:
        for i in range(int(control[GUARD_COUNT])):
            told = work[int(control[TOLD_SIGNS]) + i]
            if told != 0.0:
                work[int(control[GUARDS]) + i] = told * max(abs(work[int(control[GUARDS]) + i]), JUST)


def find_returns(control: Array, plan: Array, values: Array, work: Array) -> int:
    """Mark the modes that have changed back to what they were before at this instant; how many there are."""
    count = int(control[MODE_COUNT])
    found = int(control[FOUND])
    previous = int(control[PREVIOUS_MODES])
    returns = 0
    for i in range(count):
        now = values[int(plan[int(control[MODE_SLOTS]) + i])]
        was = work[found + count + i]
        is_back = False
        if now != was:
            is_back = work[previous + i] == now and plan[int(control[GUARDS_OF_MODES]) + 3 * i] >= 0.0
            work[previous + i] = was
        work[found + i] = 1.0 if is_back else 0.0
        returns += 1 if is_back else 0
    return returns


def begin_slides(
    control: Array, plan: Array, shape: Array, states: Array, values: Array, work: Array, log: Array
) -> int:
    """Let the run slide along the guards of the modes that `find_returns` has marked."""
    before = int(values[int(shape[COUNT])])
    has_room = put_on_surfaces(control, plan, shape, states, values, work)
    control[IS_FRESH] = 0.0
    control[HAS_CHANGED] = 1.0
    values[int(shape[DIFFERENCE])] = max(NEAR * control[TAKEN], LEAST_NEAR * (control[STOP_TIME] - control[START_TIME]))
    look_at_shares(control, states, values, work)
    if not has_shares(shape, values) and int(values[int(shape[COUNT])]) > before + 1:
        # Guards with one zero, such as the two ends of a steep saturation, are one surface.
        are_one = are_proportional(shape, values, before)
        if not are_one:
            return SLIDE_AMBIGUOUS
        merge_new(control, shape, values, before)
        look_at_shares(control, states, values, work)
    is_able = has_room and has_shares(shape, values)
    if not is_able:
        give_up_new(control, shape, states, values, work, before)
        return CHATTERING
    is_plain = are_branches_additive(control, plan, shape, states, values, work)
    if not is_plain:
        return SLIDE_AMBIGUOUS
    return_to_surfaces(control, shape, states, values, work)
    for surface in range(before, int(values[int(shape[COUNT])])):
        note_slide(control, shape, values, log, surface + 1, 1.0)
        begin_bands(control, plan, shape, states, values, work, surface + 1)
    return RUNNING


def put_on_surfaces(control: Array, plan: Array, shape: Array, states: Array, values: Array, work: Array) -> bool:
    """Give each marked mode its two sides and its surface; whether there are not too many."""
    found = int(control[FOUND])
    count = int(control[MODE_COUNT])
    slots = int(control[MODE_SLOTS])
    for i in range(count):
        if work[found + i] > 0.0:
            slot = int(plan[slots + i])
            old = work[found + count + i]
            new = values[slot]
            is_rising = plan[int(control[GUARDS_OF_MODES]) + 3 * i + 2] > 0.0
            low = min(old, new) if is_rising else max(old, new)
            values[int(shape[LOWS]) + i] = low
            values[int(shape[HIGHS]) + i] = old + new - low
            values[int(shape[SURFACES]) + i] = PENDING
            values[slot] = low
    raw_guards(control, shape, states, values, work, RAW)
    for i in range(count):
        if values[int(shape[SURFACES]) + i] == PENDING:
            guard = nearest_guard(control, plan, work, i)
            surface = surface_of_guard(shape, values, guard)
            if surface > int(shape[MOST]):
                return False
            values[int(shape[WATCHED]) + surface - 1] = float(guard)
            values[int(shape[COUNT])] = max(values[int(shape[COUNT])], float(surface))
            values[int(shape[SURFACES]) + i] = float(surface)
    return True


@inline
def surface_of_guard(shape: Array, values: Array, guard: int) -> int:
    """The number of the surface that watches the guard, or a new one."""
    count = int(values[int(shape[COUNT])])
    for i in range(count):
        if int(values[int(shape[WATCHED]) + i]) == guard:
            return i + 1
    return count + 1


@inline
def nearest_guard(control: Array, plan: Array, work: Array, mode: int) -> int:
    """Of the guards of a mode, that which is nearest to zero."""
    place = int(control[GUARDS_OF_MODES]) + 3 * mode
    first = int(plan[place])
    second = int(plan[place + 1])
    raw = int(control[GUARDS]) + RAW * int(control[GUARD_COUNT])
    if second >= 0 and abs(work[raw + second]) < abs(work[raw + first]):
        return second
    return first


@inline
def look_at_shares(control: Array, states: Array, values: Array, work: Array) -> None:
    """Compute the derivatives, and with them the shares."""
    times(control[TIME], states, values, work)
    derivatives(control[TIME], states, values, work)
    control[EVALUATIONS] += 1.0


@inline
def has_shares(shape: Array, values: Array) -> bool:
    total = 0.0
    for i in range(int(values[int(shape[COUNT])])):
        total += values[int(shape[SHARES]) + i]
    return abs(total) < NO_SHARE


def are_proportional(shape: Array, values: Array, before: int) -> bool:
    """Whether the guards of all new surfaces change alike in every branch."""
    count = int(values[int(shape[COUNT])])
    width = int(shape[MOST]) + 1
    first = int(shape[SLOPES]) + before * width
    for i in range(before + 1, count):
        other = int(shape[SLOPES]) + i * width
        for k in range(1, count + 1):
            left = values[first + k] * values[other]
            right = values[first] * values[other + k]
            if abs(left - right) > ADDITIVE * (abs(left) + abs(right)):
                return False
    return True


def merge_new(control: Array, shape: Array, values: Array, before: int) -> None:
    for i in range(int(control[MODE_COUNT])):
        if values[int(shape[SURFACES]) + i] > float(before):
            values[int(shape[SURFACES]) + i] = float(before + 1)
    values[int(shape[COUNT])] = float(before + 1)


def give_up_new(control: Array, shape: Array, states: Array, values: Array, work: Array, before: int) -> None:
    for i in range(int(control[MODE_COUNT])):
        surface = values[int(shape[SURFACES]) + i]
        if surface > float(before) or surface < 0.0:
            values[int(shape[SURFACES]) + i] = 0.0
    values[int(shape[COUNT])] = float(before)
    held(control[TIME], states, values, part(work, int(control[FOUND])))


def are_branches_additive(control: Array, plan: Array, shape: Array, states: Array, values: Array, work: Array) -> bool:
    """Whether two surfaces change the derivatives independently of each other: else the mean is not determined."""
    count = int(values[int(shape[COUNT])])
    n = int(control[STATE_COUNT])
    fields = int(shape[FIELDS])
    is_additive = True
    for a in range(1, count):
        for b in range(a + 1, count + 1):
            look_at_pair(control, plan, shape, states, values, work, a, b)
            for i in range(n):
                low = values[fields + i]
                first = values[fields + a * n + i]
                second = values[fields + b * n + i]
                size = abs(low) + abs(first) + abs(second)
                if abs(work[TRIAL * n + i] - first - second + low) > ADDITIVE * size:
                    is_additive = False
    return is_additive


def look_at_pair(
    control: Array, plan: Array, shape: Array, states: Array, values: Array, work: Array, a: int, b: int
) -> None:
    """The derivatives with the modes of two surfaces high, in `trial`."""
    count = int(values[int(shape[COUNT])])
    slots = int(control[MODE_SLOTS])
    for i in range(int(control[MODE_COUNT])):
        surface = int(values[int(shape[SURFACES]) + i])
        if (surface - a) * (surface - b) == 0:
            values[int(plan[slots + i])] = values[int(shape[HIGHS]) + i]
    values[int(shape[COUNT])] = 0.0
    held(control[TIME], states, values, part(work, int(control[FOUND])))
    times(control[TIME], states, values, part(work, int(control[FOUND])))
    derivatives(control[TIME], states, values, part(work, TRIAL * int(control[STATE_COUNT])))
    values[int(shape[COUNT])] = float(count)
    for i in range(int(control[MODE_COUNT])):
        if values[int(shape[SURFACES]) + i] > 0.0:
            values[int(plan[slots + i])] = values[int(shape[LOWS]) + i]


def end_slides(
    control: Array,
    plan: Array,
    shape: Array,
    states: Array,
    values: Array,
    work: Array,
    log: Array,
    tolerance: float,
    is_located: bool,
) -> int:
    """Leave the surfaces that a jump has left or whose share is no part of the time any more; how many these are.

    Where the step has just been cut, the guards at the cut say which: looked at again, a share may be rounding.
    """
    ended = 0
    if is_located:
        for number in range(int(values[int(shape[COUNT])]), 0, -1):
            guard = int(values[int(shape[WATCHED]) + number - 1])
            cut = int(control[GUARDS]) + CUT * int(control[GUARD_COUNT]) + guard
            if not work[cut] > 0.0:
                side = number if values[int(shape[SHARES]) + number - 1] > 0.5 else -number
                leave_surface(control, plan, shape, states, values, work, log, side)
                ended += 1
    for _ in range(int(shape[MOST])):
        if values[int(shape[COUNT])] == 0.0:
            break
        leaving = surface_to_leave(control, shape, states, values, work, tolerance)
        if leaving == 0:
            break
        leave_surface(control, plan, shape, states, values, work, log, leaving)
        ended += 1
    bands = end_bands(control, shape, values, work, is_located)
    return ended + bands


def surface_to_leave(control: Array, shape: Array, states: Array, values: Array, work: Array, tolerance: float) -> int:
    """The number of a surface, negative for its low side; 0 for none."""
    look_at_shares(control, states, values, work)
    ways_back(control, shape, states, values, work)
    count = int(values[int(shape[COUNT])])
    for i in range(count):
        way = values[int(shape[RATES]) + i]
        if abs(way) > max(FAR * control[TAKEN], values[int(shape[DIFFERENCE])]):
            return i + 1 if way < 0.0 else -i - 1
    n = int(control[STATE_COUNT])
    ahead = way_ahead(control, tolerance)
    look(control, states, work, ahead)
    times(control[TIME] + ahead, part(work, TRIAL * n), values, part(work, int(control[FOUND])))
    derivatives(control[TIME] + ahead, part(work, TRIAL * n), values, part(work, n))
    for i in range(count):
        share = values[int(shape[SHARES]) + i]
        if not share <= 1.0:
            return i + 1
        if share < 0.0:
            return -i - 1
    return 0


def leave_surface(
    control: Array,
    plan: Array,
    shape: Array,
    states: Array,
    values: Array,
    work: Array,
    log: Array,
    leaving: int,
) -> None:
    """Go on with the modes of one side of a surface; the last surface takes its number."""
    number = abs(leaving)
    last = int(values[int(shape[COUNT])])
    note_slide(control, shape, values, log, number, 0.0)
    leave_bands(control, plan, shape, states, values, work, leaving)
    for i in range(int(control[MODE_COUNT])):
        surface = int(values[int(shape[SURFACES]) + i])
        if surface == number:
            side = int(shape[HIGHS]) if leaving > 0 else int(shape[LOWS])
            values[int(plan[int(control[MODE_SLOTS]) + i])] = values[side + i]
            values[int(shape[SURFACES]) + i] = 0.0
            work[int(control[HELD_MODES]) + i] = 1.0
        if surface == last and last != number:
            values[int(shape[SURFACES]) + i] = float(number)
    values[int(shape[WATCHED]) + number - 1] = values[int(shape[WATCHED]) + last - 1]
    values[int(shape[COUNT])] = float(last - 1)
    raw_guards(control, shape, states, values, work, RAW)
    for i in range(int(control[MODE_COUNT])):
        if work[int(control[HELD_MODES]) + i] == 1.0:
            work[int(control[HELD_MODES]) + i] = 2.0
            guard = nearest_guard(control, plan, work, i)
            work[int(control[TOLD_SIGNS]) + guard] = 1.0 if leaving > 0 else -1.0
    control[IS_FRESH] = 0.0
    control[HAS_CHANGED] = 1.0


def note_slide(control: Array, shape: Array, values: Array, log: Array, surface: int, new: float) -> None:
    """Log that the run begins or ceases to slide, by the first mode of the surface."""
    for i in range(int(control[MODE_COUNT])):
        if int(values[int(shape[SURFACES]) + i]) == surface:
            note(control, log, LOGGED_SLIDE, i, 1.0 - new, new, NO_EVENT)
            return


def ways_back(control: Array, shape: Array, states: Array, values: Array, work: Array) -> None:
    """How much more time on its high side would bring each guard back to zero, in `rates`."""
    raw_guards(control, shape, states, values, work, RAW)
    raw = int(control[GUARDS]) + RAW * int(control[GUARD_COUNT])
    for i in range(int(values[int(shape[COUNT])])):
        values[int(shape[RATES]) + i] = -work[raw + int(values[int(shape[WATCHED]) + i])]
    solve_shares(values, shape, int(shape[RATES]), int(shape[RATES]))


def return_to_surfaces(control: Array, shape: Array, states: Array, values: Array, work: Array) -> None:
    """Bring the states back to where the guards are zero, along the difference of the branches."""
    n = int(control[STATE_COUNT])
    fields = int(shape[FIELDS])
    look_at_shares(control, states, values, work)
    ways_back(control, shape, states, values, work)
    exact = EXACT if control[OUTSIDE] == INSIDE else EXACT_OUTSIDE
    for j in range(int(values[int(shape[COUNT])])):
        way = values[int(shape[RATES]) + j]
        if abs(way) > exact * control[TAKEN]:
            control[IS_FRESH] = 0.0
            # Whoever makes the steps outside begins anew after an event.
            control[EVENTS] += 0.0 if control[OUTSIDE] == INSIDE else 1.0
            for i in range(n):
                states[i] += way * (values[fields + (j + 1) * n + i] - values[fields + i])
