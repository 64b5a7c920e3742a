"""x^y as exp(y ln|x|), with ln|x| and its product with y in two parts each; C's rules for special values.

|x| is 2^k m with m between 0.917 and 1.834, and m is close to one of four c with few digits. ln m is ln c + 2 artanh s
with s = (m - c)/(m + c), |s| < 0.0447, with a relative error of about 2^-68.
"""

from math import inf, nan

from ..subset import bits, floor, inline
from .exact import left_of_division, ordered_sum_error, sum_error, upper_half
from .exponential import exponential_of_sum
from .logarithms import exponent_above, made_normal, mantissa

MIN_BITS = 0x3FED5818DCFBA487
"""2^(-1/8); the edges are 2^(1/8), 2^(3/8), 2^(5/8)."""
EDGE_1 = 1.0905077326652577
EDGE_2 = 1.2968395546510096
EDGE_3 = 1.5422108254079407
C_1 = 1.1875
C_2 = 1.4140625
C_3 = 1.6796875
LN_C_1 = 0.17185025692651834
LN_C_2 = 0.3464667673461008
LN_C_3 = 0.5186077642078999
LN_C_1_LOW = 1.4088127937111135e-13
LN_C_2_LOW = 1.077574303757264e-13
LN_C_3_LOW = 1.4574154575408167e-13
LN2_HIGH = 0.693147180559663
LN2_LOW = 2.8235290563031577e-13
"""The high parts of logarithms have no digit below 2^-42: their sums are exact."""
THIRD = 0.3333333333333333
SMALLEST_NORMAL = 2.2250738585072014e-308
LARGEST_EXPONENT = 1e20
"""Beyond it the power of any number other than 1 is 0 or inf."""
LARGEST = 710.0
SMALLEST = -746.0


@inline
def of_nearest(m: float, below_1: float, below_2: float, below_3: float, above: float) -> float:
    """The value that belongs to the c nearest to m."""
    upper = above if m > EDGE_3 else below_3
    lower = below_2 if m > EDGE_1 else below_1
    return upper if m > EDGE_2 else lower


@inline
def artanh_series(z: float) -> float:
    """(artanh s - s - s^3/3)/s^5, with z = s^2, doubled."""
    z2 = z * z
    return (0.4 + z * 0.28571428571407725) + z2 * (
        (0.2222222230566595 + z * 0.18181701296782302) + z2 * 0.15451409656331586
    )


@inline
def power_of_positive(x: float, y: float) -> float:
    """x^y for a positive finite x."""
    normal_x = made_normal(x)
    n = exponent_above(normal_x, MIN_BITS)
    m = mantissa(normal_x, n)
    k = float(n) - (54.0 if x < SMALLEST_NORMAL else 0.0)
    c = of_nearest(m, 1.0, C_1, C_2, C_3)
    known = k * LN2_HIGH + of_nearest(m, 0.0, LN_C_1, LN_C_2, LN_C_3)
    known_low = k * LN2_LOW + of_nearest(m, 0.0, LN_C_1_LOW, LN_C_2_LOW, LN_C_3_LOW)

    less = m - c
    more = m + c
    inverse = 1.0 / more
    quotient = less * inverse
    z = quotient * quotient
    rest = (0.5 * z * z) * artanh_series(z)
    third = upper_half(THIRD * z)
    s = upper_half(quotient)
    s_low = left_of_division(less, 0.0, more, sum_error(m, c, more), s) * inverse
    third_low = ((s * s - 3.0 * third) + s_low * (s + (s + s_low))) * THIRD + rest
    cubic = 2.0 * s * third
    cubic_low = 2.0 * (s * third_low + s_low * (third + third_low))

    first = known + 2.0 * s
    second = first + cubic
    low = ordered_sum_error(known, 2.0 * s, first) + ordered_sum_error(first, cubic, second)
    low += (known_low + 2.0 * s_low) + cubic_low

    exponent = max(min(y, LARGEST_EXPONENT), -LARGEST_EXPONENT)
    exponent_head = upper_half(exponent)
    head = upper_half(second)
    low += second - head
    product = exponent_head * head
    product_low = exponent * low + (exponent - exponent_head) * head
    product_low = product_low if abs(product) < 1000.0 else 0.0
    return exponential_of_sum(max(min(product, LARGEST), SMALLEST), product_low)


def power(x: float, y: float) -> float:
    size = abs(x)
    value = power_of_positive(size, y)
    value = size * size if y == 2.0 else value
    is_usual = x > 0.0 and x < inf and y == y  # noqa: PLR0124  not nan
    if is_usual:
        return value
    return power_at_edges(x, y, value)


def power_at_edges(x: float, y: float, power_of_size: float) -> float:
    """Negative numbers, zeros, infinities and nan."""
    size = abs(x)
    is_edge = not (size > 0.0 and size < inf)
    is_growing = (size > 1.0) == (y > 0.0)
    at_edge = inf if is_growing else 0.0
    value = at_edge if is_edge else power_of_size
    is_whole = floor(y) == y
    is_odd = is_whole and floor(0.5 * y) != 0.5 * y
    is_negative = bits(x) < 0
    value = -value if is_negative and is_odd else value
    value = value if is_whole or not is_negative or is_edge else nan
    value = x + y if x != x or y != y else value  # noqa: PLR0124  nan
    value = 1.0 if x == 1.0 or (x == -1.0 and abs(y) == inf) else value
    return 1.0 if y == 0.0 else value
