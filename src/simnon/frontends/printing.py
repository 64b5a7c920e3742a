"""Diagnostics -> the terminal, in colour if it can show it."""

import os
from collections.abc import Iterable
from typing import TextIO

from simnon.source import Diagnostic, render_all


def print_diagnostics(diagnostics: Iterable[Diagnostic], stream: TextIO) -> None:
    """Each with its source line, separated by an empty line; nothing if there are none."""
    text = render_all(diagnostics, colour=has_colours(stream))
    if text:
        print(text + "\n", file=stream)


def has_colours(stream: TextIO) -> bool:
    """A terminal that is not dumb, unless NO_COLOR is set (no-color.org)."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
