"""DATA: what is to be seen on a page: areas with axes, curves and text; nothing about pixels or colours.

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


@frozen
class Curve:
    """Points joined by straight lines; a non-finite point leaves a gap. A discontinuity is two points."""

    label: str
    x: Array = field(repr=False)
    y: Array = field(repr=False)
    unit: str = ""
    is_marked: bool = False
    """Letters are put on the curve, to identify it in black and white."""

    __eq__ = has_same_fields
    __hash__ = no_hash


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


@frozen
class Cells:
    """A map: numbers over a plane, each drawn as a shade; nan leaves a hole.

    `x` and `y` are the centres of its columns and rows, in increasing order; `values` has a row for each y.
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
    """One pair of axes with its curves, and a map behind them; `title` is above it.

    `has_axes` is False until something is drawn.
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
    names = [curve.label for curve in area.curves] + ([area.cells.label] if area.cells else [])
    return f"{listed(names)} over {area.horizontal.label}" if names else "empty"
