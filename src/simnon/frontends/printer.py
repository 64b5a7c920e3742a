"""Outcomes -> plain text on a stream, with pictures in characters if requested."""

import os
import shutil
from pathlib import Path
from typing import TextIO

from simnon.figures import Figure
from simnon.session import Outcome, PageDrawn, SceneDrawn

from .held_picture import HeldPicture
from .pictures import Graphics, Window, draw_picture, draw_scene_text
from .plain import plain_text
from .printing import has_colours


class Printer:
    """Shows the replies of one session; `end_of_line` follows each executed line."""

    def __init__(self, stream: TextIO, folder: Path, has_pictures: bool) -> None:
        self._stream = stream
        self._folder = folder
        self._has_pictures = has_pictures
        self._held = HeldPicture()

    def show(self, outcome: Outcome) -> None:
        if isinstance(outcome, PageDrawn):
            if not outcome.is_passing:
                self._draw(self._held.offer(outcome.figure))
            return
        if isinstance(outcome, SceneDrawn):
            self._draw_scene(outcome)
            return
        text = plain_text(outcome, self._folder)
        if text:
            print(text, file=self._stream)

    def end_of_line(self) -> None:
        """The command has ended: draw the held picture."""
        self._draw(self._held.take())
        self._stream.flush()

    def _draw_scene(self, drawn: SceneDrawn) -> None:
        if self._has_pictures:
            columns, rows = shutil.get_terminal_size((80, 28))
            kind = Graphics.BRAILLE if can_write(self._stream, "\u28ff\u2500") else Graphics.ASCII
            colours = has_colours(self._stream)
            self._stream.write(draw_scene_text(drawn, kind, Window(columns, rows), has_colours=colours).text)

    def _draw(self, figure: Figure | None) -> None:
        if figure is None or not self._has_pictures:
            return
        columns, rows = shutil.get_terminal_size((80, 28))
        kind = Graphics.BRAILLE if can_write(self._stream, "\u28ff\u2500") else Graphics.ASCII
        colours = has_colours(self._stream)
        self._stream.write(draw_picture(figure, kind, Window(columns, rows), has_colours=colours).text)


def can_write(stream: TextIO, text: str) -> bool:
    """Whether the stream has the characters, and a terminal behind it is not dumb."""
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return not stream.isatty() or os.environ.get("TERM") != "dumb"
