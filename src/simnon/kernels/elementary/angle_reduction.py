"""Exact reduction of angles by multiples of pi/2 (Payne and Hanek, 1983, SIGNUM Newsletter 18).

The product of an angle and 2/pi is computed in digits of 24 bits: only the last digit of the integer part, and seven
digits of the fraction, since angles come as close as 2^-62 to a multiple.
"""

from ..subset import Array, bits, zeros
from .exact import ordered_sum_error, product_error

DIGITS = 7
LEADING_ZEROS = 4
DIGIT_MASK = 0xFFFFFF
TWO_OVER_PI = (
    0, 0, 0, 0,
    10680707, 7228996, 1387004, 2578385, 16069853, 12639074, 9804092, 4427841, 16666979, 11263675, 12935607,
    2387514, 4345298, 14681673, 3074569, 13734428, 16653803, 1880361, 10960616, 8533493, 3062596, 8710556,
    7349940, 6258241, 3772886, 3769171, 3798172, 8675211, 12450088, 3874808, 9961438, 366607, 15675153,
    9132554, 7151469, 3571407, 2607881, 12013382, 4155038, 6285869, 7677882, 13102053, 15825725, 473591,
    9065106, 15363067, 6271263, 9264392, 5636912, 4652155, 7056368, 13614112,
)  # fmt: skip
"""Digits of 24 bits; the first after the zeros has the weight 2^-24."""
HALF_PI = 1.5707963267948966
HALF_PI_LOW = 6.123233995736766e-17
TWO_24 = 16777216
TWO_MINUS_48 = 3.552713678800501e-15


def reduce_exactly(x: float, reduced: Array) -> None:
    """For finite |x| > 1: the quadrant, 0 to 3, the remainder between -pi/4 and pi/4, and its rounding error."""
    pattern = bits(abs(x))
    exponent = ((pattern >> 52) & 0x7FF) - 1075
    places = (exponent + 2400) // 24 - 100
    low = (pattern & 0xFFFFFFFFFFFFF) | 0x10000000000000
    shift = exponent - 24 * places
    first = (low & DIGIT_MASK) << shift
    second = (((low >> 24) & DIGIT_MASK) << shift) + ((first >> 24) & DIGIT_MASK)
    third = (((low >> 48) & 0x1F) << shift) + ((second >> 24) & DIGIT_MASK)
    digit_0 = first & DIGIT_MASK
    digit_1 = second & DIGIT_MASK
    digit_2 = third & DIGIT_MASK
    digit_3 = (third >> 24) & DIGIT_MASK

    fraction = zeros(8)
    carry = 0
    for i in range(DIGITS, -1, -1):
        at = LEADING_ZEROS + places - 1 + i
        digit = carry + digit_0 * TWO_OVER_PI[at] + digit_1 * TWO_OVER_PI[at + 1]
        digit += digit_2 * TWO_OVER_PI[at + 2] + digit_3 * TWO_OVER_PI[at + 3]
        fraction[i] = float(digit & DIGIT_MASK)
        carry = (digit >> 24) & 0xFFFFFFFFFF

    top = fraction[1] * TWO_24 + fraction[2]
    is_beyond_half = fraction[1] >= 8388608.0
    top = top - 281474976710656.0 if is_beyond_half else top
    middle = (fraction[3] * TWO_24 + fraction[4]) * TWO_MINUS_48
    bottom = (fraction[5] * TWO_24 + fraction[6] + fraction[7] / TWO_24) * TWO_MINUS_48 * TWO_MINUS_48
    total = top + middle
    rest = ordered_sum_error(top, middle, total) + bottom
    high = (total + rest) * TWO_MINUS_48
    rest = ordered_sum_error(total, rest, total + rest) * TWO_MINUS_48
    angle = high * HALF_PI
    angle_low = product_error(high, HALF_PI, angle) + (high * HALF_PI_LOW + rest * HALF_PI)
    is_backward = x < 0.0
    quadrant = (int(fraction[0]) + (1 if is_beyond_half else 0)) & 3
    reduced[0] = float((4 - quadrant) & 3 if is_backward else quadrant)
    reduced[1] = -angle if is_backward else angle
    reduced[2] = -angle_low if is_backward else angle_low
