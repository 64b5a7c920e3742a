"""Figure -> a file of the type that its extension names."""

from collections.abc import Callable
from pathlib import Path

from simnon.figures import Figure
from simnon.source import UserError, atomic_file, frozen, nearest

from .palette import DARK, LIGHT, Theme
from .surfaces import pdf, png, svg


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
    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        near = nearest(path.suffix, _KINDS)
        hint = f"did you mean '{near}'?" if near else f"use one of {', '.join(_KINDS)}"
        raise UserError("unknown-file-type", f"pictures cannot be written as '{path.suffix}'", hint)
    content = kind.draw(figure, *(size or (kind.width, kind.height)), DARK if dark else LIGHT)
    with atomic_file(path, force=force) as place:
        place.write_bytes(content)
