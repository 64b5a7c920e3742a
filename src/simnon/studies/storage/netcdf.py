"""Columns -> a NetCDF file with space for all of their numbers, and their positions in it."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simnon.source import require

from .filling import Column, Rows, Stretch


def make_netcdf(
    path: Path, lengths: Mapping[str, int], columns: Sequence[Column], attributes: Mapping[str, str]
) -> dict[str, Rows]:
    """Each variable is contiguous in the file."""
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
    image.write_to(path)
    # Opened here: the library would try to lock the file, which is locked while it is created.
    with path.open("rb") as opened, hdf5.File(opened, "r") as file:
        return {column.name: _rows(path, column, lengths, file[column.name].id.get_offset()) for column in columns}


def _fill(column: Column) -> Any:
    """Text has no fill value in NetCDF."""
    return None if column.kind == "|u1" else np.dtype(column.kind).type(column.empty)


def _rows(path: Path, column: Column, lengths: Mapping[str, int], offset: int) -> Rows:
    count, *rest = (lengths[dimension] for dimension in column.dimensions)
    return Rows(column, int(np.prod(rest, dtype=np.int64)), [Stretch(path, offset, 0, count)])


def _space_at_once(hdf5: Any) -> Any:
    """Allocate a variable when it is created, without filling it."""
    properties = hdf5.h5p.create(hdf5.h5p.DATASET_CREATE)
    properties.set_alloc_time(hdf5.h5d.ALLOC_TIME_EARLY)
    properties.set_fill_time(hdf5.h5d.FILL_TIME_NEVER)
    return properties


class _SparseImage(io.RawIOBase):
    """A sparse file in memory: the library never touches the disk, because it crashes if that is full."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[tuple[int, bytes]] = []
        self._offset = self._size = 0

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        self._offset = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._offset, io.SEEK_END: self._size}[whence]
        return self._offset

    def tell(self) -> int:
        return self._offset

    def truncate(self, size: int | None = None, /) -> int:
        self._size = self._offset if size is None else size
        return self._size

    def write(self, content: Any, /) -> int:
        piece = bytes(content)
        self._pieces.append((self._offset, piece))
        self._offset += len(piece)
        self._size = max(self._size, self._offset)
        return len(piece)

    def readinto(self, buffer: Any, /) -> int:
        view = memoryview(buffer).cast("B")
        found = bytearray(len(view))
        for offset, piece in self._pieces:
            begin, end = max(offset, self._offset), min(offset + len(piece), self._offset + len(view))
            if begin < end:
                found[begin - self._offset : end - self._offset] = piece[begin - offset : end - offset]
        view[:] = found
        self._offset += len(view)
        return len(view)

    def write_to(self, path: Path) -> None:
        """Write each piece at its offset, with holes in between."""
        with path.open("rb+", buffering=0) as file:
            file.truncate(self._size)
            for offset, piece in self._pieces:
                file.seek(offset)
                view = memoryview(piece)
                while view:
                    view = view[file.write(view) :]
