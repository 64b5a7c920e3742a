"""The members that are still to be run -> chunks of them, as large as they should be.

A chunk should take a while, so that what goes with each is not felt, but not so long that nothing is seen to
happen; how large it is then is learned from those that are done. Towards the end chunks become smaller, so that all
who run them are ready at the same time. What a member gives does not depend on its chunk.
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
    """How chunks are handed out."""

    workers: int
    seconds: float
    """What a chunk should take,"""
    least: float
    """and what one of the last, which are smaller, still takes."""

    @property
    def places(self) -> int:
        """How many chunks are on the way at a time: behind each that is worked on another one waits."""
        return 2 * self.workers


class Chunks:
    """Hands out each member that is not done once; `size` is how many the next chunk has at most."""

    def __init__(self, design: Design, is_done: NDArray[np.bool_], bytes_of_a_member: int) -> None:
        self.design = design
        self.size = self.least = 1
        self.most = max(1, MAX_BYTES // max(1, bytes_of_a_member))
        self._ranges = _ranges_left(is_done)
        self._first = self._last = 0
        self._left = len(is_done) - int(is_done.sum())

    def take(self, workers: int = 1) -> Chunk | None:
        """The next chunk, or None if all have been handed out; of what is left each worker has a share."""
        if self._first == self._last:
            self._first, self._last = next(self._ranges, (0, 0))
        first = self._first
        share = self._left // (SHARES_OF_A_WORKER * workers) if workers > 1 else self._left
        size = min(self.size, self.most, max(self.least, share))
        self._first = min(self._last, first + size)
        self._left -= self._first - first
        return Chunk(first, self.design.numbers(first, self._first)) if self._first > first else None

    def learn(self, members: Members, pace: Pace) -> None:
        """Make the next chunks as large as `pace` wants them, going by one that is done."""
        rate = len(members) / max(members.seconds, 1e-9)
        most = min(self.most, MAX_GROWTH * max(self.size, len(members)))
        self.size = _whole_lanes(min(pace.seconds * rate, most))
        self.least = _whole_lanes(min(pace.least * rate, most))


def _whole_lanes(size: float) -> int:
    whole = max(1, int(size))
    return whole - whole % WHOLE_LANES if whole > WHOLE_LANES else whole


def _ranges_left(is_done: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Where members that are not done begin and end."""
    edges = np.flatnonzero(np.diff(is_done.astype(np.int8)))
    bounds = [0, *(edges + 1).tolist(), len(is_done)]
    for first, last in pairwise(bounds):
        if last > first and not is_done[first]:
            yield first, last
