"""An unexpected exception -> a calm message to the user, and a report in a file for the developers."""

import os
import tempfile
import traceback
from pathlib import Path

from simnon.source import is_private_folder, state_folder, write_private
from simnon.version import __version__


def explain_internal_error(error: Exception, doing: str) -> str:
    """The message; with SIMNON_TRACEBACK set, the exception is passed on, for Simnon developers."""
    if os.environ.get("SIMNON_TRACEBACK"):
        raise error
    report = f"simnon {__version__}\nwhile: {doing}\n\n{''.join(traceback.format_exception(error))}"
    place = _written(report.encode(errors="replace"))
    message = f"error[our-mistake]: internal error: {type(error).__name__}: {error}".rstrip(": ")
    return f"{message}\n  hint: please report it with {place}" if place else message


def _written(report: bytes) -> Path | None:
    """In the user's folder; otherwise under a new name in the folder for temporary files, where others write too."""
    try:
        folder = state_folder()
        if folder is not None and is_private_folder(folder):
            path = folder / "mistake.txt"
            write_private(path, report)
            return path
    except OSError:
        pass
    try:
        handle, name = tempfile.mkstemp(prefix="simnon-mistake-", suffix=".txt")
        with os.fdopen(handle, "wb") as file:
            file.write(report)
    except OSError:
        return None
    return Path(name)
