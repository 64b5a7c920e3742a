"""Figure -> a file of the type that its extension names."""

import math
from collections.abc import Callable
from pathlib import Path

from simnon.figures import Figure
from simnon.source import UserError, atomic_file, frozen, nearest

from .drawing import Drawing, scaled
from .palette import DARK, LIGHT, Theme
from .surfaces import pdf, pdf_of, png, png_of, svg, svg_of


@frozen
class Kind:
    """A type of file: what draws it, and the usual size of its pictures, in its own units."""

    draw: Callable[[Figure, int, int, Theme], bytes]
    width: int
    height: int


def _svg_bytes(figure: Figure, width: int, height: int, theme: Theme) -> bytes:
    return svg(figure, width, height, theme).encode("utf-8")


_KINDS = {".svg": Kind(_svg_bytes, 720, 450), ".pdf": Kind(pdf, 480, 300), ".png": Kind(png, 1200, 750)}


def write_figure(
    path: str | Path, figure: Figure, *, size: tuple[int, int] | None = None, dark: bool = False, force: bool = False
) -> None:
    """Write the figure to `.svg`, `.pdf` or `.png`; the old file stays until the new one is complete."""
    path = Path(path)
    kind = _KINDS[known_type(path)]
    content = kind.draw(figure, *(size or (kind.width, kind.height)), DARK if dark else LIGHT)
    with atomic_file(path, force=force) as place:
        place.write_bytes(content)


def known_type(path: Path) -> str:
    """The extension, if pictures can be written so."""
    suffix = path.suffix.lower()
    if suffix not in _KINDS:
        near = nearest(path.suffix, _KINDS)
        hint = f"did you mean '{near}'?" if near else f"use one of {', '.join(_KINDS)}"
        raise UserError("unknown-file-type", f"pictures cannot be written as '{path.suffix}'", hint)
    return suffix


def write_drawing(
    path: Path,
    drawing: Drawing,
    size: tuple[float, float],
    text_size: float,
    *,
    dark: bool = False,
    force: bool = False,
) -> None:
    """Write any drawing, in its own size; a PNG has twice as many pixels, a PDF 0.75 points for each."""
    width, height = size
    theme = DARK if dark else LIGHT
    match known_type(path):
        case ".svg":
            content = svg_of(drawing, width, height, text_size, theme).encode("utf-8")
        case ".pdf":
            points = scaled(drawing, 0.75)
            content = pdf_of(points, 0.75 * width, 0.75 * height, 0.75 * text_size, theme)
        case _:
            content = png_of(scaled(drawing, 2.0), math.ceil(2 * width), math.ceil(2 * height), 2 * text_size, theme)
    with atomic_file(path, force=force) as place:
        place.write_bytes(content)
