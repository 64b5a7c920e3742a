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
    return bool(np.all(np.diff(x) >= 0.0))


def _extremes(x: Array, y: Array, columns: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """The positions of first, least, greatest and last point of each column; a gap is kept."""
    edges = np.linspace(x[0], x[-1], columns + 1)
    starts = np.unique(np.searchsorted(x, edges[:-1], side="left"))
    stops = np.append(starts[1:], len(x))
    low, high = np.where(np.isnan(y), np.inf, y), np.where(np.isnan(y), -np.inf, y)
    least, greatest = np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)
    column = np.repeat(np.arange(len(starts)), stops - starts)
    at_least = _first_in_column(low == least[column], column)
    at_greatest = _first_in_column(high == greatest[column], column)
    gaps = _first_in_column(np.isnan(y), column)
    return np.unique(np.concatenate((starts, stops - 1, at_least, at_greatest, gaps)))


def _first_in_column(is_wanted: "np.ndarray", column: "np.ndarray") -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    wanted = np.nonzero(is_wanted)[0]
    _, first = np.unique(column[wanted], return_index=True)
    return wanted[first]
