"""Records: rows in pieces, in memory while they are few and in a file when they are many."""

import gc
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.simulation import record
from simnon.simulation.record import Record
from simnon.source import UserError


def rows(first: int, count: int) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    return np.arange(3.0 * first, 3.0 * (first + count)).reshape(count, 3)


def test_an_empty_record_has_no_rows() -> None:
    assert Record(3).rows().shape == (0, 3)


@pytest.mark.parametrize("most_bytes", [10**6, 100, 0])
def test_rows_come_back_in_order(most_bytes: int) -> None:
    kept = Record(3, most_bytes)
    for first in range(0, 100, 10):
        kept.append(rows(first, 10))

    assert np.array_equal(kept.rows(), rows(0, 100))


def test_appended_rows_are_copied() -> None:
    kept = Record(3)
    buffer = rows(0, 2)
    kept.append(buffer)
    buffer[:] = -1

    assert np.array_equal(kept.rows(), rows(0, 2))


def test_many_rows_are_in_a_file() -> None:
    few, many = Record(3, 10**6), Record(3, 100)
    for kept in (few, many):
        kept.append(rows(0, 50))

    assert not isinstance(few.rows(), np.memmap)
    assert isinstance(many.rows(), np.memmap)


def test_a_record_in_a_file_can_grow_after_it_was_read() -> None:
    kept = Record(3, 0)
    kept.append(rows(0, 5))
    before = kept.rows()
    kept.append(rows(5, 5))

    assert np.array_equal(before, rows(0, 5))
    assert np.array_equal(kept.rows(), rows(0, 10))


@pytest.mark.slow
def test_rows_outlive_the_record_they_come_from() -> None:
    kept = Record(3, 0)
    kept.append(rows(0, 5))
    found = kept.rows()
    del kept
    gc.collect()

    assert np.array_equal(found, rows(0, 5))


def test_a_run_with_a_record_in_a_file_is_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nx: 1\nEND\n")
    expected = model.simulate(0, 10, spacing=1e-3)
    monkeypatch.setattr(record.Record.__init__, "__defaults__", (1000,))
    found = model.simulate(0, 10, spacing=1e-3)

    assert isinstance(found.t, np.memmap)
    assert np.array_equal(found["x"], expected["x"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_reported_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("wb", buffering=0) as full:
        monkeypatch.setattr("tempfile.TemporaryFile", lambda **_: full)
        record = Record(2, most_bytes=100)
        with pytest.raises(UserError) as caught:
            record.append(np.ones((1000, 2)))

    assert caught.value.code == "record-too-large"
