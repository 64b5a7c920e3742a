"""The options that all sessions have -> what they mean."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from simnon.source import UserError


def folders_of(words: Iterable[str]) -> tuple[Path, ...]:
    """Folders given one by one, or joined as in PATH."""
    return tuple(Path(folder) for word in words for folder in word.split(os.pathsep) if folder)


def wants_pictures(asked: bool | None, stream: TextIO) -> bool:
    return stream.isatty() if asked is None else asked


def working_folder() -> Path:
    """Where the session works; it may have been removed since the shell went there."""
    try:
        return Path.cwd()
    except OSError as error:
        raise UserError(
            "file-trouble", f"the working folder cannot be found: {error.strerror}", "change to a folder that is there"
        ) from error
