"""Locating events: the first point within a step where a guard changes sign, on the interpolant.

Guards are compared by sign: below, at, above zero. Each guard is replaced by the polynomial through its values at the
quarters of a window; Descartes' rule of signs for Bernstein coefficients isolates its roots, and the first one is then
located on the interpolant itself. The window is the whole step if the polynomial represents the guard; otherwise
windows are halved until it agrees with the guard between the quarters.
"""

from .control import NEW, TRIAL, Control
from .entries import guards, interpolate, modes, times
from .polynomials import quartic
from .slides import is_sliding
from .steps import float_after, spacing_at
from .subset import Array, Integers, inline, slice_from

SUBINTERVALS = 8
RIGHT = 2
LEFT = 3
HERE = 4
"""Indices of the guard arrays at the right and left end of a bracket and within it."""
QUARTERS = 5
START = 8
END = 9
"""Indices of the guard arrays at the quarters, the start and the end of a window."""
NARROWEST = 1e-7
"""Two roots closer than this fraction of the window are one root that only touches zero."""
FINEST = 1e-12
"""How accurately an event is located, as a fraction of the step."""
WELL_SEEN = 0.001
"""How far a guard can be from the polynomial through its values at the quarters, relative to the largest of them."""
NEAR_ZERO = 0.3
"""The same relative to the smallest, if all have one sign."""
NEARBY = 1e-8
"""A guard that changes over this fraction of a window by about as much as its deviation is rounding, not an
oscillation."""
SHORTEST_WINDOW = 1e-6
"""A window that is this fraction of the run is not halved."""
DEGREE_OF_WINDOWS = 4.0
MAX_CUTS = 100
MAX_NEWTON_STEPS = 6
NEWTON_IS_NEAR = 1e-7
"""In quarters of the window: convergence is quadratic, so the last correction bounds the error before it."""


@inline
def sign(x: float) -> int:
    """-1, 0 or 1."""
    return (1 if x > 0.0 else 0) - (1 if x < 0.0 else 0)


@inline
def copy_guards(control: Control, work: Array, source: int, target: int) -> None:
    for i in range(control.guard_count):
        work[target + i] = work[source + i]


@inline
def guards_at(fraction: float, control: Control, states: Array, values: Array, work: Array, offset: int) -> None:
    """Evaluate the guards at a fraction of the step into `work` from `offset` on; leaves the state there in `trial`."""
    n = control.state_count
    time = control.time + fraction * control.taken
    interpolate(fraction, control, states, work, slice_from(work, TRIAL * n))
    times(time, slice_from(work, TRIAL * n), values, slice_from(work, control.found))
    guards(time, slice_from(work, TRIAL * n), values, slice_from(work, offset))


@inline
def has_changed(control: Control, work: Array, offset: int) -> bool:
    """True if a guard at `offset` has a different sign than at the start of the step."""
    first = control.guards
    for i in range(control.guard_count):
        if sign(work[offset + i]) != sign(work[first + i]):
            return True
    return False


