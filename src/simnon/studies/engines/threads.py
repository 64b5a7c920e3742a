"""The threads of this process; machine code runs in them side by side."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from simnon.simulation import Model
from simnon.source import frozen

from ..members import Job, Members, has_lanes, run_members
from .chunks import Chunk, Chunks, Pace
from .engine import Future
from .streaming import stream

SECONDS_OF_A_CHUNK = 0.1
LEAST_SECONDS = 0.002


@frozen
class Threads:
    count: int = 0
    """0 for as many as there are processors."""

    def results(self, model: Model, job: Job, chunks: Chunks) -> Iterator[Members | None]:
        # The code is made before the threads begin, or each would make it.
        trial = run_members(model, job, 0, chunks.design.numbers(0, 0))
        count = self.count or processors()
        # Members in lanes are shared among threads with next to no Python in between, where all would wait.
        threads, workers = (count, 1) if has_lanes(job) else (1, count)
        chunks.size = trial.lanes * threads
        pace = Pace(workers, SECONDS_OF_A_CHUNK, LEAST_SECONDS)
        pool = ThreadPoolExecutor(workers, thread_name_prefix="simnon members")

        def submit(chunk: Chunk) -> Future:
            return pool.submit(run_members, model, job, chunk.first, chunk.numbers, threads)

        try:
            yield from stream(submit, chunks, pace)
        finally:
            pool.shutdown(cancel_futures=True)


def processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
