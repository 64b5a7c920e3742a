"""Points of a curve -> the points of a stroke: mapped to the surface, thinned to what is visible, clipped at the edges.

A path is two arrays of coordinates; it has a gap wherever one of them is not finite.
"""

import math

import numpy as np
from numpy.typing import NDArray

from simnon.figures import Array
from simnon.source import frozen

_FAR = 1e7
"""Points are clamped to this many axis lengths away: the visible part of a line to them looks the same."""

_SAFE_EXPONENT = 900
_ROUNDING = 1e-6
_LARGEST = float(np.finfo(np.float64).max)
MOST_DASHES = 20_000
"""Of one line; finer ones could not be told from a line without gaps."""


@frozen
class Scale:
    """Maps the values from `low` to `high` to positions from `start` to `end` on the surface."""

    low: float
    high: float
    start: float
    end: float
    is_logarithmic: bool = False

    def place(self, values: Array) -> Array:
        """The positions of values; they are finite if and only if the values are, however large.

        On a logarithmic scale, values that are not positive have no position.
        """
        if self.is_logarithmic:
            with np.errstate(all="ignore"):
                return self._of_logarithms().place(np.where(values > 0.0, np.log10(values), np.nan))
        exponent = int(np.frexp(max(abs(self.low), abs(self.high)))[1])
        low, high = self.low, self.high
        with np.errstate(over="ignore", invalid="ignore"):
            if abs(exponent) > _SAFE_EXPONENT:
                is_finite = np.isfinite(values)
                values = np.where(is_finite, np.clip(np.ldexp(values, -exponent), -_LARGEST, _LARGEST), np.nan)
                low, high = float(np.ldexp(low, -exponent)), float(np.ldexp(high, -exponent))
            factor = (self.end - self.start) / (high - low)
            positions = (values - low) * factor
        size = abs(self.end - self.start) * _FAR
        is_near = np.abs(positions) <= size
        if not is_near.all():
            positions = np.where(np.isfinite(values), np.clip(np.nan_to_num(positions, nan=0.0), -size, size), np.nan)
        positions += self.start
        return positions

    def place_one(self, value: float) -> float:
        """The position of one value; computed in halves, because `high - low` can overflow."""
        if self.is_logarithmic:
            return self._of_logarithms().place_one(math.log10(value)) if value > 0.0 else math.nan
        share = (value / 2 - self.low / 2) / (self.high / 2 - self.low / 2)
        return self.start + share * (self.end - self.start)

    def _of_logarithms(self) -> "Scale":
        return Scale(math.log10(self.low), math.log10(self.high), self.start, self.end)


@frozen
class Viewport:
    left: float
    top: float
    right: float
    bottom: float

    def has(self, x: float, y: float) -> bool:
        """Whether a point is inside, or on the edge but for rounding."""
        is_across = self.left - _ROUNDING <= x <= self.right + _ROUNDING
        return is_across and self.top - _ROUNDING <= y <= self.bottom + _ROUNDING


def joint_path(x: Array, y: Array) -> tuple[Array, Array]:
    """The same path, with both coordinates NaN where one is not finite; it is as long as the shorter array."""
    length = min(len(x), len(y))
    x, y = np.asarray(x[:length], np.float64), np.asarray(y[:length], np.float64)
    with np.errstate(all="ignore"):
        is_point = np.isfinite(x) & np.isfinite(y)
    if is_point.all():
        return x, y
    return np.where(is_point, x, np.nan), np.where(is_point, y, np.nan)


def thin(x: Array, y: Array, window: Viewport, resolution: float) -> tuple[Array, Array]:
    """At most four points per passage through a column as wide as the resolution: first, extremes and last."""
    columns = _columns(x, window, resolution)
    starts = np.flatnonzero(columns[1:] != columns[:-1])
    starts += 1
    starts = np.concatenate(([0], starts))
    if 2 * len(starts) >= len(x):
        return x, y
    lasts = np.append(starts[1:], len(x)) - 1
    first_y, last_y = y[starts], y[lasts]
    lowest, highest = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    is_rising = last_y >= first_y
    points_y = np.column_stack(
        (first_y, np.where(is_rising, lowest, highest), np.where(is_rising, highest, lowest), last_y)
    )
    points_x = np.column_stack((x[starts], x[starts], x[lasts], x[lasts]))
    is_new = np.ones(points_y.shape, bool)
    is_new[:, 1] = points_y[:, 1] != points_y[:, 0]
    is_new[:, 2] = points_y[:, 2] != points_y[:, 3]
    is_new[:, 3] = lasts > starts
    is_new[:, 2] &= is_new[:, 3]
    return points_x[is_new], points_y[is_new]


def _columns(x: Array, window: Viewport, resolution: float) -> NDArray[np.int32]:
    """The column each point is in; points outside the window share one on each side, gaps have their own."""
    with np.errstate(invalid="ignore"):
        positions = (x - window.left) / resolution
        np.clip(positions, -1.0, (window.right - window.left) / resolution + 1.0, out=positions)
        is_gap = np.isnan(positions)
        if is_gap.any():
            positions[is_gap] = -2.0
        np.floor(positions, out=positions)
        return positions.astype(np.int32)