@inline
def check_guards(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Evaluate the guards at the end and the quarters of the step."""
    count = control.guard_count
    if count == 0:
        return
    n = control.state_count
    first = control.guards
    times(control.reached, slice_from(work, NEW * n), values, slice_from(work, control.found))
    guards(control.reached, slice_from(work, NEW * n), values, slice_from(work, first + count))
    if has_left_zero(control, work):
        follow_from_zero(control, plan, values, work)
    check_quarters(0.0, 1.0, control, states, values, work)


@inline
def check_quarters(low: float, width: float, control: Control, states: Array, values: Array, work: Array) -> None:
    count = control.guard_count
    for k in range(3):
        offset = control.guards + (QUARTERS + k) * count
        guards_at(low + 0.25 * width * float(k + 1), control, states, values, work, offset)


@inline
def needs_windows(control: Control, values: Array) -> bool:
    """True if guards may differ from the polynomials through their values at the quarters of the step."""
    if control.has_curved_guards or control.history_degree > DEGREE_OF_WINDOWS:
        return True
    return is_sliding(control, values)


def is_window_seen(
    low: float, width: float, start: int, end: int, control: Control, states: Array, values: Array, work: Array
) -> bool:
    """True if the guards agree with their polynomials between the quarters of a window too.

    A guard can oscillate many times within a step that no state error has shortened. The test points are spaced so that
    no period fits all of them.
    """
    count = control.guard_count
    first = control.guards
    here = first + HERE * count
    nearby = first + LEFT * count
    for k in range(4):
        fraction = 0.25 * (float(k) + (0.47 if k == 0 else 0.59 if k == 1 else 0.43 if k == 2 else 0.53))
        guards_at(low + fraction * width, control, states, values, work, here)
        is_nearby_known = False
        for i in range(count):
            f0 = work[start + i]
            f1 = work[first + QUARTERS * count + i]
            f2 = work[first + (QUARTERS + 1) * count + i]
            f3 = work[first + (QUARTERS + 2) * count + i]
            f4 = work[end + i]
            found = work[here + i]
            high = max(f0, f1, f2, f3, f4, found)
            least = min(f0, f1, f2, f3, f4, found)
            away = least if least > 0.0 else -high if high < 0.0 else max(high, -least)
            off = abs(found - quartic(f0, f1, f2, f3, f4, 4.0 * fraction))
            if off > WELL_SEEN * max(high, -least) or off > NEAR_ZERO * away:
                if not is_nearby_known:
                    guards_at(low + (fraction + NEARBY) * width, control, states, values, work, nearby)
                    is_nearby_known = True
                if abs(work[nearby + i] - found) < 0.1 * off:
                    return False
    return True


@inline
def locate_event(control: Control, states: Array, values: Array, work: Array) -> None:
    """Cut the step that was taken at the first change of sign; leaves the state there in `trial`."""
    count = control.guard_count
    control.is_cut = False
    if count == 0:
        return
    first = control.guards
    after = first + count
    is_plain = is_quiet(first, after, control, work)
    if is_plain and needs_windows(control, values):
        is_plain = is_window_seen(0.0, 1.0, first, after, control, states, values, work)
    if not is_plain:
        search_step(control, states, values, work)
    if not control.is_cut:
        copy_guards(control, work, after, first)


@inline
def is_quiet(start: int, end: int, control: Control, work: Array) -> bool:
    """True if clearly no guard has a root within a window, as in nearly all steps.

    All Bernstein coefficients of the polynomial through a guard's values at the quarters then have one sign.
    """
    count = control.guard_count
    first = control.guards
    is_plain = True
    for i in range(count):
        a = work[start + i]
        b = work[first + QUARTERS * count + i]
        c = work[first + (QUARTERS + 1) * count + i]
        d = work[first + (QUARTERS + 2) * count + i]
        e = work[end + i]
        middle = 13.0 * (a + e) - 64.0 * (b + d) + 120.0 * c
        half_sum = 32.0 * (b + d) - 8.0 * (a + e) - 36.0 * c
        half_difference = 16.0 * (b - d) - 5.0 * (a - e)
        before = half_sum + half_difference
        behind = half_sum - half_difference
        # The first product is nan if any value is, and `min` keeps a nan that is its first operand.
        is_plain = is_plain and min(a * middle, a * before, a * behind, a * e) > 0.0
    return is_plain


def search_step(control: Control, states: Array, values: Array, work: Array) -> None:
    """Go through the step in windows, from its start, and cut it at the first event."""
    count = control.guard_count
    first = control.guards
    start = first + START * count
    end = first + END * count
    copy_guards(control, work, first, start)
    shortest = max(NARROWEST, SHORTEST_WINDOW * (control.stop_time - control.start_time) / control.taken)
    low = 0.0
    width = 1.0
    while low < 1.0:
        if low + width < 1.0:
            guards_at(low + width, control, states, values, work, end)
        else:
            copy_guards(control, work, first + count, end)
        check_quarters(low, width, control, states, values, work)
        # A window this short is accepted as it is: for a guard that is noise, halving would never end.
        is_seen = width <= shortest or not needs_windows(control, values)
        if not is_seen:
            is_seen = is_window_seen(low, width, start, end, control, states, values, work)
        if is_seen:
            high = first_change(low, width, control, states, values, work)
            if high <= low + width:
                cut = narrow(high - control.cut_width, high, low, width, control, states, values, work)
                control.is_cut = True
                # Round up to a float: the event is where the guard has changed sign, never just before.
                control.reached = min(float_after(control.time, cut * control.taken), control.reached)
                return
            low += width
            copy_guards(control, work, end, start)
            width = min(2.0 * width, 1.0 - low)
        else:
            width = 0.5 * width


@inline
def has_left_zero(control: Control, work: Array) -> bool:
    """True if a guard that was zero at the start of the step is nonzero at its end."""
    count = control.guard_count
    first = control.guards
    for i in range(count):
        if work[first + i] == 0.0 and work[first + count + i] != 0.0:
            return True
    return False


def follow_from_zero(control: Control, plan: Integers, values: Array, work: Array) -> None:
    """If leaving zero changes no mode, it is not an event: give such guards their new signs from the start of the
    step."""
    count = control.guard_count
    first = control.guards
    found = control.found
    modes(control.reached, slice_from(work, NEW * control.state_count), values, slice_from(work, found))
    for i in range(control.mode_count):
        if work[found + i] != values[plan[control.mode_slots + i]]:
            return
    for i in range(count):
        is_outside = plan[control.domains + i] != 0 and work[first + count + i] < 0.0
        if work[first + i] == 0.0 and not is_outside:
            work[first + i] = work[first + count + i]


def first_change(low: float, width: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """The right end of a bracket of the first change of sign within a window, beyond its end if there is none.

    Leaves the length of the bracket in `control` and the guards at its ends in their arrays.
    """
    count = control.guard_count
    end = control.guards + END * count
    passed = 0.0
    while passed < 1.0:
        root = first_root(passed, control, work)
        if root > 1.0:
            break
        high = bracket(low, width, root, control, states, values, work)
        if high <= low + width:
            return high
        # The polynomial has a root here but the guard does not: it only comes close to zero.
        passed = root
    if has_changed(control, work, end):
        return first_subinterval(low, width, control, states, values, work)
    return 2.0 + low + width


def bracket(
    low: float, width: float, root: float, control: Control, states: Array, values: Array, work: Array
) -> float:
    """The right end of a bracket up to `root`, a fraction of the window, or a number beyond it if no guard has changed.

    The bracket is the interval that `first_root` found, or everything before it if a guard has already changed there.
    """
    count = control.guard_count
    first = control.guards
    right = first + RIGHT * count
    left = first + LEFT * count
    length = control.cut_width
    if root < 1.0:
        guards_at(low + root * width, control, states, values, work, right)
    else:
        copy_guards(control, work, first + END * count, right)
    if not has_changed(control, work, right):
        return 2.0 + low + width
    if root > length:
        guards_at(low + (root - length) * width, control, states, values, work, left)
        is_early = has_changed(control, work, left)
        if not is_early:
            control.cut_width = length * width
            return low + root * width
        copy_guards(control, work, left, right)
        root = root - length
    copy_guards(control, work, first + START * count, left)
    control.cut_width = root * width
    return low + root * width


def first_root(passed: float, control: Control, work: Array) -> float:
    """The right end of the interval, within the window, of the first root of a guard after `passed`; 2 if there is
    none.

    The guard is replaced by the polynomial of degree 4 through its values at the quarters of the window. Leaves the
    length of the interval in `control`.
    """
    count = control.guard_count
    first = control.guards
    found = 2.0
    for i in range(count):
        f0 = work[first + START * count + i]
        f1 = work[first + QUARTERS * count + i]
        f2 = work[first + (QUARTERS + 1) * count + i]
        f3 = work[first + (QUARTERS + 2) * count + i]
        f4 = work[first + END * count + i]
        low = passed
        width = 1.0 - passed
        while low < min(1.0, found):
            changes = sign_changes(f0, f1, f2, f3, f4, low, width)
            if changes == 1:
                if low + width < found:
                    found = low + width
                    control.cut_width = width
                break
            if changes == 0 or width < NARROWEST:
                low += width
                width = min(2.0 * width, 1.0 - low)
            else:
                width = 0.5 * width
    return found


@inline
def sign_changes(f0: float, f1: float, f2: float, f3: float, f4: float, low: float, width: float) -> int:
    """Sign changes of the Bernstein coefficients on an interval of the window: none means no root, one means one
    root."""
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


def first_subinterval(low: float, width: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """The right end of the first subinterval of a window in which a guard changes sign; it has at the end of the
    window."""
    count = control.guard_count
    first = control.guards
    left = first + LEFT * count
    here = first + RIGHT * count
    copy_guards(control, work, first + START * count, left)
    control.cut_width = width / SUBINTERVALS
    for k in range(1, SUBINTERVALS):
        fraction = low + width * (float(k) / SUBINTERVALS)
        guards_at(fraction, control, states, values, work, here)
        if has_changed(control, work, here):
            return fraction
        copy_guards(control, work, here, left)
    copy_guards(control, work, first + END * count, here)
    return low + width


def expected_root(left: float, high: float, window: float, width: float, control: Control, work: Array) -> float:
    """The estimated root in the bracket of the first guard that changes sign there.

    The guard is replaced by the polynomial through its values at the quarters of the window and solved by Newton's
    method, starting from a secant through two of them.
    """
    count = control.guard_count
    first = control.guards
    right = first + RIGHT * count
    found = high
    for i in range(count):
        if sign(work[right + i]) != sign(work[first + i]):
            f0 = work[first + START * count + i]
            f1 = work[first + QUARTERS * count + i]
            f2 = work[first + (QUARTERS + 1) * count + i]
            f3 = work[first + (QUARTERS + 2) * count + i]
            f4 = work[first + END * count + i]
            second = 0.5 * (f2 - 2.0 * f1 + f0)
            third = (f3 - 3.0 * (f2 - f1) - f0) * (1.0 / 6.0)
            a4 = (f4 - 4.0 * (f3 + f1) + 6.0 * f2 + f0) * (1.0 / 24.0)
            a3 = third - 6.0 * a4
            a2 = second - 3.0 * third + 11.0 * a4
            a1 = f1 - f0 - second + 2.0 * third - 6.0 * a4
            at = 2.0 * (left + high - 2.0 * window) / width
            if high - left == width:
                at = crossing_between_quarters(f0, f1, f2, f3, f4)
            for _ in range(MAX_NEWTON_STEPS):
                square = at * at
                value = f0 + at * a1 + square * (a2 + at * a3 + square * a4)
                slope = a1 + 2.0 * at * a2 + square * (3.0 * a3 + 4.0 * at * a4)
                way = value / slope
                at -= way
                if abs(way) <= NEWTON_IS_NEAR:
                    break
            found = min(found, window + 0.25 * width * at)
    return found


@inline
def crossing_between_quarters(f0: float, f1: float, f2: float, f3: float, f4: float) -> float:
    """Where a secant crosses zero, between the last quarter without the final sign and the next one.

    Returns the latter if the secant starts so close to zero that a different root is there.
    """
    is_above = f4 > 0.0
    offset = 3.0
    a = f3
    b = f4
    if (f3 > 0.0) == is_above:
        offset = 2.0
        a = f2
        b = f3
        if (f2 > 0.0) == is_above:
            offset = 1.0
            a = f1
            b = f2
            if (f1 > 0.0) == is_above:
                offset = 0.0
                a = f0
                b = f1
    if abs(a) < 0.1 * abs(b):
        return offset + 1.0
    return offset + a / (a - b)


def narrow(
    low: float,
    high: float,
    window: float,
    width: float,
    control: Control,
    states: Array,
    values: Array,
    work: Array,
) -> float:
    """Shrink the bracket in a window and return its right end; leaves the state there in `trial`.

    The first trials are on both sides of the estimated root. If the guard is not such a polynomial, regula falsi (the
    Illinois variant) takes over, for the guard that seems to cross first.
    """
    count = control.guard_count
    first = control.guards
    right = first + RIGHT * count
    left = first + LEFT * count
    here = first + HERE * count
    finest = max(FINEST, spacing_at(control.reached) / control.taken)
    expected = expected_root(low, high, window, width, control, work)
    weight_left = 1.0
    weight_right = 1.0
    side = 0
    for k in range(MAX_CUTS):
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
            copy_guards(control, work, here, right)
            weight_left = 0.5 * weight_left if side > 0 else 1.0
            weight_right = 1.0
            side = 1
        else:
            low = at
            copy_guards(control, work, here, left)
            weight_right = 0.5 * weight_right if side < 0 else 1.0
            weight_left = 1.0
            side = -1
    # Unless the last evaluation moved the right end, `trial` does not hold the state there.
    if side <= 0:
        interpolate(high, control, states, work, slice_from(work, TRIAL * control.state_count))
    return high
