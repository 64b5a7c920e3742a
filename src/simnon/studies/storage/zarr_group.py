"""Columns -> a Zarr group with space for all of their numbers, and their positions in it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from simnon.source import require

from .filling import NUMBERS_OF_A_BLOCK, Column, Rows, Stretch


def make_zarr(
    folder: Path, lengths: Mapping[str, int], columns: Sequence[Column], attributes: Mapping[str, str]
) -> dict[str, Rows]:
    """The blocks of a variable are files with numbers as they are in memory."""
    group = require("zarr", "Zarr").open_group(str(folder), mode="w", zarr_format=3)
    group.attrs.update(dict(attributes))
    found = {}
    for column in columns:
        count, *rest = (lengths[dimension] for dimension in column.dimensions)
        length = int(np.prod(rest, dtype=np.int64))
        block = max(1, min(count, NUMBERS_OF_A_BLOCK // max(1, length)))
        group.create_array(
            column.name,
            shape=(count, *rest),
            dtype=np.dtype(column.kind),
            chunks=(block, *rest),
            dimension_names=column.dimensions,
            fill_value=column.empty,
            attributes=dict(column.attributes),
            compressors=None,
            filters=None,
        )
        found[column.name] = _rows(folder / column.name, column, (count, length, block), len(rest))
    return found


def _rows(folder: Path, column: Column, sizes: tuple[int, int, int], inner: int) -> Rows:
    count, length, block = sizes
    stretches = []
    for first in range(0, count, block):
        file = folder.joinpath("c", str(first // block), *["0"] * inner)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as block_file:
            block_file.truncate(block * length * np.dtype(column.kind).itemsize)
        stretches.append(Stretch(file, 0, first, min(block, count - first)))
    return Rows(column, length, stretches)
