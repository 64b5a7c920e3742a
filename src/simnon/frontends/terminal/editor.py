"""A file and a line -> the user's own editor on it."""

import os
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

from simnon.source import UserError

from .echo import keys_echoed
from .interruption import deaf

_TAKE_LINE = ("vi", "vim", "nvim", "view", "nano", "emacs", "emacsclient", "joe", "kak", "micro", "ne", "mg", "jed")
"""Editors that open at a line given as +12."""


def editor_words(environment: Mapping[str, str] = os.environ) -> list[str]:
    """The words of VISUAL or EDITOR; empty if neither is set."""
    return shlex.split(environment.get("VISUAL") or environment.get("EDITOR") or "", posix=os.name != "nt")


def editor_call(words: list[str], path: Path, line: int) -> list[str]:
    place = [f"+{line}"] if line > 1 and Path(words[0]).stem in _TAKE_LINE else []
    return [*words, *place, str(path)]


def edit_file(path: Path, line: int) -> None:
    """Wait until the user is done. Meanwhile Ctrl-C goes to the editor."""
    try:
        with deaf(), keys_echoed(True):
            status = subprocess.call(editor_call(editor_words(), path, line))  # noqa: S603
    except OSError as error:
        raise UserError("no-editor", f"the editor cannot be started: {error.strerror}", "check EDITOR") from None
    if status != 0:
        raise UserError("no-editor", f"the editor ended with status {status}", "check EDITOR")
