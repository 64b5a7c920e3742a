"""Members, in any order -> arrays in memory, or a preallocated file.

A file has the dimension `member` and, if there are curves, `t`. Only one chunk of it is ever in memory.
"""

import json
import math
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.simulation import STOPS
from simnon.source import UserError, atomic_file, atomic_folder, did_you_mean, frozen, reading, require, writing

from ..designs import Design, Grid
from ..members import NO_ROWS, Job, Members
from ..results import MemberNumbers
from ..size import check_records
from .filling import NUMBERS_OF_A_BLOCK, Column, Rows, sync
from .netcdf import make_netcdf
from .zarr_group import make_zarr

MEMBER, TIME, STOP, STOP_TIME = "member", "t", "stop", "stop_time"
MESSAGES = "stop_messages"
"""The variable of a streamed file that holds the messages, as JSON."""
SECONDS_BETWEEN_SYNCS = 1.0
MANY_BYTES = 2**28
"""From this size on, records are compared with the available memory."""
_LETTER, _LETTERS = "letter", 8192
GRID = "grid"
"""The attribute of a file that holds the axes of a grid."""


Make = Callable[[Path, Mapping[str, int], list[Column], Mapping[str, str]], dict[str, Rows]]
Atomic = Callable[..., AbstractContextManager[Path]]


class Storage(Protocol):
    """Takes results in any order."""

    def put(self, members: Members) -> None: ...

    def stored(self) -> MemberNumbers: ...

    def flush(self) -> None: ...

    def note_messages(self, messages: Mapping[str, str]) -> None: ...


class InMemory:
    """Arrays for all members. What has been handed out never changes: later results go into copies."""

    def __init__(self, job: Job, count: int) -> None:
        self.job = job
        self.stops = np.zeros(count, np.int8)
        self.times = np.full(count, np.nan)
        self.reduced = np.full((len(job.keep.reductions), count), np.nan)
        self.curves = np.full((len(job.keep.curves), count, len(job.times)), np.nan)
        self.records: list[Array] = [NO_ROWS] * (count if job.keep.has_records else 0)
        self._recorded = self._bytes_of_records = 0
        self._is_handed_out = False

    def put(self, members: Members) -> None:
        if self._is_handed_out:
            self.stops, self.times = self.stops.copy(), self.times.copy()
            self.reduced, self.curves = self.reduced.copy(), self.curves.copy()
            self._is_handed_out = False
        part = slice(members.first, members.first + len(members))
        self.stops[part], self.times[part] = members.stops, members.times
        self.reduced[:, part] = members.reduced.T
        self.curves[:, part] = members.curves
        if members.records:
            self.records[part] = members.records
            self._recorded += len(members)
            self._bytes_of_records += sum(record.nbytes for record in members.records)
            if self._bytes_of_records > MANY_BYTES:
                check_records(self._recorded, len(self.stops) - self._recorded, self._bytes_of_records)

    def stored(self) -> MemberNumbers:
        keep = self.job.keep
        labels = [each.label for each in keep.reductions]
        self._is_handed_out = True
        return MemberNumbers(
            self.stops,
            self.times,
            dict(zip(labels, self.reduced, strict=True)),
            {} if keep.has_records else dict(zip(keep.curves, self.curves, strict=True)),
            tuple(self.records),
        )

    def flush(self) -> None:
        """Nothing to do in memory."""

    def note_messages(self, messages: Mapping[str, str]) -> None:
        """In memory, messages are kept by the study."""


