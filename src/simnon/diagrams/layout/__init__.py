"""Diagram -> where its boxes stand and its wires run, on a grid of 12 pixels."""

from .lay_out import Sizes, lay_out
from .placed import GRID, LETTER, PlacedBox, PlacedDiagram, PlacedPort, Point, Route, Segment

__all__ = [
    "GRID",
    "LETTER",
    "PlacedBox",
    "PlacedDiagram",
    "PlacedPort",
    "Point",
    "Route",
    "Segment",
    "Sizes",
    "lay_out",
]
