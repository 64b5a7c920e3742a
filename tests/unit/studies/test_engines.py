"""Engines: wherever members run, the results are bit-identical."""

import multiprocessing
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simnon import Model, UserError, load
from simnon.simulation import Simulator
from simnon.studies import Ensemble, Threads, choose_engine, grid_design
from simnon.studies.engines.chunks import MAX_BYTES, MAX_GROWTH, Chunks, Pace
from simnon.studies.engines.streaming import stream
from simnon.studies.members import Job, Members, Runner
from tests.unit.studies.models import OSCILLATOR

VALUES = {"d": np.linspace(0.0, 2.0, 23).tolist(), "x": np.linspace(-1.0, 1.0, 9).tolist()}
PACE = Pace(2, 0.1, 0.01)
KEPT = ["max(x)", "integral(v)", "when(x < 0)", "final(v)"]


@pytest.fixture(scope="module")
def oscillator() -> Model:
    return load(OSCILLATOR)


@pytest.fixture(scope="module")
def expected(oscillator: Model) -> bytes:
    return bytes_of(oscillator.sweep(VALUES, 0, 5, keep=KEPT, engine=OneChunk(1)))


def bytes_of(ensemble: Ensemble) -> bytes:
    stored = ensemble.results.stored
    return b"".join(
        [stored.stops.tobytes(), stored.times.tobytes(), *(each.tobytes() for each in stored.reduced.values())]
    )


class OneChunk:
    """Runs chunks of a given size one after another."""

    def __init__(self, size: int) -> None:
        self.size = size

    def results(self, model: Simulator, job: Job, chunks: Chunks) -> Generator[Members | None]:
        chunks.size = self.size
        while (chunk := chunks.take()) is not None:
            yield Runner(model, job).run(chunk.first, chunk.numbers)


@pytest.mark.parametrize("size", [1, 5, 64, 1000])
def test_the_size_of_chunks_does_not_matter(oscillator: Model, expected: bytes, size: int) -> None:
    assert bytes_of(oscillator.sweep(VALUES, 0, 5, keep=KEPT, engine=OneChunk(size))) == expected


@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_number_of_threads_does_not_matter(oscillator: Model, expected: bytes, count: int) -> None:
    assert bytes_of(oscillator.sweep(VALUES, 0, 5, keep=KEPT, engine=count)) == expected


def test_an_executor_gives_the_same(oscillator: Model, expected: bytes) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert bytes_of(oscillator.sweep(VALUES, 0, 5, keep=KEPT, engine=pool)) == expected


@pytest.mark.slow
def test_processes_compile_the_sources_and_give_the_same(oscillator: Model, expected: bytes) -> None:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        assert bytes_of(oscillator.sweep(VALUES, 0, 5, keep=KEPT, engine=pool)) == expected


def test_the_engine_is_named_or_given() -> None:
    assert choose_engine(3) == Threads(3)
    assert choose_engine() == choose_engine("threads") == Threads()
    with pytest.raises(UserError, match="unknown engine"):
        choose_engine("tread")


class Lost(Exception):
    """The exception of a lost worker."""


class _Done(Future[Any]):
    def __init__(self, result: Any) -> None:
        super().__init__()
        if isinstance(result, Exception):
            self.set_exception(result)
        else:
            self.set_result(result)


def test_a_lost_chunk_is_run_again() -> None:
    chunks = chunks_of(30)
    tries: list[int] = []

    def submit(chunk: Any) -> _Done:
        tries.append(chunk.first)
        return _Done(Lost() if tries.count(chunk.first) < 3 else _members(chunk))

    results = [part for part in stream(submit, chunks, PACE, lost=(Lost,)) if part is not None]

    assert sum(map(len, results)) == 30
    assert sorted(tries) == sorted(3 * sorted(set(tries)))


def test_a_chunk_lost_repeatedly_is_an_error() -> None:
    with pytest.raises(UserError, match="lost with its worker"):
        list(stream(lambda _: _Done(Lost()), chunks_of(3), PACE, lost=(Lost,)))


def test_the_last_chunks_are_shared_among_the_workers() -> None:
    chunks = chunks_of(100)
    chunks.size, chunks.least = 50, 4

    assert [len(chunk.numbers) for chunk in iter(lambda: chunks.take(2), None)] == [25, 18, 14, 10, 8, 6, 4, 4, 4, 4, 3]


def test_chunks_grow_gradually_to_their_intended_duration() -> None:
    chunks = chunks_of(10_000)
    chunk = chunks.take()
    assert chunk is not None
    chunks.learn(replace(_members(chunk), seconds=0.001), PACE)
    assert chunks.size == MAX_GROWTH * 10
    chunks.learn(replace(_members(chunk), seconds=0.01), PACE)
    assert (chunks.size, chunks.least) == (64, 10)


def test_the_memory_of_a_chunk_is_limited() -> None:
    chunks = Chunks(grid_design({"a": np.arange(100.0)}), np.zeros(100, bool), MAX_BYTES // 40)
    chunks.size = 10**9

    assert [len(chunk.numbers) for chunk in iter(chunks.take, None)] == [40, 40, 20]


def chunks_of(count: int) -> Chunks:
    chunks = Chunks(grid_design({"a": np.arange(float(count))}), np.zeros(count, bool), 8)
    chunks.size = 10
    return chunks


def _members(chunk: Any) -> Members:
    count = len(chunk.numbers)
    none = np.zeros((0, count, 0))
    return Members(chunk.first, np.ones(count, np.int8), np.zeros(count), np.zeros((count, 0)), none, (), 1.0)
