"""Figure -> the figure with as many points as a screen can show.

A curve over a growing variable keeps the least and the greatest value of each of its columns, with the first and the
last point; so its outline is that of the whole curve. What is zoomed into is asked for again.
"""

from dataclasses import replace

import numpy as np

from simnon.figures import Area, Array, Curve, Figure

from .messages import FigurePart

COLUMNS = 1000
"""More columns than a plot has pixels across on most screens."""
POINTS_ANYWHERE = 20_000
"""A curve in a phase plane has no columns; it keeps this many points, evenly spread."""


def figure_part(window: str, area: int, trial: int, figure: Figure) -> FigurePart:
    lengths = tuple(tuple(len(curve.x) for curve in each.curves) for each in figure.areas)
    areas = tuple(_thinned_area(each) for each in figure.areas)
    return FigurePart(window, area, trial, replace(figure, areas=areas), lengths)


def _thinned_area(area: Area) -> Area:
    return replace(area, curves=tuple(_thinned_curve(curve) for curve in area.curves))


def _thinned_curve(curve: Curve) -> Curve:
    x, y = thinned(curve.x, curve.y)
    return curve if len(x) == len(curve.x) else replace(curve, x=x, y=y)


def thinned(
    x: Array, y: Array, low: float = -np.inf, high: float = np.inf, columns: int = COLUMNS
) -> tuple[Array, Array]:
    """The points between two values of x, and one beyond each end."""
    if len(x) <= 4 * columns and not (np.isfinite(low) or np.isfinite(high)):
        return x, y
    if not _grows(x):
        kept = np.unique(np.linspace(0, len(x) - 1, min(len(x), POINTS_ANYWHERE)).astype(np.int64))
        return x[kept], y[kept]
    first = max(0, int(np.searchsorted(x, low, side="left")) - 1)
    last = min(len(x), int(np.searchsorted(x, high, side="right")) + 1)
    x, y = x[first:last], y[first:last]
    kept = _extremes(x, y, columns) if len(x) > 4 * columns else np.arange(len(x))
    return x[kept], y[kept]


def _grows(x: Array) -> bool:
    return bool(np.all(x[1:] >= x[:-1]))


def _extremes(x: Array, y: Array, columns: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """The positions of first, least, greatest and last point of each column; a gap is kept.

    Column by column, since a curve may have millions of points: nothing as long as the curve is made.
    """
    edges = np.linspace(x[0], x[-1], columns + 1)
    starts = np.unique(np.searchsorted(x, edges[:-1], side="left")).tolist()
    kept = list[int]()
    for start, stop in zip(starts, (*starts[1:], len(x)), strict=True):
        kept += (start, stop - 1, *(start + position for position in _extremes_of(y[start:stop])))
    return np.unique(np.array(kept, dtype=np.int64))


def _extremes_of(values: Array) -> tuple[int, ...]:
    """Of the least and the greatest number, and of the first gap."""
    least = int(np.argmin(values))
    if not np.isnan(values[least]):
        return least, int(np.argmax(values))
    # The least of numbers among which is a gap is the gap.
    gap, is_gap = least, np.isnan(values)
    if is_gap.all():
        return (gap,)
    return gap, int(np.argmin(np.where(is_gap, np.inf, values))), int(np.argmax(np.where(is_gap, -np.inf, values)))
