"""Logarithms: x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2).

ln(1 + f) is f - f^2/2 + s (f^2/2 + R(s^2)) with s = f/(2 + f), as in the libraries since K. C. Ng's of 1986; here the
two leading terms and k ln 2 are kept in two parts each.
"""

from math import inf, nan

from ..subset import bits, frombits, inline, wrap
from .exact import ordered_sum_error, upper_half

HALF_ROOT_BITS = 0x3FE6A09E667F3BCD
ONE_EXPONENT = 0x3FF0000000000000
SMALLEST_NORMAL = 2.2250738585072014e-308
TWO_54 = 18014398509481984.0
LN2_HIGH = 0.693147180559663
LN2_LOW = 2.8235290563031577e-13
LOG10_2_HIGH = 0.30102999566383914
LOG10_2_LOW = 1.42050232272661e-13
"""The high parts have 41 bits, so that a multiple up to 2^12 is exact."""
LOG10_E = 0.4342944819032518
LOG10_E_HIGH = 0.4342944771051407
LOG10_E_LOW = 4.798111141615973e-09
"""The high part has 26 bits."""


@inline
def made_normal(x: float) -> float:
    """x, or x*2^54 if it is subnormal."""
    return x * TWO_54 if x < SMALLEST_NORMAL else x


@inline
def exponent_above(x: float, least_bits: int) -> int:
    """The k with least <= x/2^k < 2 least, for a normal positive x."""
    return ((((bits(x) - least_bits) + ONE_EXPONENT) >> 52) & 0xFFF) - 1023


@inline
def mantissa(x: float, k: int) -> float:
    """x/2^k."""
    return frombits(wrap(bits(x) - (k << 52)))


@inline
def logarithm_correction(f: float) -> float:
    """ln(1 + f) - f + f^2/2."""
    s = f / (2.0 + f)
    z = s * s
    z2 = z * z
    a = (0.6666666666666666 + z * 0.4000000000000089) + z2 * (0.2857142857079543 + z * 0.2222222239356661)
    b = (0.18181795442371984 + z * 0.1538625044794019) + z2 * (0.13268485680654427 + z * 0.13089629160674623)
    return s * (0.5 * f * f + z * (a + z2 * z2 * b))


@inline
def logarithm_at_edges(x: float, value: float) -> float:
    """Replace `value` if the logarithm is infinite or does not exist."""
    value = x if x == inf else value
    value = -inf if x == 0.0 else value
    return value if x >= 0.0 else nan


def natural_logarithm(x: float) -> float:
    y = made_normal(x)
    n = exponent_above(y, HALF_ROOT_BITS)
    f = mantissa(y, n) - 1.0
    k = float(n) - (54.0 if x < SMALLEST_NORMAL else 0.0)
    head = upper_half(f)
    half_square = 0.5 * head * head
    high = f - half_square
    low = ordered_sum_error(f, -half_square, high) + (logarithm_correction(f) - 0.5 * (f - head) * (f + head))
    total = k * LN2_HIGH + high
    value = total + (ordered_sum_error(k * LN2_HIGH, high, total) + (low + k * LN2_LOW))
    return logarithm_at_edges(x, value)


def decimal_logarithm(x: float) -> float:
    y = made_normal(x)
    n = exponent_above(y, HALF_ROOT_BITS)
    f = mantissa(y, n) - 1.0
    k = float(n) - (54.0 if x < SMALLEST_NORMAL else 0.0)
    head = upper_half(f)
    half_square = 0.5 * head * head
    high = f - half_square
    low = ordered_sum_error(f, -half_square, high) + (logarithm_correction(f) - 0.5 * (f - head) * (f + head))
    head = upper_half(high)
    low = low + (high - head)
    product = head * LOG10_E_HIGH
    product_low = head * LOG10_E_LOW + low * LOG10_E
    total = k * LOG10_2_HIGH + product
    value = total + (ordered_sum_error(k * LOG10_2_HIGH, product, total) + (product_low + k * LOG10_2_LOW))
    return logarithm_at_edges(x, value)
