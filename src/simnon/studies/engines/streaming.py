"""Submit -> results as they arrive, with a bounded number of chunks in flight.

A chunk that is lost with its worker is submitted again, a few times.
"""

import queue
from collections.abc import Callable, Generator

from simnon.simulation import Simulator
from simnon.source import UserError

from ..members import Job, Members, Runner
from .chunks import Chunk, Chunks, Pace
from .engine import Future

SECONDS_OF_WAITING = 0.1
MAX_TRIES = 5

Submit = Callable[[Chunk], Future]


def stream(
    submit: Submit,
    chunks: Chunks,
    pace: Pace,
    *,
    lost: tuple[type[BaseException], ...] = (),
    stop: Callable[[], None] | None = None,
) -> Generator[Members | None]:
    """At most `pace.places` chunks are in flight; `lost` are the exceptions of a lost worker.

    After an interruption `stop` ends the chunks in progress soon, and their results so far are still returned.
    """
    done: queue.SimpleQueue[Future] = queue.SimpleQueue()
    chunk_of: dict[int, tuple[Future, Chunk, int]] = {}

    def send(chunk: Chunk, tries: int) -> None:
        future = submit(chunk)
        chunk_of[id(future)] = future, chunk, tries
        future.add_done_callback(done.put)

    try:
        while True:
            while len(chunk_of) < pace.places and (chunk := chunks.take(pace.workers)) is not None:
                send(chunk, 1)
            if not chunk_of:
                return
            try:
                finished = done.get(timeout=SECONDS_OF_WAITING)
            except queue.Empty:
                yield None
                continue
            future, chunk, tries = chunk_of.pop(id(finished))
            try:
                members: Members = future.result()
            except lost as error:
                if tries >= MAX_TRIES:
                    raise UserError(
                        "worker-lost", f"a chunk was lost with its worker {tries} times", "the workers may lack memory"
                    ) from error
                send(chunk, tries + 1)
                continue
            chunks.learn(members, pace)
            yield members
    except KeyboardInterrupt:
        if stop is not None:
            stop()
            for future, _, _ in list(chunk_of.values()):
                if not future.cancel():
                    yield future.result()
        raise
    finally:
        for future, _, _ in chunk_of.values():
            future.cancel()


def try_here(model: Simulator, job: Job, chunks: Chunks, pace: Pace) -> Generator[Members]:
    """Run the first members here, more and more of them, until the time of a member is known."""
    runner = Runner(model, job)
    chunks.size = runner.lanes
    while (chunk := chunks.take(pace.workers)) is not None:
        members = runner.run(chunk.first, chunk.numbers)
        chunks.learn(members, pace)
        yield members
        if members.seconds > ENOUGH_SECONDS:
            return


ENOUGH_SECONDS = 0.005
