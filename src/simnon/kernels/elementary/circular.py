"""Sine, cosine and tangent.

Ordinary angles are reduced by multiples of pi/2 in three parts (Cody and Waite, 1980); huge angles, and those so close
to a multiple that too few digits would remain, are reduced exactly.
"""

from math import inf, nan

from ..subset import inline, zeros
from .angle_reduction import reduce_exactly
from .exact import left_of_division, ordered_sum_error, rounded, to_integer, upper_half

TWO_OVER_PI = 0.6366197723675814
HALF_PI_1 = 1.5707963267923333
HALF_PI_2 = 2.5633441515839558e-12
HALF_PI_3 = 1.0562999066987428e-23
"""The first two have 36 bits, so that multiples by up to 2^17 are exact."""
LARGEST_USUAL = 205887.0
"""2^17 pi/2."""
TOO_NEAR = 1e-5
"""More than any multiple of the second part, so that the order of the sums is known."""
TINY = 3.725290298461914e-09


@inline
def angle_rest(x: float, k: float) -> float:
    """x - k pi/2 by the first two parts, rounded; `angle_rest_error` is the remainder."""
    return (x - k * HALF_PI_1) - k * HALF_PI_2


@inline
def angle_rest_error(x: float, k: float, r: float) -> float:
    return ordered_sum_error(x - k * HALF_PI_1, -(k * HALF_PI_2), r) - k * HALF_PI_3


@inline
def is_unusual(x: float, k: float, r: float) -> bool:
    return abs(x) > LARGEST_USUAL or (abs(r) < TOO_NEAR and k != 0.0)


@inline
def sine_of(r: float, low: float) -> float:
    """sin(r + low) for |r| up to pi/4."""
    z = r * r
    z2 = z * z
    a = (-0.16666666666666666 + z * 0.008333333333333331) + z2 * (-0.0001984126984126504 + z * 2.755731921932058e-06)
    b = (-2.50521062259944e-08 + z * 1.6058530596645953e-10) + z2 * (-7.586636882825159e-13)
    return r + (r * z * (a + z2 * z2 * b) + low * (1.0 - 0.5 * z))


@inline
def cosine_of(r: float, low: float) -> float:
    """cos(r + low) for |r| up to pi/4."""
    z = r * r
    z2 = z * z
    a = (0.041666666666666664 + z * (-0.0013888888888887389)) + z2 * (
        2.48015872987544e-05 + z * (-2.755731726587808e-07)
    )
    b = 2.087614504941318e-09 + z * (-1.138254464534925e-11)
    half = 0.5 * z
    total = 1.0 - half
    return total + (ordered_sum_error(1.0, -half, total) + (z2 * (a + z2 * z2 * b) - r * low))


@inline
def in_quadrant(quadrant: int, r: float, low: float) -> float:
    """sin(r + low + quadrant pi/2)."""
    even = sine_of(r, low)
    odd = cosine_of(r, low)
    value = odd if (quadrant & 1) == 1 else even
    return -value if (quadrant & 2) == 2 else value


@inline
def wave(x: float, turns: int) -> float:
    """sin(x + turns pi/2)."""
    k = rounded(x * TWO_OVER_PI)
    r = angle_rest(x, k)
    low = angle_rest_error(x, k, r)
    quadrant = to_integer(k)
    if is_unusual(x, k, r):
        if abs(x) == inf:
            return nan
        reduced = zeros(3)
        reduce_exactly(x, reduced)
        quadrant = int(reduced[0])
        r = reduced[1]
        low = reduced[2]
    return in_quadrant(quadrant + turns, r, low)


def sine(x: float) -> float:
    value = wave(x, 0)
    return x if abs(x) < TINY else value


def cosine(x: float) -> float:
    return wave(x, 1)


@inline
def tangent_tail(u: float, low: float) -> float:
    """tan(u + low) - u for |u| up to pi/8."""
    z = u * u
    z2 = z * z
    z4 = z2 * z2
    a = (0.3333333333333333 + z * 0.1333333333333333) + z2 * (0.05396825396825916 + z * 0.021869488535631552)
    b = (0.008863235556937129 + z * 0.003592127223819646) + z2 * (0.0014558495807249336 + z * 0.0005898457400175526)
    c = (0.00024051582946979158 + z * 9.04285441769105e-05) + z2 * 5.587583366231979e-05
    return u * z * (a + z4 * (b + z4 * c)) + (low + low * z)


def tangent(x: float) -> float:
    """2t/(1 - t^2), with t the tangent of half the remainder; inverted in odd quadrants."""
    k = rounded(x * TWO_OVER_PI)
    r = angle_rest(x, k)
    low = angle_rest_error(x, k, r)
    quadrant = to_integer(k)
    if is_unusual(x, k, r):
        if abs(x) == inf:
            return nan
        reduced = zeros(3)
        reduce_exactly(x, reduced)
        quadrant = int(reduced[0])
        r = reduced[1]
        low = reduced[2]
    u = 0.5 * r
    tail = tangent_tail(u, 0.5 * low)
    t = u + tail
    t_low = ordered_sum_error(u, tail, t)
    square = t * t
    below = 1.0 - square
    below_low = ordered_sum_error(1.0, -square, below) - 2.0 * t * t_low
    is_odd = (quadrant & 1) == 1
    n = -below if is_odd else 2.0 * t
    n_low = -below_low if is_odd else 2.0 * t_low
    d = 2.0 * t if is_odd else below
    d_low = 2.0 * t_low if is_odd else below_low
    inverse = 1.0 / d
    quotient = upper_half(n * inverse)
    value = quotient + left_of_division(n, n_low, d, d_low, quotient) * inverse
    return x if abs(x) < TINY else value
