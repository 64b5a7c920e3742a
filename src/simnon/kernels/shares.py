"""The workspace of sliding in `values`, as a table of offsets, and the small linear systems solved there.

`shape` is that table: first sizes, then the offset in `values` of each array, then the slots of the modes and their
guards. A run slides on `values[shape.count]` surfaces, numbered from one. A surface is the zero of the guard WATCHED;
the modes that change with it have the values LOWS if it is negative and HIGHS if it is positive.
"""

from .subset import Array, Fixed, Record, divide, inline


class Shape(Record):
    """The sizes of the arrays and their offsets in `values`."""

    states: Fixed[int]
    modes: Fixed[int]
    all_guards: Fixed[int]
    slots: Fixed[int]
    most: Fixed[int]
    """The numbers of states, modes, guards and slots, and the maximum number of surfaces at once."""
    count: Fixed[int]
    difference: Fixed[int]
    """The time difference over which slopes of guards are taken, ahead and back."""
    surfaces: Fixed[int]
    """For each mode, the number of its surface, or zero."""
    lows: Fixed[int]
    highs: Fixed[int]
    watched: Fixed[int]
    shares: Fixed[int]
    """The fraction of the time a run spends above each surface."""
    slopes: Fixed[int]
    """For each surface: the slope of its guard with all modes low, then with those of each surface high."""
    system: Fixed[int]
    fields: Fixed[int]
    """The derivatives of the states with all modes low, then with those of each surface high."""
    point: Fixed[int]
    rates: Fixed[int]
    first: Fixed[int]
    second: Fixed[int]
    """Guards at two points."""
    base: Fixed[int]
    sum: Fixed[int]
    kept: Fixed[int]
    """All slots with all modes low, their mean, and their values before."""
    bands: Fixed[int]
    """For each guard that is zero along with a surface, how far it can be from zero and still count as zero there."""


SLOTS_OF_MODES = 23
"""These are followed by the guards of each mode, two for each; -1 for none."""

FAR = 1e-6
"""A distance to the surface of more than this fraction of the last step is not an error of the steps: a jump left
it."""
RAW = 4
"""Index of the guard array without the changes made by slides."""
BESIDE = 10
"""Index of the guard array beside a surface."""


@inline
def has_band(mode: int, values: Array, shape: Shape) -> bool:
    """True if a guard of the mode is zero along with a surface."""
    offset = SLOTS_OF_MODES + shape.modes + 2 * mode
    for i in range(2):
        guard = int(shape[offset + i])
        if guard >= 0 and values[shape.bands + guard] > 0.0:
            return True
    return False


def solve_shares(values: Array, shape: Shape, right: int, solution: int) -> None:
    """Find the fractions of the time on the high sides of the surfaces that change each guard by `values[right + i]`.

    Gaussian elimination with partial pivoting; nan if the surfaces cannot be distinguished.
    """
    count = int(values[shape.count])
    width = shape.most + 1
    slopes = shape.slopes
    system = shape.system
    for i in range(count):
        for j in range(count):
            values[system + i * width + j] = values[slopes + i * width + j + 1] - values[slopes + i * width]
        values[system + i * width + count] = values[right + i]
    for k in range(count):
        best = k
        for i in range(k + 1, count):
            if abs(values[system + i * width + k]) > abs(values[system + best * width + k]):
                best = i
        for j in range(count + 1):
            kept = values[system + k * width + j]
            values[system + k * width + j] = values[system + best * width + j]
            values[system + best * width + j] = kept
        for i in range(k + 1, count):
            factor = divide(values[system + i * width + k], values[system + k * width + k])
            for j in range(k, count + 1):
                values[system + i * width + j] -= factor * values[system + k * width + j]
    for back in range(count):
        i = count - 1 - back
        total = values[system + i * width + count]
        for j in range(i + 1, count):
            total -= values[system + i * width + j] * values[solution + j]
        values[solution + i] = divide(total, values[system + i * width + i])
