"""A polygon -> the part of it inside a window (Sutherland and Hodgman, 1974)."""

import numpy as np

from simnon.figures import Array

from ..paths import Viewport


def clip_polygon(x: Array, y: Array, window: Viewport) -> tuple[Array, Array]:
    """Empty if nothing of it is inside; a polygon with a corner that is not finite has no inside."""
    if not np.isfinite(x + y).all():
        return x[:0], y[:0]
    if x.min() >= window.left and x.max() <= window.right and y.min() >= window.top and y.max() <= window.bottom:
        return x, y
    points = np.column_stack((x, y))
    for axis, limit, sign in ((0, window.left, 1), (0, window.right, -1), (1, window.top, 1), (1, window.bottom, -1)):
        points = _clip_side(points, axis, limit, sign)
        if not len(points):
            break
    return points[:, 0], points[:, 1]


def _clip_side(points: Array, axis: int, limit: float, sign: int) -> Array:
    inside = sign * (points[:, axis] - limit) >= 0
    found: list[Array] = []
    for i in range(len(points)):
        before, here = points[i - 1], points[i]
        if inside[i] != inside[i - 1]:
            share = (limit - before[axis]) / (here[axis] - before[axis])
            found.append(before + share * (here - before))
        if inside[i]:
            found.append(here)
    return np.array(found).reshape(-1, 2)
