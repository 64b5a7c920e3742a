"""Area -> the same area with axes that fit its curves."""

import math
from dataclasses import replace

import numpy as np

from .figure import Area, Array, Axis


def with_chosen_ends(area: Area) -> Area:
    """Given ends are kept; the others become round numbers around the curves, but stay open on a logarithmic axis."""
    x = [curve.x for curve in area.curves] + [band.x for band in area.bands]
    y = [curve.y for curve in area.curves if not curve.is_right]
    y += [end for band in area.bands for end in (band.low, band.high)]
    right = [curve.y for curve in area.curves if curve.is_right]
    if area.cells is not None:
        x, y = [*x, edges_between(area.cells.x)], [*y, edges_between(area.cells.y)]
    return replace(
        area,
        horizontal=_fitted(area.horizontal, x, is_tight=True),
        vertical=_fitted(area.vertical, y, is_tight=area.cells is not None),
        right=_fitted(area.right, right, is_tight=False) if right else area.right,
    )


def _fitted(axis: Axis, columns: list[Array], *, is_tight: bool) -> Axis:
    if axis.is_logarithmic:
        return axis
    finite = [column[np.isfinite(column)] for column in columns]
    ends = [(float(column.min()), float(column.max())) for column in finite if len(column)]
    low, high = (min(low for low, _ in ends), max(high for _, high in ends)) if ends else (0.0, 1.0)
    if low == high:
        margin = abs(low) / 2 or 1.0
        low, high = low - margin, high + margin
    elif not is_tight:
        low, high = _rounded(low, high)
    return replace(axis, low=low if axis.low is None else axis.low, high=high if axis.high is None else axis.high)


def _rounded(low: float, high: float) -> tuple[float, float]:
    span = high / 2 - low / 2
    step = 10.0 ** math.floor(math.log10(span)) if span > 0.0 else 0.0
    if step == 0.0 or not math.isfinite(1 / step):
        return low, high
    step *= 0.2 if span / step < 2 else 0.5 if span / step < 5 else 1.0
    return math.floor(low / step) * step, math.ceil(high / step) * step


def edges_between(middles: Array) -> Array:
    """The edges between cells with these centres, and the outer edges, which make the outer cells symmetric."""
    if len(middles) < 2:
        return np.array([middles[0] - 0.5, middles[0] + 0.5]) if len(middles) else np.zeros(0)
    inner = (middles[1:] + middles[:-1]) / 2
    return np.concatenate(([2 * middles[0] - inner[0]], inner, [2 * middles[-1] - inner[-1]]))
