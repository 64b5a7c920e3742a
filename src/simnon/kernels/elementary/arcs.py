"""The inverse circular functions.

If a is close to b, the arc tangent is computed from (a - b)/(a + b), whose angle differs by pi/4; arc sines beyond 1/2
are twice those of sqrt((1 - x)/2). This keeps the polynomials short.
"""

from math import inf, nan

from ..subset import bits, inline, sqrt
from .exact import left_of_division, ordered_sum_error, sum_error, upper_half

PI = 3.141592653589793
PI_LOW = 1.2246467991473532e-16
HALF_PI = 1.5707963267948966
HALF_PI_LOW = 6.123233995736766e-17
QUARTER_PI = 0.7853981633974483
QUARTER_PI_LOW = 3.061616997868383e-17
"""Its last three bits are zeros: small multiples are exact."""
EIGHTH = 0.41421356237309503
"""tan(pi/8)."""
THREE_EIGHTHS = 2.414213562373095
AS_GOOD_AS_INFINITE = 1e18
TINY = 3.725290298461914e-09
LEAST = 1e-300
LARGE = 3.273390607896142e150
SMALL = 3.054936363499605e-151
LARGE_FACTOR = 2.409919865102884e-181
SMALL_FACTOR = 4.149515568880993e180
"""2^500 and 2^-500, 2^-600 and 2^600."""
THIN = 8.673617379884035e-19
"""2^-60: a tangent that equals its angle after rounding."""


@inline
def arc_tail(z: float) -> float:
    """arcsin(s)/s - 1, with z = s^2 up to 1/4."""
    z2 = z * z
    z4 = z2 * z2
    a = (0.16666666666666669 + z * 0.07499999999998425) + z2 * (0.04464285714637338 + z * 0.030381944137085216)
    b = (0.022372173002005596 + z * 0.017352391265909227) + z2 * (0.013971235301124539 + z * 0.011478952690257387)
    c = (0.010324318288744113 + z * 0.00545087818772055) + z2 * (0.017419357964884856 - z * 0.014881409392818066)
    return z * (a + z4 * (b + z4 * (c + z4 * 0.02877844261259304)))


@inline
def root_rest(z: float, root: float, head: float) -> float:
    """sqrt(z) - head, with head the upper half of the root."""
    return (z - head * head) / (max(root, LEAST) + head)


def arc_sine(x: float) -> float:
    size = abs(x)
    is_large = size > 0.5
    z = 0.5 * (1.0 - size) if is_large else size * size
    more = arc_tail(z)
    root = sqrt(z)
    head = upper_half(root)
    rest = root_rest(z, root, head) + root * more
    total = HALF_PI - 2.0 * head
    beyond = total + (ordered_sum_error(HALF_PI, -2.0 * head, total) + (HALF_PI_LOW - 2.0 * rest))
    value = beyond if is_large else size + size * more
    value = -value if x < 0.0 else value
    return x if size < TINY else value


def arc_cosine(x: float) -> float:
    size = abs(x)
    is_large = size > 0.5
    z = 0.5 * (1.0 - size) if is_large else size * size
    more = arc_tail(z)
    root = sqrt(z)
    head = upper_half(root)
    rest = root_rest(z, root, head) + root * more
    total = HALF_PI - x
    near_zero = total + (ordered_sum_error(HALF_PI, -x, total) + (HALF_PI_LOW - x * more))
    total = PI - 2.0 * head
    near_minus_one = total + (ordered_sum_error(PI, -2.0 * head, total) + (PI_LOW - 2.0 * rest))
    near_one = 2.0 * head + 2.0 * rest
    beyond = near_one if x > 0.0 else near_minus_one
    return beyond if is_large else near_zero


@inline
def turned(eighths: float, q: float, q_low: float) -> float:
    """arctan(q + q_low) + eighths pi/4 for |q| up to tan(pi/8)."""
    z = q * q
    z2 = z * z
    z4 = z2 * z2
    a = (-0.3333333333333333 + z * 0.19999999999999804) + z2 * (-0.14285714285659457 + z * 0.11111111105119366)
    b = (-0.09090908751706075 + z * 0.07692296323157785) + z2 * (-0.06666423954373413 + z * 0.058789182929757273)
    c = (-0.05230375457576669 + z * 0.04551233844829568) + z2 * (-0.03456132296826231 + z * 0.01627552168389342)
    rest = q_low + q * z * (a + z4 * (b + z4 * c))
    total = eighths * QUARTER_PI + q
    return total + (ordered_sum_error(eighths * QUARTER_PI, q, total) + (eighths * QUARTER_PI_LOW + rest))


def arc_tangent(x: float) -> float:
    size = min(abs(x), AS_GOOD_AS_INFINITE)
    is_far = size > THREE_EIGHTHS
    is_middle = size > EIGHTH and not is_far
    less = size - 1.0
    less_low = sum_error(size, -1.0, less)
    more = size + 1.0
    more_low = sum_error(size, 1.0, more)
    n = less if is_middle else (-1.0 if is_far else size)
    d = more if is_middle else (size if is_far else 1.0)
    n_low = less_low if is_middle else 0.0
    d_low = more_low if is_middle else 0.0
    head = upper_half(n / d)
    rest = left_of_division(n, n_low, d, d_low, head) / d
    q = head + rest
    eighths = 2.0 if is_far else (1.0 if is_middle else 0.0)
    value = turned(eighths, q, ordered_sum_error(head, rest, q))
    value = -value if x < 0.0 else value
    return x if abs(x) < TINY else value


def angle(y: float, x: float) -> float:
    """The angle of the point (x, y), with C's rules for zeros and infinities."""
    is_steep = abs(y) > abs(x)
    long = abs(y) if is_steep else abs(x)
    short = abs(x) if is_steep else abs(y)
    short = (1.0 if short == inf else 0.0) if long == inf else short
    is_measured = long > 0.0 and long < inf
    long = long if is_measured else 1.0

    is_thin = short < long * THIN
    factor = LARGE_FACTOR if long > LARGE else (SMALL_FACTOR if long < SMALL else 1.0)
    factor = 1.0 if is_thin else factor
    a = short * factor
    b = long * factor
    is_middle = a > EIGHTH * b
    less = a - b
    less_low = ordered_sum_error(-b, a, less)
    more = a + b
    more_low = ordered_sum_error(b, a, more)
    n = less if is_middle else a
    d = more if is_middle else b
    n_low = less_low if is_middle else 0.0
    d_low = more_low if is_middle else 0.0
    quotient = n / d
    head = upper_half(quotient)
    rest = left_of_division(n, n_low, d, d_low, head) / d
    q = quotient if is_thin else head + rest
    q_low = ordered_sum_error(head, rest, q)
    q_low = 0.0 if is_thin else q_low

    is_left = bits(x) < 0
    eighths = 1.0 if is_middle else 0.0
    eighths = 2.0 - eighths if is_steep else eighths
    eighths = 4.0 - eighths if is_left else eighths
    sign = -1.0 if is_steep != is_left else 1.0
    value = turned(eighths, sign * q, sign * q_low)
    value = -value if bits(y) < 0 else value
    return nan if x != x or y != y else value  # noqa: PLR0124  nan
