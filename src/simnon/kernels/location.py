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
    HAS_TIMED_GUARDS,
    INSIDE,
    IS_CUT,
    IS_FRESH,
    MODE_COUNT,
    MODE_SLOTS,
    NEW,
    OUTSIDE,
    PAST,
    REACHED,
    REJECTED,
    START_TIME,
    STATE_COUNT,
    STEP,
    STOP_TIME,
    TAKEN,
    TIME,
    TRIAL,
)
from .entries import guards, interpolate, modes, times
from .polynomials import quartic
from .steps import float_after, spacing_at
from .subset import Array, inline, part

PARTS = 8
QUARTERS = 5
"""Where among the arrays of guards the values at the quarters of the step begin."""
NARROWEST = 1e-7
"""Two roots nearer than this part of the step are one that only touches zero."""
FINEST = 1e-12
"""How exactly an event is located, as a part of the step."""
WELL_SEEN = 0.02
"""How far a guard may be from the polynomial through its values at the quarters, as a part of the largest of them,"""
NEAR_ZERO = 0.3
"""and as a part of the least, where all have one sign."""
SHORT_STEP = 1e-4
"""A step that is this part of the run is not made shorter to see guards better."""
MOST_CUTS = 100
MOST_NEWTON_STEPS = 6
NEWTON_IS_NEAR = 1e-7
"""In quarters of the step: Newton's method squares the error, so that what it moved by was the error before."""


@inline
def sign(x: float) -> int:
    """-1, 0 or 1."""
    return (1 if x > 0.0 else 0) - (1 if x < 0.0 else 0)


@inline
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
def look_at_guards(control: Array, plan: Array, states: Array, values: Array, work: Array) -> bool:
    """Put the guards at the end and at the quarters of the step in place; whether the step is short enough for that."""
    count = int(control[GUARD_COUNT])
    if count == 0:
        return True
    n = int(control[STATE_COUNT])
    first = int(control[GUARDS])
    times(control[REACHED], part(work, NEW * n), values, part(work, int(control[FOUND])))
    guards(control[REACHED], part(work, NEW * n), values, part(work, first + count))
    if has_left_zero(control, work):
        follow_from_zero(control, plan, values, work)
    for k in range(3):
        guards_at(0.25 * float(k + 1), control, states, values, work, first + (QUARTERS + k) * count)
    if control[HAS_TIMED_GUARDS] == 0.0 or control[OUTSIDE] != INSIDE:
        return True
    return are_guards_seen(control, states, values, work)


def are_guards_seen(control: Array, states: Array, values: Array, work: Array) -> bool:
    """Whether guards are, between the quarters too, what the polynomial through these says.

    What goes with the time by itself may do so many times within a step that no error of a state made short. The
    places are such that no period fits all of them. A step of a small part of the run is short enough in any case.
    """
    if control[TAKEN] <= SHORT_STEP * (control[STOP_TIME] - control[START_TIME]):
        return True
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    here = first + 4 * count
    for k in range(4):
        fraction = 0.25 * (float(k) + (0.47 if k == 0 else 0.59 if k == 1 else 0.43 if k == 2 else 0.53))
        guards_at(fraction, control, states, values, work, here)
        for i in range(count):
            f0 = work[first + i]
            f1 = work[first + QUARTERS * count + i]
            f2 = work[first + (QUARTERS + 1) * count + i]
            f3 = work[first + (QUARTERS + 2) * count + i]
            f4 = work[first + count + i]
            found = work[here + i]
            high = max(f0, f1, f2, f3, f4, found)
            low = min(f0, f1, f2, f3, f4, found)
            away = low if low > 0.0 else -high if high < 0.0 else max(high, -low)
            off = abs(found - quartic(f0, f1, f2, f3, f4, 4.0 * fraction))
            if off > WELL_SEEN * max(high, -low) or off > NEAR_ZERO * away:
                control[STEP] = 0.5 * control[TAKEN]
                control[REJECTED] += 1.0
                control[IS_FRESH] = 0.0
                control[PAST] = 0.0
                return False
    return True


@inline
def locate_event(control: Array, states: Array, values: Array, work: Array) -> None:
    """Cut the step that was taken at the first change of sign; the state there is in `trial`."""
    count = int(control[GUARD_COUNT])
    control[IS_CUT] = 0.0
    if count == 0:
        return
    first = int(control[GUARDS])
    after = first + count
    if not is_quiet(control, work):
        cut_step(control, states, values, work)
    if control[IS_CUT] == 0.0:
        for i in range(count):
            work[first + i] = work[after + i]


