"""Scene -> a file of the type that its extension names: a still, a moving picture, or a page that plays it."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from simnon.pictures import Scene
from simnon.source import UserError, atomic_file, frozen, nearest, require

from ..palette import DARK, LIGHT, Theme
from ..surfaces import image_of, pdf_of, svg_of
from .page import scene_page
from .painting import draw_scene
from .scaling import scaled

USUAL_WIDTH = 720
MAX_SIDE = 8000
MAX_FRAMES = 3000
TEXT = 13.0
STILLS = (".svg", ".pdf", ".png")
MOVING = (".gif", ".webp", ".apng")
PAGE = ".html"


@frozen
class Look:
    """How a file looks: its width in pixels, its theme, and for moving ones the frames of a second."""

    width: int = USUAL_WIDTH
    theme: Theme = LIGHT
    rate: float = 25.0


def write_scene(
    path: str | Path,
    scene: Scene,
    *,
    moment: int = -1,
    width: int = USUAL_WIDTH,
    dark: bool = False,
    rate: float = 25.0,
    force: bool = False,
) -> None:
    """Write a still at a moment, or all moments as frames; the old file stays until the new one is complete."""
    path = Path(path)
    if not 16 <= width <= MAX_SIDE or scene.height / scene.width * width > MAX_SIDE:
        raise UserError("bad-size", f"a picture cannot be {width} wide", f"give a width from 16 to {MAX_SIDE}")
    look = Look(width, DARK if dark else LIGHT, rate)
    content = _writer(path)(scene, moment % max(1, len(scene.times)), look)
    with atomic_file(path, force=force) as place:
        place.write_bytes(content)


def write_frames(folder: Path, scene: Scene, *, width: int = USUAL_WIDTH, dark: bool = False) -> Iterator[Path]:
    """Each moment as a PNG file `0001.png`, in a folder that exists."""
    look = Look(width, DARK if dark else LIGHT)
    check_frames(scene)
    for moment in range(len(scene.times)):
        path = folder / f"{moment + 1:04d}.png"
        path.write_bytes(_png(scene, moment, look))
        yield path


def check_frames(scene: Scene) -> None:
    if len(scene.times) > MAX_FRAMES:
        hint = "give a shorter time, fewer frames per second, or a higher speed"
        raise UserError("too-many", f"{len(scene.times)} frames are more than {MAX_FRAMES}", hint)


def _writer(path: Path) -> Callable[[Scene, int, Look], bytes]:
    found = _WRITERS.get(path.suffix.lower())
    if found is None:
        near = nearest(path.suffix, _WRITERS)
        hint = f"did you mean '{near}'?" if near else f"use one of {', '.join(_WRITERS)}"
        raise UserError("unknown-file-type", f"animations cannot be written as '{path.suffix}'", hint)
    return found


def _size(scene: Scene, look: Look) -> tuple[float, int, int]:
    """The factor to the size of the file, its width and its height."""
    factor = look.width / scene.width
    return factor, look.width, max(1, round(scene.height * factor))


def _svg(scene: Scene, moment: int, look: Look) -> bytes:
    factor, width, height = _size(scene, look)
    drawing = scaled(draw_scene(scene, moment, look.theme), factor)
    return svg_of(drawing, width, height, TEXT * factor, look.theme).encode("utf-8")


def _pdf(scene: Scene, moment: int, look: Look) -> bytes:
    factor, width, height = _size(scene, look)
    drawing = scaled(draw_scene(scene, moment, look.theme), factor)
    return pdf_of(drawing, width, height, TEXT * factor, look.theme)


def frame_image(scene: Scene, moment: int, look: Look) -> Any:
    factor, width, height = _size(scene, look)
    drawing = scaled(draw_scene(scene, moment, look.theme), factor)
    return image_of(drawing, width, height, TEXT * factor, look.theme)


def _png(scene: Scene, moment: int, look: Look) -> bytes:
    file = io.BytesIO()
    frame_image(scene, moment, look).save(file, "PNG", optimize=False)
    return file.getvalue()


def _moving(kind: str, **more: object) -> Callable[[Scene, int, Look], bytes]:
    def write(scene: Scene, _moment: int, look: Look) -> bytes:
        check_frames(scene)
        features = require("PIL.features", "a moving picture", "pictures")
        if kind == "WEBP" and not features.check("webp"):
            raise UserError("unknown-file-type", "this Pillow cannot write WebP", "use .gif or .apng")
        first, *images = [frame_image(scene, moment, look) for moment in range(len(scene.times))]
        file = io.BytesIO()
        duration = 1000.0 / look.rate
        first.save(file, kind, save_all=True, append_images=images, duration=duration, loop=0, **more)
        return file.getvalue()

    return write


def _page(scene: Scene, _moment: int, _look: Look) -> bytes:
    return scene_page(scene).encode("utf-8")


_WRITERS: dict[str, Callable[[Scene, int, Look], bytes]] = {
    ".svg": _svg,
    ".pdf": _pdf,
    ".png": _png,
    ".gif": _moving("GIF"),
    ".webp": _moving("WEBP", quality=85, method=2),
    ".apng": _moving("PNG"),
    PAGE: _page,
}
