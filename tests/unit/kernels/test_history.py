"""The past of a delayed signal: what was recorded, what lies between, and what was given up."""

import math
from array import array

import numpy as np
import pytest

from simnon.kernels.history import (
    DESCRIPTOR_SIZE,
    RECORD_SIZE,
    history_append,
    history_before,
    history_clear,
    history_has_room,
    history_start,
    history_value,
)
from simnon.program import Array
from tests.unit.lowering.python_subset.running import same

from .translated import kernel

DESCRIPTOR = 2
START = 10


def ring(capacity: int, *records: tuple[float, float, float]) -> "array[float]":
    """A history in the midst of other numbers, which are nan and must stay so."""
    values = array("d", [math.nan] * (START + RECORD_SIZE * capacity + 1))
    history_clear(values, DESCRIPTOR, START, capacity)
    for record in records:
        history_append(values, DESCRIPTOR, *record)
    return values


def cubic(t: float) -> tuple[float, float, float]:
    return t, 2 * t**3 - t**2 + 4, 6 * t**2 - 2 * t


def test_a_cubic_is_remembered_exactly() -> None:
    values = ring(8, *(cubic(t) for t in (0.0, 0.5, 2.0, 2.25)))
    for t in np.linspace(0.0, 2.25, 40).tolist():
        assert history_value(values, DESCRIPTOR, t) == pytest.approx(cubic(t)[1], rel=1e-14)
        assert history_before(values, DESCRIPTOR, t) == pytest.approx(cubic(t)[1], rel=1e-14)


def test_a_recorded_value_comes_back_as_it_was() -> None:
    values = ring(4, (0.1, 1 / 3, 7.0), (0.3, math.pi, -1.0), (0.7, 1e-300, 0.0))
    assert [history_value(values, DESCRIPTOR, t) for t in (0.1, 0.3, 0.7)] == [1 / 3, math.pi, 1e-300]
    assert [history_before(values, DESCRIPTOR, t) for t in (0.1, 0.3, 0.7)] == [1 / 3, math.pi, 1e-300]


def test_at_a_jump_the_later_record_holds_and_just_before_it_the_earlier() -> None:
    values = ring(8, (0.0, 0.0, 1.0), (1.0, 1.0, 1.0), (1.0, 5.0, -1.0), (2.0, 4.0, -1.0))
    assert history_value(values, DESCRIPTOR, 1.0) == 5.0
    assert history_before(values, DESCRIPTOR, 1.0) == 1.0
    assert history_value(values, DESCRIPTOR, 0.999) == pytest.approx(0.999)
    assert history_value(values, DESCRIPTOR, 1.001) == pytest.approx(4.999)


def test_the_last_of_many_records_at_one_time_holds() -> None:
    values = ring(8, (1.0, 1.0, 0.0), (1.0, 2.0, 0.0), (1.0, 3.0, 0.0))
    assert history_value(values, DESCRIPTOR, 1.0) == 3.0
    assert history_before(values, DESCRIPTOR, 1.0) == 1.0


def test_before_the_oldest_its_value_holds_and_after_the_newest_its_tangent() -> None:
    values = ring(4, (1.0, 3.0, 9.0), (2.0, 5.0, 0.5))
    assert history_start(values, DESCRIPTOR) == 1.0
    assert history_value(values, DESCRIPTOR, -7.0) == 3.0
    assert history_value(values, DESCRIPTOR, 4.0) == 6.0
    assert math.isnan(history_value(values, DESCRIPTOR, math.nan))


def test_a_full_ring_gives_up_its_oldest_record() -> None:
    values = ring(3, *((float(t), 10.0 * t, 10.0) for t in range(8)))
    assert history_start(values, DESCRIPTOR) == 5.0
    assert [history_value(values, DESCRIPTOR, t) for t in (4.0, 5.5, 6.0, 7.0)] == [50.0, 55.0, 60.0, 70.0]
    assert all(math.isnan(values[i]) for i in (0, 1, DESCRIPTOR + DESCRIPTOR_SIZE, START - 1, len(values) - 1))


def test_room_is_where_nothing_needed_is_given_up() -> None:
    values = ring(3, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    assert history_has_room(values, DESCRIPTOR, -1.0)
    history_append(values, DESCRIPTOR, 2.0, 0.0, 0.0)
    assert not history_has_room(values, DESCRIPTOR, 0.5)
    assert history_has_room(values, DESCRIPTOR, 1.0)
    assert not history_has_room(ring(1, (0.0, 0.0, 0.0)), DESCRIPTOR, 0.0)


@pytest.mark.parametrize("target", ["interpreter", "llvm"])
def test_targets_give_the_same_bits(target: str) -> None:
    plain = ring(5)
    values: Array = np.array(plain)
    for number in range(23):
        t = 0.5 * (number // 2) + (0.1 if number % 3 else 0.0)
        record = (max(t, 0.0), math.sin(t) + number % 2, math.cos(t))
        history_append(plain, DESCRIPTOR, *record)
        kernel("history_append", target)((DESCRIPTOR, *record), values)
        assert np.array_equal(values, plain, equal_nan=True)
        for shift in (-0.3, 0.0, 0.05, 0.4, 0.5, 1.7, 9.0):
            given = (DESCRIPTOR, t - shift)
            assert same(kernel("history_value", target)(given, values), history_value(plain, *given))
            assert same(kernel("history_before", target)(given, values), history_before(plain, *given))
            assert kernel("history_has_room", target)(given, values) == history_has_room(plain, *given)
