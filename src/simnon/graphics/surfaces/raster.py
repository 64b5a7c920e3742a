"""Figure -> pixels, with Pillow: lines are drawn three times as large and scaled down, which smooths them."""

import io
import math
from functools import cache
from typing import Any

import numpy as np

from simnon.figures import Direction, Figure
from simnon.source import require

from ..draw import draw
from ..drawing import Drawing, Fill, Lettering, Shades, Stroke, Text, page
from ..palette import LIGHT, Theme, shade_colour
from ..paths import dashed, pieces
from .coordinates import rectangles
from .lettering import width_of
from .proportions import text_size_for

_FINER = 3
_FONTS = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "Arial.ttf", "arial.ttf", "Helvetica.ttc", "segoeui.ttf")
"""System fonts, for texts with characters that Pillow's own font lacks."""

_LETTERED_FONTS = {
    Lettering.BOLD: ("DejaVuSans-Bold.ttf", "LiberationSans-Bold.ttf", "Arial Bold.ttf", "arialbd.ttf"),
    Lettering.ITALIC: (
        "LiberationSerif-Italic.ttf",
        "DejaVuSerif-Italic.ttf",
        "Times New Roman Italic.ttf",
        "timesi.ttf",
    ),
    Lettering.ROMAN: ("LiberationSerif-Regular.ttf", "DejaVuSerif.ttf", "Times New Roman.ttf", "times.ttf"),
    Lettering.MONO: ("DejaVuSansMono.ttf", "LiberationMono-Regular.ttf", "Menlo.ttc", "consola.ttf"),
}
_MAX_ROUND_JOINTS = 4000


def png(figure: Figure, width: int = 1200, height: int = 750, theme: Theme = LIGHT) -> bytes:
    """The figure as the bytes of a PNG file."""
    file = io.BytesIO()
    image(figure, width, height, theme).save(file, "PNG", optimize=False)
    return file.getvalue()


def image(figure: Figure, width: int, height: int, theme: Theme = LIGHT) -> Any:
    """The figure as a Pillow image."""
    size = text_size_for(figure, width, height)
    font = _font(_all_texts(figure), size)
    drawing = draw(figure, page(width, height, size, font.getlength, theme))
    return image_of(drawing, width, height, size, theme, _all_texts(figure))


def png_of(drawing: Drawing, width: int, height: int, size: float, theme: Theme = LIGHT) -> bytes:
    """Any drawing as the bytes of a PNG file; `size` is that of its letters."""
    file = io.BytesIO()
    image_of(drawing, width, height, size, theme).save(file, "PNG", optimize=False)
    return file.getvalue()


def image_of(
    drawing: Drawing, width: int, height: int, size: float, theme: Theme = LIGHT, letters: str | None = None
) -> Any:
    """A drawing as a Pillow image; `size` is that of its texts, which are in front of everything else.

    The font has the `letters`; those of the texts if they are not given.
    """
    library = require("PIL.Image", "a picture in pixels", "pictures")
    texts = [part for part in drawing if isinstance(part, Text)]
    words = "".join(text.words for text in texts) if letters is None else letters
    usual = (_font(words, size), size)
    large = library.new("RGB", (width * _FINER, height * _FINER), theme.ground)
    _draw_strokes(drawing, large)
    small = large.reduce(_FINER)
    for text in texts:
        _draw_text(text, small, *_font_of(text, usual), theme)
    return small


def _font_of(text: Text, usual: tuple[Any, float]) -> tuple[Any, float]:
    """The font of a text, and its size."""
    if text.size is None and text.lettering is Lettering.PLAIN:
        return usual
    size = usual[1] if text.size is None else text.size
    return _lettered_font(text.lettering, size, text.words.isascii()), size


@cache
def _lettered_font(lettering: Lettering, size: float, is_ascii: bool) -> Any:
    """A system font of these letters, or else the usual one."""
    fonts = require("PIL.ImageFont", "a picture in pixels", "pictures")
    for name in _LETTERED_FONTS.get(lettering, ()):
        try:
            return fonts.truetype(name, size)
        except OSError:
            continue
    return _font("" if is_ascii else "\u00b5", size)


def _all_texts(figure: Figure) -> str:
    texts = [figure.title]
    for area in figure.areas:
        texts += [
            area.title,
            *(text for axis in (area.horizontal, area.vertical, area.right) for text in (axis.label, axis.unit)),
        ]
        texts += [band.label for band in area.bands]
        texts += [area.key.label, area.key.unit] if area.key is not None else []
        texts += [text for curve in area.curves for text in (curve.label, curve.unit)]
        texts += [words.text for words in area.words]
        texts += [area.cells.label, area.cells.unit] if area.cells is not None else []
    return "".join(texts)


