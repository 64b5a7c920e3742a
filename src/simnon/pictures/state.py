"""DATA: what an operation finds: coordinates, pen, text, visibility, names; and how two of them become one."""

from dataclasses import dataclass, field, replace

import numpy as np

from simnon.figures import Array

from .matrices import IDENTITY
from .scene import Anchor, Chosen, Colour, Column, Pen

USUAL_TEXT = 13.0
USUAL_WIDTH = 1.5


@dataclass(slots=True)
class State:
    """`matrix` leads to the coordinates of the window."""

    matrix: Array = field(default_factory=lambda: IDENTITY)
    colour: Colour = "ink"
    width: Column = USUAL_WIDTH
    dash: tuple[float, ...] = ()
    text_size: Column = USUAL_TEXT
    anchor: Anchor = Anchor.START
    visible: Column = 1.0
    markers: tuple[str, ...] = ()
    highlight: Column = 0.0
    point: tuple[Column, Column] | None = None
    """Where MOVE and DRAW have come to, on the page."""

    @property
    def pen(self) -> Pen:
        return Pen(self.colour, self.width, self.dash)

    def copy(self) -> "State":
        return replace(self)


def merged(condition: Column, then: State, otherwise: State) -> State:
    """What follows an IF: at each moment the state that its branch has left; dashes and anchors are those before."""
    found = otherwise.copy()
    found.matrix = _matrices(condition, then.matrix, otherwise.matrix)
    if then.colour is not otherwise.colour:
        found.colour = Chosen(condition, then.colour, otherwise.colour)
    found.width = _numbers(condition, then.width, otherwise.width)
    found.text_size = _numbers(condition, then.text_size, otherwise.text_size)
    if then.point is not None and otherwise.point is not None:
        x, y = (_numbers(condition, one, other) for one, other in zip(then.point, otherwise.point, strict=True))
        found.point = x, y
    return found


def _numbers(condition: Column, then: Column, otherwise: Column) -> Column:
    return then if then is otherwise else np.where(condition, then, otherwise).astype(np.float64)


def _matrices(condition: Column, then: Array, otherwise: Array) -> Array:
    if then is otherwise:
        return then
    return np.where(np.asarray(condition, bool)[..., None, None], then, otherwise)
