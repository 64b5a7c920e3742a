"""Figure -> characters, vectors or pixels. All of them render the same Drawing."""

from .characters import braille, plain
from .pdf import pdf
from .raster import png
from .svg import svg
from .terminal import kitty, sixel

__all__ = ["braille", "kitty", "pdf", "plain", "png", "sixel", "svg"]
