"""Rotations, translations and scales -> 4 by 4 matrices, one or one for each moment; frames multiply them.

A point is a column: `matrix @ (x, y, z, 1)`. Angles are in radians, positive anticlockwise seen against the axis.
"""

import numpy as np

from simnon.figures import Array

from .scene import Column

IDENTITY = np.eye(4)
_PLANES = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}


def translation(x: Column, y: Column, z: Column = 0.0) -> Array:
    return _filled({(0, 3): x, (1, 3): y, (2, 3): z})


def scaling(x: Column, y: Column, z: Column) -> Array:
    return _filled({(0, 0): x, (1, 1): y, (2, 2): z})


def rotation(axis: str, angle: Column) -> Array:
    """Around the x, y or z axis."""
    one, other = _PLANES[axis]
    cosine, sine = np.cos(angle), np.sin(angle)
    return _filled({(one, one): cosine, (other, other): cosine, (one, other): -sine, (other, one): sine})


def _filled(elements: dict[tuple[int, int], Column]) -> Array:
    """The identity with other elements."""
    shape = np.broadcast_shapes(*(np.shape(value) for value in elements.values()))
    matrix = np.broadcast_to(IDENTITY, (*shape, 4, 4)).copy()
    for (row, column), value in elements.items():
        matrix[..., row, column] = value
    return matrix


def transformed(matrix: Array, x: Column, y: Column, z: Column = 0.0) -> tuple[Column, Column, Column]:
    """A point in the coordinates around."""
    found = []
    for row in range(3):
        a, b, c, d = (matrix[..., row, column] for column in range(4))
        value = a * x + b * y + c * z + d
        found.append(value if np.ndim(value) else float(value))
    return found[0], found[1], found[2]


def size_of(matrix: Array) -> Column:
    """By how much it enlarges lengths in the plane."""
    a, b, c, d = matrix[..., 0, 0], matrix[..., 0, 1], matrix[..., 1, 0], matrix[..., 1, 1]
    value = np.sqrt(np.abs(a * d - b * c))
    return value if np.ndim(value) else float(value)


def oval_axes(matrix: Array, radius: Column) -> tuple[Column, Column, Column]:
    """The half axes of the image of a circle, and the angle of the first."""
    linear = matrix[..., :2, :2]
    is_known = np.asarray(np.isfinite(linear).all(axis=(-2, -1)))
    linear = np.where(is_known[..., None, None], linear, np.eye(2))
    directions, lengths, _ = np.linalg.svd(linear)
    across, down = (np.where(is_known, lengths[..., axis] * radius, np.nan) for axis in (0, 1))
    angle = np.arctan2(directions[..., 1, 0], directions[..., 0, 0])
    if np.allclose(lengths[..., 0], lengths[..., 1], rtol=1e-12):
        angle = np.zeros_like(angle)
    found = [value if np.ndim(value) else float(value) for value in (across, down, angle)]
    return found[0], found[1], found[2]


def view(azimuth: float, elevation: float, distance: float, target: tuple[float, float, float]) -> Array:
    """From space to what a camera sees: x to the right, y up, -z ahead; z of space is up."""
    cos_a, sin_a, cos_e, sin_e = np.cos(azimuth), np.sin(azimuth), np.cos(elevation), np.sin(elevation)
    right = (-sin_a, cos_a, 0.0)
    up = (-sin_e * cos_a, -sin_e * sin_a, cos_e)
    back = (cos_e * cos_a, cos_e * sin_a, sin_e)
    matrix = np.eye(4)
    matrix[:3, :3] = (right, up, back)
    return matrix @ translation(*(-each for each in target)) + np.outer((0, 0, -distance, 0), (0, 0, 0, 1))
