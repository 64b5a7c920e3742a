"""Functions of frequency on a grid -> where they are zero and where they are largest, refined to rounding.

A curve takes an array of frequencies, so that all its roots are refined together.
"""

from collections.abc import Callable

import numpy as np

from ..opened import optimize
from ..realisation import Array

Curve = Callable[[Array], Array]
_CLOSE = 0.5
"""A curve that turns this near zero is looked at between the points of the grid too."""


def crossings(curve: Curve, grid: Array, values: Array) -> list[float]:
    """All sign changes, in order, including pairs of them between neighbours of the grid."""
    x, y = _with_turning_points(curve, grid, values)
    changes = np.flatnonzero(y[:-1] * y[1:] < 0.0)
    found = _roots(curve, x[changes], x[changes + 1], y[changes], y[changes + 1])
    return sorted([*found.tolist(), *x[y == 0.0].tolist()])


def largest(curve: Curve, grid: Array, values: Array) -> tuple[float, float]:
    """Where the curve is largest, and how large; the highest local maxima of the grid are refined."""
    order = np.concatenate(([-np.inf], values, [-np.inf]))
    tops = np.flatnonzero((order[1:-1] >= order[:-2]) & (order[1:-1] >= order[2:]))
    candidates = [(float(grid[i]), float(values[i])) for i in tops]
    for i in tops[np.argsort(-values[tops])][:10]:
        if 0 < i < len(grid) - 1:
            place = _lowest(_times(-1.0, curve), float(grid[i - 1]), float(grid[i + 1]))
            candidates.append((place, _at(curve, place)))
    return max(candidates, key=lambda each: each[1], default=(np.nan, np.nan))


def _with_turning_points(curve: Curve, grid: Array, values: Array) -> tuple[Array, Array]:
    """The grid, and points at which the curve passes zero and comes back between two neighbours."""
    is_finite = np.isfinite(values)
    x, y = grid[is_finite], values[is_finite]
    size = np.abs(y)
    is_alike = (y[:-2] * y[1:-1] > 0.0) & (y[1:-1] * y[2:] > 0.0)
    is_turning = is_alike & (size[1:-1] <= np.minimum(size[:-2], size[2:])) & (size[1:-1] < _CLOSE)
    added = []
    for i in np.flatnonzero(is_turning) + 1:
        side = float(np.sign(y[i]))
        place = _lowest(_times(side, curve), float(x[i - 1]), float(x[i + 1]))
        value = _at(curve, place)
        if value * side <= 0.0 and place != x[i]:
            added.append((place, value))
    places, heights = np.array(added).reshape(-1, 2).T
    order = np.argsort(np.concatenate((x, places)), kind="stable")
    return np.concatenate((x, places))[order], np.concatenate((y, heights))[order]


def _roots(curve: Curve, a: Array, b: Array, at_a: Array, at_b: Array) -> Array:
    """The Illinois method, with a bisection every fourth time, on all intervals at once."""
    for turn in range(100):
        with np.errstate(divide="ignore", invalid="ignore"):
            c = b - at_b * (b - a) / (at_b - at_a)
        is_inside = (c - a) * (c - b) < 0.0
        c = np.where(is_inside & (turn % 4 != 3), c, (a + b) / 2)
        at_c = curve(c)
        is_same = np.sign(at_c) == np.sign(at_b)
        step = np.abs(c - b)
        a, at_a = np.where(is_same, a, b), np.where(is_same, at_a / 2, at_b)
        b, at_b = c, at_c
        if ((step <= 1e-15 * np.abs(c)) | (at_c == 0.0) | (np.abs(a - b) <= 2e-15 * np.abs(c))).all():
            break
    return b


def _times(factor: float, curve: Curve) -> Curve:
    return lambda at: factor * curve(at)


def _lowest(curve: Curve, low: float, high: float) -> float:
    found = optimize().minimize_scalar(
        lambda at: _at(curve, at), bounds=(low, high), method="bounded", options={"xatol": 1e-9 * high}
    )
    return float(found.x)


def _at(curve: Curve, place: float) -> float:
    return float(curve(np.array([place]))[0])
