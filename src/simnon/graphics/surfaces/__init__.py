"""Figure -> characters, vectors or pixels. All of them render the same Drawing."""

from .characters import braille, braille_of, plain, plain_of
from .lettering import width_of
from .pdf import pdf, pdf_of
from .raster import image_of, png, png_of
from .svg import escape, svg, svg_of
from .terminal import kitty, sixel

__all__ = [
    "braille",
    "braille_of",
    "escape",
    "image_of",
    "kitty",
    "pdf",
    "pdf_of",
    "plain",
    "plain_of",
    "png",
    "png_of",
    "sixel",
    "svg",
    "svg_of",
    "width_of",
]
