"""Lists and arrays of numbers from a caller -> float64."""

import numpy as np

from simnon.program import Array
from simnon.source import arguments


def read_array(value: object, argument: str, expected: str) -> Array:
    """Copy a number, a list or an array of any shape; texts and truth values are rejected."""
    try:
        found = np.array(value)
    except ValueError:
        raise arguments.refusal(argument, expected, value) from None
    if found.dtype.kind not in "fiu":
        raise arguments.refusal(argument, expected, value)
    return found.astype(np.float64)
