"""Locating events: the first place within a step where a guard changes sign, on the interpolant.

Guards are compared by sign: below, at, above zero. The ends and the middle of the step are
looked at first; where a parabola through them comes near zero, or a sign has changed, the
step is looked at in eight parts, so that two crossings within it are found too.
"""

from .control import FOUND, GUARD_COUNT, GUARDS, IS_CUT, NEW, REACHED, STATE_COUNT, TAKEN, TIME, TRIAL
from .entries import guards, interpolate, times
from .steps import spacing_at
from .subset import Array, inline, part

PARTS = 8
FINEST = 1e-12
"""How exactly an event is located, as a part of the step."""
MOST_CUTS = 100


@inline
def sign(x: float) -> int:
    """-1, 0 or 1."""
    return (1 if x > 0.0 else 0) - (1 if x < 0.0 else 0)


def guards_at(fraction: float, control: Array, states: Array, values: Array, work: Array, place: int) -> None:
    """The guards at a fraction of the step, put at `place` in `work`; the state there is left in `trial`."""
    n = int(control[STATE_COUNT])
    time = control[TIME] + fraction * control[TAKEN]
    interpolate(fraction, control, states, work, part(work, TRIAL * n))
    times(time, part(work, TRIAL * n), values, part(work, int(control[FOUND])))
    guards(time, part(work, TRIAL * n), values, part(work, place))


@inline
def has_changed(control: Array, work: Array, place: int) -> bool:
    """Whether a guard at `place` has another sign than at the start of the step."""
    first = int(control[GUARDS])
    for i in range(int(control[GUARD_COUNT])):
        if sign(work[place + i]) != sign(work[first + i]):
            return True
    return False


@inline
def locate_event(control: Array, states: Array, values: Array, work: Array) -> None:
    """Cut the step that was taken at the first change of sign; the state there is in `trial`."""
    count = int(control[GUARD_COUNT])
    control[IS_CUT] = 0.0
    if count == 0:
        return
    n = int(control[STATE_COUNT])
    first = int(control[GUARDS])
    after = first + count
    middle = after + count
    times(control[REACHED], part(work, NEW * n), values, part(work, int(control[FOUND])))
    guards(control[REACHED], part(work, NEW * n), values, part(work, after))
    is_crossed = has_changed(control, work, after)
    guards_at(0.5, control, states, values, work, middle)
    is_plain = is_all_plain(control, work)
    high = 2.0
    width = 1.0 / PARTS
    if is_plain and is_crossed:
        high = first_half(control, work)
        width = 0.5
    elif not is_plain:
        high = first_part(control, states, values, work)
    if high > 1.0:
        for i in range(count):
            work[first + i] = work[after + i]
        return
    cut = narrow(control, states, values, work, high - width, high)
    control[IS_CUT] = 1.0
    interpolate(cut, control, states, work, part(work, TRIAL * n))
    control[REACHED] = min(control[TIME] + cut * control[TAKEN], control[REACHED])


@inline
def is_all_plain(control: Array, work: Array) -> bool:
    """Whether for every guard the ends and the middle of the step tell the whole story.

    A guard that keeps its sign stays far from zero for its bend; one that changes it is nearly straight.
    """
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    for i in range(count):
        a = work[first + i]
        b = work[first + 2 * count + i]
        c = work[first + count + i]
        bend = abs(a - 2.0 * b + c)
        if sign(a) == sign(c) and (sign(b) != sign(a) or min(abs(a), abs(b), abs(c)) <= 0.5 * bend):
            return False
        if sign(a) != sign(c) and not 4.0 * bend <= abs(c - a):
            return False
    return True


@inline
def first_half(control: Array, work: Array) -> float:
    """The right end of the half in which a guard changes sign first, its guards put at both ends of the bracket."""
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    is_first = has_changed(control, work, first + 2 * count)
    for i in range(count):
        middle = work[first + 2 * count + i]
        work[first + 3 * count + i] = work[first + i] if is_first else middle
        work[first + 2 * count + i] = middle if is_first else work[first + count + i]
    return 0.5 if is_first else 1.0


def first_part(control: Array, states: Array, values: Array, work: Array) -> float:
    """The right end of the first part of the step in which a guard changes sign, or 2."""
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    left = first + 3 * count
    here = first + 2 * count
    for i in range(count):
        work[left + i] = work[first + i]
    for k in range(1, PARTS + 1):
        fraction = float(k) / PARTS
        if k == PARTS:
            for i in range(count):
                work[here + i] = work[first + count + i]
        else:
            guards_at(fraction, control, states, values, work, here)
        if has_changed(control, work, here):
            return fraction
        for i in range(count):
            work[left + i] = work[here + i]
    return 2.0


def narrow(control: Array, states: Array, values: Array, work: Array, low: float, high: float) -> float:
    """Narrow the bracket to its right end: regula falsi for the guard that seems to cross first (Illinois)."""
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    right = first + 2 * count
    left = first + 3 * count
    here = first + 4 * count
    finest = max(FINEST, spacing_at(control[REACHED]) / control[TAKEN])
    weight_left = 1.0
    weight_right = 1.0
    side = 0
    for _ in range(MOST_CUTS):
        if high - low <= finest:
            break
        at = high
        for i in range(count):
            if sign(work[right + i]) != sign(work[first + i]):
                a = weight_left * work[left + i]
                b = weight_right * work[right + i]
                if a != b:
                    at = min(at, low - a * (high - low) / (b - a))
        at = max(low + 0.4 * finest, min(high - 0.4 * finest, at))
        guards_at(at, control, states, values, work, here)
        if has_changed(control, work, here):
            high = at
            for i in range(count):
                work[right + i] = work[here + i]
            weight_left = 0.5 * weight_left if side > 0 else 1.0
            weight_right = 1.0
            side = 1
        else:
            low = at
            for i in range(count):
                work[left + i] = work[here + i]
            weight_right = 0.5 * weight_right if side < 0 else 1.0
            weight_left = 1.0
            side = -1
    return high
