"""Lists and arrays of numbers as a caller gives them -> float64."""

import numpy as np

from simnon.program import Array
from simnon.source import arguments


def read_array(value: object, argument: str, expected: str) -> Array:
    """A number, a list or an array of any shape, copied; texts and truth values are no numbers."""
    try:
        found = np.array(value)
    except ValueError:
        raise arguments.refusal(argument, expected, value) from None
    if found.dtype.kind not in "fiu":
        raise arguments.refusal(argument, expected, value)
    return found.astype(np.float64)
