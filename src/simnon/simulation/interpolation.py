"""Records of a run -> values at any time between them.

A cubic polynomial passes through the four nearest records; it never spans two records at one time, which are the two
sides of an event.
"""

import numpy as np

from simnon.program import Array


def values_at(times: Array, t: Array, column: Array) -> Array:
    """The values at times within the record; at an event those after it, at a record exactly its own."""
    if len(t) < 2:
        return np.full(len(times), column[-1] if len(t) else np.nan)
    jumps = np.flatnonzero(np.diff(t) <= 0.0)
    starts = np.concatenate([[0], jumps + 1])
    ends = np.concatenate([jumps, [len(t) - 1]])
    piece = np.searchsorted(t[starts], times, side="right") - 1
    piece = np.clip(piece, 0, len(starts) - 1)
    first, last = starts[piece], ends[piece]
    after = np.clip(np.searchsorted(t, times, side="right"), first + 1, np.maximum(last, first + 1))
    lowest = np.clip(after - 2, first, np.maximum(last - 3, first))
    # Differences from a nearby record, so that constant values stay exactly constant.
    near = column[after - 1]
    value = near.copy()
    for i in range(4):
        at = np.minimum(lowest + i, last)
        weight = np.where(lowest + i <= last, 1.0, 0.0)
        for k in range(4):
            other = np.minimum(lowest + k, last)
            is_other = (k != i) & (lowest + k <= last) & (other != at)
            gap = np.where(is_other, t[at] - t[other], 1.0)
            weight = weight * np.where(is_other, (times - t[other]) / gap, 1.0)
        value += np.where(weight != 0.0, weight * (column[at] - near), 0.0)
    latest = np.maximum(np.searchsorted(t, times, side="right") - 1, 0)
    return np.where(t[latest] == times, column[latest], value)
