"""The exponential of a matrix, by scaling, a Padé approximation of degree 13, and squaring."""

import numpy as np

from .realisation import Array

_COEFFICIENTS = (
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
    670442572800.0,
    33522128640.0,
    1323241920.0,
    40840800.0,
    960960.0,
    16380.0,
    182.0,
    1.0,
)
LARGEST_NORM = 5.371920351148152
"""Up to this norm the approximation is exact to rounding (Higham, SIAM J. Matrix Anal. Appl. 26, 2005)."""


def exponential(matrix: Array) -> Array:
    """exp(matrix), to about rounding; with thousands of states a library is faster."""
    size = len(matrix)
    norm = float(np.abs(matrix).sum(axis=0).max(initial=0.0))
    squarings = max(0, int(np.ceil(np.log2(norm / LARGEST_NORM)))) if norm > LARGEST_NORM else 0
    a = matrix / 2.0**squarings
    # With a first coefficient of 1, what does not move stays exactly as it is: an integrator has a pole at 1.
    one, b = np.eye(size), [coefficient / _COEFFICIENTS[0] for coefficient in _COEFFICIENTS]
    a2 = a @ a
    a4 = a2 @ a2
    a6 = a4 @ a2
    odd = a @ (a6 @ (b[13] * a6 + b[11] * a4 + b[9] * a2) + b[7] * a6 + b[5] * a4 + b[3] * a2 + b[1] * one)
    even = a6 @ (b[12] * a6 + b[10] * a4 + b[8] * a2) + b[6] * a6 + b[4] * a4 + b[2] * a2 + b[0] * one
    found = np.linalg.solve(even - odd, even + odd)
    for _ in range(squarings):
        found = found @ found
    return np.asarray(found)