def clip(x: Array, y: Array, window: Viewport, slack: float) -> tuple[Array, Array]:
    """The path clipped to the window (Liang and Barsky, 1984), with gaps outside it."""
    is_inside = (x >= window.left) & (x <= window.right) & (y >= window.top) & (y <= window.bottom)
    if is_inside.all():
        return x, y
    with np.errstate(all="ignore"):
        enter, leave = np.zeros(len(x) - 1), np.ones(len(x) - 1)
        for start, step, low, high in (
            (x[:-1], np.diff(x), window.left - slack, window.right + slack),
            (y[:-1], np.diff(y), window.top - slack, window.bottom + slack),
        ):
            one, other = (low - start) / step, (high - start) / step
            is_flat = step == 0
            is_between = (start >= low) & (start <= high)
            enter = np.maximum(enter, np.where(is_flat, np.where(is_between, 0.0, 2.0), np.minimum(one, other)))
            leave = np.minimum(leave, np.where(is_flat, 1.0, np.maximum(one, other)))
    # Comparisons with NaN are false, so gaps are never visible.
    seen = np.flatnonzero(enter <= leave)
    enter, leave = enter[seen], leave[seen]
    dx, dy = x[seen + 1] - x[seen], y[seen + 1] - y[seen]
    starts = np.column_stack((x[seen] + enter * dx, y[seen] + enter * dy))
    ends = np.column_stack((x[seen] + leave * dx, y[seen] + leave * dy))
    is_joined = np.zeros(len(seen), bool)
    is_joined[1:] = (np.diff(seen) == 1) & (enter[1:] == 0) & (leave[:-1] == 1)
    return _joined(starts, ends, is_joined)


def _joined(starts: Array, ends: Array, is_joined: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Segments as one path: a segment that starts where the previous one ends continues it."""
    rows = np.full((len(starts), 3, 2), np.nan)
    rows[:, 1], rows[:, 2] = starts, ends
    is_kept = np.ones((len(starts), 3), bool)
    is_kept[is_joined, :2] = False
    if len(starts):
        is_kept[0, 0] = False
    points = rows[is_kept]
    return np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])


def with_dots(x: Array, y: Array) -> tuple[Array, Array]:
    """Isolated points are doubled, so that they are drawn as dots."""
    is_point = np.isfinite(x + y)
    before = np.concatenate(([False], is_point[:-1]))
    after = np.concatenate((is_point[1:], [False]))
    alone = np.flatnonzero(is_point & ~before & ~after)
    if not len(alone):
        return x, y
    return np.insert(x, alone, x[alone]), np.insert(y, alone, y[alone])


def pieces(x: Array, y: Array) -> list[tuple[Array, Array]]:
    """The pieces of a path between its gaps."""
    is_point = np.isfinite(x + y)
    if is_point.all():
        return [(x, y)] if len(x) else []
    edges = np.flatnonzero(np.diff(np.concatenate(([False], is_point, [False])).astype(np.int8)))
    return [(x[a:b], y[a:b]) for a, b in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)]


def dashed(x: Array, y: Array, dash: tuple[float, ...], offset: float = 0.0) -> tuple[Array, Array]:
    """A path cut into dashes, for surfaces without dashed lines; lengths of dash and gap alternate.

    The path begins `offset` after the beginning of the first dash.
    """
    if not dash:
        return x, y
    parts = [_dashed_piece(*piece, dash, offset) for piece in pieces(x, y)]
    gap = np.array([np.nan])
    return (
        np.concatenate([array for part in parts for array in (part[0], gap)] or [gap]),
        np.concatenate([array for part in parts for array in (part[1], gap)] or [gap]),
    )


def _dashed_piece(x: Array, y: Array, dash: tuple[float, ...], offset: float) -> tuple[Array, Array]:
    lengths = np.concatenate(([0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))))
    turns = np.concatenate(([0.0], np.cumsum(dash)))
    period, total = float(turns[-1]), float(lengths[-1])
    if not total < MOST_DASHES * period:
        return x, y
    begun = offset % period
    cuts = (np.arange(int(total / period) + 2)[:, None] * period + turns[None, :-1] - begun).ravel()
    cuts = cuts[(cuts > 0) & (cuts < total)]
    positions = np.concatenate((lengths, cuts))
    order = np.argsort(positions, kind="stable")
    positions = positions[order]
    all_x, all_y = np.interp(positions, lengths, x), np.interp(positions, lengths, y)
    middles = ((positions[1:] + positions[:-1]) / 2 + begun) % period
    is_space = np.searchsorted(turns, middles, side="right") % 2 == 0
    gaps = np.flatnonzero(is_space) + 1
    return np.insert(all_x, gaps, np.nan), np.insert(all_y, gaps, np.nan)
