"""A folder -> a lock on it, so that one session at a time renames files in it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """The lock ends with the process; on a system or disk without locks there is none."""
    if not find_spec("fcntl"):
        yield
        return
    locks = import_module("fcntl")
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            locks.flock(handle, locks.LOCK_EX)
        yield
    finally:
        os.close(handle)
