"""An exception that should not have been -> a calm word to the user, and a report in a file for us."""

import os
import tempfile
import traceback
from pathlib import Path

from simnon.source import state_folder
from simnon.version import __version__


def explain_mistake(error: Exception, doing: str) -> str:
    """What is said; with SIMNON_TRACEBACK set the exception goes on, for those who work on Simnon."""
    if os.environ.get("SIMNON_TRACEBACK"):
        raise error
    report = f"simnon {__version__}\nwhile: {doing}\n\n{''.join(traceback.format_exception(error))}"
    place = _written(report)
    said = f"error[our-mistake]: this should not have happened: {type(error).__name__}: {error}".rstrip(": ")
    return f"{said}\n  hint: please send us {place}" if place else said


def _written(report: str) -> Path | None:
    for folder in (state_folder(), Path(tempfile.gettempdir())):
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                path = folder / "mistake.txt"
                path.write_text(report, encoding="utf-8")
            except OSError:
                continue
            return path
    return None
