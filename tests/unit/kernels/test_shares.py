"""shares: the small systems whose solution keeps guards at zero."""

import math
from array import array

import numpy as np
import pytest

from simnon.kernels.shares import SLOTS_OF_MODES, Shape, solve_shares

MOST = 4


def solved(slopes: list[list[float]], right: list[float]) -> list[float]:
    """`slopes` by surface: with all modes low, then with those of each surface high."""
    count = len(right)
    shape = Shape(array("d", [0.0] * SLOTS_OF_MODES))
    values = array("d", [0.0] * 100)
    shape.most, shape.count = MOST, 0
    shape.slopes, shape.system, shape.shares = 10, 40, 90
    values[0] = count
    for i, row in enumerate(slopes):
        for j, slope in enumerate(row):
            values[10 + i * (MOST + 1) + j] = slope
    for i, number in enumerate(right):
        values[90 + i] = number
    solve_shares(values, shape, 90, 90)
    return list(values[90 : 90 + count])


def test_one_surface_has_the_share_that_stops_its_guard() -> None:
    assert solved([[2.0, -6.0]], [-2.0]) == [0.25]


@pytest.mark.parametrize("seed", range(6))
def test_several_surfaces_are_a_linear_system(seed: int) -> None:
    generator = np.random.default_rng(seed)
    count = 1 + seed % MOST
    slopes = generator.normal(size=(count, count + 1))
    right = generator.normal(size=count)
    matrix = slopes[:, 1:] - slopes[:, :1]

    assert solved(slopes.tolist(), right.tolist()) == pytest.approx(np.linalg.solve(matrix, right).tolist())


def test_a_zero_pivot_is_exchanged() -> None:
    assert solved([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]], [2.0, 3.0]) == [3.0, 2.0]


def test_surfaces_that_cannot_be_distinguished_have_no_shares() -> None:
    assert any(
        math.isnan(share) or math.isinf(share) for share in solved([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]], [1.0, 1.0])
    )
