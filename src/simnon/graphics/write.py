"""Figure -> a file of the type that its extension names."""

from collections.abc import Callable
from pathlib import Path

from simnon.figures import Figure
from simnon.source import UserError, atomic_file, nearest

from .surfaces import pdf, png, svg


def _svg_bytes(figure: Figure) -> bytes:
    return svg(figure).encode("utf-8")


_KINDS: dict[str, Callable[[Figure], bytes]] = {".svg": _svg_bytes, ".pdf": pdf, ".png": png}


def write_figure(path: str | Path, figure: Figure, *, force: bool = False) -> None:
    """Write the figure to `.svg`, `.pdf` or `.png`; the old file stays until the new one is complete."""
    path = Path(path)
    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        near = nearest(path.suffix, _KINDS)
        hint = f"did you mean '{near}'?" if near else f"use one of {', '.join(_KINDS)}"
        raise UserError("unknown-file-type", f"pictures cannot be written as '{path.suffix}'", hint)
    content = kind(figure)
    with atomic_file(path, force=force) as place:
        place.write_bytes(content)
