"""Temporary files that become files by a rename, and what killed processes left of them.

Each has a special name and is locked as long as its writer lives: one that can be locked has lost its writer.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

_NAME = re.compile(r"\.simnon-[0-9a-f]{16}\.part")


@contextmanager
def new_temporary(folder: Path, *, is_folder: bool = False) -> Iterator[Path]:
    """An empty file or folder in `folder`; removed at the end if it still exists."""
    temporary, handle = _locked_temporary(folder, is_folder=is_folder)
    try:
        yield temporary
    finally:
        if handle is not None:
            os.close(handle)
        remove(temporary)


def clear_leftovers(folder: Path) -> None:
    """Remove what dead writers left in `folder`."""
    try:
        names = [entry.name for entry in os.scandir(folder) if _NAME.fullmatch(entry.name)]
    except OSError:
        return
    for name in names:
        with suppress(OSError):
            _remove_if_dead(folder / name)


def remove(path: Path) -> None:
    """Remove a file, or a folder with its contents, if it exists."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _locked_temporary(folder: Path, *, is_folder: bool) -> tuple[Path, int | None]:
    while True:
        temporary = folder / f".simnon-{os.urandom(8).hex()}.part"
        if is_folder:
            temporary.mkdir()
        else:
            # The mode of new files, less the permissions that the user's umask removes.
            os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        if not find_spec("fcntl"):
            return temporary, None
        with suppress(FileNotFoundError):
            handle = os.open(temporary, os.O_RDONLY)
            import_module("fcntl").flock(handle, 2)
            # Before it was locked, another process may have removed it as a leftover.
            if temporary.exists():
                return temporary, handle
            os.close(handle)


def _remove_if_dead(temporary: Path) -> None:
    if not find_spec("fcntl"):
        return
    handle = os.open(temporary, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        locks = import_module("fcntl")
        locks.flock(handle, locks.LOCK_EX | locks.LOCK_NB)
        remove(temporary)
    finally:
        os.close(handle)
