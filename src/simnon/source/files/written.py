"""What Simnon wrote: a list of digests of names and contents, in the user's own folder.

A file that was changed, moved or written by another program is not on the list, and so it is the user's.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from ..user_folder import PRIVATE_FILE, is_private_folder, read_private, state_folder, write_private

MAX_BYTES = 2**20
"""The latest thirty thousand files or so are remembered."""


def is_ours(path: Path) -> bool:
    """Whether it can be replaced: it is as Simnon wrote it, or empty, so nothing would be lost."""
    return (path.is_file() and path.stat().st_size == 0) or is_as_written(path)


def is_as_written(path: Path) -> bool:
    """Whether the file or folder is as Simnon wrote it."""
    ledger = _ledger()
    content = None if ledger is None else read_private(ledger)
    if not content:
        return False
    try:
        return _digest(path, path.name).encode() in content.split()
    except OSError:
        return False


def note_written(path: Path, name: str) -> None:
    """Remember the file at `path` as written by Simnon under `name`; if that fails, it counts as the user's."""
    ledger = _ledger()
    if ledger is None:
        return
    with suppress(OSError):
        line = f"{_digest(path, name)}\n".encode()
        handle = os.open(ledger, os.O_CREAT | os.O_APPEND | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0), PRIVATE_FILE)
        try:
            os.write(handle, line)
            is_long = os.fstat(handle).st_size > MAX_BYTES
        finally:
            os.close(handle)
        if is_long:
            _shorten(ledger)


def _ledger() -> Path | None:
    folder = state_folder()
    return folder / "written" if folder is not None and is_private_folder(folder) else None


def _shorten(ledger: Path) -> None:
    lines = ledger.read_bytes().splitlines(keepends=True)
    write_private(ledger, b"".join(lines[len(lines) // 2 :]))


def _digest(path: Path, name: str) -> str:
    digest = hashlib.sha256(name.encode(errors="surrogateescape") + b"\0")
    if path.is_dir():
        for each in sorted(each for each in path.rglob("*") if each.is_file()):
            digest.update(each.relative_to(path).as_posix().encode(errors="surrogateescape") + b"\0")
            digest.update(_digest_of_file(each))
    else:
        digest.update(_digest_of_file(path))
    return digest.hexdigest()[:32]


def _digest_of_file(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
