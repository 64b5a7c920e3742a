"""Object code on disk: compiled once on a machine, read in a millisecond afterwards.

A key covers everything the code depends on: the texts of the kernels and of the packages that
translate them, the versions of LLVM and of Simnon, the processor; for code that is made for one
model, the caller's name covers the model. A file that cannot be read or written is no harm: the
code is compiled again. Of the code made for models the last is kept.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from simnon.program import Program
from simnon.targets import Effort, ObjectCode, compile_objects, target_description
from simnon.version import __version__

_DEPENDS_ON = ("kernels", "lowering", "program", "targets")


MOST_MODELS = 200
"""Code for so many models is kept: some ten megabytes."""
MODEL = "model-"
"""What the names of files with code for one model begin with."""


def cached_objects(name: str, make: Callable[[], Program]) -> ObjectCode:
    stored = kept_objects(name)
    if stored is not None:
        return stored
    code = compile_objects(make(), Effort.THOROUGH)
    keep_objects(name, code)
    return code


def kept_objects(name: str) -> ObjectCode | None:
    """What was kept under this name, by this version on this processor."""
    return _read(_path(name))


def keep_objects(name: str, code: ObjectCode) -> None:
    path = _path(name)
    _write(path, code)
    if name.startswith(MODEL):
        _forget_oldest(path.parent)


def _path(name: str) -> Path:
    return cache_folder() / f"{name.replace(' ', '-')}-{_key()}.object"


def cache_folder() -> Path:
    """Where the system keeps caches; SIMNON_CACHE overrides."""
    own = os.environ.get("SIMNON_CACHE")
    if own:
        return Path(own)
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "simnon"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "simnon"


@cache
def _key() -> str:
    digest = hashlib.sha256(f"{__version__} {target_description()}".encode())
    package = Path(__file__).parent.parent
    for folder in _DEPENDS_ON:
        for path in sorted((package / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def _read(path: Path) -> ObjectCode | None:
    """A line of JSON with the names and the sizes, then the objects one after the other."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        described = json.loads(head)
        sizes = [int(size) for size in described["sizes"]]
        entries, wanted = tuple(described["entries"]), tuple(described["wanted"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if hashlib.sha256(body).hexdigest() != described.get("digest") or len(body) != sum(sizes):
        return None
    objects = tuple(body[sum(sizes[:i]) : sum(sizes[: i + 1])] for i in range(len(sizes)))
    return ObjectCode(objects, entries, wanted)


def _write(path: Path, code: ObjectCode) -> None:
    """All or nothing: another process may be reading."""
    sizes = [len(image) for image in code.objects]
    body = b"".join(code.objects)
    digest = hashlib.sha256(body).hexdigest()
    head = json.dumps({"entries": code.entries, "wanted": code.wanted, "sizes": sizes, "digest": digest})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            complete = Path(folder) / path.name
            complete.write_bytes(head.encode() + b"\n" + body)
            complete.replace(path)
    except OSError:
        return


def _forget_oldest(folder: Path) -> None:
    try:
        written = sorted((path.stat().st_mtime, path) for path in folder.glob(f"{MODEL}*.object"))
        for _, path in written[:-MOST_MODELS]:
            path.unlink()
    except OSError:
        # Another process is tidying up too.
        return
