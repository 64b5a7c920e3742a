"""Anything with the interface of `concurrent.futures`: processes, MPI, or the client of a Dask cluster.

The job is sent with each chunk as text: a worker compiles sources that are new to it and keeps the model. Chunks are
large enough to make this, and the transfer, negligible.
"""

from collections.abc import Generator
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from typing import Any, Protocol

from simnon.simulation import Simulator
from simnon.source import UserError, frozen, require

from ..members import Job, Members, run_elsewhere
from .chunks import Chunks, Pace
from .engine import Future
from .streaming import stream, try_here
from .threads import processors

SECONDS_OF_A_CHUNK = 0.25
MIN_SECONDS = 0.05


class TakesWork(Protocol):
    def submit(self, fn: Any, /, *args: Any) -> Future: ...


@frozen
class Executor:
    executor: TakesWork

    def results(self, model: Simulator, job: Job, chunks: Chunks) -> Generator[Members | None]:
        pace = Pace(processors(), SECONDS_OF_A_CHUNK, MIN_SECONDS)
        yield from try_here(model, job, chunks, pace)
        try:
            yield from stream(
                lambda chunk: self.executor.submit(run_elsewhere, job, chunk.first, chunk.numbers),
                chunks,
                pace,
            )
        except BrokenExecutor as error:
            raise UserError("worker-lost", f"the executor failed: {error}", "create a new one") from error


@frozen
class Dask:
    """Without a `client`, a cluster of processes on this machine is created for the duration of the study."""

    client: Any = None

    def results(self, model: Simulator, job: Job, chunks: Chunks) -> Generator[Members | None]:
        pace = Pace(processors(), SECONDS_OF_A_CHUNK, MIN_SECONDS)
        yield from try_here(model, job, chunks, pace)
        distributed = require("distributed", "Dask", "cluster")
        client = self.client or _local_client(distributed)
        try:
            workers = max(1, sum(client.nthreads().values()))
            yield from stream(
                lambda chunk: client.submit(run_elsewhere, job, chunk.first, chunk.numbers, pure=False),
                chunks,
                replace(pace, workers=workers),
                lost=(distributed.KilledWorker,),
            )
        finally:
            if self.client is None:
                client.close()


def _local_client(distributed: Any) -> Any:
    """A client of a cluster for this process alone: anyone who can reach a scheduler can run code on it.

    All traffic uses TLS, with a certificate that is created for it and known to nobody else.
    """
    require("cryptography", "a local Dask cluster", "cluster")
    return distributed.Client(n_workers=processors(), threads_per_worker=1, dashboard_address=None, security=True)
