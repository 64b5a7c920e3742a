"""The members that are still to be run -> chunks of them, as large as they should be.

A chunk should take a while, so that what goes with each is not felt, but not so long that nothing is seen to
happen; how large it is then is learned from those that are done. What a member gives does not depend on its chunk.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.source import frozen

from ..designs import Design
from ..members import Members

MOST_BYTES = 2**24
MOST_GROWTH = 8
WHOLE_LANES = 64


@frozen
class Chunk:
    first: int
    numbers: Array


class Chunks:
    """Hands out each member that is not done once; `size` is how many the next chunk has at most."""

    def __init__(self, design: Design, is_done: NDArray[np.bool_], bytes_of_a_member: int) -> None:
        self.design = design
        self.size = 1
        self.most = max(1, MOST_BYTES // max(1, bytes_of_a_member))
        self._ranges = _ranges_left(is_done)
        self._first = self._last = 0

    def take(self) -> Chunk | None:
        """The next chunk, or None where all have been handed out."""
        if self._first == self._last:
            self._first, self._last = next(self._ranges, (0, 0))
        first = self._first
        self._first = min(self._last, first + self.size)
        return Chunk(first, self.design.numbers(first, self._first)) if self._first > first else None

    def learn(self, members: Members, seconds: float) -> None:
        """Make the next chunks as large as takes about `seconds`, going by one that is done."""
        wanted = seconds * len(members) / max(members.seconds, 1e-9)
        size = min(wanted, self.most, MOST_GROWTH * max(self.size, len(members)))
        self.size = max(1, int(size))
        if self.size > WHOLE_LANES:
            self.size -= self.size % WHOLE_LANES


def _ranges_left(is_done: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Where members that are not done begin and end."""
    edges = np.flatnonzero(np.diff(is_done.astype(np.int8)))
    bounds = [0, *(edges + 1).tolist(), len(is_done)]
    for first, last in pairwise(bounds):
        if last > first and not is_done[first]:
            yield first, last
