"""DATA: the contents of a page."""

from simnon.doors import front_door

with front_door(__name__):
    from .figure import (
        Area,
        Array,
        Axis,
        Band,
        Cells,
        Curve,
        Direction,
        Figure,
        Ink,
        Key,
        Marker,
        PhasePlane,
        Shape,
        SlopeField,
        TextBlock,
    )
    from .fitting import edges_between, with_chosen_ends

__all__ = [
    "Area",
    "Array",
    "Axis",
    "Band",
    "Cells",
    "Curve",
    "Direction",
    "Figure",
    "Ink",
    "Key",
    "Marker",
    "PhasePlane",
    "Shape",
    "SlopeField",
    "TextBlock",
    "edges_between",
    "with_chosen_ends",
]
