"""Outcomes -> the terminal: text with colours, pictures, and progress during a run."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from simnon.figures import Figure
from simnon.session import Advanced, EditorRequested, Outcome, Paced, PageDrawn, RunEnded, SceneDrawn, WindowsRequested

from ..held_picture import HeldPicture, has_content
from ..pictures import Graphics, Picture, draw_picture, draw_scene_text
from ..plain import plain_text
from ..printing import has_colours
from .editor import edit_file
from .live_region import LiveRegion
from .progress import Progress
from .window import TerminalAbilities

PASSING = {
    Graphics.KITTY: Graphics.BRAILLE,
    Graphics.SIXEL: Graphics.BRAILLE,
    Graphics.BRAILLE: Graphics.BRAILLE,
    Graphics.ASCII: Graphics.ASCII,
    Graphics.NONE: Graphics.NONE,
}
"""Progress is drawn in characters: they are fast, and can be erased like any others."""


class Screen:
    """Shows one session; `begin` and `end` enclose each executed line."""

    def __init__(
        self,
        stream: TextIO,
        terminal: TerminalAbilities,
        folder: Path,
        clock: Callable[[], float] = time.monotonic,
        open_browser: Callable[[], str] = str,
    ) -> None:
        """`open_browser` shows the session in a browser, and returns the address."""
        self._stream = stream
        self._terminal = terminal
        self._folder = folder
        self._clock = clock
        self._open_browser = open_browser
        self._has_colours = has_colours(stream)
        self._region = LiveRegion(stream)
        self._held = HeldPicture()
        self._passing: Figure | None = None
        self._progress = Progress(clock())

    def begin(self) -> None:
        self._progress = Progress(self._clock())

    def show(self, outcome: Outcome) -> None:
        match outcome:
            case Advanced():
                self._progress.advance(outcome, self._clock())
                self._pass()
            case Paced(time, start, stop):
                self._progress.advance(Advanced(time, start, stop), self._clock())
                self._pass()
            case PageDrawn(figure, True):
                self._passing = figure
                self._pass()
            case PageDrawn(figure):
                self._passing = None
                replaced = self._held.offer(figure)
                if replaced is not None and has_content(replaced):
                    self._draw(replaced)
            case SceneDrawn():
                self._region.clear()
                window, kind = self._terminal.window(), self._terminal.graphics
                self._stream.write(draw_scene_text(outcome, kind, window, has_colours=self._has_colours).text)
                self._stream.flush()
            case EditorRequested(path, line):
                self._region.clear()
                edit_file(path, line)
            case WindowsRequested():
                self._write(f"the session is also at {self._open_browser()}")
            case _:
                if isinstance(outcome, RunEnded):
                    self._progress.forget()
                self._write(plain_text(outcome, self._folder, colour=self._has_colours))

    def end(self) -> None:
        """The line has been executed: erase the progress, draw the held picture."""
        self._passing = None
        self._region.clear()
        self._draw(self._held.take())

    def say(self, text: str) -> None:
        self._write(text)

    def _write(self, text: str) -> None:
        if text:
            self._region.clear()
            self._stream.write(text + "\n")
            self._stream.flush()

    def _pass(self) -> None:
        """Show the progress under the picture so far; not too often."""
        now, figure = self._clock(), self._passing or self._held.figure
        if not self._progress.is_due(now):
            return
        window = self._terminal.window()
        picture = self._picture(figure, PASSING[self._terminal.graphics]) if figure and has_content(figure) else None
        self._region.show(picture, self._progress.line, window)
        self._progress.was_shown(self._clock())

    def _draw(self, figure: Figure | None) -> None:
        if figure is not None:
            self._region.clear()
            self._stream.write(self._picture(figure, self._terminal.graphics).text)
            self._stream.flush()

    def _picture(self, figure: Figure, graphics: Graphics) -> Picture:
        return draw_picture(figure, graphics, self._terminal.window(), has_colours=self._has_colours)
