"""The folders whose code can run when a model names it: a list in the user's folder, one folder per line.

A Python file that cannot be compiled, and every shared library, is code that can do whatever the user can do. So it
runs only from a folder that the user has trusted.
"""

import os
from pathlib import Path

from .diagnostic import UserError
from .user_folder import is_private_folder, read_private, state_folder, write_private

NAME = "trusted-folders"
_CURE = "trust it once: --trust on the command line, trust=True in Python"


def trusted_folders() -> tuple[Path, ...]:
    """The folders the user has trusted; none if the list is missing or someone else could have written it."""
    folder = state_folder()
    content = read_private(folder / NAME) if folder is not None and is_private_folder(folder) else None
    lines = os.fsdecode(content or b"").split("\n")
    return tuple(Path(line) for line in lines if line and Path(line).is_absolute())


def remember_trust(folder: Path) -> None:
    """Add a folder to the list."""
    _write([*(known for known in trusted_folders() if known != folder), folder])


def withdraw_trust(folder: Path) -> None:
    """Remove a folder from the list."""
    _write([known for known in trusted_folders() if known != folder])


def _write(folders: list[Path]) -> None:
    if any("\n" in str(folder) for folder in folders):
        raise UserError("file-trouble", "a folder with a line break in its name cannot be remembered", _CURE)
    own = state_folder()
    try:
        if own is None or not is_private_folder(own):
            raise UserError("file-trouble", "there is no home folder to remember trust in", _CURE)
        write_private(own / NAME, b"".join(os.fsencode(folder) + b"\n" for folder in folders))
    except OSError as error:
        raise UserError("file-trouble", f"trust cannot be remembered: {error.strerror}", _CURE) from error
