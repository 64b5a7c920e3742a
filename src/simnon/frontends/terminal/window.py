"""The user's terminal: its size, and the graphics it supports. It is queried once, with a short timeout."""

import os
import re
import select
import shutil
import sys
import time
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from simnon.source import frozen

from ..pictures import Graphics, Window

PATIENCE = 0.15
QUESTION = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[c"
"""Queries kitty's protocol, the size of a character, and other abilities; all terminals answer the last.
"""
_KITTY = re.compile(r"\x1b_Gi=31;OK\x1b\\")
_CELL = re.compile(r"\x1b\[6;(\d+);(\d+)t")
_ATTRIBUTES = re.compile(r"\x1b\[\?([\d;]*)c")
_NOT_TYPED = re.compile(r"\x1b_G[^\x1b]*\x1b\\|\x1b\[[\d;?]*[A-Za-z~]|\x1b.")


@frozen
class TerminalAbilities:
    """`typed` is what the user typed during the query."""

    graphics: Graphics
    cell_width: float = 9.0
    cell_height: float = 18.0
    typed: str = ""

    def window(self) -> Window:
        """Measured each time: windows are resized."""
        columns, rows = _size()
        return Window(columns, rows, self.cell_width, self.cell_height)


def _size() -> tuple[int, int]:
    """Of the terminal itself: COLUMNS, if a shell exports it, is not updated."""
    try:
        return os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ is not None else 1)
    except OSError:
        return shutil.get_terminal_size()


def find_terminal(environment: Mapping[str, str] = os.environ) -> TerminalAbilities:
    """SIMNON_GRAPHICS decides; otherwise the terminal's answer, otherwise its name."""
    setting = environment.get("SIMNON_GRAPHICS", "").lower()
    chosen = next((graphics for graphics in Graphics if graphics.value == setting), None)
    is_worth_asking = chosen in (None, Graphics.KITTY, Graphics.SIXEL) and not _would_print_the_question(environment)
    answer = ask_terminal() if is_worth_asking else ""
    terminal = read_answer(answer, by_name(environment))
    return (
        terminal
        if chosen is None
        else TerminalAbilities(chosen, terminal.cell_width, terminal.cell_height, terminal.typed)
    )


def _would_print_the_question(environment: Mapping[str, str]) -> bool:
    return environment.get("TERM") == "linux" or environment.get("TERM_PROGRAM") == "Apple_Terminal"


def read_answer(answer: str, otherwise: Graphics) -> TerminalAbilities:
    attributes, cell = _ATTRIBUTES.search(answer), _CELL.search(answer)
    graphics = otherwise
    if _KITTY.search(answer):
        graphics = Graphics.KITTY
    elif attributes and "4" in attributes.group(1).split(";"):
        graphics = Graphics.SIXEL
    height, width = (float(cell.group(1)), float(cell.group(2))) if cell else (18.0, 9.0)
    typed = "".join(c for c in _NOT_TYPED.sub("", answer).replace("\r", "\n") if c.isprintable() or c == "\n")
    return TerminalAbilities(graphics, width or 9.0, height or 18.0, typed)


def by_name(environment: Mapping[str, str]) -> Graphics:
    """A terminal inside tmux or screen has the variables of the outer one, whose pixels it cannot reach."""
    if "utf" not in (sys.stdout.encoding or "").lower():
        return Graphics.ASCII
    is_inner = "TMUX" in environment or "STY" in environment
    if not is_inner and ("KITTY_WINDOW_ID" in environment or "kitty" in environment.get("TERM", "")):
        return Graphics.KITTY
    return Graphics.BRAILLE


def ask_terminal() -> str:
    """The terminal's answer; empty if it cannot be queried."""
    if find_spec("termios") is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return ""
    termios = import_module("termios")
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    quiet = [*before]
    quiet[3] &= ~(termios.ICANON | termios.ECHO)
    try:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, quiet)
        os.write(sys.stdout.fileno(), QUESTION.encode())
        return _read_until_attributes(keyboard)
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _read_until_attributes(keyboard: int) -> str:
    answer, until = "", time.monotonic() + PATIENCE
    while not _ATTRIBUTES.search(answer):
        left = until - time.monotonic()
        if left <= 0 or not select.select([keyboard], [], [], left)[0]:
            break
        received = os.read(keyboard, 4096)
        if not received:
            break
        answer += received.decode("utf-8", "replace")
    return answer