class OnDisk:
    """A Zarr group or a NetCDF file with an array for each result.

    The stop reason of a member is written after its numbers, once they are on the disk: it marks them as valid.
    """

    def __init__(
        self,
        path: Path,
        job: Job,
        design: Design,
        units: Mapping[str, str],
        attributes: Mapping[str, str],
        *,
        force: bool,
    ) -> None:
        if job.keep.has_records:
            raise UserError("bad-option", "records of different lengths cannot be streamed", "give a spacing=")
        self.path, self.job, self.count = path, job, len(design)
        self._unmarked: list[tuple[int, NDArray[np.int8]]] = []
        self._unsynced = set[Path]()
        self._synced = -math.inf
        grid = json.dumps([list(map(float, axis)) for axis in design.axes]) if isinstance(design, Grid) else ""
        make, atomic = _kind_of(path)
        _check_new(path, force=force)
        with atomic(path, force=True) as temporary:
            rows_of_name = make(temporary, self._lengths(), self._columns(design, units), {**attributes, GRID: grid})
            for rows in rows_of_name.values():
                rows.clear()
            self._put_known_values(rows_of_name, design)
        self.rows = {name: _at(rows, temporary, path) for name, rows in rows_of_name.items()}

    def _lengths(self) -> dict[str, int]:
        times = len(self.job.times)
        return {MEMBER: self.count, _LETTER: _LETTERS, **({TIME: times} if times else {})}

    def _columns(self, design: Design, units: Mapping[str, str]) -> list[Column]:
        number, keep = "<f8", self.job.keep
        columns = [
            Column(STOP, (MEMBER,), "|i1", {"reasons": json.dumps(STOPS)}),
            Column(STOP_TIME, (MEMBER,), number, {}),
            *(Column(each.label, (MEMBER,), number, _unit(units, each.variable)) for each in keep.reductions),
            *(Column(name, (MEMBER, TIME), number, _unit(units, name)) for name in keep.curves),
            *(Column(name, (MEMBER,), number, _unit(units, name)) for name in design.names),
            Column(MESSAGES, (_LETTER,), "|u1", {"encoding": "JSON in UTF-8"}),
        ]
        return [*columns, Column(TIME, (TIME,), number, {})] if len(self.job.times) else columns

    def _put_known_values(self, rows_of_name: Mapping[str, Rows], design: Design) -> None:
        if len(self.job.times):
            rows_of_name[TIME].put(0, self.job.times)
        for first in range(0, self.count, NUMBERS_OF_A_BLOCK):
            numbers = design.numbers(first, min(self.count, first + NUMBERS_OF_A_BLOCK))
            for i, name in enumerate(design.names):
                rows_of_name[name].put(first, numbers[:, i])
        rows_of_name[MESSAGES].put(0, _letters({}))

    def put(self, members: Members) -> None:
        """Write the numbers; members are marked as stored in batches, once their numbers are on the disk."""
        with writing(self.path):
            first = members.first
            files = self.rows[STOP_TIME].put(first, members.times)
            for i, each in enumerate(self.job.keep.reductions):
                files |= self.rows[each.label].put(first, members.reduced[:, i])
            for i, name in enumerate(self.job.keep.curves):
                files |= self.rows[name].put(first, members.curves[i])
            self._unsynced |= files
        # Only the stops wait for the next sync: written curves must not stay in memory.
        self._unmarked.append((first, members.stops))
        if time.monotonic() - self._synced > SECONDS_BETWEEN_SYNCS:
            self.flush()

    def flush(self) -> None:
        if not self._unmarked:
            return
        with writing(self.path):
            sync(self._unsynced)
            marked = set[Path]()
            for first, stops in self._unmarked:
                marked |= self.rows[STOP].put(first, stops)
            sync(marked)
        self._unmarked, self._unsynced = [], set()
        self._synced = time.monotonic()

    def stored(self) -> MemberNumbers:
        self.flush()
        keep = self.job.keep
        return MemberNumbers(
            _read(self.path, STOP, slice(None)),
            _read(self.path, STOP_TIME, slice(None)),
            {each.label: _read(self.path, each.label, slice(None)) for each in keep.reductions},
            {name: CurvesOnDisk(self.path, name) for name in keep.curves},
        )

    def note_messages(self, messages: Mapping[str, str]) -> None:
        with writing(self.path):
            sync(self.rows[MESSAGES].put(0, _letters(messages)))


def _kind_of(path: Path) -> tuple[Make, Atomic]:
    match path.suffix.lower():
        case ".zarr":
            require("zarr", "Zarr")
            return make_zarr, atomic_folder
        case ".nc":
            require("h5netcdf", "NetCDF")
            return make_netcdf, atomic_file
        case extension:
            raise UserError(
                "unknown-file-type",
                f"ensembles cannot be streamed to '{extension}'",
                did_you_mean(extension, (".zarr", ".nc"), "use .zarr or .nc"),
            )


def _check_new(path: Path, *, force: bool) -> None:
    """A streamed file took long to compute: it is never replaced without `force`."""
    if path.exists() and not force:
        raise UserError(
            "file-exists",
            f"'{path}' already exists",
            "use a different name; force=True replaces it and keeps the old file",
        )


def _at(rows: Rows, temporary: Path, path: Path) -> Rows:
    """The same rows after the file has been given its name."""
    moved = [replace(each, file=path / each.file.relative_to(temporary)) for each in rows.stretches]
    return Rows(rows.column, rows.length, moved)


def _letters(messages: Mapping[str, str]) -> NDArray[np.uint8]:
    """Messages, cut to a fixed number of letters."""
    shortest = 300
    while len(text := json.dumps({code: message[:shortest] for code, message in messages.items()}).encode()) > _LETTERS:
        shortest //= 2
    return np.frombuffer(text.ljust(_LETTERS), np.uint8)


def _read(path: Path, name: str, key: Any) -> NDArray[Any]:
    with reading(path, "an ensemble", "create it again"):
        if path.suffix.lower() == ".zarr":
            return np.asarray(require("zarr", "Zarr").open_group(str(path), mode="r")[name][key])
        with require("h5netcdf", "NetCDF").File(str(path), "r") as file:
            return np.asarray(file.variables[name][key])


@frozen
class CurvesOnDisk:
    """A row for each member, read on access."""

    path: Path
    name: str

    def __getitem__(self, key: Any) -> NDArray[Any]:
        return _read(self.path, self.name, key)


def _unit(units: Mapping[str, str], name: str) -> dict[str, str]:
    return {"units": units[name]} if name in units else {}
