"""Shapes in the coordinates of a picture -> shapes on its page; what operations and instruments draw with."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simnon.figures import Array

from .matrices import oval_axes, size_of, transformed, translation
from .scene import Anchor, Colour, Column, Frame, Label, Look, Oval, Path, Pen, Reading, Shape, Trail
from .state import State

Point = tuple[Column, Column]

PAGE_WIDTH = 720.0


class Easel:
    """Draws on the page of one window with the present state; `moments` is how many moments columns have."""

    def __init__(self, times: Array, frame: Frame) -> None:
        self.times = times
        self.state = State()
        self.frame = frame
        self.window = 0
        self.shapes: list[Shape] = []
        self._line: list[Point] = []

    @property
    def matrix(self) -> Array:
        """To the page."""
        found: Array = page_matrix(self.frame) @ self.state.matrix
        return found

    @property
    def look(self) -> Look:
        state = self.state
        return Look(state.visible, state.markers, state.highlight, self.window)

    @property
    def scale(self) -> Column:
        """Units of the page in a unit of the picture."""
        return size_of(self.matrix)

    @property
    def unit(self) -> float:
        """The scale at the first moment, by which details of a fixed size are divided: positive."""
        found = float(np.ravel(self.scale)[0])
        return found if found > 0 and np.isfinite(found) else 1.0

    def place(self, x: Column, y: Column) -> Point:
        found = transformed(self.matrix, x, y)
        return found[0], found[1]

    # Lines

    def move(self, x: Column, y: Column) -> None:
        self.finish_line()
        self.state.point = self.place(x, y)

    def draw(self, x: Column, y: Column) -> None:
        point = self.place(x, y)
        if not self._line:
            self._line = [self.state.point or point]
        self._line.append(point)
        self.state.point = point

    def finish_line(self) -> None:
        """Add the line that MOVE and DRAW have made."""
        if self._line:
            line, self._line = self._line, []
            self._add_path(line, is_closed=False, pen=self.state.pen, fill=None)

    # Shapes

    def path(
        self, points: Sequence[Point], *, is_closed: bool = False, pen: Pen | None = None, fill: Colour | None = None
    ) -> None:
        self._add_path([self.place(x, y) for x, y in points], is_closed=is_closed, pen=pen, fill=fill)

    def _add_path(self, placed: Sequence[Point], *, is_closed: bool, pen: Pen | None, fill: Colour | None) -> None:
        x, y = (self.stacked([point[axis] for point in placed]) for axis in (0, 1))
        if x.ndim != y.ndim:
            shape = np.broadcast_shapes(x.shape, y.shape)
            x, y = np.broadcast_to(x, shape), np.broadcast_to(y, shape)
        self.shapes.append(Path(x, y, is_closed, pen, fill, self.look))

    def rectangle(
        self, x1: Column, y1: Column, x2: Column, y2: Column, *, pen: Pen | None = None, fill: Colour | None = None
    ) -> None:
        self.path([(x1, y1), (x2, y1), (x2, y2), (x1, y2)], is_closed=True, pen=pen, fill=fill)

    def circle(
        self, x: Column, y: Column, radius: Column, *, pen: Pen | None = None, fill: Colour | None = None
    ) -> None:
        matrix = self.matrix
        across, down, angle = oval_axes(matrix, radius)
        placed_x, placed_y = self.place(x, y)
        self.shapes.append(Oval(placed_x, placed_y, across, down, angle, pen, fill, self.look))

    def arc(self, x: Column, y: Column, radius: Column, begin: Column, end: Column, pen: Pen) -> None:
        """Anticlockwise, as a polygon of small steps."""
        steps = np.linspace(0.0, 1.0, 41)
        angles = [begin + (end - begin) * share for share in steps.tolist()]
        self.path([(x + radius * np.cos(a), y + radius * np.sin(a)) for a in angles], pen=pen)

    def label(
        self,
        x: Column,
        y: Column,
        *pieces: str | Reading,
        size: Column | None = None,
        colour: Colour | None = None,
        anchor: Anchor | None = None,
    ) -> None:
        state = self.state
        placed_x, placed_y = self.place(x, y)
        chosen = state.text_size if size is None else size
        paint = state.colour if colour is None else colour
        self.shapes.append(Label(pieces, placed_x, placed_y, chosen, paint, anchor or state.anchor, self.look))

    def trail(self, x: Column, y: Column, span: float, pen: Pen, drift: float = 0.0) -> None:
        """`drift` is the speed in units of the page with which what was drawn moves to the left, like paper."""
        placed_x, placed_y = self.place(x, y)
        t = self.times
        placed_x = placed_x + drift * t
        columns = (np.broadcast_to(placed_x, t.shape), np.broadcast_to(placed_y, t.shape))
        self.shapes.append(Trail(t, *columns, span, drift, pen, self.look))

    def stacked(self, columns: Sequence[Column]) -> Array:
        """One row if all are constant, otherwise one for each moment."""
        if not any(isinstance(column, np.ndarray) and column.ndim for column in columns):
            return np.array([float(column) for column in columns])
        return np.stack([np.broadcast_to(column, self.times.shape) for column in columns], axis=-1)

    def moved(self, x: Column, y: Column) -> None:
        self.state.matrix = self.state.matrix @ translation(x, y)

    def hide_before(self, condition: Column) -> None:
        """What the window shows so far can no longer be seen while the condition holds."""
        kept: list[Shape] = []
        for shape in self.shapes:
            if shape.look.window != self.window:
                kept.append(shape)
            elif isinstance(condition, np.ndarray):
                visible = np.logical_and(shape.look.visible, np.logical_not(condition)).astype(np.float64)
                kept.append(replace(shape, look=replace(shape.look, visible=visible)))
        self.shapes = kept


def page_matrix(frame: Frame) -> Array:
    """From the coordinates of a window to the page; both directions have one scale."""
    left, top, right, bottom = frame.box
    low_x, low_y, high_x, high_y = frame.limits
    scale = min((right - left) / (high_x - low_x), (bottom - top) / (high_y - low_y))
    matrix = np.eye(4)
    matrix[0, 0], matrix[1, 1] = scale, -scale
    matrix[0, 3] = (left + right) / 2 - scale * (low_x + high_x) / 2
    matrix[1, 3] = (top + bottom) / 2 + scale * (low_y + high_y) / 2
    return matrix
