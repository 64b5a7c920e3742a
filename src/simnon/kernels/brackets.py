"""Brackets: an interval of a window that contains the first change of sign of a guard.

Descartes' rule of signs for Bernstein coefficients isolates the roots of the polynomial that replaces the guard.
"""

from .control import LEFT_END, NARROWEST, QUARTERS, RIGHT_END, WINDOW_END, WINDOW_START, Control
from .guard_signs import copy_guards, guards_at, has_changed, sign
from .polynomials import quartic
from .subset import Array, inline

SUBINTERVALS = 8


def first_change(low: float, width: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """The right end of a bracket of the first change of sign within a window, beyond its end if there is none.

    Leaves the length of the bracket in `control` and the guards at its ends in their arrays.
    """
    count = control.guard_count
    end = control.guards + WINDOW_END * count
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
    right = first + RIGHT_END * count
    left = first + LEFT_END * count
    length = control.cut_width
    if root < 1.0:
        guards_at(low + root * width, control, states, values, work, right)
    else:
        copy_guards(control, work, first + WINDOW_END * count, right)
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
    copy_guards(control, work, first + WINDOW_START * count, left)
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
        f0 = work[first + WINDOW_START * count + i]
        f1 = work[first + QUARTERS * count + i]
        f2 = work[first + (QUARTERS + 1) * count + i]
        f3 = work[first + (QUARTERS + 2) * count + i]
        f4 = work[first + WINDOW_END * count + i]
        low = 1.0 if is_far_from_zero(f0, f1, f2, f3, f4) else passed
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
def is_far_from_zero(f0: float, f1: float, f2: float, f3: float, f4: float) -> bool:
    """True if the values differ so little that all Bernstein coefficients, of every interval, clearly have their sign.

    With values between 0.9 and 1, the coefficients are at least 0.19.
    """
    high = max(f0, f1, f2, f3, f4)
    low = min(f0, f1, f2, f3, f4)
    total = f0 + f1 + f2 + f3 + f4
    # The total is nan if a value is.
    is_above = low > 0.9 * high and total > 0.0 and low > 0.0
    is_below = high < 0.9 * low and total < 0.0 and high < 0.0
    return is_above or is_below


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
    left = first + LEFT_END * count
    here = first + RIGHT_END * count
    copy_guards(control, work, first + WINDOW_START * count, left)
    control.cut_width = width / SUBINTERVALS
    for k in range(1, SUBINTERVALS):
        fraction = low + width * (float(k) / SUBINTERVALS)
        guards_at(fraction, control, states, values, work, here)
        if has_changed(control, work, here):
            return fraction
        copy_guards(control, work, here, left)
    copy_guards(control, work, first + WINDOW_END * count, here)
    return low + width
