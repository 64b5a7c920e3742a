"""How figures are drawn: one drawing code for the terminal, for paper and for pixels."""

from .draw import draw
from .drawing import Anchor, Drawing, Pen, Shades, Stroke, Surface, Text
from .surfaces import braille, kitty, pdf, plain, png, sixel, svg
from .write import write_figure

__all__ = [
    "Anchor",
    "Drawing",
    "Pen",
    "Shades",
    "Stroke",
    "Surface",
    "Text",
    "braille",
    "draw",
    "kitty",
    "pdf",
    "plain",
    "png",
    "sixel",
    "svg",
    "write_figure",
]
