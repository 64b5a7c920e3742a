"""The last lines of the screen, rewritten in place during a command, and then erased."""

from typing import TextIO

from ..pictures import Picture, Window

_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"
"""Terminals that know these show everything between them at once."""


class LiveRegion:
    """A picture and a line under it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._rows = 0
        self._is_shown = False
        self._window: Window | None = None

    def show(self, picture: Picture | None, line: str, window: Window) -> None:
        if self._window is not None and self._window != window:
            self._is_shown, self._rows = False, 0
        above = picture.text if picture is not None else ""
        self._stream.write(f"{_BEGIN}{self._erasing()}{above}{line[: window.columns - 1]}{_END}")
        self._stream.flush()
        self._is_shown, self._rows, self._window = True, picture.rows if picture is not None else 0, window

    def clear(self) -> None:
        if self._is_shown:
            self._stream.write(self._erasing())
            self._stream.flush()
        self._is_shown, self._rows, self._window = False, 0, None

    def _erasing(self) -> str:
        if not self._is_shown:
            return "\r"
        return f"\r\x1b[{self._rows}A\x1b[J" if self._rows else "\r\x1b[J"
