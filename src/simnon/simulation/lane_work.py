"""Share the members of an ensemble among threads, each with its own arrays for all its lanes."""

import _thread
import queue
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise

import numpy as np

from simnon.kernels import Job
from simnon.kernels import ensemble as job_place
from simnon.program import Array
from simnon.source import frozen

TRIALS_TOGETHER = 5000.0
"""After this many trial steps, lanes check whether they must stop, and idle ones begin their next members;"""
TRIALS_APART = 32.0
"""this many if members take very different numbers of steps."""
MAX_WAITING = 1.15
"""Lanes wait for the slowest as long as that multiplies the steps by at most this: neighbours step alike, and idle
lanes cost nothing."""
MEMBERS_OF_A_LANE = 64
"""A lane runs at most this many members before its thread requests more,"""
SHARES = 2
"""and at most this fraction (1/n) of its thread's share of the remaining members, so that all threads end together,"""
MIN_OF_A_LANE = 8
"""but no fewer than these, because requests cost time too."""
ALIGNMENT = 64

Chunk = tuple[int, int]
"""The first member, and the one after the last."""


@frozen
class Worker:
    """What one thread needs, built before it starts: preparing anything in Python would block the other threads."""

    call: Callable[[], None]
    """Runs the members that `job` names."""
    job: Job
    results: Array
    width: int
    arrays: tuple[Array, ...]
    """What `call` reads and writes."""
    is_stopped: Callable[[], bool]

    def work(self, chunks: deque[Chunk]) -> None:
        """Run chunks until none is left; threads share `chunks`."""
        job = self.job
        while chunks and not self.is_stopped():
            try:
                first, last = chunks.popleft()
            except IndexError:
                return
            job.first, job.last = first, last
            self.call()
            if job.slice == TRIALS_TOGETHER and self._waits_long(first, last):
                job.slice = TRIALS_APART

    def _waits_long(self, first: int, last: int) -> bool:
        """Whether waiting for the slowest lane of each block made these members much slower."""
        steps = self.results[first : last - (last - first) % self.width, job_place.END_STEPS].reshape(-1, self.width)
        return bool(self.width * steps.max(axis=1).sum() > MAX_WAITING * steps.sum())


def work_on(count: int, width: int, threads: int, make_worker: Callable[[], Worker]) -> None:
    """Run `count` members in lanes, on this thread and up to `threads` - 1 more."""
    chunks = chunks_of(count, width, threads)
    ended: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()
    needed, helpers = min(threads, len(chunks)) - 1, 0
    try:
        with suppress(RuntimeError):  # If no more threads can be started, the existing ones do the work.
            while helpers < needed:
                # `threading.Thread` would wait here until the new thread runs, a fiftieth of a short ensemble.
                _thread.start_new_thread(_help, (make_worker(), chunks, ended))
                helpers += 1
        make_worker().work(chunks)
    finally:
        chunks.clear()
        errors = [error for _ in range(helpers) if (error := ended.get()) is not None]
    if errors:
        raise errors[0]


def _help(worker: Worker, chunks: deque[Chunk], ended: queue.SimpleQueue[BaseException | None]) -> None:
    try:
        worker.work(chunks)
    except BaseException as error:  # noqa: BLE001 (raised again by the thread that waits)
        ended.put(error)
    else:
        ended.put(None)


def chunks_of(count: int, width: int, threads: int) -> deque[Chunk]:
    """All members, in chunks that become smaller towards the end."""
    chunks: deque[Chunk] = deque()
    first = 0
    while first < count:
        share = -(-(count - first) // (SHARES * threads * width))
        last = first + width * min(MEMBERS_OF_A_LANE, max(MIN_OF_A_LANE, share))
        chunks.append((first, min(last, count)))
        first = last
    return chunks


def in_lanes(arrays: Sequence[Array], width: int) -> list[Array]:
    """Each of `arrays` in every lane, interleaved element by element, aligned for vectors."""
    once = np.concatenate(arrays)
    capacity = np.empty(len(once) * width + ALIGNMENT // 8)
    start = -capacity.ctypes.data % ALIGNMENT // 8
    lanes = capacity[start : start + len(once) * width]
    lanes.reshape(-1, width)[:] = once[:, None]
    ends = accumulate(len(array) * width for array in arrays)
    return [lanes[start:end] for start, end in pairwise((0, *ends))]
