"""Where the results of members go while they come in: memory, or a file that grows (Zarr, NetCDF).

A file has the dimension `member` and, where there are curves, `t`. Nothing but one chunk of it is ever in memory.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.simulation import STOPS
from simnon.source import UserError, frozen, require

from .designs import Design, Grid
from .members import NO_ROWS, Job, Members
from .results import Stored
from .size import check_records

MEMBER, TIME, STOP, STOP_TIME = "member", "t", "stop", "stop_time"
NUMBERS_OF_A_BLOCK = 2**18
MANY_BYTES = 2**28
"""From so many on, records are compared with the memory there is."""
GRID = "grid"
"""The attribute of a file in which the lengths of the axes of a grid stand."""


class Storage(Protocol):
    """Takes results in any order."""

    def put(self, members: Members) -> None: ...

    def stored(self) -> Stored: ...

    def describe(self, attributes: Mapping[str, str]) -> None: ...


class InMemory:
    def __init__(self, job: Job, count: int) -> None:
        self.job = job
        self.stops = np.zeros(count, np.int8)
        self.times = np.full(count, np.nan)
        self.reduced = np.full((len(job.keep.reductions), count), np.nan)
        self.curves = np.full((len(job.keep.curves), count, len(job.times)), np.nan)
        self.records: list[Array] = [NO_ROWS] * (count if job.keep.has_records else 0)
        self._recorded = self._bytes_of_records = 0

    def put(self, members: Members) -> None:
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

    def stored(self) -> Stored:
        keep = self.job.keep
        labels = [each.label for each in keep.reductions]
        return Stored(
            self.stops,
            self.times,
            dict(zip(labels, self.reduced, strict=True)),
            {} if keep.has_records else dict(zip(keep.curves, self.curves, strict=True)),
            tuple(self.records),
        )

    def describe(self, attributes: Mapping[str, str]) -> None:
        """What is in memory is described where it is used."""


class OnDisk:
    """A Zarr group or a NetCDF file with an array for each result."""

    def __init__(self, path: Path, job: Job, design: Design, units: Mapping[str, str]) -> None:
        if job.keep.has_records:
            raise UserError("bad-option", "records of different lengths do not stream", "give a spacing=")
        self.path, self.job, self.count = path, job, len(design)
        self.grid = json.dumps([list(map(float, axis)) for axis in design.axes]) if isinstance(design, Grid) else ""
        with _saying_why_not(path):
            self._begin(design, units)

    def _begin(self, design: Design, units: Mapping[str, str]) -> None:
        path, job = self.path, self.job
        self.file = _ZarrFile(path) if path.suffix == ".zarr" else _NetcdfFile(path)
        times = job.times
        dimensions = {MEMBER: self.count, **({TIME: len(times)} if len(times) else {})}
        self.file.begin(dimensions)
        block = max(1, min(self.count, NUMBERS_OF_A_BLOCK))
        self.file.add(STOP, (MEMBER,), "i1", (block,), {"reasons": json.dumps(STOPS)})
        self.file.add(STOP_TIME, (MEMBER,), "f8", (block,), {})
        for each in job.keep.reductions:
            self.file.add(each.label, (MEMBER,), "f8", (block,), _unit(units, each.variable))
        rows = max(1, min(self.count, NUMBERS_OF_A_BLOCK // max(1, len(times))))
        for name in job.keep.curves:
            self.file.add(name, (MEMBER, TIME), "f8", (rows, len(times)), _unit(units, name))
        if len(times):
            self.file.add(TIME, (TIME,), "f8", (len(times),), {})
            self.file.put(TIME, 0, times)
        for name in design.names:
            self.file.add(name, (MEMBER,), "f8", (block,), _unit(units, name))
        for first in range(0, self.count, NUMBERS_OF_A_BLOCK):
            numbers = design.numbers(first, min(self.count, first + NUMBERS_OF_A_BLOCK))
            for i, name in enumerate(design.names):
                self.file.put(name, first, numbers[:, i])

    def put(self, members: Members) -> None:
        with _saying_why_not(self.path):
            first = members.first
            self.file.put(STOP, first, members.stops)
            self.file.put(STOP_TIME, first, members.times)
            for i, each in enumerate(self.job.keep.reductions):
                self.file.put(each.label, first, members.reduced[:, i])
            for i, name in enumerate(self.job.keep.curves):
                self.file.put(name, first, members.curves[i])
            self.file.flush()

    def stored(self) -> Stored:
        keep = self.job.keep
        return Stored(
            self.file.get(STOP, slice(None)),
            self.file.get(STOP_TIME, slice(None)),
            {each.label: self.file.get(each.label, slice(None)) for each in keep.reductions},
            {name: CurvesOnDisk(self.file, name) for name in keep.curves},
        )

    def describe(self, attributes: Mapping[str, str]) -> None:
        """Write how it was made, so that the file is complete as it is."""
        with _saying_why_not(self.path):
            self.file.describe({**attributes, GRID: self.grid})


@contextmanager
def _saying_why_not(path: Path) -> Iterator[None]:
    """A full disk, a folder that is not there: libraries say so in many ways."""
    try:
        yield
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else " ".join(str(error).split())
        raise UserError("file-not-written", f"{path}: {reason}", "check the name, the folder and the disk") from error


@frozen
class CurvesOnDisk:
    """A row a member, read when it is looked at."""

    file: "_ZarrFile | _NetcdfFile"
    name: str

    def __getitem__(self, key: Any) -> NDArray[Any]:
        return self.file.get(self.name, key)


class _ZarrFile:
    def __init__(self, path: Path) -> None:
        zarr = require("zarr", "Zarr")
        self.group: Any = zarr.open_group(str(path), mode="w")

    def begin(self, dimensions: Mapping[str, int]) -> None:
        self.lengths = dict(dimensions)

    def add(
        self, name: str, dimensions: tuple[str, ...], kind: str, blocks: tuple[int, ...], attributes: Mapping[str, str]
    ) -> None:
        self.group.create_array(
            name,
            shape=tuple(self.lengths[each] for each in dimensions),
            dtype=kind,
            chunks=blocks,
            dimension_names=dimensions,
            fill_value=0 if kind == "i1" else np.nan,
            attributes=dict(attributes),
        )

    def put(self, name: str, first: int, values: NDArray[Any]) -> None:
        self.group[name][first : first + len(values)] = values

    def get(self, name: str, key: Any) -> NDArray[Any]:
        return np.asarray(self.group[name][key])

    def flush(self) -> None:
        """Every block is a file of its own, written when it is put."""

    def describe(self, attributes: Mapping[str, str]) -> None:
        self.group.attrs.update(dict(attributes))


class _NetcdfFile:
    def __init__(self, path: Path) -> None:
        if path.suffix != ".nc":
            raise UserError("unknown-file-type", f"no ensemble streams into '{path.suffix}'", "use .zarr or .nc")
        self.path, self.library = path, require("h5netcdf", "NetCDF")
        self.file: Any = self.library.File(str(path), "w")

    def begin(self, dimensions: Mapping[str, int]) -> None:
        self.file.dimensions = dict(dimensions)

    def add(
        self, name: str, dimensions: tuple[str, ...], kind: str, blocks: tuple[int, ...], attributes: Mapping[str, str]
    ) -> None:
        fill = 0 if kind == "i1" else np.nan
        variable = self.file.create_variable(name, dimensions, kind, chunks=blocks, fillvalue=fill)
        for key, text in attributes.items():
            variable.attrs[key] = text

    def put(self, name: str, first: int, values: NDArray[Any]) -> None:
        if self.file is None:
            self.file = self.library.File(str(self.path), "a")
        self.file.variables[name][first : first + len(values)] = values

    def get(self, name: str, key: Any) -> NDArray[Any]:
        if self.file is not None:
            return np.asarray(self.file.variables[name][key])
        with self.library.File(str(self.path), "r") as file:
            return np.asarray(file.variables[name][key])

    def flush(self) -> None:
        """The file is closed, so that others can read it and nothing is lost, until more is put into it."""
        self.file.close()
        self.file = None

    def describe(self, attributes: Mapping[str, str]) -> None:
        if self.file is None:
            self.file = self.library.File(str(self.path), "a")
        for key, text in attributes.items():
            self.file.attrs[key] = text
        self.flush()


def _unit(units: Mapping[str, str], name: str) -> dict[str, str]:
    return {"units": units[name]} if name in units else {}
