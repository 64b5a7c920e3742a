"""Columns -> a NetCDF file with room for all of their numbers, and where in it they are."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simnon.source import require

from .filling import Column, Rows, Stretch


def make_netcdf(
    place: Path, lengths: Mapping[str, int], columns: Sequence[Column], attributes: Mapping[str, str]
) -> dict[str, Rows]:
    """The variables lie in the file in one piece each."""
    image = _SparseImage()
    library, hdf5 = require("h5netcdf", "NetCDF"), require("h5py", "NetCDF")
    with library.File(image, "w") as file:
        file.dimensions = dict(lengths)
        for column in columns:
            variable = file.create_variable(
                column.name, column.dimensions, column.kind, fillvalue=_fill(column), dcpl=_space_at_once(hdf5)
            )
            for key, text in column.attributes.items():
                variable.attrs[key] = text
        for key, text in attributes.items():
            file.attrs[key] = text
    image.write_to(place)
    # Opened by us: the library would want to lock the file, which is locked while it is made.
    with place.open("rb") as opened, hdf5.File(opened, "r") as file:
        return {column.name: _rows(place, column, lengths, file[column.name].id.get_offset()) for column in columns}


def _fill(column: Column) -> Any:
    """In NetCDF, text has none."""
    return None if column.kind == "|u1" else np.dtype(column.kind).type(column.empty)


def _rows(place: Path, column: Column, lengths: Mapping[str, int], offset: int) -> Rows:
    count, *rest = (lengths[dimension] for dimension in column.dimensions)
    return Rows(column, int(np.prod(rest, dtype=np.int64)), [Stretch(place, offset, 0, count)])


def _space_at_once(hdf5: Any) -> Any:
    """A variable gets its place when it is made; what stands there is our affair."""
    properties = hdf5.h5p.create(hdf5.h5p.DATASET_CREATE)
    properties.set_alloc_time(hdf5.h5d.ALLOC_TIME_EARLY)
    properties.set_fill_time(hdf5.h5d.FILL_TIME_NEVER)
    return properties


class _SparseImage(io.RawIOBase):
    """A file in memory that is mostly empty: the library never touches the disk, whose being full it cannot bear."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[tuple[int, bytes]] = []
        self._place = self._size = 0

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        self._place = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._size}[whence]
        return self._place

    def tell(self) -> int:
        return self._place

    def truncate(self, size: int | None = None, /) -> int:
        self._size = self._place if size is None else size
        return self._size

    def write(self, content: Any, /) -> int:
        piece = bytes(content)
        self._pieces.append((self._place, piece))
        self._place += len(piece)
        self._size = max(self._size, self._place)
        return len(piece)

    def readinto(self, buffer: Any, /) -> int:
        wanted = memoryview(buffer).cast("B")
        found = bytearray(len(wanted))
        for place, piece in self._pieces:
            begin, end = max(place, self._place), min(place + len(piece), self._place + len(wanted))
            if begin < end:
                found[begin - self._place : end - self._place] = piece[begin - place : end - place]
        wanted[:] = found
        self._place += len(wanted)
        return len(wanted)

    def write_to(self, path: Path) -> None:
        """The pieces where they belong; between them is nothing yet."""
        with path.open("rb+", buffering=0) as file:
            file.truncate(self._size)
            for place, piece in self._pieces:
                file.seek(place)
                view = memoryview(piece)
                while view:
                    view = view[file.write(view) :]
