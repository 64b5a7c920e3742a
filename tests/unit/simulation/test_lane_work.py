"""Members shared among threads: each in exactly one chunk, with arrays aligned for vectors."""

import threading

import numpy as np
import pytest

from simnon.kernels import Job
from simnon.kernels import ensemble as job_place
from simnon.simulation.lane_work import MEMBERS_OF_A_LANE, MIN_OF_A_LANE, Worker, chunks_of, in_lanes, work_on


@pytest.mark.parametrize("count", [0, 1, 16, 17, 1000, 10_000])
@pytest.mark.parametrize("width", [1, 8, 16])
@pytest.mark.parametrize("threads", [1, 2, 7])
def test_every_member_is_in_one_chunk(count: int, width: int, threads: int) -> None:
    members = [member for first, last in chunks_of(count, width, threads) for member in range(first, last)]

    assert members == list(range(count))


def test_chunks_become_smaller_towards_the_end() -> None:
    sizes = [last - first for first, last in chunks_of(100_000, 8, 2)]

    assert sizes[0] == 8 * MEMBERS_OF_A_LANE
    assert sizes == sorted(sizes, reverse=True)
    assert min(sizes[:-1]) == 8 * MIN_OF_A_LANE


@pytest.mark.parametrize("width", [1, 2, 4, 8, 16])
def test_arrays_in_lanes_are_interleaved_and_aligned(width: int) -> None:
    once = [np.arange(3.0), np.zeros(0), np.arange(5.0) + 10.0]

    lanes = in_lanes(once, width)

    for array, found in zip(once, lanes, strict=True):
        assert found.reshape(-1, width).T.tolist() == width * [array.tolist()]
        assert found.ctypes.data % min(64, 8 * width) == 0


@pytest.mark.parametrize("failing", [0, 1, 2])
def test_an_exception_of_a_thread_is_raised_when_all_have_ended(failing: int) -> None:
    workers: list[int] = []
    has_failed = threading.Event()

    def make_worker() -> Worker:
        number = len(workers)
        workers.append(number)

        def call() -> None:
            if number == failing:
                has_failed.set()
                raise ArithmeticError(number)
            has_failed.wait(10)

        return Worker(
            call, Job(np.zeros(job_place.SLOTS)), np.ones((10_000, job_place.RESULT_HEAD)), 16, (), lambda: False
        )

    with pytest.raises(ArithmeticError):
        work_on(10_000, 16, 3, make_worker)
    assert workers == [0, 1, 2]


def test_without_more_threads_one_runs_all_members(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[float, float]] = []

    def make_worker() -> Worker:
        job = Job(np.zeros(job_place.SLOTS))

        def call() -> None:
            done.append((job.first, job.last))

        return Worker(call, job, np.ones((1000, job_place.RESULT_HEAD)), 16, (), lambda: False)

    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("_thread.start_new_thread", refuse)
    work_on(1000, 16, 3, make_worker)

    assert done == list(chunks_of(1000, 16, 3))
