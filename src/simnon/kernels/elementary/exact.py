"""The exact rounding errors of sums and products; integers and powers of two as floats.

The sums are those of Knuth (TAOCP 2, 4.2.2) and Dekker (1971, Numer. Math. 18), the product Dekker's with Veltkamp's
splitting, for factors below 2^970.
"""

from ..subset import bits, frombits, inline, wrap

SPLITTER = 134217729.0
ROUNDER = 6755399441055744.0
"""1.5 * 2^52: a float of this size has no fractional digits."""
ROUNDER_BITS = 0x4338000000000000


@inline
def sum_error(a: float, b: float, total: float) -> float:
    """a + b - total, with total = a + b rounded."""
    slice_from = total - a
    return (a - (total - slice_from)) + (b - slice_from)


@inline
def ordered_sum_error(a: float, b: float, total: float) -> float:
    """The same for |a| >= |b| or a = 0."""
    return b - (total - a)


@inline
def upper_half(a: float) -> float:
    """The 26 leading bits; products of such halves are exact."""
    shifted = SPLITTER * a
    return shifted - (shifted - a)


@inline
def product_error(a: float, b: float, product: float) -> float:
    """a*b - product, with product = a*b rounded."""
    a1 = upper_half(a)
    b1 = upper_half(b)
    a2 = a - a1
    b2 = b - b1
    return ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2


@inline
def left_of_division(n: float, n_low: float, d: float, d_low: float, quotient: float) -> float:
    """n + n_low - (d + d_low)*quotient, with the quotient the upper half of about n/d."""
    d1 = upper_half(d)
    return ((n - quotient * d1) - quotient * ((d - d1) + d_low)) + n_low


@inline
def rounded(x: float) -> float:
    """The nearest integer, for |x| < 2^51."""
    return (x + ROUNDER) - ROUNDER


@inline
def to_integer(k: float) -> int:
    """An integer below 2^51 as an int."""
    return bits(k + ROUNDER) - ROUNDER_BITS


@inline
def two_to_the(n: int) -> float:
    """2^n for -1023 < n < 1024."""
    return frombits(wrap((n + 1023) << 52))


@inline
def scaled(x: float, n: int) -> float:
    """x * 2^n in two steps, so that only the last can round, for |n| < 2000."""
    half = ((n + 2046) >> 1) & 0xFFF
    return x * frombits(wrap(half << 52)) * two_to_the(wrap(n + 1023 - half))