def _font(text: str, size: float) -> Any:
    """The font that comes with Pillow, or a system font if that one lacks some of the letters."""
    fonts = require("PIL.ImageFont", "a picture in pixels", "pictures")
    if not text.isascii():
        for name in _FONTS:
            try:
                return fonts.truetype(name, size)
            except OSError:
                continue
    return fonts.load_default(size)


def _draw_strokes(drawing: Drawing, large: Any) -> None:
    pens = require("PIL.ImageDraw", "a picture in pixels", "pictures").Draw(large)
    for part in drawing:
        if isinstance(part, Shades):
            for *corners, darkness in rectangles(part):
                left, top, right, bottom = (round(position * _FINER) for position in corners)
                pens.rectangle((left, top, right - 1, bottom - 1), fill=shade_colour(darkness))
        if isinstance(part, Fill):
            pens.polygon((np.column_stack((part.x, part.y)) * _FINER).ravel().tolist(), fill=part.colour)
        if not isinstance(part, Stroke):
            continue
        width = max(1, round(part.pen.width * _FINER))
        joint = "curve" if len(part.x) <= _MAX_ROUND_JOINTS else None
        for x, y in pieces(*dashed(part.x, part.y, part.pen.dash)):
            if len(x) < 2:
                continue
            if len(x) == 2 and x[0] == x[1] and y[0] == y[1]:
                _draw_dot(pens, float(x[0]) * _FINER, float(y[0]) * _FINER, width, part.pen.colour)
                continue
            points = np.column_stack((x, y)) * _FINER
            pens.line(points.ravel().tolist(), fill=part.pen.colour, width=width, joint=joint)


def _draw_dot(pens: Any, x: float, y: float, width: float, colour: str) -> None:
    pens.ellipse((x - width, y - width, x + width, y + width), fill=colour)


def _draw_narrowed(text: Text, small: Any, font: Any, size: float, room: float) -> None:
    """The letters of a formula stand side by side: in a font that is too wide they are narrowed to their room."""
    library = require("PIL.Image", "a picture in pixels", "pictures")
    drawers = require("PIL.ImageDraw", "a picture in pixels", "pictures")
    length, height = math.ceil(font.getlength(text.words)) + 2, math.ceil(2 * size)
    width = max(1, round(length * room / font.getlength(text.words)))
    mask = library.new("L", (length, height), 0)
    drawers.Draw(mask).text((0, 1.35 * size), text.words, fill=255, font=font, anchor="ls")
    mask = mask.resize((width, height), library.Resampling.LANCZOS)
    small.paste(text.pen.colour, (round(text.x - text.anchor.value * room), round(text.y - size)), mask)


def _draw_text(text: Text, small: Any, font: Any, size: float, theme: Theme) -> None:
    """Vertical texts are drawn on a separate image, which is then rotated."""
    library = require("PIL.Image", "a picture in pixels", "pictures")
    drawers = require("PIL.ImageDraw", "a picture in pixels", "pictures")
    before = text.anchor.value * font.getlength(text.words)
    halo = max(1, round(size / 6)) if text.is_backed else 0
    if text.lettering in (Lettering.ITALIC, Lettering.ROMAN):
        room = width_of(text.words, size, text.lettering)
        if font.getlength(text.words) > room:
            _draw_narrowed(text, small, font, size, room)
            return
    if text.direction is Direction.HORIZONTAL:
        pens = drawers.Draw(small)
        position = (text.x - before, text.y + 0.35 * size)
        pens.text(
            position,
            text.words,
            fill=text.pen.colour,
            font=font,
            anchor="ls",
            stroke_width=halo,
            stroke_fill=theme.ground,
        )
        return
    length, breadth = int(font.getlength(text.words)) + 4, int(1.6 * size)
    corner = round(text.x - breadth / 2), round(text.y + before - length)
    for colour, width in ((theme.ground, halo), (text.pen.colour, 0)):
        mask = library.new("L", (length, breadth), 0)
        position = (2, breadth / 2 + 0.35 * size)
        drawers.Draw(mask).text(position, text.words, fill=255, font=font, anchor="ls", stroke_width=width)
        turned = mask.transpose(library.Transpose.ROTATE_90)
        small.paste(library.new("RGB", turned.size, colour), corner, turned)
