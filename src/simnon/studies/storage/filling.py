"""Numbers -> their positions in preallocated files.

The libraries of NetCDF and Zarr create the file; the numbers of members then overwrite the empty ones. So nothing but
numbers ever changes: a process that is killed leaves a readable file, and a disk that is too small is reported before
the first run.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simnon.source import frozen

NUMBERS_OF_A_BLOCK = 2**18


@frozen
class Column:
    """A variable of the file; its first dimension is that of its rows."""

    name: str
    dimensions: tuple[str, ...]
    kind: str
    """The numpy type: "<f8", "|i1" or "|u1"."""
    attributes: Mapping[str, str]

    @property
    def empty(self) -> float:
        """The value that means there is no number."""
        return float("nan") if self.kind == "<f8" else 0 if self.kind == "|i1" else ord(" ")


@frozen
class Stretch:
    """Consecutive rows of a variable in a file."""

    file: Path
    offset: int
    first: int
    rows: int


class Rows:
    """All rows of a variable, `length` numbers each."""

    def __init__(self, column: Column, length: int, stretches: Sequence[Stretch]) -> None:
        self.column, self.length, self.stretches = column, length, tuple(stretches)
        self.size = length * np.dtype(column.kind).itemsize

    def put(self, first: int, values: NDArray[np.generic]) -> set[Path]:
        """Write rows, starting with the number `first`; return the files that hold them."""
        rows = np.ascontiguousarray(values, dtype=self.column.kind).reshape(-1, self.length)
        written = set()
        for stretch in self.stretches:
            begin, end = max(first, stretch.first), min(first + len(rows), stretch.first + stretch.rows)
            if begin < end:
                offset = stretch.offset + (begin - stretch.first) * self.size
                _write(stretch.file, offset, rows[begin - first : end - first].tobytes())
                written.add(stretch.file)
        return written

    def clear(self) -> None:
        """Fill all rows with empty values, so that the space is allocated."""
        block = max(1, NUMBERS_OF_A_BLOCK // max(1, self.length))
        for stretch in self.stretches:
            for first, count in _blocks(stretch.first, stretch.rows, block):
                self.put(first, np.full((count, self.length), self.column.empty))


def sync(files: set[Path]) -> None:
    """Make sure that everything written is on the disk."""
    for file in sorted(files):
        handle = os.open(file, os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _blocks(first: int, count: int, block: int) -> Iterator[tuple[int, int]]:
    for begin in range(first, first + count, block):
        yield begin, min(block, first + count - begin)


def _write(file: Path, offset: int, content: bytes) -> None:
    with file.open("rb+", buffering=0) as opened:
        opened.seek(offset)
        view = memoryview(content)
        while view:
            view = view[opened.write(view) :]
