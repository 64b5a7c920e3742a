"""Starting and ending slides along the zeros of guards, and keeping the states there (see `sliding`).

If a mode changes back at the instant at which it changed, with no jump in between, the equations on both sides of its
guard lead back to zero: from there on the run slides. It leaves the surface as soon as one side no longer leads back,
that is, when its share reaches zero or one. The guard leaves zero with zero slope there, so its sign is imposed rather
than evaluated.
"""

from .bands import begin_bands, end_bands, leave_bands, raw_guards
from .control import CHATTERING, INSIDE, LOGGED_SLIDE, NO_EVENT, RUNNING, SLIDE_AMBIGUOUS, TRIAL, Control
from .entries import derivatives, held, times
from .event_log import note
from .look_ahead import look, look_ahead_distance
from .shares import FAR, RAW, Shape, solve_shares
from .subset import Array, Integers, inline, slice_from

PENDING = -1.0
CUT = 2
"""Index of the guard array at the event."""
NEAR = 1e-4
"""Slopes are differences over this fraction of the last step."""
MIN_NEAR = 1e-8
"""The smallest such difference, as a fraction of the run."""
EXACT = 1e-14
"""A correction of less than this fraction of the last step is ignored."""
EXACT_OF_LIBRARY = 1e-3
"""The same with library steps, since the library has to restart after a correction."""
ADDITIVE = 1e-6
"""How far the branches of several surfaces can be from the sum of those of each."""
JUST = 1e-100
NO_SHARE = 1e300
"""Shares that are infinite or nan belong to surfaces that cannot be distinguished."""


@inline
def is_sliding(control: Control, values: Array) -> bool:
    return control.sliding > 0 and values[control.sliding] > 0.0


@inline
def begin_instant(control: Control, work: Array) -> None:
    """Forget the modes and signs imposed at the last instant."""
    forget_changes(control, work)
    if control.sliding > 0:
        for i in range(control.mode_count):
            work[control.held_modes + i] = 0.0
        for i in range(control.guard_count):
            work[control.imposed_signs + i] = 0.0


@inline
def forget_changes(control: Control, work: Array) -> None:
    """After a jump a mode can change back for a different reason."""
    if control.may_slide:
        for i in range(control.mode_count):
            work[control.previous_modes + i] = -JUST


@inline
def impose_signs(control: Control, work: Array) -> None:
    """The guards of surfaces that were left start on the side to which the run left."""
    if control.sliding > 0:
        for i in range(control.guard_count):
            imposed = work[control.imposed_signs + i]
            if imposed != 0.0:
                work[control.guards + i] = imposed * max(abs(work[control.guards + i]), JUST)


def find_returns(control: Control, plan: Integers, values: Array, work: Array) -> int:
    """Mark the modes that have changed back to their previous value at this instant; return how many."""
    count = control.mode_count
    found = control.found
    previous = control.previous_modes
    returns = 0
    for i in range(count):
        now = values[plan[control.mode_slots + i]]
        was = work[found + count + i]
        is_back = False
        if now != was:
            is_back = work[previous + i] == now and plan[control.guards_of_modes + 3 * i] >= 0
            work[previous + i] = was
        work[found + i] = 1.0 if is_back else 0.0
        returns += 1 if is_back else 0
    return returns


def begin_slides(
    control: Control, plan: Integers, shape: Shape, states: Array, values: Array, work: Array, log: Array
) -> int:
    """Start to slide along the guards of the modes that `find_returns` has marked."""
    before = int(values[shape.count])
    has_space = put_on_surfaces(control, plan, shape, states, values, work)
    control.is_fresh = False
    control.has_changed = True
    values[shape.difference] = max(NEAR * control.taken, MIN_NEAR * (control.stop_time - control.start_time))
    check_shares(control, states, values, work)
    if not has_shares(shape, values) and int(values[shape.count]) > before + 1:
        # Guards with a common zero, such as the two ends of a steep saturation, are one surface.
        are_one = are_proportional(shape, values, before)
        if not are_one:
            return SLIDE_AMBIGUOUS
        merge_new_surfaces(control, shape, values, before)
        check_shares(control, states, values, work)
    can_slide = has_space and has_shares(shape, values)
    if not can_slide:
        discard_new_surfaces(control, shape, states, values, work, before)
        return CHATTERING
    is_plain = are_branches_additive(control, plan, shape, states, values, work)
    if not is_plain:
        return SLIDE_AMBIGUOUS
    return_to_surfaces(control, shape, states, values, work)
    for surface in range(before, int(values[shape.count])):
        note_slide(control, shape, values, log, surface + 1, 1.0)
        begin_bands(control, plan, shape, states, values, work, surface + 1)
    return RUNNING


