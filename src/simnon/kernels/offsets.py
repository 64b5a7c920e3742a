"""Where the matrices of small models stand in `work`: the same for every model with so many states.

A step that is made for one model can so have their places in it as constants.
"""

from .control import STATE_ARRAYS

MAX_STATES_OF_SMALL = 8


def places_of_small(count: int) -> dict[str, int]:
    """The places of a full matrix, its pivots and the Jacobian with the derivatives by time, for `count` states."""
    matrix = STATE_ARRAYS * count
    return {"matrix": matrix, "pivots": matrix + count * count, "jacobian": matrix + 2 * count * count}


def space_of_small(count: int) -> int:
    """How many numbers these are in all; none for more states."""
    return 3 * count * count + count if count <= MAX_STATES_OF_SMALL else 0
