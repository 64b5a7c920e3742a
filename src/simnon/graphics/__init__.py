"""Figures as data, and how they are drawn: one drawing code for the terminal, for paper and for pixels."""

from .draw import draw
from .drawing import Anchor, Drawing, Pen, Shades, Stroke, Surface, Text
from .figure import Area, Array, Axis, Cells, Curve, Direction, Figure, Words
from .fitting import with_chosen_ends
from .surfaces import braille, kitty, pdf, plain, png, sixel, svg
from .write import write_figure

__all__ = [
    "Anchor",
    "Area",
    "Array",
    "Axis",
    "Cells",
    "Curve",
    "Direction",
    "Drawing",
    "Figure",
    "Pen",
    "Shades",
    "Stroke",
    "Surface",
    "Text",
    "Words",
    "braille",
    "draw",
    "kitty",
    "pdf",
    "plain",
    "png",
    "sixel",
    "svg",
    "with_chosen_ends",
    "write_figure",
]
