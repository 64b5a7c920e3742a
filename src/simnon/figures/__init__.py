"""DATA: what is to be seen on a page."""

from .figure import Area, Array, Axis, Cells, Curve, Direction, Figure, TextBlock
from .fitting import edges_between, with_chosen_ends

__all__ = [
    "Area",
    "Array",
    "Axis",
    "Cells",
    "Curve",
    "Direction",
    "Figure",
    "TextBlock",
    "edges_between",
    "with_chosen_ends",
]
