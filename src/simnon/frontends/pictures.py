"""Figure -> what a terminal shows in a window of a given size: pixels if it can, characters otherwise."""

import math
from collections.abc import Callable
from enum import Enum
from typing import assert_never

from simnon.figures import Figure
from simnon.graphics import braille, kitty, plain, scene_text, sixel
from simnon.session import SceneDrawn
from simnon.source import UserError, frozen


class Graphics(Enum):
    """What a terminal can show."""

    KITTY = "kitty"
    SIXEL = "sixel"
    BRAILLE = "braille"
    ASCII = "ascii"
    NONE = "none"


@frozen
class Window:
    """A terminal's size in characters, and the pixels of one character."""

    columns: int = 80
    rows: int = 24
    cell_width: float = 9.0
    cell_height: float = 18.0


@frozen
class Picture:
    """Text that starts at the beginning of a line and ends `rows` lines lower, at the beginning of a line."""

    text: str
    rows: int


MIN_COLUMNS, MIN_ROWS = 20, 6
ROWS_LEFT = 3
"""For the command above a picture, its replies, and the prompt."""


def draw_picture(figure: Figure, graphics: Graphics, window: Window, *, has_colours: bool) -> Picture:
    """The figure as wide as the window; in a tall window it keeps its proportions."""
    columns = window.columns - 1
    rows = min(window.rows - ROWS_LEFT, max(12 * figure.rows, round(columns * 0.3)))
    if graphics is not Graphics.NONE and (columns < MIN_COLUMNS or rows < MIN_ROWS):
        return Picture("the window is too small\n", 1)
    match graphics:
        case Graphics.NONE:
            return Picture("", 0)
        case Graphics.BRAILLE:
            return _lines(braille(figure, columns, rows, has_colours), rows)
        case Graphics.ASCII:
            return _lines(plain(figure, columns, rows), rows)
        case Graphics.KITTY:
            return _pixels(figure, kitty, columns, rows, window)
        case Graphics.SIXEL:
            return _pixels(figure, sixel, columns, rows, window)
        case _:
            assert_never(graphics)


def draw_scene_text(drawn: SceneDrawn, graphics: Graphics, window: Window, *, has_colours: bool) -> Picture:
    """A moment of a scene in characters, whatever else the terminal can show; the time is below it."""
    columns, rows = window.columns - 1, window.rows - ROWS_LEFT
    if graphics is Graphics.NONE:
        return Picture("", 0)
    if columns < MIN_COLUMNS or rows < MIN_ROWS:
        return Picture("the window is too small\n", 1)
    scene, is_plain = drawn.scene, graphics is Graphics.ASCII
    text = scene_text(scene, drawn.moment, columns, rows, has_colours=has_colours, is_plain=is_plain)
    unit = f" {scene.time_unit}" if scene.time_unit else ""
    shown = f"{text}\n{scene.title or scene.name}, t = {scene.times[drawn.moment]:.6g}{unit}"
    return _lines(shown, shown.count("\n") + 1)


def _lines(text: str, rows: int) -> Picture:
    return Picture(text.rstrip("\n") + "\n", rows)


def _pixels(
    figure: Figure, draw: Callable[[Figure, int, int], str], columns: int, rows: int, window: Window
) -> Picture:
    """First the window scrolls to make space, then the pixels are drawn over it; so it does not scroll meanwhile."""
    width = math.floor(columns * window.cell_width)
    height = math.floor(rows * window.cell_height)
    try:
        pixels = draw(figure, width, height)
    except UserError:
        return _lines(braille(figure, columns, rows, True), rows)
    return Picture(f"{chr(10) * rows}\x1b[{rows}A\x1b7{pixels}\x1b8\x1b[{rows}B\r", rows)
