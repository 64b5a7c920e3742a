"""The offsets of the matrices of small models in `work`: the same for every model with the same number of states.

A step compiled for one model can thus have them as constants.
"""

from .control import STATE_ARRAYS

MAX_STATES_OF_SMALL = 8


def small_matrix_offsets(count: int) -> dict[str, int]:
    """The offsets of a full matrix, its pivots and the Jacobian with the derivatives by time, for `count` states."""
    matrix = STATE_ARRAYS * count
    return {"matrix": matrix, "pivots": matrix + count * count, "jacobian": matrix + 2 * count * count}


def small_matrix_size(count: int) -> int:
    """How many numbers these are in all; zero for more states."""
    return 3 * count * count + count if count <= MAX_STATES_OF_SMALL else 0
