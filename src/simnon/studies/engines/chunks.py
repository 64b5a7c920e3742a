"""The remaining members -> chunks of suitable size.

A chunk should take long enough for its overhead not to matter, but not so long that no progress is visible; completed
chunks tell how large that is. Towards the end chunks become smaller, so that all workers finish at the same time. The
results of a member do not depend on its chunk.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.source import frozen

from ..designs import Design
from ..members import Members

MAX_BYTES = 2**24
MAX_GROWTH = 32
SHARES_OF_A_WORKER = 2
WHOLE_LANES = 64


@frozen
class Chunk:
    first: int
    numbers: Array


@frozen
class Pace:
    """How chunks are distributed."""

    workers: int
    seconds: float
    """The time a chunk should take,"""
    least: float
    """and the minimum for the last chunks, which are smaller."""

    @property
    def places(self) -> int:
        """The number of chunks in flight: one waits behind each chunk in progress."""
        return 2 * self.workers


class Chunks:
    """Distributes each remaining member once; `size` is the maximum size of the next chunk."""

    def __init__(self, design: Design, is_done: NDArray[np.bool_], bytes_of_a_member: int) -> None:
        self.design = design
        self.size = self.least = 1
        self.most = max(1, MAX_BYTES // max(1, bytes_of_a_member))
        self._ranges = _ranges_left(is_done)
        self._first = self._last = 0
        self._left = len(is_done) - int(is_done.sum())

    def take(self, workers: int = 1) -> Chunk | None:
        """The next chunk, or None if none is left; each worker gets a share of the remaining members."""
        if self._first == self._last:
            self._first, self._last = next(self._ranges, (0, 0))
        first = self._first
        share = self._left // (SHARES_OF_A_WORKER * workers) if workers > 1 else self._left
        size = min(self.size, self.most, max(self.least, share))
        self._first = min(self._last, first + size)
        self._left -= self._first - first
        return Chunk(first, self.design.numbers(first, self._first)) if self._first > first else None

    def learn(self, members: Members, pace: Pace) -> None:
        """Adapt the size of the next chunks to `pace`, from the time of a completed one."""
        rate = len(members) / max(members.seconds, 1e-9)
        most = min(self.most, MAX_GROWTH * max(self.size, len(members)))
        self.size = _whole_lanes(min(pace.seconds * rate, most))
        self.least = _whole_lanes(min(pace.least * rate, most))


def _whole_lanes(size: float) -> int:
    members = max(1, int(size))
    return members - members % WHOLE_LANES if members > WHOLE_LANES else members


def _ranges_left(is_done: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """The first member and the end of each range of remaining members."""
    edges = np.flatnonzero(np.diff(is_done.astype(np.int8)))
    bounds = [0, *(edges + 1).tolist(), len(is_done)]
    for first, last in pairwise(bounds):
        if last > first and not is_done[first]:
            yield first, last
