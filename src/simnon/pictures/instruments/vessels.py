"""Tanks with a level, and pipes in which something flows."""

import numpy as np

from ..given import Given
from ..points import pairs
from ..scene import Pen
from ..theatre import Theatre
from .ranges import ends_of, share_of

DASH = (7.0, 9.0)


def tank(theatre: Theatre, given: Given) -> None:
    """Open at the top."""
    easel = theatre.easel
    x1, y1, x2, y2, level = given.numbers("x1", "y1", "x2", "y2", "level")
    low, high = ends_of(theatre, given)
    surface = y1 + (y2 - y1) * share_of(level, low, high)
    easel.rectangle(x1, y1, x2, surface, fill=given.colour("colour", "#56A0D3"))
    easel.path([(x1, surface), (x2, surface)], pen=Pen("ink", 1.0))
    easel.path([(x1, y2), (x1, y1), (x2, y1), (x2, y2)], pen=Pen("#5C6468", 3.5))


def pipe(theatre: Theatre, given: Given) -> None:
    """Dashes move by the integral of the flow, one unit of the page for each 1/20 of it."""
    easel = theatre.easel
    width, flow = given.numbers("width", "flow")
    points = pairs(theatre, given, "x1")
    colour, unit = easel.state.colour, width * easel.scale
    easel.path(points, pen=Pen("axis", unit))
    easel.path(points, pen=Pen("ground", 0.84 * unit))
    easel.path(points, pen=Pen(colour, 0.6 * unit))
    times, moved = easel.times, np.broadcast_to(np.asarray(flow, dtype=np.float64), easel.times.shape)
    steps = np.diff(times) * (moved[1:] + moved[:-1]) / 2
    largest = float(np.max(np.abs(moved), initial=0.0)) or 1.0
    length = float(times[-1] - times[0]) if len(times) > 1 else 1.0
    offset = -np.concatenate(([0.0], np.cumsum(steps))) / largest / max(length, 1e-300) * TRAVEL
    before = easel.state.visible
    easel.state.visible = np.logical_and(before, np.abs(moved) > 1e-6 * largest).astype(np.float64)
    easel.path(points, pen=Pen("ground", 0.14 * unit, DASH, offset))
    easel.state.visible = before


TRAVEL = 1600.0
"""How far the dashes go during a run with the largest flow."""
