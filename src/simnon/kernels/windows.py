"""Windows of a step: each guard is replaced by the polynomial through its values at the quarters of a window.

The window is the whole step if the polynomials represent the guards; otherwise windows are halved until they agree with
the guards between the quarters.
"""

from .control import LEFT_END, QUARTERS, WITHIN, Control
from .guard_signs import guards_at
from .polynomials import least_coefficient, quartic
from .slides import is_sliding
from .subset import Array, inline

WELL_SEEN = 0.001
"""How far a guard can be from the polynomial through its values at the quarters, relative to the largest of them."""
NEAR_ZERO = 0.3
"""The same relative to the distance of the polynomial from zero, if all values have one sign."""
NEARBY = 1e-8
"""A guard that changes over this fraction of a window by about as much as its deviation is rounding, not an
oscillation."""
DEGREE_OF_WINDOWS = 4.0


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


def is_window_seen(
    low: float, width: float, start: int, end: int, control: Control, states: Array, values: Array, work: Array
) -> bool:
    """True if the guards agree with their polynomials between the quarters of a window too.

    A guard can oscillate many times within a step that no state error has shortened. The test points are spaced so that
    no period fits all of them.
    """
    count = control.guard_count
    first = control.guards
    here = first + WITHIN * count
    nearby = first + LEFT_END * count
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
            largest = max(high, -least)
            off = abs(found - quartic(f0, f1, f2, f3, f4, 4.0 * fraction))
            away = largest
            if least > 0.0:
                away = least_coefficient(f0, f1, f2, f3, f4)
            elif high < 0.0:
                away = least_coefficient(-f0, -f1, -f2, -f3, -f4)
            if off > WELL_SEEN * largest or off > NEAR_ZERO * away:
                if not is_nearby_known:
                    guards_at(low + (fraction + NEARBY) * width, control, states, values, work, nearby)
                    is_nearby_known = True
                if abs(work[nearby + i] - found) < 0.1 * off:
                    return False
    return True