def put_on_surfaces(control: Control, plan: Integers, shape: Shape, states: Array, values: Array, work: Array) -> bool:
    """Give each marked mode its two sides and its surface; False if there are too many surfaces."""
    found = control.found
    count = control.mode_count
    slots = control.mode_slots
    for i in range(count):
        if work[found + i] > 0.0:
            slot = plan[slots + i]
            old = work[found + count + i]
            new = values[slot]
            is_rising = plan[control.guards_of_modes + 3 * i + 2] > 0
            low = min(old, new) if is_rising else max(old, new)
            values[shape.lows + i] = low
            values[shape.highs + i] = old + new - low
            values[shape.surfaces + i] = PENDING
            values[slot] = low
    raw_guards(control, shape, states, values, work, RAW)
    for i in range(count):
        if values[shape.surfaces + i] == PENDING:
            guard = nearest_guard(control, plan, work, i)
            surface = surface_of_guard(shape, values, guard)
            if surface > shape.most:
                return False
            values[shape.watched + surface - 1] = float(guard)
            values[shape.count] = max(values[shape.count], float(surface))
            values[shape.surfaces + i] = float(surface)
    return True


@inline
def surface_of_guard(shape: Shape, values: Array, guard: int) -> int:
    """The number of the surface of a guard, or a new one."""
    count = int(values[shape.count])
    for i in range(count):
        if int(values[shape.watched + i]) == guard:
            return i + 1
    return count + 1


@inline
def nearest_guard(control: Control, plan: Integers, work: Array, mode: int) -> int:
    """The guard of a mode that is nearest to zero."""
    offset = control.guards_of_modes + 3 * mode
    first = plan[offset]
    second = plan[offset + 1]
    raw = control.guards + RAW * control.guard_count
    if second >= 0 and abs(work[raw + second]) < abs(work[raw + first]):
        return second
    return first


@inline
def check_shares(control: Control, states: Array, values: Array, work: Array) -> None:
    """Evaluate the derivatives, and with them the shares."""
    times(control.time, states, values, work)
    derivatives(control.time, states, values, work)
    control.evaluations += 1.0


@inline
def has_shares(shape: Shape, values: Array) -> bool:
    total = 0.0
    for i in range(int(values[shape.count])):
        total += values[shape.shares + i]
    return abs(total) < NO_SHARE


def are_proportional(shape: Shape, values: Array, before: int) -> bool:
    """True if the guards of all new surfaces change in proportion in every branch."""
    count = int(values[shape.count])
    width = shape.most + 1
    first = shape.slopes + before * width
    for i in range(before + 1, count):
        other = shape.slopes + i * width
        for k in range(1, count + 1):
            left = values[first + k] * values[other]
            right = values[first] * values[other + k]
            if abs(left - right) > ADDITIVE * (abs(left) + abs(right)):
                return False
    return True


def merge_new_surfaces(control: Control, shape: Shape, values: Array, before: int) -> None:
    for i in range(control.mode_count):
        if values[shape.surfaces + i] > float(before):
            values[shape.surfaces + i] = float(before + 1)
    values[shape.count] = float(before + 1)


def discard_new_surfaces(
    control: Control, shape: Shape, states: Array, values: Array, work: Array, before: int
) -> None:
    for i in range(control.mode_count):
        surface = values[shape.surfaces + i]
        if surface > float(before) or surface < 0.0:
            values[shape.surfaces + i] = 0.0
    values[shape.count] = float(before)
    held(control.time, states, values, slice_from(work, control.found))


def are_branches_additive(
    control: Control, plan: Integers, shape: Shape, states: Array, values: Array, work: Array
) -> bool:
    """True if the surfaces change the derivatives independently of each other; otherwise the mean is not determined."""
    count = int(values[shape.count])
    n = control.state_count
    fields = shape.fields
    is_additive = True
    for a in range(1, count):
        for b in range(a + 1, count + 1):
            check_pair(control, plan, shape, states, values, work, a, b)
            for i in range(n):
                low = values[fields + i]
                first = values[fields + a * n + i]
                second = values[fields + b * n + i]
                size = abs(low) + abs(first) + abs(second)
                if abs(work[TRIAL * n + i] - first - second + low) > ADDITIVE * size:
                    is_additive = False
    return is_additive


def check_pair(
    control: Control, plan: Integers, shape: Shape, states: Array, values: Array, work: Array, a: int, b: int
) -> None:
    """Evaluate the derivatives with the modes of two surfaces high, into `trial`."""
    count = int(values[shape.count])
    slots = control.mode_slots
    for i in range(control.mode_count):
        surface = int(values[shape.surfaces + i])
        if (surface - a) * (surface - b) == 0:
            values[plan[slots + i]] = values[shape.highs + i]
    values[shape.count] = 0.0
    held(control.time, states, values, slice_from(work, control.found))
    times(control.time, states, values, slice_from(work, control.found))
    derivatives(control.time, states, values, slice_from(work, TRIAL * control.state_count))
    values[shape.count] = float(count)
    for i in range(control.mode_count):
        if values[shape.surfaces + i] > 0.0:
            values[plan[slots + i]] = values[shape.lows + i]


