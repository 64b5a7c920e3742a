"""The user's own files, outside any study, protected from everybody else.

The user's folder holds the key of the object cache, the list of trusted folders, the history of commands and reports of
internal errors. A folder or file that belongs to someone else, or that others can change, is never read.
"""

import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
_CHANGED_BY_OTHERS, _SEEN_BY_OTHERS = 0o022, 0o077


def state_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """By the XDG base directories, or as on Windows; None for a user without a home."""
    return _folder_of(environment, ("XDG_STATE_HOME", "LOCALAPPDATA", "APPDATA"), Path(".local", "state"))


def user_cache_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder for what can be recreated; None for a user without a home."""
    return _folder_of(environment, ("XDG_CACHE_HOME", "LOCALAPPDATA"), Path(".cache"))


def _folder_of(environment: Mapping[str, str], variables: tuple[str, ...], below_home: Path) -> Path | None:
    """Relative folders would depend on the working folder; the XDG standard says to ignore them."""
    for variable in variables:
        given = Path(environment.get(variable) or ".")
        if given.is_absolute():
            return given / "simnon"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    is_known = home.is_absolute() and os.environ.get("HOME") != ""
    return home / below_home / "simnon" if is_known else None


def is_private_folder(folder: Path, *, is_named_by_us: bool = True) -> bool:
    """Create `folder` if necessary, for the user alone; False if that fails or others can change it.

    Only a folder with Simnon's own name is closed to others: one that the user named may have other uses.
    """
    try:
        if not folder.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        found = folder.stat()
        if _belongs_to_us(found) and is_named_by_us and found.st_mode & _SEEN_BY_OTHERS and os.name != "nt":
            folder.chmod(PRIVATE_FOLDER)
            found = folder.stat()
    except (OSError, ValueError):
        return False
    return _belongs_to_us(found) and (os.name == "nt" or not found.st_mode & _CHANGED_BY_OTHERS)


def read_private(path: Path) -> bytes | None:
    """The content of a file that only the user can see or change; None if it is not such a file, or missing."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            found = os.fstat(file.fileno())
            is_seen = os.name != "nt" and found.st_mode & _SEEN_BY_OTHERS
            if not stat.S_ISREG(found.st_mode) or not _belongs_to_us(found) or is_seen:
                return None
            return file.read()
    except (OSError, ValueError):
        return None


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only the user can read; whatever had its name, even a link, is replaced, not written into."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _belongs_to_us(found: os.stat_result) -> bool:
    return os.name == "nt" or found.st_uid == os.geteuid()
