"""DATA: a diagram with positions; coordinates increase to the right and downwards."""

from typing import NamedTuple

from simnon.source import frozen

from ..diagram import Side

GRID = 12
"""Boxes and wires are on this grid."""
NAME_HEIGHT = 24
"""The room below a box for its name."""
LETTER = 6.6
"""The usual width of a letter of 12 pixels."""


class Point(NamedTuple):
    x: float
    y: float


class Segment(NamedTuple):
    """A horizontal or vertical piece of a wire."""

    x1: float
    y1: float
    x2: float
    y2: float


@frozen
class PlacedPort:
    """At the edge of its box, or of the frame; `x` and `y` are those of the diagram."""

    name: str
    side: Side
    x: float
    y: float


@frozen
class PlacedBox:
    name: str
    x: float
    y: float
    width: float
    height: float
    ports: tuple[PlacedPort, ...] = ()

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def overlaps(self, other: "PlacedBox") -> bool:
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


@frozen
class Route:
    """The wire of a net: its segments, and the points at which three or more of them meet."""

    segments: tuple[Segment, ...]
    joints: tuple[Point, ...] = ()


@frozen
class PlacedDiagram:
    """`routes` has one for each net of the diagram, in its order."""

    width: float
    height: float
    boxes: tuple[PlacedBox, ...]
    ports: tuple[PlacedPort, ...]
    routes: tuple[Route, ...]
    is_kept: bool = False
    """Whether somebody has placed boxes of it."""
