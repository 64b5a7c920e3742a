"""The file with the lines of earlier sessions, which the terminal and the window share."""

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from simnon.source import PRIVATE_FILE, state_folder

MAX_BYTES = 2_000_000
"""Of the end of the file that is read."""


def history_path(environment: Mapping[str, str] = os.environ) -> Path | None:
    """SIMNON_HISTORY, or the user's folder; None if nothing is kept."""
    if "SIMNON_HISTORY" in environment:
        given = environment["SIMNON_HISTORY"]
        return Path(given) if given else None
    folder = state_folder(environment)
    return None if folder is None else folder / "history"


def earlier_lines(path: Path | None, count: int) -> tuple[str, ...]:
    """The last lines, the oldest first; an entry of several lines is left out. Nothing if it cannot be read."""
    if path is None:
        return ()
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - MAX_BYTES))
            text = file.read().decode(errors="replace")
    except OSError:
        return ()
    entries = [
        [line[1:] for line in entry.splitlines() if line.startswith("+")] for entry in text.split("\n# ") if entry
    ]
    return tuple(lines[0] for lines in entries if len(lines) == 1)[-count:]


def add_line(path: Path | None, line: str) -> None:
    """In the form of prompt_toolkit; a file that cannot be written is ignored."""
    if path is None or not line.strip():
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(PRIVATE_FILE)
        with path.open("a", encoding="utf-8", errors="replace") as file:
            file.write(f"\n# {datetime.now()}\n+{line}\n")
    except OSError:
        return
