"""Shapes with numbers of any size -> shapes that every surface can draw; nan stays nan, and is not drawn.

A run that diverges, or a division by zero, gives numbers beyond those of a page, a file or a graphics card.
"""

from dataclasses import replace
from typing import assert_never

import numpy as np

from simnon.figures import Array

from .scene import Body, Camera, Column, Control, Label, Oval, Path, Pen, Shape, Track, Trail

FARTHEST = 1e6
"""Units of the page: more than a thousand pages away."""
FARTHEST_IN_SPACE = 1e30
THICKEST = 1e4
"""Widths of lines and sizes of texts."""
NEAREST_CAMERA = 1e-9


def limited(value: Column, farthest: float, low: float | None = None) -> Column:
    """From -`farthest`, or from `low`, to `farthest`."""
    least = -farthest if low is None else low
    if isinstance(value, np.ndarray):
        return limited_array(value, farthest, least)
    return min(max(value, least), farthest) if value == value else value  # noqa: PLR0124


def limited_array(values: Array, farthest: float, low: float | None = None) -> Array:
    least = -farthest if low is None else low
    # nan compares as false with everything, so it does not hide what is too large.
    if not ((values > farthest) | (values < least)).any():
        return values
    return np.clip(values, least, farthest)


def bounded(shape: Shape) -> Shape:
    match shape:
        case Path():
            x, y = limited_array(shape.x, FARTHEST), limited_array(shape.y, FARTHEST)
            return replace(shape, x=x, y=y, pen=_pen(shape.pen))
        case Oval():
            place_x, place_y, across, down = (
                limited(each, FARTHEST) for each in (shape.x, shape.y, shape.across, shape.down)
            )
            return replace(shape, x=place_x, y=place_y, across=across, down=down, pen=_pen(shape.pen))
        case Label():
            place_x, place_y = limited(shape.x, FARTHEST), limited(shape.y, FARTHEST)
            return replace(shape, x=place_x, y=place_y, size=limited(shape.size, THICKEST, 0.0))
        case Trail():
            # On paper that moves, the end of a long run is far from its beginning.
            x, y = limited_array(shape.x, FARTHEST_IN_SPACE), limited_array(shape.y, FARTHEST)
            return replace(shape, x=x, y=y, pen=_pen(shape.pen) or Pen())
        case Body():
            return replace(shape, matrix=limited_array(shape.matrix, FARTHEST_IN_SPACE))
        case Track():
            points = limited_array(shape.points, FARTHEST_IN_SPACE)
            return replace(shape, points=points, pen=_pen(shape.pen) or Pen())
        case _:
            assert_never(shape)


def _pen(pen: Pen | None) -> Pen | None:
    if pen is None:
        return None
    return replace(pen, width=limited(pen.width, THICKEST, 0.0), offset=limited(pen.offset, FARTHEST))


def bounded_camera(camera: Camera) -> Camera:
    """One that looks from somewhere: without a distance or a direction, the usual ones."""
    usual = Camera()
    x, y, z = (_known(limited(each, FARTHEST_IN_SPACE), 0.0) for each in camera.target)
    distance = _known(limited(camera.distance, FARTHEST_IN_SPACE, NEAREST_CAMERA), 6.0)
    azimuth, elevation = _angle(camera.azimuth, usual.azimuth), _angle(camera.elevation, usual.elevation)
    return Camera(azimuth, elevation, distance, (x, y, z))


def _angle(value: Column, usual: Column) -> Column:
    return _known(limited(value, FARTHEST), usual)


def _known(value: Column, otherwise: Column) -> Column:
    if isinstance(value, np.ndarray):
        return np.where(np.isnan(value), otherwise, value)
    return value if value == value else otherwise  # noqa: PLR0124


def bounded_control(control: Control) -> Control:
    left, top, right, bottom = np.clip(np.nan_to_num(control.box), -FARTHEST, FARTHEST).tolist()
    return replace(control, box=(left, top, right, bottom))
