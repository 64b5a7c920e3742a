"""The key that authenticates objects in the cache: created once per user, readable by nobody else."""

import os
import secrets
import tempfile
from functools import cache
from pathlib import Path

from simnon.source import is_private_folder, read_private, state_folder

NAME = "cache-key"
SIZE = 32


def cache_key() -> bytes | None:
    """None if the user has no folder for it: then nothing in a cache can be trusted."""
    folder = state_folder()
    return None if folder is None else _key_in(folder)


@cache
def _key_in(folder: Path) -> bytes | None:
    if not is_private_folder(folder):
        return None
    path = folder / NAME
    found = read_private(path)
    if found is not None and len(found) == SIZE:
        return found
    try:
        if found is not None or path.is_symlink() or path.exists():
            # It is not a key, or others may know it.
            path.unlink()
        _publish(path, secrets.token_bytes(SIZE))
    except OSError:
        return None
    found = read_private(path)
    return found if found is not None and len(found) == SIZE else None


def _publish(path: Path, key: bytes) -> None:
    """Of two processes that start together one creates the key, and both use that one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key)
        try:
            os.link(name, path)
        except FileExistsError:
            return
        except OSError:
            # A file system without hard links.
            Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)
