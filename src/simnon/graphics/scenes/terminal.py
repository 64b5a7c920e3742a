"""Scene, moment -> lines of characters: a plain version for terminals."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from simnon.pictures import Scene

from ..drawing import Drawing, Fill, Part, Pen, Stroke, Text
from ..palette import LIGHT
from ..surfaces import braille_of, plain_of
from .painting import draw_scene

_HATCH = 4.0
"""Dots between the lines with which an area is filled."""


def scene_text(
    scene: Scene, moment: int, columns: int = 80, rows: int = 24, *, has_colours: bool = False, is_plain: bool = False
) -> str:
    """The scene in braille dots, or in ASCII; areas are hatched, unless they are the ground of the whole picture."""
    across, down = (1.0, 1.0) if is_plain else (2.0, 4.0)
    # A dot is about as high as it is wide in braille; a character is twice as high.
    stretch = 2.0 if is_plain else 1.0
    factor = min(columns * across / (scene.width * stretch), rows * down / scene.height)
    seen = tuple(part for part in draw_scene(scene, moment) if not _is_ground(part, scene))
    drawing = _dotted(seen, factor * stretch, factor)
    height = max(1, min(rows, int(np.ceil(scene.height * factor / down))))
    if is_plain:
        return plain_of(drawing, columns, height)
    return braille_of(drawing, columns, height, has_colours)


def _is_ground(part: Part, scene: Scene) -> bool:
    """Whether a rectangle is filled that covers all of the scene: hatched, it would hide everything."""
    if not isinstance(part, Fill) or len(part.x) > 5:
        return False
    corners_x, corners_y = np.array([0.0, scene.width]), np.array([0.0, scene.height])
    ends_x, ends_y = np.array([part.x.min(), part.x.max()]), np.array([part.y.min(), part.y.max()])
    is_rectangle = bool(np.isin(part.x, ends_x).all() and np.isin(part.y, ends_y).all())
    return is_rectangle and bool((abs(ends_x - corners_x) < 1).all() and (abs(ends_y - corners_y) < 1).all())


def _dotted(drawing: Drawing, across: float, down: float) -> Drawing:
    return tuple(part for each in drawing for part in _parts(each, across, down))


def _parts(part: Part, across: float, down: float) -> Iterator[Part]:
    if isinstance(part, Stroke):
        pen = replace(part.pen, curve=part.pen.curve or 0)
        yield Stroke(part.x * across, part.y * down, pen)
    elif isinstance(part, Text):
        yield replace(part, x=part.x * across, y=part.y * down)
    elif isinstance(part, Fill) and part.colour not in (LIGHT.ground, LIGHT.grid):
        yield from _hatched(part, across, down)


def _hatched(area: Fill, across: float, down: float) -> Iterator[Stroke]:
    """Its edge, and horizontal lines inside it."""
    x, y = area.x * across, area.y * down
    pen = Pen(0, area.colour, 1.0)
    yield Stroke(np.append(x, x[0]), np.append(y, y[0]), pen)
    for level in np.arange(np.ceil(y.min() / _HATCH) * _HATCH, y.max(), _HATCH).tolist():
        following = np.roll(y, -1)
        crosses = (y <= level) != (following <= level)
        share = (level - y[crosses]) / (following[crosses] - y[crosses])
        places = np.sort(x[crosses] + share * (np.roll(x, -1)[crosses] - x[crosses]))
        for left, right in zip(places[::2].tolist(), places[1::2].tolist(), strict=False):
            yield Stroke(np.array([left, right]), np.array([level, level]), pen)
