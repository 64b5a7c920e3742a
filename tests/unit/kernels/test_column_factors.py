"""column_factors: the solutions of sparse equations agree with numpy, whatever the order and the pivots."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from simnon.analysis.column_order import order_columns
from simnon.kernels import column_factors as kernel
from simnon.kernels.subset import Array, zeros
from tests.seeds import seeds

Matrix = NDArray[np.float64]
GUARD = 12345.5
"""Follows the space for the factors, and must not change."""


class Columns:
    """A matrix in the form the kernels take, and space for its factors."""

    def __init__(self, matrix: Matrix) -> None:
        pattern = [[int(j) for j in np.flatnonzero(row)] for row in matrix]
        elimination = order_columns(pattern, 10**9)
        self.workspace = elimination.capacity
        self.n = len(matrix)
        columns = [[(i, float(matrix[i, j])) for i in np.flatnonzero(matrix[:, j])] for j in elimination.order]
        self.a = array_of([value for column in columns for _, value in column])
        self.rows = array_of([float(i) for column in columns for i, _ in column])
        self.starts = array_of(list(np.cumsum([0, *map(len, columns)]).astype(float)))
        self.order = array_of([float(j) for j in elimination.order])
        size = kernel.FACTOR_VECTORS * (self.n + 1) + 2 * elimination.capacity
        self.factors = array_of([0.0] * size + [GUARD])
        self.size = size

    def solve(self, right: Matrix) -> Matrix | None:
        """None if the matrix is singular."""
        x = array_of(list(right))
        is_regular = kernel.factor_columns(
            self.n, self.workspace, self.a, self.starts, self.rows, self.order, self.factors
        )
        if is_regular:
            kernel.solve_columns(self.n, self.order, self.factors, x)
        assert self.factors[self.size] == GUARD
        return np.array([x[i] for i in range(self.n)]) if is_regular else None


def array_of(numbers: list[float]) -> Array:
    copied = zeros(max(1, len(numbers)))
    for i, number in enumerate(numbers):
        copied[i] = number
    return copied


def random_matrix(dice: random.Random, n: int, density: float = 0.1) -> Matrix:
    """Structurally regular: a permutation plus other entries."""
    matrix = np.zeros((n, n))
    for i, j in enumerate(dice.sample(range(n), n)):
        matrix[i, j] = dice.choice([-1.0, 1.0]) * dice.uniform(0.5, 2.0)
    for _ in range(int(density * n * n)):
        matrix[dice.randrange(n), dice.randrange(n)] = 10.0 ** dice.uniform(-3.0, 1.0) * dice.choice([-1.0, 1.0])
    return matrix


@pytest.mark.parametrize("seed", seeds(range(200), 30))
def test_the_solution_agrees_with_numpy(seed: int) -> None:
    """With zeros on the diagonal and rows in any order."""
    dice = random.Random(seed)  # noqa: S311
    n = dice.randrange(1, 60)
    matrix = random_matrix(dice, n, dice.choice([0.02, 0.1, 0.5]))
    exact = np.array([dice.uniform(-1.0, 1.0) for _ in range(n)])
    found = Columns(matrix).solve(matrix @ exact)
    assert found is not None
    tolerance = 1e-14 * np.linalg.cond(matrix) * n
    assert np.max(np.abs(found - exact)) <= tolerance


def test_a_permutation_has_no_fill_in() -> None:
    matrix = np.eye(50)[np.random.default_rng(3).permutation(50)]
    columns = Columns(matrix)
    found = columns.solve(np.arange(50.0))
    assert found is not None
    assert list(found) == list(matrix.T @ np.arange(50.0))
    assert columns.size == kernel.FACTOR_VECTORS * 51 + 2 * 100


def test_a_full_matrix_is_solved_too() -> None:
    matrix = np.random.default_rng(5).standard_normal((30, 30))
    found = Columns(matrix).solve(matrix @ np.ones(30))
    assert found == pytest.approx(np.ones(30), rel=1e-11)


def test_a_small_entry_is_not_a_pivot() -> None:
    matrix = np.array([[1e-20, 1.0], [1.0, 1.0]])
    found = Columns(matrix).solve(np.array([1.0, 2.0]))
    assert found == pytest.approx([1.0, 1.0], rel=1e-14)


@pytest.mark.parametrize("size", [1e-12, 1e-8])
def test_a_nearly_singular_matrix_has_a_small_residual(size: float) -> None:
    dice = random.Random(11)  # noqa: S311
    matrix = random_matrix(dice, 40)
    matrix[7] = matrix[3] + matrix[5] + size * matrix[7]
    right = np.array([dice.uniform(-1.0, 1.0) for _ in range(40)])
    found = Columns(matrix).solve(right)
    assert found is not None
    assert np.max(np.abs(matrix @ found - right)) <= 1e-13 * np.max(np.abs(matrix)) * np.max(np.abs(found))


@pytest.mark.parametrize("seed", range(20))
def test_a_matrix_without_a_solution_is_reported_as_singular(seed: int) -> None:
    """A column of zeros, two rows in one column, or equal rows of integers."""
    dice = random.Random(seed)  # noqa: S311
    n = dice.randrange(3, 20)
    matrix = np.round(random_matrix(dice, n, 0.2))
    if seed % 3 == 0:
        matrix[:, dice.randrange(n)] = 0.0
    elif seed % 3 == 1:
        matrix[0] = matrix[1] = 0.0
        matrix[0, 2] = matrix[1, 2] = 1.0
    else:
        matrix = np.zeros((n, n))
        matrix[:, 0] = 1.0
    assert Columns(matrix).solve(np.ones(n)) is None


def test_factors_beyond_the_capacity_are_not_written() -> None:
    matrix = np.random.default_rng(7).standard_normal((20, 20))
    columns = Columns(matrix)
    columns.workspace = 379
    assert columns.solve(np.ones(20)) is None
