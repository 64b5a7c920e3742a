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
    if not is_crossed:
        guards_at(0.5, control, states, values, work, middle)
        if not may_cross(control, work):
            for i in range(count):
                work[first + i] = work[after + i]
            return
    found = first_part(control, states, values, work)
    if found > 1.0:
        for i in range(count):
            work[first + i] = work[after + i]
        return
    cut = narrow(control, states, values, work, found - 1.0 / PARTS, found)
    control[IS_CUT] = 1.0
    interpolate(cut, control, states, work, part(work, TRIAL * n))
    control[REACHED] = min(control[TIME] + cut * control[TAKEN], control[REACHED])


@inline
def may_cross(control: Array, work: Array) -> bool:
    """Whether a parabola through the ends and the middle comes near zero for some guard."""
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    for i in range(count):
        a = work[first + i]
        b = work[first + 2 * count + i]
        c = work[first + count + i]
        if sign(b) != sign(a):
            return True
        if min(abs(a), abs(b), abs(c)) <= 0.5 * abs(a - 2.0 * b + c):
            return True
    return False


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
