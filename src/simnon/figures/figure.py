"""DATA: what is to be seen on a page: areas with axes, curves and words; nothing about pixels or colours.

A page is divided into rows and columns of areas, as SPLIT does it. Coordinates are those of the variables.
"""

from dataclasses import field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from simnon.source import frozen, has_same_fields, listed, no_hash, require

Array = NDArray[np.float64]


@frozen
class Axis:
    """What an axis measures, and from where to where; the ends are chosen from the curves where they are None."""

    label: str = ""
    unit: str = ""
    low: float | None = None
    high: float | None = None


@frozen
class Curve:
    """Points joined by straight lines; a point that is not finite interrupts it. A discontinuity is two points."""

    label: str
    x: Array = field(repr=False)
    y: Array = field(repr=False)
    unit: str = ""
    is_marked: bool = False
    """Letters are put on the curve, so that it can be told from others in black and white."""
    marked_points: int = 0
    """One of so many points has a letter; 0 spreads a few along the curve."""

    __eq__ = has_same_fields
    __hash__ = no_hash


class Direction(Enum):
    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"


@frozen
class TextBlock:
    """Text at a place of the area, in the coordinates of its axes."""

    text: str
    x: float
    y: float
    direction: Direction = Direction.HORIZONTAL


@frozen
class Cells:
    """A map: numbers over a plane, each shown by its shade; nan leaves a hole.

    `x` and `y` are the middles of its columns and rows, in rising order; `values` has a row for each y.
    """

    label: str
    x: Array = field(repr=False)
    y: Array = field(repr=False)
    values: Array = field(repr=False)
    unit: str = ""

    __eq__ = has_same_fields
    __hash__ = no_hash


@frozen
class Area:
    """One pair of axes with its curves, and a map behind them; `title` stands above it.

    `has_axes` is False if nothing was drawn yet.
    """

    horizontal: Axis = Axis()
    vertical: Axis = Axis()
    curves: tuple[Curve, ...] = ()
    words: tuple[TextBlock, ...] = ()
    title: str = ""
    has_axes: bool = False
    cells: Cells | None = None


@frozen
class Figure:
    """A page of `rows` times `columns` areas, row by row; `title` stands above them all."""

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
        """As a notebook shows it. What draws is asked for only then: few programs that run models draw pictures."""
        picture: str = require("simnon.graphics", "a picture").svg(self)
        return picture


def _shown(area: Area) -> str:
    names = [curve.label for curve in area.curves] + ([area.cells.label] if area.cells else [])
    return f"{listed(names)} over {area.horizontal.label}" if names else "empty"
