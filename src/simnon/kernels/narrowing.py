"""Narrowing a bracket on the interpolant itself, down to the accuracy of an event."""

from .control import LEFT_END, QUARTERS, RIGHT_END, TRIAL, WINDOW_END, WINDOW_START, WITHIN, Control
from .entries import interpolate
from .guard_signs import copy_guards, guards_at, has_changed, sign
from .steps import spacing_at
from .subset import Array, inline, slice_from

FINEST = 1e-12
"""How accurately an event is located, as a fraction of the step."""
MAX_CUTS = 100
MAX_NEWTON_STEPS = 6
NEWTON_IS_NEAR = 1e-7
"""In quarters of the window: convergence is quadratic, so the last correction bounds the error before it."""


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
    right = first + RIGHT_END * count
    left = first + LEFT_END * count
    here = first + WITHIN * count
    finest = max(FINEST, spacing_at(control.reached) / control.taken)
    expected = expected_root(low, high, window, width, control, work)
    weight_left = 1.0
    weight_right = 1.0
    side = 0
    for k in range(MAX_CUTS):
        if high - low <= finest:
            break
        if k == 0:
            at = expected - 0.4 * finest
        elif k == 1 and side < 0:
            at = expected + 0.4 * finest
        else:
            at = falsi_point(low, high, weight_left, weight_right, control, work)
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


@inline
def falsi_point(
    low: float, high: float, weight_left: float, weight_right: float, control: Control, work: Array
) -> float:
    """Where the first of the secants between the weighted guards at the ends of the bracket crosses zero."""
    count = control.guard_count
    first = control.guards
    right = first + RIGHT_END * count
    left = first + LEFT_END * count
    at = high
    for i in range(count):
        if sign(work[right + i]) != sign(work[first + i]):
            a = weight_left * work[left + i]
            b = weight_right * work[right + i]
            if a != b:
                at = min(at, low - a * (high - low) / (b - a))
    return at


def expected_root(left: float, high: float, window: float, width: float, control: Control, work: Array) -> float:
    """The estimated root in the bracket of the first guard that changes sign there.

    The guard is replaced by the polynomial through its values at the quarters of the window and solved by Newton's
    method, starting from a secant through two of them.
    """
    count = control.guard_count
    first = control.guards
    right = first + RIGHT_END * count
    found = high
    for i in range(count):
        if sign(work[right + i]) != sign(work[first + i]):
            f0 = work[first + WINDOW_START * count + i]
            f1 = work[first + QUARTERS * count + i]
            f2 = work[first + (QUARTERS + 1) * count + i]
            f3 = work[first + (QUARTERS + 2) * count + i]
            f4 = work[first + WINDOW_END * count + i]
            at = 2.0 * (left + high - 2.0 * window) / width
            if high - left == width:
                at = crossing_between_quarters(f0, f1, f2, f3, f4)
            at = root_near(f0, f1, f2, f3, f4, at)
            found = min(found, window + 0.25 * width * at)
    return found


@inline
def root_near(f0: float, f1: float, f2: float, f3: float, f4: float, at: float) -> float:
    """The root, by Newton's method from `at`, of the polynomial through five equidistant values; in quarters."""
    second = 0.5 * (f2 - 2.0 * f1 + f0)
    third = (f3 - 3.0 * (f2 - f1) - f0) * (1.0 / 6.0)
    a4 = (f4 - 4.0 * (f3 + f1) + 6.0 * f2 + f0) * (1.0 / 24.0)
    a3 = third - 6.0 * a4
    a2 = second - 3.0 * third + 11.0 * a4
    a1 = f1 - f0 - second + 2.0 * third - 6.0 * a4
    for _ in range(MAX_NEWTON_STEPS):
        square = at * at
        value = f0 + at * a1 + square * (a2 + at * a3 + square * a4)
        slope = a1 + 2.0 * at * a2 + square * (3.0 * a3 + 4.0 * at * a4)
        way = value / slope
        at -= way
        if abs(way) <= NEWTON_IS_NEAR:
            break
    return at


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
