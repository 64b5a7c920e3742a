"""When runs come to attractors that are not points: from records along the way."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.simulation import MemberOutputs, RunOptions, Simulator, Watching

from .attractors import Discovery
from .rows import RowResults, run_chunks

ROUNDING = 1e-9
RECORDS = 200
"""Of each run; the time is known to one of their intervals."""


def arrival_times(
    model: Simulator,
    names: Sequence[str],
    rows: Array,
    options: RunOptions,
    discovery: Discovery,
    index: NDArray[np.int64],
    period: float | None,
) -> Array:
    """For each row the first time after which it is near the attractor of its number.

    With a `period`, attractors are known only at its multiples before the end.
    """
    times = np.full(len(rows), np.nan)
    span = options.stop - options.start
    if not len(rows) or not span:
        return times
    spacing = period or span / RECORDS
    first_record = options.stop - spacing * np.floor(span / spacing + ROUNDING)
    recorded = replace(options, spacing=spacing, watching=Watching(first_record=float(first_record)))
    first = 0
    for part in run_chunks(model, names, rows, recorded, MemberOutputs(curves=discovery.space.names)):
        last = first + len(part.stops)
        for number in np.unique(index[first:last]):
            chosen = np.flatnonzero(index[first:last] == number)
            times[first + chosen] = _arrivals(part, chosen, discovery, int(number))
        first = last
    return times


def _arrivals(part: RowResults, chosen: NDArray[np.intp], discovery: Discovery, number: int) -> Array:
    """By bisection: what is near an attractor stays near it."""
    attractor, space = discovery.attractors[number], discovery.space
    reach = space.reach(attractor)
    tree = space.tree(attractor.points)
    low = np.zeros(len(chosen), dtype=np.int64)
    high = np.full(len(chosen), part.curves.shape[1] - 1)
    while (low < high).any():
        middle = (low + high) // 2
        points = part.curves[chosen, middle, 1:]
        is_near = tree.distances(points / space.scales) <= reach
        high = np.where(is_near, middle, high)
        low = np.where(is_near, low, np.minimum(middle + 1, high))
    return np.asarray(part.curves[chosen, low, 0])
