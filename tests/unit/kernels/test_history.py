"""The past of a delayed signal: what is stored, what lies between, and what is dropped."""

import math
from array import array
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from simnon.kernels.history import (
    DESCRIPTOR_SIZE,
    PIECE_SIZE,
    history_append,
    history_clear,
    history_close,
    history_has_space,
    history_hide,
    history_slope,
    history_value,
)
from simnon.program import Array
from tests.unit.lowering.python_subset.running import same

from .translated import kernel

DESCRIPTOR = 2
START = 10
Piece = tuple[float, float, Callable[[float], float]]


def ring(capacity: int, *pieces: Piece) -> "array[float]":
    """A history in the midst of other numbers, which are nan and must stay so."""
    values = array("d", [math.nan] * (START + PIECE_SIZE * capacity + 1))
    history_clear(values, DESCRIPTOR, START, capacity)
    for begin, end, signal in pieces:
        remember(values, begin, end, signal)
    return values


def remember(
    values: "array[float]", begin: float, end: float, signal: Callable[[float], float], degree: int = 4
) -> None:
    offset = history_append(values, DESCRIPTOR, begin, end - begin, degree)
    for k in range(degree + 1):
        values[offset + k] = signal(begin + k / degree * (end - begin))
    history_close(values, offset)


def quartic(t: float) -> float:
    return 2 * t**4 - t**3 + 3 * t**2 - t + 4


def test_a_quartic_is_stored_exactly() -> None:
    values = ring(8, (0.0, 0.5, quartic), (0.5, 2.0, quartic), (2.0, 2.25, quartic))
    for t in np.linspace(0.0, 2.25, 40).tolist():
        assert history_value(values, DESCRIPTOR, t) == pytest.approx(quartic(t), rel=1e-13)


def test_the_slope_of_a_quartic_is_known_exactly() -> None:
    values = ring(8, (0.0, 0.5, quartic), (0.5, 2.0, quartic), (2.0, 2.25, quartic))
    for t in np.linspace(0.0, 2.25, 40).tolist():
        assert history_slope(values, DESCRIPTOR, t) == pytest.approx(8 * t**3 - 3 * t**2 + 6 * t - 1, abs=1e-11)
    assert history_slope(values, DESCRIPTOR, -1.0) == 0.0


@pytest.mark.parametrize("degree", [1, 4, 5, 7])
def test_the_order_is_one_more_than_the_degree(degree: int) -> None:
    def largest_error(pieces: int) -> float:
        values = ring(pieces)
        for a, b in pairwise(np.linspace(0.0, 2.0, pieces + 1).tolist()):
            remember(values, a, b, math.sin, degree)
        return max(abs(history_value(values, DESCRIPTOR, t) - math.sin(t)) for t in np.linspace(0.0, 2.0, 333).tolist())

    assert largest_error(4) / largest_error(8) == pytest.approx(2 ** (degree + 1), rel=0.25)


@pytest.mark.parametrize("jump", [1.0, 0.0, -2.0])
def test_a_hidden_jump_is_not_seen(jump: float) -> None:
    values = ring(8, (jump - 1.0, jump, lambda t: t), (jump, jump + 2.0, lambda t: 6.0 - t))
    history_hide(values, DESCRIPTOR, jump)
    assert history_value(values, DESCRIPTOR, jump) == pytest.approx(jump)
    assert history_value(values, DESCRIPTOR, jump + 0.5) == pytest.approx(jump + 0.5)
    values[DESCRIPTOR + 4] = 0.0
    assert history_value(values, DESCRIPTOR, jump + 0.5) == pytest.approx(5.5 - jump)


def test_at_a_jump_the_later_piece_holds() -> None:
    values = ring(8, (0.0, 1.0, lambda t: t), (1.0, 2.0, lambda t: 6.0 - t))
    assert history_value(values, DESCRIPTOR, 1.0) == 5.0
    assert history_value(values, DESCRIPTOR, 0.999) == pytest.approx(0.999)
    assert history_value(values, DESCRIPTOR, 1.001) == pytest.approx(4.999)


def test_before_the_oldest_piece_its_value_holds_and_after_the_newest_its_polynomial() -> None:
    values = ring(4, (1.0, 2.0, quartic))
    assert history_value(values, DESCRIPTOR, -7.0) == quartic(1.0)
    assert history_value(values, DESCRIPTOR, 2.5) == pytest.approx(quartic(2.5))
    assert math.isnan(history_value(values, DESCRIPTOR, math.nan))


def test_a_full_ring_drops_its_oldest_piece() -> None:
    values = ring(3, *((float(t), t + 1.0, lambda at: 10.0 * at) for t in range(8)))
    assert [history_value(values, DESCRIPTOR, t) for t in (4.0, 5.5, 6.0, 7.0)] == [50.0, 55.0, 60.0, 70.0]
    assert all(math.isnan(values[i]) for i in (0, 1, DESCRIPTOR + DESCRIPTOR_SIZE, START - 1, len(values) - 1))


def test_a_full_ring_that_drops_a_piece_hides_the_same_ones() -> None:
    values = ring(3, *((float(t), t + 1.0, lambda at: 10.0 * at) for t in range(3)))
    history_hide(values, DESCRIPTOR, 2.0)
    remember(values, 3.0, 4.0, lambda _: 7.0)
    assert history_value(values, DESCRIPTOR, 3.5) == pytest.approx(35.0)


def test_there_is_space_if_no_needed_piece_is_dropped() -> None:
    values = ring(3, (0.0, 1.0, math.sin), (1.0, 2.0, math.sin))
    assert history_has_space(values, DESCRIPTOR, -1.0)
    remember(values, 2.0, 3.0, math.sin)
    assert not history_has_space(values, DESCRIPTOR, 0.5)
    assert history_has_space(values, DESCRIPTOR, 1.0)
    assert not history_has_space(ring(1, (0.0, 1.0, math.sin)), DESCRIPTOR, 0.0)


@pytest.mark.parametrize("target", ["interpreter", "llvm"])
def test_targets_give_the_same_bits(target: str) -> None:
    plain = ring(5)
    values: Array = np.array(plain)
    for number in range(13):
        begin = 0.4 * number
        offset = kernel("history_append", target)((DESCRIPTOR, begin, 0.4, 4), values)
        assert offset == history_append(plain, DESCRIPTOR, begin, 0.4, 4)
        for k in range(5):
            plain[int(offset) + k] = values[int(offset) + k] = math.sin(begin + 0.1 * k) + number % 2
        kernel("history_close", target)((int(offset),), values)
        history_close(plain, int(offset))
        for shift in (-0.3, 0.0, 0.05, 0.4, 0.5, 1.7, 9.0):
            given = (DESCRIPTOR, begin - shift)
            assert same(kernel("history_value", target)(given, values), history_value(plain, *given))
            assert kernel("history_has_space", target)(given, values) == history_has_space(plain, *given)
