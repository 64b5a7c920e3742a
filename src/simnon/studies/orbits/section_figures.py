"""Points of sections -> figures: in a plane, and against their predecessors."""

from collections.abc import Mapping

import numpy as np

from simnon.figures import Area, Axis, Curve, Figure, Ink, Shape, with_chosen_ends
from simnon.program import Array


def draw_points(across: tuple[str, Array], up: tuple[str, Array], units: Mapping[str, str]) -> Figure:
    horizontal, vertical = (Axis(name, units.get(name, "")) for name, _ in (across, up))
    curve = Curve(up[0], across[1], up[1], units.get(up[0], ""), shape=Shape.POINTS)
    return Figure(areas=(with_chosen_ends(Area(horizontal, vertical, (curve,), has_axes=True)),))


def draw_return_map(name: str, values: Array, units: Mapping[str, str]) -> Figure:
    """With the diagonal on which a point returns to itself."""
    unit = units.get(name, "")
    points = Curve(name, values[:-1], values[1:], unit, shape=Shape.POINTS)
    ends = np.array([values.min(), values.max()]) if len(values) else np.zeros(2)
    diagonal = Curve("", ends, ends, unit, ink=Ink.PAPER)
    horizontal, vertical = Axis(f"{name}, before", unit), Axis(name, unit)
    return Figure(areas=(with_chosen_ends(Area(horizontal, vertical, (points, diagonal), has_axes=True)),))
