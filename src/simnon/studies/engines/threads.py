"""The threads of this process, in which machine code runs in parallel."""

import os
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor

from simnon.simulation import Simulator
from simnon.source import frozen

from ..members import Job, Members, Runner
from .chunks import Chunk, Chunks, Pace
from .engine import Future
from .streaming import stream

SECONDS_OF_A_CHUNK = 0.1
MIN_SECONDS = 0.002


@frozen
class Threads:
    count: int = 0
    """0 means as many as there are processors."""

    def results(self, model: Simulator, job: Job, chunks: Chunks) -> Generator[Members | None]:
        runner = Runner(model, job)
        count = self.count or processors()
        # Threads within a run execute almost no Python, so they hardly compete for the interpreter lock.
        threads, workers = (count, 1) if runner.has_threads else (1, count)
        chunks.size = runner.lanes * threads
        pace = Pace(workers, SECONDS_OF_A_CHUNK, MIN_SECONDS)
        pool = ThreadPoolExecutor(workers, thread_name_prefix="simnon members")

        def submit(chunk: Chunk) -> Future:
            return pool.submit(runner.run, chunk.first, chunk.numbers, threads)

        try:
            yield from stream(submit, chunks, pace, stop=runner.stop)
        finally:
            runner.stop()
            pool.shutdown(cancel_futures=True)


def processors() -> int:
    """The number that this process can use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
