"""Two states and a grid of their values -> their slopes there: the direction field of a phase plane."""

import math
import re
from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np

from simnon.figures import Area, Array, Figure, PhasePlane, SlopeField
from simnon.source import UserError

from .running import values_at_start
from .workspace import Workspace

COLUMNS, ROWS = 61, 49
"""Of the grid of a picture, as in the page."""


def slopes_at(
    workspace: Workspace, names: tuple[str, str], box: Sequence[float], columns: int, rows: int
) -> tuple[Array, Array]:
    """Row by row from the bottom; the other states have the values with which a run would start, and so does the time.

    `box` is the least and the greatest value of both states.
    """
    model, known = workspace.model, workspace.system.names
    states = list(model.integrated)
    across, up = (_index(known.find(name), states) for name in names)
    if len(box) != 4 or not all(map(math.isfinite, box)):
        raise UserError("bad-box", "a phase plane has two ends of each state")
    left, right, bottom, top = box
    points = np.tile(np.array([values_at_start(workspace)[name] for name in states]), (columns * rows, 1))
    points[:, across] = np.tile(np.linspace(left, right, columns), rows)
    points[:, up] = np.repeat(np.linspace(bottom, top, rows), columns)
    slopes = model.derivatives_at_points(workspace.settings.start, points, workspace.given.parameters)
    return np.ascontiguousarray(slopes[:, across]), np.ascontiguousarray(slopes[:, up])


def _index(name: str, states: list[str]) -> int:
    if name not in states:
        raise UserError("not-a-state", f"'{name}' is not a continuous state", "ASHOW y (x) with two of them")
    return states.index(name)


def with_slopes(workspace: Workspace, figure: Figure) -> Figure:
    """The figure with the direction fields of its phase planes; UserError if it has none."""
    areas = tuple(_with_slopes(workspace, area) for area in figure.areas)
    if not any(isinstance(area, PhasePlane) for area in areas):
        raise UserError("no-phase-plane", "no area shows two states over each other", "ASHOW y (x) with two states")
    return replace(figure, areas=areas)


def _with_slopes(workspace: Workspace, area: Area) -> Area:
    names, horizontal, vertical = _states(workspace, area), area.horizontal, area.vertical
    ends = (horizontal.low, horizontal.high, vertical.low, vertical.high)
    box = [end for end in ends if end is not None]
    if names is None or len(box) != 4:
        return area
    across, up = (each.reshape(ROWS, COLUMNS) for each in slopes_at(workspace, names, box, COLUMNS, ROWS))
    left, right, bottom, top = box
    x, y = np.linspace(left, right, COLUMNS), np.linspace(bottom, top, ROWS)
    given = {each.name: getattr(area, each.name) for each in fields(area)}
    return PhasePlane(**given, slopes=SlopeField(names, x, y, across, up))


def _states(workspace: Workspace, area: Area) -> tuple[str, str] | None:
    """What is horizontal, and what the first curve shows; None if one is no state."""
    if workspace.loaded is None or not area.curves:
        return None
    first = re.split("[/ ]", area.curves[0].label)[0] or area.vertical.label
    known, states = workspace.loaded.names, workspace.loaded.model.integrated
    found = [known.find(name) for name in (area.horizontal.label, first) if known.has(name)]
    horizontal, vertical = (*found, "", "")[:2]
    is_plane = len(found) == 2 and horizontal != vertical and {horizontal, vertical} <= set(states)
    return (horizontal, vertical) if is_plane else None