@inline
def is_quiet(control: Array, work: Array) -> bool:
    """Whether it is plain that no guard has a root within the step, which is so for nearly all steps.

    All Bernstein coefficients of the polynomial through a guard's values at the quarters have then one sign.
    """
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    is_plain = True
    for i in range(count):
        a = work[first + i]
        b = work[first + QUARTERS * count + i]
        c = work[first + (QUARTERS + 1) * count + i]
        d = work[first + (QUARTERS + 2) * count + i]
        e = work[first + count + i]
        middle = 13.0 * (a + e) - 64.0 * (b + d) + 120.0 * c
        half_sum = 32.0 * (b + d) - 8.0 * (a + e) - 36.0 * c
        half_difference = 16.0 * (b - d) - 5.0 * (a - e)
        before = half_sum + half_difference
        behind = half_sum - half_difference
        # The first of them is nan where any value is; as the first operand it stays.
        is_plain = is_plain and min(a * middle, a * before, a * behind, a * e) > 0.0
    return is_plain


def cut_step(control: Array, states: Array, values: Array, work: Array) -> None:
    """Where a guard has a root within the step, cut the step there."""
    count = int(control[GUARD_COUNT])
    is_crossed = has_changed(control, work, int(control[GUARDS]) + count)
    high = first_root(control, work)
    width = control[CUT_WIDTH]
    if high <= 1.0:
        has_bracket = bracket(control, states, values, work, high - width, high)
        if not has_bracket:
            high = 2.0
    if high > 1.0 and is_crossed:
        high = first_part(control, states, values, work)
        width = 1.0 / PARTS
    if high <= 1.0:
        cut = narrow(control, states, values, work, high - width, high)
        control[IS_CUT] = 1.0
        control[REACHED] = min(float_after(control[TIME], cut * control[TAKEN]), control[REACHED])


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
    if high < 1.0:
        guards_at(high, control, states, values, work, first + 2 * count)
    else:
        for i in range(count):
            work[first + 2 * count + i] = work[first + count + i]
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


def expected_root(control: Array, work: Array, low: float, high: float) -> float:
    """Where in the bracket the first of the guards that change sign there seems to have its root.

    The guard is taken for the polynomial through its values at the quarters of the step: Newton's method, from a
    straight line through two of them.
    """
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    right = first + 2 * count
    found = high
    for i in range(count):
        if sign(work[right + i]) != sign(work[first + i]):
            f0 = work[first + i]
            f1 = work[first + QUARTERS * count + i]
            f2 = work[first + (QUARTERS + 1) * count + i]
            f3 = work[first + (QUARTERS + 2) * count + i]
            f4 = work[first + count + i]
            second = 0.5 * (f2 - 2.0 * f1 + f0)
            third = (f3 - 3.0 * (f2 - f1) - f0) * (1.0 / 6.0)
            a4 = (f4 - 4.0 * (f3 + f1) + 6.0 * f2 + f0) * (1.0 / 24.0)
            a3 = third - 6.0 * a4
            a2 = second - 3.0 * third + 11.0 * a4
            a1 = f1 - f0 - second + 2.0 * third - 6.0 * a4
            at = 2.0 * (low + high)
            if high - low == 1.0:
                at = crossing_between_quarters(f0, f1, f2, f3, f4)
            for _ in range(MOST_NEWTON_STEPS):
                square = at * at
                value = f0 + at * a1 + square * (a2 + at * a3 + square * a4)
                slope = a1 + 2.0 * at * a2 + square * (3.0 * a3 + 4.0 * at * a4)
                way = value / slope
                at -= way
                if abs(way) <= NEWTON_IS_NEAR:
                    break
            found = min(found, 0.25 * at)
    return found


@inline
def crossing_between_quarters(f0: float, f1: float, f2: float, f3: float, f4: float) -> float:
    """Where a straight line crosses zero between two quarters, those at which the sign is not yet, and is, that at the
    end; the latter where the line begins so near to zero that another root is there."""
    is_above = f4 > 0.0
    place = 3.0
    a = f3
    b = f4
    if (f3 > 0.0) == is_above:
        place = 2.0
        a = f2
        b = f3
        if (f2 > 0.0) == is_above:
            place = 1.0
            a = f1
            b = f2
            if (f1 > 0.0) == is_above:
                place = 0.0
                a = f0
                b = f1
    if abs(a) < 0.1 * abs(b):
        return place + 1.0
    return place + a / (a - b)


def narrow(control: Array, states: Array, values: Array, work: Array, low: float, high: float) -> float:
    """Narrow the bracket to its right end; the state there is left in `trial`.

    First both sides of the expected root are tried. Where the guard is no such polynomial, regula falsi goes on, for
    the guard that seems to cross first (Illinois).
    """
    count = int(control[GUARD_COUNT])
    first = int(control[GUARDS])
    right = first + 2 * count
    left = first + 3 * count
    here = first + 4 * count
    finest = max(FINEST, spacing_at(control[REACHED]) / control[TAKEN])
    expected = expected_root(control, work, low, high)
    weight_left = 1.0
    weight_right = 1.0
    side = 0
    for k in range(MOST_CUTS):
        if high - low <= finest:
            break
        at = high
        if k == 0:
            at = expected - 0.4 * finest
        elif k == 1 and side < 0:
            at = expected + 0.4 * finest
        else:
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
    if side <= 0:
        interpolate(high, control, states, work, part(work, TRIAL * int(control[STATE_COUNT])))
    return high
