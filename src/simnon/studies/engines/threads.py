"""The threads of this process; machine code runs in them side by side."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from simnon.simulation import Model
from simnon.source import frozen

from ..members import Job, Members, run_members
from .chunks import Chunk, Chunks
from .streaming import stream

SECONDS_OF_A_CHUNK = 0.1


@frozen
class Threads:
    count: int = 0
    """0 for as many as there are processors."""

    def results(self, model: Model, job: Job, chunks: Chunks) -> Iterator[Members | None]:
        # The code is made before the threads begin, or each would make it.
        run_members(model, job, 0, chunks.design.numbers(0, 0))
        count = self.count or processors()
        pool = ThreadPoolExecutor(count, thread_name_prefix="simnon members")
        try:
            yield from stream(lambda chunk: pool.submit(_run, model, job, chunk), chunks, 2 * count, SECONDS_OF_A_CHUNK)
        finally:
            pool.shutdown(cancel_futures=True)


def _run(model: Model, job: Job, chunk: Chunk) -> Members:
    return run_members(model, job, chunk.first, chunk.numbers)


def processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
