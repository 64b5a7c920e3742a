"""Drawing -> the same drawing in another size."""

from dataclasses import replace
from typing import assert_never

from ..drawing import Drawing, Fill, Part, Pen, Shades, Stroke, Text


def scaled(drawing: Drawing, factor: float) -> Drawing:
    return tuple(_part(part, factor) for part in drawing)


def _part(part: Part, factor: float) -> Part:
    match part:
        case Stroke(x, y, pen):
            return Stroke(x * factor, y * factor, _pen(pen, factor))
        case Fill(x, y, colour):
            return Fill(x * factor, y * factor, colour)
        case Text():
            size = None if part.size is None else part.size * factor
            return replace(part, x=part.x * factor, y=part.y * factor, size=size)
        case Shades():
            return replace(part, x=part.x * factor, y=part.y * factor)
        case _:
            assert_never(part)


def _pen(pen: Pen, factor: float) -> Pen:
    return replace(pen, width=pen.width * factor, dash=tuple(length * factor for length in pen.dash))
