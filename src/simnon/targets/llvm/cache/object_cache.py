"""Object code on disk: compiled once on a machine, then read in a millisecond.

The name of a file covers everything the code depends on: the texts of the kernels and of the packages that
translate them, the versions of LLVM and of Simnon, the processor; for specialised code the caller's name covers the
model.

Machine code is run as it is read, so it is read only if this user wrote it: the folder must be the user's own and
closed to others, and each file is authenticated with the user's key, under its name. A file that cannot be read or
written, or is not what was written, does no harm: the code is compiled again. Only the most recent specialised code is
kept.
"""

import hashlib
import hmac
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

from simnon.program import SharedProgram
from simnon.source import frozen, is_private_folder, user_cache_folder
from simnon.version import __version__

from ..compile import ObjectCode, compile_objects
from ..engine import Effort, LinkError, target_description
from .cache_key import cache_key

Linked = TypeVar("Linked")

_DEPENDS_ON = ("kernels", "lowering", "program", "targets")

MAX_MODELS = 200
"""Code is kept for this many models: some ten megabytes."""
MODEL = "model-"
"""The prefix of files with code for one model."""
UNFINISHED = ".part-"
SECONDS_OF_WRITING = 3600.0
"""A file that has been unfinished for longer was left by a killed process."""


def cached_objects(shared: SharedProgram) -> ObjectCode:
    stored = kept_objects(shared.name)
    if stored is not None:
        return stored
    code = compile_objects(shared.make(), Effort.WITH_LOOPS)
    keep_objects(shared.name, code)
    return code


def kept_objects(name: str) -> ObjectCode | None:
    """What this user cached under this name, with this version on this processor."""
    store = _store()
    return None if store is None else _read(store.path(name), store.key)


def keep_objects(name: str, code: ObjectCode) -> None:
    store = _store()
    if store is None:
        return
    path = store.path(name)
    _write(path, code, store.key)
    if name.startswith(MODEL):
        _forget_oldest(path.parent)


def with_sound_objects(link: Callable[[], Linked], forget: Callable[[], None] = lambda: None) -> Linked:
    """The result of `link` on objects from the cache. Objects that cannot be linked are removed and compiled again
    once.

    `forget` releases those that are in memory already.
    """
    try:
        return link()
    except LinkError:
        _discard_all()
        forget()
        return link()


def cache_folder() -> Path | None:
    """The system's folder for caches; SIMNON_CACHE overrides it. None for a user without a home."""
    own = os.environ.get("SIMNON_CACHE")
    return Path(own) if own else user_cache_folder()


@frozen
class _Store:
    """A folder and a key that belong to the user."""

    folder: Path
    key: bytes

    def path(self, name: str) -> Path:
        return self.folder / f"{name.replace(' ', '-')}-{_version(self.key)}.object"


def _store() -> _Store | None:
    """None if nothing can be cached safely."""
    folder, key = cache_folder(), cache_key()
    if folder is None or key is None:
        return None
    is_private = is_private_folder(folder, is_named_by_us=not os.environ.get("SIMNON_CACHE"))
    return _Store(folder, key) if is_private else None


@cache
def _version(key: bytes) -> str:
    """A hash of everything objects depend on, including the key, so that users who share a folder keep their own."""
    digest = hashlib.blake2b(f"{__version__} {target_description()}".encode(), key=key, digest_size=10)
    package = Path(__file__).parents[3]
    for folder in _DEPENDS_ON:
        for text in _modules_in(str(package / folder)):
            digest.update(text)
    return digest.hexdigest()


def _modules_in(folder: str) -> Iterator[bytes]:
    """Every start reads two hundred files for this; going through them by `Path` would take twice the time."""
    for here, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".py"):
                with open(os.path.join(here, name), "rb", buffering=0) as file:  # noqa: PTH118, PTH123
                    yield file.read()


def _read(path: Path, key: bytes) -> ObjectCode | None:
    """A line with the authentication code, a line of JSON with the names and the sizes, then the objects."""
    try:
        written, _, signed = path.read_bytes().partition(b"\n")
        if not hmac.compare_digest(written, _signature(path, signed, key)):
            return None
        head, _, body = signed.partition(b"\n")
        described = json.loads(head)
        sizes = [int(size) for size in described["sizes"]]
        entries, undefined = tuple(described["entries"]), tuple(described["wanted"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if len(body) != sum(sizes):
        return None
    objects = tuple(body[sum(sizes[:i]) : sum(sizes[: i + 1])] for i in range(len(sizes)))
    return ObjectCode(objects, entries, undefined)


def _write(path: Path, code: ObjectCode, key: bytes) -> None:
    """Atomic: a different process may be reading."""
    sizes = [len(image) for image in code.objects]
    head = json.dumps({"entries": code.entries, "wanted": code.undefined, "sizes": sizes})
    signed = head.encode() + b"\n" + b"".join(code.objects)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=UNFINISHED)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_signature(path, signed, key) + b"\n" + signed)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError:
        return


def _signature(path: Path, signed: bytes, key: bytes) -> bytes:
    """It covers the name too: the code of one model must not pass for that of a different one."""
    digest = hashlib.blake2b(path.name.encode() + b"\0", key=key, digest_size=32)
    digest.update(signed)
    return digest.hexdigest().encode()


def _discard_all() -> None:
    """Every object of this version: a failed link does not tell which of them is wrong."""
    store = _store()
    if store is None:
        return
    for path in store.folder.glob(f"*-{_version(store.key)}.object"):
        try:
            path.unlink()
        except OSError:
            continue


def _forget_oldest(folder: Path) -> None:
    """Of the code for models; also what killed processes have left."""
    try:
        written = sorted((path.stat().st_mtime, path) for path in folder.glob(f"{MODEL}*.object"))
        for _, path in written[:-MAX_MODELS]:
            path.unlink()
        for path in folder.glob(f"{UNFINISHED}*"):
            if path.stat().st_mtime < time.time() - SECONDS_OF_WRITING:
                path.unlink()
    except OSError:
        # A different process is tidying up too.
        return
