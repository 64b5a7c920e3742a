"""DATA: the contents of a page: areas with axes, curves and text; nothing about pixels or colours.

A page is divided into rows and columns of areas, as by SPLIT. Coordinates are values of the variables.
"""

from dataclasses import field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from simnon.source import frozen, has_same_fields, listed, no_hash, require

Array = NDArray[np.float64]


@frozen
class Axis:
    """What an axis measures, and its ends; an end that is None is chosen from the curves."""

    label: str = ""
    unit: str = ""
    low: float | None = None
    high: float | None = None
    is_logarithmic: bool = False


class Shape(Enum):
    """How the points of a curve are joined: by straight lines, as steps that hold each value, or not at all."""

    LINES = "lines"
    STEPS = "steps"
    POINTS = "points"


class Ink(Enum):
    """The colour of a curve: its own, or, for thin lines, the grey of the paper or the colour of text."""

    OWN = "own"
    PAPER = "paper"
    TEXT = "text"


@frozen
class Curve:
    """Points of a variable, in order; a non-finite point leaves a gap. A discontinuity is two points.

    A curve without a label has no entry in the legend. One with a `shade` from 0 to 1 has the colour of that shade in
    a map instead of its own colour, and is thin, as one of many.
    """

    label: str
    x: Array = field(repr=False)
    y: Array = field(repr=False)
    unit: str = ""
    is_marked: bool = False
    """Letters are put on the curve, to identify it in black and white."""
    shape: Shape = Shape.LINES
    is_right: bool = False
    """It is drawn against the axis on the right."""
    shade: float | None = None
    marked_points: int = 0
    """One of so many points has a letter, if the curve is marked; 0 spreads a few along it."""
    ink: Ink = Ink.OWN

    __eq__ = has_same_fields
    __hash__ = no_hash


@frozen
class Band:
    """The region between two curves, filled; narrower bands of one quantity are darker and come later."""

    label: str
    x: Array = field(repr=False)
    low: Array = field(repr=False)
    high: Array = field(repr=False)
    darkness: float = 0.5

    __eq__ = has_same_fields
    __hash__ = no_hash


@frozen
class Marker:
    """An event on the horizontal axis, with the reason why it happened."""

    x: float
    label: str = ""


@frozen
class Key:
    """What the shades of the curves of an area mean: from `low`, the lightest, to `high`; or a name for each."""

    label: str
    unit: str
    low: float
    high: float
    names: tuple[str, ...] = ()


class Direction(Enum):
    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"


@frozen
class TextBlock:
    """Text at a position in the area, in the coordinates of its axes."""

    text: str
    x: float
    y: float
    direction: Direction = Direction.HORIZONTAL
    line: str = ""
    """The command that a click on it gives, if any."""


@frozen
class Cells:
    """A map: numbers over a plane, each drawn as a shade; nan leaves a hole.

    `x` and `y` are the centres of its columns and rows, in increasing order; `values` has a row for each y. With
    `names` the numbers are those of the names, from 0 on, and each has its own shade in the key.
    """

    label: str
    x: Array = field(repr=False)
    y: Array = field(repr=False)
    values: Array = field(repr=False)
    unit: str = ""
    names: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash


@frozen
class Area:
    """One pair of axes with its curves, and a map or bands behind them; `title` is above it.

    `has_axes` is False until something is drawn. `right` is the axis of curves that are drawn against it.
    """

    horizontal: Axis = Axis()
    vertical: Axis = Axis()
    curves: tuple[Curve, ...] = ()
    words: tuple[TextBlock, ...] = ()
    title: str = ""
    has_axes: bool = False
    cells: Cells | None = None
    bands: tuple[Band, ...] = ()
    markers: tuple[Marker, ...] = ()
    right: Axis = Axis()
    key: Key | None = None
    has_grid: bool = True
    is_equal: bool = False
    """A unit of the horizontal axis is as long as one of the vertical axis."""


@frozen
class SlopeField:
    """The slopes of two states on a grid: `across` and `up` have a row for each y, and in it a number for each x."""

    names: tuple[str, str]
    x: Array = field(repr=False)
    y: Array = field(repr=False)
    across: Array = field(repr=False)
    up: Array = field(repr=False)

    __eq__ = has_same_fields
    __hash__ = no_hash


@frozen
class PhasePlane(Area):
    """An area with the direction field of its two states, and the lines on which one of them does not change."""

    slopes: SlopeField | None = None


@frozen
class Figure:
    """A page of `rows` times `columns` areas, row by row; `title` is above them all."""

    rows: int = 1
    columns: int = 1
    areas: tuple[Area, ...] = (Area(),)
    title: str = ""

    def __post_init__(self) -> None:
        assert len(self.areas) == self.rows * self.columns

    def __repr__(self) -> str:
        areas = "; ".join(_shown(area) for area in self.areas)
        return f"Figure({self.title}{': ' if self.title else ''}{areas})"

    def _repr_html_(self) -> str:
        """As a notebook shows it. The drawing code is imported only then: few programs draw pictures."""
        picture: str = require("simnon.graphics", "a picture").svg(self)
        return picture


def _shown(area: Area) -> str:
    names = [each.label for each in (*area.bands, *area.curves, *((area.cells,) if area.cells else ())) if each.label]
    return f"{listed(names)} over {area.horizontal.label}" if names else "empty"
