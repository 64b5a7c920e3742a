"""Which numbers are finite, however large they are and however many."""

import math

import numpy as np
import pytest

from simnon.simulation.not_finite import FEW_NUMBERS, are_finite


@pytest.mark.parametrize("count", [1, 3, FEW_NUMBERS, FEW_NUMBERS + 1])
@pytest.mark.parametrize("size", [0.0, 1.0, -1e308])
def test_numbers_are_finite_even_if_their_sum_is_not(count: int, size: float) -> None:
    assert are_finite(np.full(count, size))


@pytest.mark.parametrize("count", [1, 3, FEW_NUMBERS, FEW_NUMBERS + 1])
@pytest.mark.parametrize("bad", [math.inf, -math.inf, math.nan])
def test_one_number_that_is_not_is_found(count: int, bad: float) -> None:
    numbers = np.ones(count)
    numbers[-1] = bad

    assert not are_finite(numbers)


def test_infinities_of_both_signs_are_found_without_a_warning() -> None:
    assert not are_finite(np.array([math.inf, -math.inf] * FEW_NUMBERS))


def test_no_numbers_are_finite() -> None:
    assert are_finite(np.zeros(0))
