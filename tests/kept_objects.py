"""Object code that earlier tests have compiled: LLVM compiles the same text only once on a machine.

Most of the time of many tests is LLVM's. A file is named after everything that LLVM reads, and the module that calls
it: a change of a kernel, a pass or an emitter that matters changes the name. All that Simnon itself does is still done
in every test. So all checkouts of a user share one folder, and the copies in which mutants are tried read it too.
"""

import hashlib
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from simnon.source import user_cache_folder
from simnon.targets.llvm import engine

VARIABLE = "SIMNON_KEPT_OBJECTS"
"""Folders that are read, separated like those of PATH; new object code is written into the first."""
SECONDS_UNUSED = 3 * 24 * 3600.0
"""What no test has asked for in this time is removed."""

Compile = Callable[..., bytes]


def kept_folders(otherwise: Path) -> list[Path]:
    """Those that the environment names, or the one in the user's folder for caches, or `otherwise` without a home."""
    named = os.environ.get(VARIABLE)
    if named:
        return [Path(folder) for folder in named.split(os.pathsep)]
    own = user_cache_folder()
    return [own.with_name("simnon-tests") if own is not None else otherwise]


def keep_objects(patch: pytest.MonkeyPatch, folders: list[Path]) -> None:
    """Read object code from these folders from now on, if it is there, and write it into the first if not."""
    folders[0].mkdir(parents=True, exist_ok=True)
    patch.setattr(engine, "_compile", _kept(engine._compile, folders))


def _kept(compile_text: Compile, folders: list[Path]) -> Compile:
    own = Path(engine.__file__).read_text("utf-8")

    def kept(text: str, level: int, effort: engine.Effort) -> bytes:
        read = f"{engine.target_description()} {level} {effort}\n{own}\n{text}"
        name = hashlib.blake2b(read.encode(), digest_size=20).hexdigest()
        for folder in folders:
            code = _read(folder / name)
            if code is not None:
                return code
        code = compile_text(text, level, effort)
        # Loops are compiled in the background: two threads of a process can want the same text.
        unfinished = folders[0] / f"{name}.{os.getpid()}.{threading.get_ident()}"
        unfinished.write_bytes(code)
        unfinished.replace(folders[0] / name)
        return code

    return kept


def _read(path: Path) -> bytes | None:
    try:
        code = path.read_bytes()
        os.utime(path)
    except FileNotFoundError:
        return None
    return code


def remove_unused(folder: Path) -> None:
    """Also what killed workers have left."""
    oldest = time.time() - SECONDS_UNUSED
    for path in folder.glob("*"):
        # Another run of the tests may have removed it.
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < oldest:
                path.unlink()