def end_slides(
    control: Control,
    plan: Integers,
    shape: Shape,
    states: Array,
    values: Array,
    work: Array,
    log: Array,
    tolerance: float,
    is_located: bool,
) -> int:
    """Leave the surfaces from which a jump moved the run or whose share is outside 0..1; return how many.

    If the step has just been cut, the guards at the cut decide which: evaluated again, a share may be rounding.
    """
    ended = 0
    if is_located:
        for number in range(int(values[shape.count]), 0, -1):
            guard = int(values[shape.watched + number - 1])
            cut = control.guards + CUT * control.guard_count + guard
            if not work[cut] > 0.0:
                side = number if values[shape.shares + number - 1] > 0.5 else -number
                leave_surface(control, plan, shape, states, values, work, log, side)
                ended += 1
    for _ in range(shape.most):
        if values[shape.count] == 0.0:
            break
        leaving = surface_to_leave(control, shape, states, values, work, tolerance)
        if leaving == 0:
            break
        leave_surface(control, plan, shape, states, values, work, log, leaving)
        ended += 1
    bands = end_bands(control, shape, values, work, is_located)
    return ended + bands


def surface_to_leave(
    control: Control, shape: Shape, states: Array, values: Array, work: Array, tolerance: float
) -> int:
    """The number of a surface to leave, negative to its low side; 0 if none."""
    check_shares(control, states, values, work)
    find_return_times(control, shape, states, values, work)
    count = int(values[shape.count])
    for i in range(count):
        way = values[shape.rates + i]
        if abs(way) > max(FAR * control.taken, values[shape.difference]):
            return i + 1 if way < 0.0 else -i - 1
    n = control.state_count
    ahead = look_ahead_distance(control, tolerance)
    look(control, states, work, ahead)
    times(control.time + ahead, slice_from(work, TRIAL * n), values, slice_from(work, control.found))
    derivatives(control.time + ahead, slice_from(work, TRIAL * n), values, slice_from(work, n))
    for i in range(count):
        share = values[shape.shares + i]
        if not share <= 1.0:
            return i + 1
        if share < 0.0:
            return -i - 1
    return 0


def leave_surface(
    control: Control,
    plan: Integers,
    shape: Shape,
    states: Array,
    values: Array,
    work: Array,
    log: Array,
    leaving: int,
) -> None:
    """Continue with the modes of one side of a surface; the last surface takes over its number."""
    number = abs(leaving)
    last = int(values[shape.count])
    note_slide(control, shape, values, log, number, 0.0)
    leave_bands(control, plan, shape, states, values, work, leaving)
    for i in range(control.mode_count):
        surface = int(values[shape.surfaces + i])
        if surface == number:
            side = shape.highs if leaving > 0 else shape.lows
            values[plan[control.mode_slots + i]] = values[side + i]
            values[shape.surfaces + i] = 0.0
            work[control.held_modes + i] = 1.0
        if surface == last and last != number:
            values[shape.surfaces + i] = float(number)
    values[shape.watched + number - 1] = values[shape.watched + last - 1]
    values[shape.count] = float(last - 1)
    raw_guards(control, shape, states, values, work, RAW)
    for i in range(control.mode_count):
        if work[control.held_modes + i] == 1.0:
            work[control.held_modes + i] = 2.0
            guard = nearest_guard(control, plan, work, i)
            work[control.imposed_signs + guard] = 1.0 if leaving > 0 else -1.0
    control.is_fresh = False
    control.has_changed = True


def note_slide(control: Control, shape: Shape, values: Array, log: Array, surface: int, new: float) -> None:
    """Log that the run starts or stops sliding, by the first mode of the surface."""
    for i in range(control.mode_count):
        if int(values[shape.surfaces + i]) == surface:
            note(control, log, LOGGED_SLIDE, i, 1.0 - new, new, NO_EVENT)
            return


def find_return_times(control: Control, shape: Shape, states: Array, values: Array, work: Array) -> None:
    """Compute how much more time on its high side would bring each guard back to zero, into `rates`."""
    raw_guards(control, shape, states, values, work, RAW)
    raw = control.guards + RAW * control.guard_count
    for i in range(int(values[shape.count])):
        values[shape.rates + i] = -work[raw + int(values[shape.watched + i])]
    solve_shares(values, shape, shape.rates, shape.rates)


def return_to_surfaces(control: Control, shape: Shape, states: Array, values: Array, work: Array) -> None:
    """Project the states back to the zeros of the guards, along the difference of the branches."""
    n = control.state_count
    fields = shape.fields
    check_shares(control, states, values, work)
    find_return_times(control, shape, states, values, work)
    exact = EXACT if control.library_step == INSIDE else EXACT_OF_LIBRARY
    for j in range(int(values[shape.count])):
        way = values[shape.rates + j]
        if abs(way) > exact * control.taken:
            control.is_fresh = False
            # Counting it as an event makes the library restart from the corrected states.
            control.events += 0.0 if control.library_step == INSIDE else 1.0
            for i in range(n):
                states[i] += way * (values[fields + (j + 1) * n + i] - values[fields + i])
