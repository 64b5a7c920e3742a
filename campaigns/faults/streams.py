"""Sweeps that stream to a file and are killed, or find the disk full: members that count as done must be there."""

import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

import simnon
from simnon.session import Session
from simnon.source import UserError, resources

from .bench import Bench
from .case import Fault
from .forked import Ended, in_fork
from .writers import MODEL

STREAMED = {"new.nc": False, "new.zarr": False, "over.nc": True, "over.zarr": True}
"""The files, and whether one existed before."""
COUNT = 3000


def sweep(path: Path, values: int, *, force: bool = False) -> Any:
    """Members whose numbers follow from their parameter."""
    model = simnon.load(MODEL)
    numbers = {"w": np.linspace(1, 2, values)}
    return model.sweep(numbers, 0, 5, keep=["final(x)", "x"], spacing=0.05, to=path, force=force)


def stream_seconds(bench: Bench, name: str) -> float:
    """How long it takes in total."""
    if name not in bench.seconds_of_stream:
        with bench.folder() as folder:
            start = time.monotonic()
            ended = in_fork(lambda: bool(sweep(folder / name, COUNT)), folder)
            assert ended.reply, ended
            bench.seconds_of_stream[name] = time.monotonic() - start
    return bench.seconds_of_stream[name]


def try_killed_stream(bench: Bench, fault: Fault) -> list[str]:
    with bench.folder() as folder:
        return _tried(fault, folder, seconds=fault.seconds)


def try_full_stream(fault: Fault, folder: Path, size: int | None) -> list[str]:
    return _tried(fault, folder, size=size)


def _tried(fault: Fault, folder: Path, **limits: Any) -> list[str]:
    path = folder / fault.writer
    is_over = STREAMED[fault.writer]
    if is_over and not in_fork(lambda: bool(sweep(path, 10)), folder).reply:
        return [] if "size" in limits else ["the first sweep failed"]
    ended = in_fork(lambda: _streamed(path, is_over=is_over), folder, **limits)
    (folder / "ballast").unlink(missing_ok=True)
    return ended.complaints + _checked(path, folder, ended, is_over=is_over)


def _streamed(path: Path, *, is_over: bool) -> str:
    """As if the disk filled up during the sweep: one that is full at the start is refused in advance."""
    try:
        with patch.object(resources, "disk_free", return_value=None):
            sweep(path, COUNT, force=is_over)
    except UserError as error:
        return f"{error.code}: {error}"
    return "written"


def _checked(path: Path, folder: Path, ended: Ended, *, is_over: bool) -> list[str]:
    found = []
    if not ended.was_killed and not str(ended.reply).startswith(("written", "file-not-written")):
        found.append(f"the reason is {ended.reply}")
    look = in_fork(lambda: _wrong_members(path, is_over=is_over), folder)
    if look.reply != "":
        found.append(f"{path.name}: {look.reply} {look.noise}")
    in_fork(lambda: bool(Session(folder)), folder)
    return found + [f"{each.name} was left behind" for each in folder.rglob(".simnon-*.part")]


def _wrong_members(path: Path, *, is_over: bool) -> str:
    """Empty if the file does not exist, or if all members that count as done are right."""
    if not path.exists():
        return "the old file is gone" if is_over else ""
    try:
        found = simnon.read_ensemble(path)
    except UserError as error:
        return f"it cannot be read: {error}"
    values = len(found)
    expected = simnon.load(MODEL).sweep({"w": np.linspace(1, 2, values)}, 0, 5, keep=["final(x)", "x"], spacing=0.05)
    done = found.stops == "end"
    for name in ("final(x)", "x"):
        wrong = ~(found[name] == expected[name]).reshape(values, -1).all(axis=1) & done
        if wrong.any():
            return f"{int(wrong.sum())} of {int(done.sum())} members count as done and have no numbers"
    return ""
