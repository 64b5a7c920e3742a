"""Single points -> their marks: discs on paper, rings among braille characters; in ASCII their strokes are enough."""

from collections.abc import Iterator

import numpy as np

from simnon.figures import Array, Curve, Shape

from .drawing import Fill, Pen, Surface, Text

RING = "∘"
_CORNERS = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
_RADIUS = 1.6
"""In widths of the pen."""


def is_ascii(surface: Surface) -> bool:
    """Whether a cell of the surface is a single dot."""
    return surface.cell is not None and surface.cell[1] == 1.0


def has_points(curve: Curve, surface: Surface) -> bool:
    """Whether the points of the curve are marked one by one."""
    return curve.shape is Shape.POINTS and not is_ascii(surface)


def points_at(x: Array, y: Array, pen: Pen, surface: Surface, letter: str = "") -> Iterator[Fill | Text]:
    """A `letter` is put in place of each ring, if only letters distinguish curves."""
    radius = _RADIUS * pen.width
    for at_x, at_y in zip(x.tolist(), y.tolist(), strict=True):
        if surface.cell:
            yield Text(letter or RING, at_x, at_y, pen)
        else:
            yield Fill(at_x + radius * np.cos(_CORNERS), at_y + radius * np.sin(_CORNERS), pen.colour)
