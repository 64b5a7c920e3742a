"""Ends of runs with different parameters -> families: ends that others connect, in boxes side by side."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.source import frozen, require

from .attractors import Attractor, Kind, Space

LARGEST_DIMENSION = 6
"""Of the boxes: those of more variables have too many neighbours."""
SMALLEST_FAMILY = 0.001
"""A family has at least this share of the runs; others have not settled."""


@frozen
class Families:
    attractors: tuple[Attractor, ...]
    index: NDArray[np.int64]


def families(space: Space, ends: Array) -> Families:
    """The largest family first. An attractor has all points of its family."""
    boxes = np.floor(ends / space.scales / space.near).astype(np.int64)
    distinct, box_of_end = np.unique(boxes, axis=0, return_inverse=True)
    labels = _connected(distinct)[box_of_end.reshape(-1)]
    found, sizes = np.unique(labels, return_counts=True)
    order = [label for size, label in sorted(zip(-sizes, found, strict=True)) if -size >= SMALLEST_FAMILY * len(ends)]
    index = np.full(len(ends), -1)
    for number, label in enumerate(order):
        index[labels == label] = number
    return Families(
        tuple(Attractor(Kind.FAMILY, space.names, ends[index == number]) for number in range(len(order))), index
    )


def _connected(boxes: NDArray[np.int64]) -> NDArray[np.int64]:
    """A label for each box, equal for boxes that touch, directly or through others."""
    number_of_box = {tuple(box): number for number, box in enumerate(boxes.tolist())}
    count, width = boxes.shape
    offsets = [o for o in product((-1, 0, 1), repeat=min(width, LARGEST_DIMENSION)) if o > (0,) * len(o)]
    padding = (0,) * (width - min(width, LARGEST_DIMENSION))
    pairs = [
        (number, other)
        for box, number in number_of_box.items()
        for offset in offsets
        if (other := number_of_box.get(tuple(a + b for a, b in zip(box, offset + padding, strict=True)))) is not None
    ]
    sparse = require("scipy.sparse", "a map of basins", "studies")
    graphs = require("scipy.sparse.csgraph", "a map of basins", "studies")
    first, second = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    graph = sparse.coo_array((np.ones(len(first)), (first, second)), shape=(count, count))
    return np.asarray(graphs.connected_components(graph, directed=False)[1], dtype=np.int64)
