"""The exponential and the hyperbolic functions.

Arguments are reduced by multiples of ln 2 in two parts (Cody and Waite, 1980). The remainder is r + low with |r| <
0.347, and exp(r + low) is 1 + r + tail.
"""

from ..subset import inline
from .exact import left_of_division, ordered_sum_error, rounded, scaled, to_integer, two_to_the, upper_half

LOG2_E = 1.4426950408889634
LN2_HIGH = 0.693147180559663
"""41 bits, so that a multiple up to 2^12 is exact."""
LN2_LOW = 2.8235290563031577e-13
LARGEST = 710.0
SMALLEST = -746.0
"""Beyond these limits the exponential is inf and 0."""
LARGEST_HYPERBOLIC = 711.0
TANH_IS_ONE = 20.0
TINY = 3.725290298461914e-09


@inline
def multiple_of_ln2(x: float) -> float:
    return rounded(x * LOG2_E)


@inline
def ln2_rest(x: float, x_low: float, k: float) -> float:
    """x + x_low - k*ln 2, rounded; `ln2_rest_error` is the remainder."""
    return (x - k * LN2_HIGH) + (x_low - k * LN2_LOW)


@inline
def ln2_rest_error(x: float, x_low: float, k: float, r: float) -> float:
    return ordered_sum_error(x - k * LN2_HIGH, x_low - k * LN2_LOW, r)


@inline
def exponential_tail(r: float, low: float) -> float:
    """exp(r + low) - 1 - r."""
    z = r * r
    z2 = z * z
    a = (0.5 + r * 0.1666666666666667) + z * (0.04166666666666667 + r * 0.008333333333326136)
    b = (0.0013888888888883748 + r * 0.00019841269874820627) + z * (2.4801587325547743e-05 + r * 2.7557255400206422e-06)
    c = (2.75572736431103e-07 + r * 2.5105217004720745e-08) + z * 2.0914686968086876e-09
    return z * ((a + z2 * b) + z2 * z2 * c) + (low + low * r)


@inline
def exponential_of_sum(x: float, x_low: float) -> float:
    """exp(x + x_low) for -746 <= x <= 710 and x_low below 2^-15."""
    k = multiple_of_ln2(x)
    r = ln2_rest(x, x_low, k)
    low = ln2_rest_error(x, x_low, k, r)
    total = 1.0 + r
    value = total + (ordered_sum_error(1.0, r, total) + exponential_tail(r, low))
    return scaled(value, to_integer(k))


def exponential(x: float) -> float:
    return exponential_of_sum(max(min(x, LARGEST), SMALLEST), 0.0)


@inline
def odd_tail(r: float, low: float) -> float:
    """sinh(r + low) - r."""
    z = r * r
    z2 = z * z
    a = (0.16666666666666666 + z * 0.008333333333333333) + z2 * (0.00019841269841263298 + z * 2.755731924721873e-06)
    return r * z * (a + z2 * z2 * (2.505207109429355e-08 + z * 1.608662795678037e-10)) + low


@inline
def even_tail(r: float, low: float) -> float:
    """cosh(r + low) - 1."""
    z = r * r
    z2 = z * z
    a = (0.041666666666666664 + z * 0.0013888888888886552) + z2 * (2.4801587317144498e-05 + z * 2.755728296954995e-07)
    return (0.5 * z + r * low) + z2 * (a + z2 * z2 * 2.0911236630261545e-09)


def hyperbolic_sine(x: float) -> float:
    """(2^k exp(r) - 2^-k exp(-r))/2, both exponentials from the same two tails; near zero r + tail."""
    size = min(abs(x), LARGEST_HYPERBOLIC)
    k = multiple_of_ln2(size)
    r = ln2_rest(size, 0.0, k)
    low = ln2_rest_error(size, 0.0, k, r)
    odd = odd_tail(r, low)
    even = even_tail(r, low)
    n = to_integer(k)
    up = two_to_the(n - 3)
    down = two_to_the(max(-n - 3, -900))
    one_more = 1.0 + r
    one_less = 1.0 - r
    rest = up * (ordered_sum_error(1.0, r, one_more) + (even + odd))
    rest -= down * (ordered_sum_error(1.0, -r, one_less) + (even - odd))
    total = up * one_more - down * one_less
    rest += ordered_sum_error(up * one_more, -(down * one_less), total)
    value = 4.0 * (total + rest) if k > 0.0 else r + odd
    value = -value if x < 0.0 else value
    return x if abs(x) < TINY else value


def hyperbolic_cosine(x: float) -> float:
    size = min(abs(x), LARGEST_HYPERBOLIC)
    k = multiple_of_ln2(size)
    r = ln2_rest(size, 0.0, k)
    low = ln2_rest_error(size, 0.0, k, r)
    odd = odd_tail(r, low)
    even = even_tail(r, low)
    n = to_integer(k)
    up = two_to_the(n - 3)
    down = two_to_the(max(-n - 3, -900))
    one_more = 1.0 + r
    one_less = 1.0 - r
    rest = up * (ordered_sum_error(1.0, r, one_more) + (even + odd))
    rest += down * (ordered_sum_error(1.0, -r, one_less) + (even - odd))
    total = up * one_more + down * one_less
    return 4.0 * (total + (ordered_sum_error(up * one_more, down * one_less, total) + rest))


def hyperbolic_tangent(x: float) -> float:
    """(e - 1)/(e + 1), with e = exp(2|x|)."""
    doubled = 2.0 * min(abs(x), TANH_IS_ONE)
    k = multiple_of_ln2(doubled)
    r = ln2_rest(doubled, 0.0, k)
    power = two_to_the(to_integer(k))
    more = exponential_tail(r, ln2_rest_error(doubled, 0.0, k, r))
    grown = r + more
    low = ordered_sum_error(r, more, grown)
    n = (power - 1.0) + power * grown
    d = (power + 1.0) + power * grown
    n_low = ordered_sum_error(power - 1.0, power * grown, n) + power * low
    d_low = ordered_sum_error(power + 1.0, power * grown, d) + power * low
    n_low += ordered_sum_error(power, -1.0, power - 1.0)
    d_low += ordered_sum_error(power, 1.0, power + 1.0)
    inverse = 1.0 / d
    quotient = upper_half(n * inverse)
    value = quotient + left_of_division(n, n_low, d, d_low, quotient) * inverse
    value = -value if x < 0.0 else value
    return x if abs(x) < TINY else value
