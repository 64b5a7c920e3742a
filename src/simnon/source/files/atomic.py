"""Files and folders that are written completely or not at all, and never over the user's own.

They are written under a temporary name in their folder and renamed once they are on the disk. A file that Simnon did
not write, or that was changed since, is replaced only with `force`; the replaced file is kept.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..diagnostic import UserError
from .alone import alone_in
from .leftovers import clear_leftovers, new_temporary
from .replaced import REPLACED, replace_file, replace_folder
from .written import is_ours, note_written

_FULL = f"free some disk space; previous versions are kept in {REPLACED}"
_HINTS = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: "the system allows no files of this size",
    errno.EACCES: "choose a folder that you can write to",
    errno.EROFS: "choose a folder that you can write to",
    errno.ENOENT: "create the folder first",
}


@contextmanager
def atomic_file(path: Path, *, force: bool = False, is_edited: bool = False) -> Iterator[Path]:
    """A file to write to, which becomes `path` once it is on the disk; the old file stays until then.

    With `is_edited` the text is the user's: it needs no `force`, and does not count as written by Simnon afterwards.
    """
    with writing(path):
        path = Path(os.path.realpath(path))
        before = _prepare(path, force=force or is_edited, is_folder=False)
        with new_temporary(path.parent) as temporary:
            yield temporary
            _sync(temporary)
            if not is_edited:
                note_written(temporary, path.name)
            with alone_in(path.parent):
                if _identity(path) != before:
                    check_replaceable(path, force=force or is_edited)
                if path.exists():
                    temporary.chmod(path.stat().st_mode & 0o7777)
                replace_file(temporary, path)
        _sync_folder(path.parent)


@contextmanager
def atomic_folder(path: Path, *, force: bool = False) -> Iterator[Path]:
    """The same for a folder of files that belong together."""
    with writing(path):
        path = Path(os.path.realpath(path))
        before = _prepare(path, force=force, is_folder=True)
        with new_temporary(path.parent, is_folder=True) as locked:
            # Inside the locked folder: a library that recreates its folder would create one that is not locked.
            temporary = locked / "whole"
            temporary.mkdir()
            yield temporary
            for each in sorted(temporary.rglob("*")):
                _sync(each) if each.is_file() else _sync_folder(each)
            note_written(temporary, path.name)
            with alone_in(path.parent):
                if _identity(path) != before:
                    check_replaceable(path, force=force)
                replace_folder(temporary, path)
        _sync_folder(path.parent)


def check_replaceable(path: Path, *, force: bool = False) -> None:
    """A UserError if `path` was not written by Simnon and `force` is not given."""
    if not force and path.exists() and not is_ours(path):
        raise UserError(
            "not-ours",
            f"'{path.name}' was not written by Simnon, or was changed since",
            "use a different name; -FORCE (force=True in Python) replaces it and keeps the old file",
        )


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """The exception of the system or a library about a file that cannot be written, as a UserError."""
    try:
        yield
    except OSError as error:
        hint = _HINTS.get(error.errno or 0, "check the name, folder and disk")
        raise UserError("file-not-written", f"{path}: {reason_of(error)}", hint) from error
    except ValueError as error:
        if "null byte" not in str(error) and "null character" not in str(error):
            raise
        raise UserError("file-not-written", f"{str(path)!r}: {error}", "use a different name") from error


def reason_of(error: BaseException) -> str:
    """The reason on one line."""
    strerror = error.strerror if isinstance(error, OSError) else ""
    return strerror or " ".join(str(error).split())[:200] or type(error).__name__


def _prepare(path: Path, *, force: bool, is_folder: bool) -> tuple[int, ...]:
    """The current file, if it can be replaced."""
    clear_leftovers(path.parent)
    if path.exists() and not (path.is_dir() if is_folder else path.is_file()):
        expected = "a folder" if is_folder else "a file"
        found = "a folder" if path.is_dir() else "a file" if path.is_file() else "a device"
        raise UserError("not-a-file", f"'{path.name}' is {found}, not {expected}", "use a different name")
    with alone_in(path.parent):
        before = _identity(path)
        check_replaceable(path, force=force)
    return before


def _identity(path: Path) -> tuple[int, ...]:
    """What identifies the current contents, to notice a write by another process; empty if there is no file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _sync(temporary: Path) -> None:
    handle = os.open(temporary, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Make the names in a folder durable; not every system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
