"""The options that all sessions have -> what they mean."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from simnon.source import UserError, similar_file


def folders_of(words: Iterable[str]) -> tuple[Path, ...]:
    """Folders given one by one, or joined as in PATH; each must exist, since a misspelt one would only hide files."""
    folders = tuple(Path(folder) for word in words for folder in word.split(os.pathsep) if folder)
    for folder in folders:
        if not folder.is_dir():
            hint = similar_file(folder, "check its name")
            raise UserError("file-not-found", f"there is no folder '{folder}'", hint)
    return folders


def wants_pictures(requested: bool | None, stream: TextIO) -> bool:
    return stream.isatty() if requested is None else requested


def working_folder() -> Path:
    """The session folder; it may have been removed since the shell went there."""
    try:
        return Path.cwd()
    except OSError as error:
        raise UserError(
            "file-trouble", f"the working folder cannot be found: {error.strerror}", "change to an existing folder"
        ) from error
