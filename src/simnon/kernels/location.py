"""Locating events: the first place within a step where a guard changes sign, on the interpolant.

Guards are compared by sign: below, at, above zero. In each step the polynomial through a guard's
values at the quarters of the step is taken, its roots are told apart by Descartes' rule for
Bernstein coefficients, and the first one is then located on the interpolant itself. So two
crossings within a step are found too.
"""

from .control import (
    CUT_WIDTH,
    DOMAINS,
    FOUND,
    GUARD_COUNT,
    GUARDS,
    IS_CUT,
    MODE_COUNT,
    MODE_SLOTS,
    NEW,
    REACHED,
    STATE_COUNT,
    TAKEN,
    TIME,
    TRIAL,
)
from .entries import guards, interpolate, modes, times
from .polynomials import quartic
from .steps import spacing_at
from .subset import Array, inline, part

PARTS = 8
QUARTERS = 5
"""Where among the arrays of guards the values at the quarters of the step begin."""
NARROWEST = 1e-7
"""Two roots nearer than this part of the step are one that only touches zero."""
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
def locate_event(control: Array, plan: Array, states: Array, values: Array, work: Array) -> None:
    """Cut the step that was taken at the first change of sign; the state there is in `trial`."""
    count = int(control[GUARD_COUNT])
    control[IS_CUT] = 0.0
    if count == 0:
        return
    n = int(control[STATE_COUNT])
    first = int(control[GUARDS])
    after = first + count
    times(control[REACHED], part(work, NEW * n), values, part(work, int(control[FOUND])))
    guards(control[REACHED], part(work, NEW * n), values, part(work, after))
    if has_left_zero(control, work):
        follow_from_zero(control, plan, values, work)
    for k in range(3):
        guards_at(0.25 * float(k + 1), control, states, values, work, first + (QUARTERS + k) * count)
    high = first_root(control, work)
    width = control[CUT_WIDTH]
    is_crossed = has_changed(control, work, after)
    if high <= 1.0:
        has_bracket = bracket(control, states, values, work, high - width, high)
        if not has_bracket:
            high = 2.0
    if high > 1.0 and is_crossed:
        high = first_part(control, states, values, work)
        width = 1.0 / PARTS
    if high > 1.0:
        for i in range(count):
            work[first + i] = work[after + i]
        return
    cut = narrow(control, states, values, work, high - width, high)
    control[IS_CUT] = 1.0
    interpolate(cut, control, states, work, part(work, TRIAL * n))
    control[REACHED] = min(control[TIME] + cut * control[TAKEN], control[REACHED])


@inline
def has_left_zero(control: Array, work: Array) -> bool:
    """Whether a guard that was zero at the start of the step is not at its end."""
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    for i in range(count):
        if work[first + i] == 0.0 and work[first + count + i] != 0.0:
            return True
    return False


def follow_from_zero(control: Array, plan: Array, values: Array, work: Array) -> None:
    """Where leaving zero changes no mode, it is no event: let such guards have had their new signs all along."""
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    found = int(control[FOUND])
    modes(control[REACHED], part(work, NEW * int(control[STATE_COUNT])), values, part(work, found))
    for i in range(int(control[MODE_COUNT])):
        if work[found + i] != values[int(plan[int(control[MODE_SLOTS]) + i])]:
            return
    for i in range(count):
        is_outside = plan[int(control[DOMAINS]) + i] != 0.0 and work[first + count + i] < 0.0
        if work[first + i] == 0.0 and not is_outside:
            work[first + i] = work[first + count + i]


def bracket(control: Array, states: Array, values: Array, work: Array, low: float, high: float) -> bool:
    """Put the guards at both ends of a part of the step in place; whether one changes its sign there."""
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    guards_at(high, control, states, values, work, first + 2 * count)
    if low > 0.0:
        guards_at(low, control, states, values, work, first + 3 * count)
    else:
        for i in range(count):
            work[first + 3 * count + i] = work[first + i]
    return has_changed(control, work, first + 2 * count)


def first_root(control: Array, work: Array) -> float:
    """The right end of the part of the step with the first root of a guard, 2 where there is none.

    The guard is taken for the polynomial of degree 4 through its values at the quarters of the step.
    The length of the part is left in `control`.
    """
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    found = 2.0
    for i in range(count):
        f0 = work[first + i]
        f1 = work[first + QUARTERS * count + i]
        f2 = work[first + (QUARTERS + 1) * count + i]
        f3 = work[first + (QUARTERS + 2) * count + i]
        f4 = work[first + count + i]
        low = 0.0
        width = 1.0
        while low < min(1.0, found):
            changes = sign_changes(f0, f1, f2, f3, f4, low, width)
            if changes == 1:
                if low + width < found:
                    found = low + width
                    control[CUT_WIDTH] = width
                break
            if changes == 0 or width < NARROWEST:
                low += width
                width = min(2.0 * width, 1.0 - low)
            else:
                width = 0.5 * width
    return found


@inline
def sign_changes(f0: float, f1: float, f2: float, f3: float, f4: float, low: float, width: float) -> int:
    """How often the Bernstein coefficients on a part of the step change sign: none means no root, one means one."""
    a = f0
    b = f1
    c = f2
    d = f3
    e = f4
    if width < 1.0:
        a = quartic(f0, f1, f2, f3, f4, 4.0 * low)
        b = quartic(f0, f1, f2, f3, f4, 4.0 * (low + 0.25 * width))
        c = quartic(f0, f1, f2, f3, f4, 4.0 * (low + 0.5 * width))
        d = quartic(f0, f1, f2, f3, f4, 4.0 * (low + 0.75 * width))
        e = quartic(f0, f1, f2, f3, f4, 4.0 * (low + width))
    changes = 0
    before = sign(a)
    now = sign(-13.0 * a + 48.0 * b - 36.0 * c + 16.0 * d - 3.0 * e)
    changes += 1 if now * before < 0 else 0
    before = now if now != 0 else before
    now = sign(13.0 * (a + e) - 64.0 * (b + d) + 120.0 * c)
    changes += 1 if now * before < 0 else 0
    before = now if now != 0 else before
    now = sign(-3.0 * a + 16.0 * b - 36.0 * c + 48.0 * d - 13.0 * e)
    changes += 1 if now * before < 0 else 0
    before = now if now != 0 else before
    return changes + (1 if sign(e) != before else 0)


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
