"""Area -> what its axes must cover: the given ends, or else the extent of the curves."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from simnon.figures import Area, Array, Axis, edges_between
from simnon.source import frozen

from .graduation import Ends
from .paths import joint_path


@frozen
class AreaEnds:
    """What the axes of an area cover; `right` is None without curves on the right."""

    horizontal: Ends
    vertical: Ends
    right: Ends | None


def ends_of(area: Area) -> AreaEnds:
    """What the axes cover: the given ends, or else the curves, whose heights count only where they are in view."""
    x_low, x_high = _given(area.horizontal)
    found: list[tuple[float, float]] = []
    seen: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
    is_ordered = True
    for curve_x, curve_y, is_right in _paths(area):
        x, y = joint_path(curve_x, curve_y)
        is_ordered = is_ordered and bool((x[1:] >= x[:-1]).all())
        found += _extent(x, area.horizontal)
        if x_low is not None or x_high is not None:
            with np.errstate(invalid="ignore"):
                y = y[(x >= (-np.inf if x_low is None else x_low)) & (x <= (np.inf if x_high is None else x_high))]
        seen[is_right] += _extent(y, area.right if is_right else area.vertical)
    if area.cells is not None:
        found += _extent(edges_between(area.cells.x), area.horizontal)
        seen[False] += _extent(edges_between(area.cells.y), area.vertical)
    horizontal = _joint_ends(area.horizontal, found)
    if is_ordered and found:
        # Along time the curves fill the axis; a curve in a phase plane keeps clear of the frame.
        horizontal = replace(horizontal, is_low_fixed=True, is_high_fixed=True)
    vertical = _joint_ends(area.vertical, seen[False])
    if area.cells is not None:
        vertical = replace(vertical, is_low_fixed=True, is_high_fixed=True)
    has_right = any(curve.is_right for curve in area.curves)
    return AreaEnds(horizontal, vertical, _joint_ends(area.right, seen[True]) if has_right else None)


def _paths(area: Area) -> Iterator[tuple[Array, Array, bool]]:
    for curve in area.curves:
        yield curve.x, curve.y, curve.is_right
    for band in area.bands:
        yield band.x, band.low, False
        yield band.x, band.high, False


def _given(axis: Axis) -> tuple[float | None, float | None]:
    low = axis.low if axis.low is not None and np.isfinite(axis.low) else None
    high = axis.high if axis.high is not None and np.isfinite(axis.high) else None
    if axis.is_logarithmic:
        low, high = (None if end is not None and end <= 0.0 else end for end in (low, high))
    return (high, low) if low is not None and high is not None and low > high else (low, high)


def _extent(values: Array, axis: Axis) -> list[tuple[float, float]]:
    if axis.is_logarithmic:
        values = values[values > 0.0]
    if not len(values):
        return []
    low, high = float(np.fmin.reduce(values)), float(np.fmax.reduce(values))
    return [(low, high)] if low <= high else []


def _joint_ends(axis: Axis, found: list[tuple[float, float]]) -> Ends:
    low, high = _given(axis)
    lowest = min((pair[0] for pair in found), default=None)
    highest = max((pair[1] for pair in found), default=None)
    if low is None and high is None and lowest is None:
        return Ends(1.0, 10.0, is_logarithmic=True) if axis.is_logarithmic else Ends(0.0, 1.0)
    start = low if low is not None else lowest
    end = high if high is not None else highest
    start = start if start is not None else end
    end = end if end is not None else start
    assert start is not None
    assert end is not None
    if start > end:
        start, end = (start, start) if low is not None else (end, end)
    return Ends(start, end, low is not None, high is not None, axis.is_logarithmic)
