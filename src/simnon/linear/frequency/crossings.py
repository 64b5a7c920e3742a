"""Functions of frequency on a grid -> where they are zero and where they are largest, refined to rounding."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from ..opened import optimize
from ..realisation import Array

Curve = Callable[[float], float]
_CLOSE = 0.5
"""A curve that turns this near zero is looked at between the points of the grid too."""


def crossings(curve: Curve, grid: Array, values: Array) -> list[float]:
    """All sign changes, in order, including pairs of them between neighbours of the grid."""
    points, found = _with_turning_points(curve, grid, values), []
    for (low, at_low), (high, at_high) in pairwise(points):
        if at_low == 0.0:
            found.append(low)
        elif at_low * at_high < 0.0:
            found.append(_root(curve, low, high))
    if points and points[-1][1] == 0.0:
        found.append(points[-1][0])
    return found


def largest(curve: Curve, grid: Array, values: Array) -> tuple[float, float]:
    """Where the curve is largest, and how large; every local maximum of the grid is refined."""
    if not len(values):
        return np.nan, np.nan
    order = np.concatenate(([-np.inf], values, [-np.inf]))
    tops = np.flatnonzero((order[1:-1] >= order[:-2]) & (order[1:-1] >= order[2:]))
    candidates = [(float(grid[i]), float(values[i])) for i in tops]
    for i in tops[np.argsort(-values[tops])][:10]:
        if 0 < i < len(grid) - 1:
            place = _lowest(_negative(curve), float(grid[i - 1]), float(grid[i + 1]))
            candidates.append((place, curve(place)))
    return max(candidates, key=lambda each: each[1])


def _with_turning_points(curve: Curve, grid: Array, values: Array) -> list[tuple[float, float]]:
    """The grid, and points at which the curve passes zero and comes back between two neighbours."""
    points = [(float(x), float(y)) for x, y in zip(grid, values, strict=True) if np.isfinite(y)]
    added = []
    for (left, a), (middle, b), (right, c) in zip(points, points[1:], points[2:], strict=False):
        is_turning = a * b > 0.0 and b * c > 0.0 and abs(b) <= min(abs(a), abs(c)) and abs(b) < _CLOSE
        if is_turning:
            place = _lowest(curve if b > 0.0 else _negative(curve), left, right)
            value = curve(place)
            if value * b <= 0.0 and place != middle:
                added.append((place, value))
    return sorted(points + added)


def _negative(curve: Curve) -> Curve:
    return lambda at: -curve(at)


def _root(curve: Curve, low: float, high: float) -> float:
    # 0 can be the lower end, so the search is over the frequency, not its logarithm.
    return float(optimize().brentq(curve, low, high, xtol=1e-300, rtol=1e-14, maxiter=200))


def _lowest(curve: Curve, low: float, high: float) -> float:
    found = optimize().minimize_scalar(curve, bounds=(low, high), method="bounded", options={"xatol": 1e-9 * high})
    return float(found.x)
