"""Area -> what its axes must cover: the given ends, or else the extent of the curves."""

from dataclasses import replace

import numpy as np

from simnon.figures import Area, Array, Axis, edges_between

from .graduation import Ends
from .paths import joint_path


def ends_of(area: Area) -> tuple[Ends, Ends]:
    """What the axes cover: the given ends, or else the curves, whose heights count only where they are in view."""
    x_low, x_high = _given(area.horizontal)
    y_low, y_high = _given(area.vertical)
    found: list[tuple[float, float]] = []
    seen: list[tuple[float, float]] = []
    is_ordered = True
    for curve in area.curves:
        x, y = joint_path(curve.x, curve.y)
        is_ordered = is_ordered and bool((x[1:] >= x[:-1]).all())
        found += _extent(x)
        if x_low is not None or x_high is not None:
            with np.errstate(invalid="ignore"):
                y = y[(x >= (-np.inf if x_low is None else x_low)) & (x <= (np.inf if x_high is None else x_high))]
        seen += _extent(y)
    if area.cells is not None:
        found += _extent(edges_between(area.cells.x))
        seen += _extent(edges_between(area.cells.y))
    horizontal = _joint_ends(x_low, x_high, found)
    if is_ordered and found:
        # Along time the curves fill the axis; a curve in a phase plane keeps clear of the frame.
        horizontal = replace(horizontal, is_low_fixed=True, is_high_fixed=True)
    vertical = _joint_ends(y_low, y_high, seen)
    if area.cells is not None:
        vertical = replace(vertical, is_low_fixed=True, is_high_fixed=True)
    return horizontal, vertical


def _given(axis: Axis) -> tuple[float | None, float | None]:
    low = axis.low if axis.low is not None and np.isfinite(axis.low) else None
    high = axis.high if axis.high is not None and np.isfinite(axis.high) else None
    return (high, low) if low is not None and high is not None and low > high else (low, high)


def _extent(values: Array) -> list[tuple[float, float]]:
    if not len(values):
        return []
    low, high = float(np.fmin.reduce(values)), float(np.fmax.reduce(values))
    return [(low, high)] if low <= high else []


def _joint_ends(low: float | None, high: float | None, found: list[tuple[float, float]]) -> Ends:
    lowest = min((pair[0] for pair in found), default=None)
    highest = max((pair[1] for pair in found), default=None)
    if low is None and high is None and lowest is None:
        return Ends(0.0, 1.0)
    start = low if low is not None else lowest
    end = high if high is not None else highest
    start = start if start is not None else end
    end = end if end is not None else start
    assert start is not None
    assert end is not None
    if start > end:
        start, end = (start, start) if low is not None else (end, end)
    return Ends(start, end, low is not None, high is not None)
