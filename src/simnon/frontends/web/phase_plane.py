"""Two states and a grid of their values -> their slopes there: the direction field of a phase plane."""

import math

import numpy as np

from simnon.figures import Array
from simnon.session import Session, values_at_start
from simnon.source import UserError

from .messages import Arrows
from .requests import FieldOfArrows

MAX_POINTS = 10_000


def field_of_arrows(session: Session, asked: FieldOfArrows) -> Arrows:
    """The other states have the values with which a run would start, and so does the time."""
    workspace = session.workspace
    model, names = workspace.model, workspace.system.names
    states = list(model.integrated)
    across, up = (_index(names.find(name), states) for name in (asked.horizontal, asked.vertical))
    points = _points(asked, [values_at_start(workspace)[name] for name in states], across, up)
    slopes = model.derivatives_at_points(workspace.settings.start, points, workspace.given.parameters)
    return Arrows(asked.id, np.ascontiguousarray(slopes[:, across]), np.ascontiguousarray(slopes[:, up]))


def _index(name: str, states: list[str]) -> int:
    if name not in states:
        raise UserError("not-a-state", f"'{name}' is not a continuous state", "ASHOW y (x) with two of them")
    return states.index(name)


def _points(asked: FieldOfArrows, start: list[float], across: int, up: int) -> Array:
    """Row by row from the bottom."""
    if len(asked.box) != 4 or not all(map(math.isfinite, asked.box)):
        raise UserError("bad-box", "a phase plane has two ends of each state")
    if asked.columns < 1 or asked.rows < 1 or asked.columns * asked.rows > MAX_POINTS:
        raise UserError("bad-box", f"a phase plane has at most {MAX_POINTS} arrows")
    left, right, bottom, top = asked.box
    points = np.tile(np.array(start), (asked.columns * asked.rows, 1))
    points[:, across] = np.tile(np.linspace(left, right, asked.columns), asked.rows)
    points[:, up] = np.repeat(np.linspace(bottom, top, asked.rows), asked.columns)
    return points
