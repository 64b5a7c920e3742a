"""Random numbers as a function of seed, stream and count: any of them, in any order.

The count is the state of SplitMix64 (Steele, Lea and Flood, 2014, "Fast splittable pseudorandom number generators"),
its start a hash of seed and stream by the same mixing function, Stafford's variant 13. A normal number is the quantile
function AS 241 (Wichura, 1988, routine PPND16, about 1 part in 10^16) of a uniform one.
"""

from .elementary.logarithms import natural_logarithm
from .subset import inline, sqrt, wrap

GAMMA = 0x9E3779B97F4A7C15 - 2**64
"""2^64 divided by the golden ratio, odd."""
STREAM_GAMMA = 0xD1342543DE82EF95 - 2**64
"""A different odd multiplier (Steele and Vigna, 2021), so that exchanging seed and stream gives other numbers."""
MULTIPLIER_1 = 0xBF58476D1CE4E5B9 - 2**64
MULTIPLIER_2 = 0x94D049BB133111EB - 2**64
SPACING = 1.0 / 2**53

CENTRE = 0
TAIL = 16
FAR_TAIL = 32
QUANTILE = (
    # |p - 0.5| <= 0.425
    3.387132872796366608, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
    4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3,
    1.0, 4.2313330701600911252e1, 6.871870074920579083e2, 5.3941960214247511077e3,
    2.1213794301586595867e4, 3.930789580009271061e4, 2.8729085735721942674e4, 5.226495278852854561e3,
    # sqrt(-log p) <= 5
    1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
    1.27045825245236838258, 2.4178072517745061177e-1, 2.27238449892691845833e-2, 7.7454501427834140764e-4,
    1.0, 2.05319162663775882187, 1.6763848301838038494, 6.8976733498510000455e-1,
    1.4810397642748007459e-1, 1.51986665636164571966e-2, 5.475938084995344946e-4, 1.05075007164441684324e-9,
    # sqrt(-log p) > 5
    6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 2.9656057182850489123e-1,
    2.6532189526576123093e-2, 1.2426609473880784386e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
    1.0, 5.9983220655588793769e-1, 1.3692988092273580531e-1, 1.48753612908506148525e-2,
    7.868691311456132591e-4, 1.8463183175100546818e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15,
)  # fmt: skip
"""Numerator and denominator, from the constant up, of the three rational functions of AS 241."""


@inline
def mix(z: int) -> int:
    """The 64 bits of z well mixed, one to one. The masks make `>>` shift in zeros."""
    z = wrap((z ^ ((z >> 30) & 0x3FFFFFFFF)) * MULTIPLIER_1)
    z = wrap((z ^ ((z >> 27) & 0x1FFFFFFFFF)) * MULTIPLIER_2)
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


def uniform(seed: int, stream: int, count: int) -> float:
    """Number `count` of the stream: a multiple of 2^-53 in (0, 1), or 2^-54 instead of zero."""
    key = mix(wrap(mix(wrap(seed + GAMMA)) + stream * STREAM_GAMMA))
    z = mix(wrap(key + (count + 1) * GAMMA))
    return max(float((z >> 11) & 0x1FFFFFFFFFFFFF), 0.5) * SPACING


def normal(seed: int, stream: int, count: int) -> float:
    """Number `count` of the stream, with mean 0 and variance 1: the quantile of the uniform one."""
    return normal_quantile(uniform(seed, stream, count))


def normal_quantile(p: float) -> float:
    """The x that a standard normal variable does not exceed with probability p, for 0 < p < 1."""
    q = p - 0.5
    if abs(q) <= 0.425:
        return q * rational(CENTRE, 0.180625 - q * q)
    r = sqrt(-natural_logarithm(p if q < 0.0 else 1.0 - p))
    x = rational(TAIL, r - 1.6) if r <= 5.0 else rational(FAR_TAIL, r - 5.0)
    return -x if q < 0.0 else x


def rational(first: int, r: float) -> float:
    """The rational function whose coefficients are in QUANTILE from `first` on."""
    numerator = 0.0
    denominator = 0.0
    for i in range(7, -1, -1):
        numerator = numerator * r + QUANTILE[first + i]
        denominator = denominator * r + QUANTILE[first + 8 + i]
    return numerator / denominator
