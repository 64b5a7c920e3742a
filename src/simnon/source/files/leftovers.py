"""Temporary files that become files by a rename, and what killed processes left of them.

Each has a name of our own and is locked as long as its writer lives: one that can be locked has lost its writer.
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
def new_place(folder: Path, *, is_folder: bool = False) -> Iterator[Path]:
    """An empty file or folder in `folder`; if it is still there at the end, it is removed."""
    place, handle = _locked_place(folder, is_folder=is_folder)
    try:
        yield place
    finally:
        if handle is not None:
            os.close(handle)
        remove(place)


def clear_leftovers(folder: Path) -> None:
    """Remove what dead writers left in `folder`."""
    try:
        names = [entry.name for entry in os.scandir(folder) if _NAME.fullmatch(entry.name)]
    except OSError:
        return
    for name in names:
        with suppress(OSError):
            _remove_if_dead(folder / name)


def remove(place: Path) -> None:
    """Remove a file, or a folder with its contents, if it exists."""
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place, ignore_errors=True)
    else:
        place.unlink(missing_ok=True)


def _locked_place(folder: Path, *, is_folder: bool) -> tuple[Path, int | None]:
    while True:
        place = folder / f".simnon-{os.urandom(8).hex()}.part"
        if is_folder:
            place.mkdir()
        else:
            # The mode of new files: what the user does not want others to do with them is taken off here.
            os.close(os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        if not find_spec("fcntl"):
            return place, None
        with suppress(FileNotFoundError):
            handle = os.open(place, os.O_RDONLY)
            import_module("fcntl").flock(handle, 2)
            # Before it was locked, somebody who tidies up may have taken it for a leftover.
            if place.exists():
                return place, handle
            os.close(handle)


def _remove_if_dead(place: Path) -> None:
    if not find_spec("fcntl"):
        return
    handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        locks = import_module("fcntl")
        locks.flock(handle, locks.LOCK_EX | locks.LOCK_NB)
        remove(place)
    finally:
        os.close(handle)
