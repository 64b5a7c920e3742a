"""DATA: what is to be seen on a page."""

from .figure import Area, Array, Axis, Cells, Curve, Direction, Figure, Words
from .fitting import edges_between, with_chosen_ends

__all__ = [
    "Area",
    "Array",
    "Axis",
    "Cells",
    "Curve",
    "Direction",
    "Figure",
    "Words",
    "edges_between",
    "with_chosen_ends",
]
