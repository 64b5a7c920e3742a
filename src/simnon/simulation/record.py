"""The rows of a record, in memory while they are few and in a temporary file when they are many."""

import tempfile
from pathlib import Path
from typing import BinaryIO

import numpy as np

from simnon.program import Array
from simnon.source import UserError, resources

from .options import RunOptions

MAX_BYTES_IN_MEMORY = 2**30


def record_size(options: RunOptions, width: int, stop: float) -> float:
    """The minimum size in bytes of the record of a run to `stop`; steps whose number is unknown do not count."""
    span = stop - options.start
    rows = span / options.spacing if options.spacing is not None else float(options.points)
    if options.times:
        return 8.0 * (len(options.times) + 1.0) * width
    if options.spacing is None and options.step is not None:
        rows += span / options.step
    return 8.0 * (rows + 1.0) * width


def check_record_size(options: RunOptions, width: int, stop: float) -> None:
    """Reject a run whose record would not fit."""
    size = record_size(options, width, stop)
    if size > MAX_BYTES_IN_MEMORY:
        hint = "give a larger spacing or step, or store fewer variables"
        resources.check_disk(size, Path(tempfile.gettempdir()), "the record of the run", hint)


class Record:
    """Rows of `width` numbers, appended in pieces."""

    def __init__(self, width: int, most_bytes: int = MAX_BYTES_IN_MEMORY) -> None:
        self.width = width
        self.most_bytes = most_bytes
        self._pieces: list[Array] = []
        self._bytes = 0
        self._file: BinaryIO | None = None

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()

    def append(self, rows: Array) -> None:
        """Append rows (copied)."""
        self._bytes += rows.nbytes
        if self._file is not None:
            self._write(rows, self._file)
            return
        self._pieces.append(rows.copy())
        if self._bytes > self.most_bytes:
            self._spill()

    def rows(self) -> Array:
        """All rows; those of a long record are read from the file on access."""
        if self._file is None:
            if len(self._pieces) == 1:
                return self._pieces[0]
            return np.concatenate(self._pieces) if self._pieces else np.zeros((0, self.width))
        self._file.flush()
        count = self._bytes // (8 * self.width)
        return np.memmap(self._file, dtype=np.float64, mode="r", shape=(count, self.width))

    def _spill(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="simnon-record-")  # noqa: SIM115  lives as long as the record
        for piece in self._pieces:
            self._write(piece, self._file)
        self._pieces = []

    def _write(self, rows: Array, file: BinaryIO) -> None:
        try:
            rows.tofile(file)
            file.flush()
        except OSError as error:
            size, folder = self._bytes / 2**30, tempfile.gettempdir()
            raise UserError(
                "record-too-large",
                f"the record reached {size:.1f} GiB, and no more can be written to {folder}: {error}",
                "store fewer variables, or give a spacing",
            ) from error
