"""Sparse matrices: factor and solve agree with numpy, and a pivot that is too small gives nan."""

from array import array

import numpy as np
import pytest
from numpy.typing import NDArray

from simnon.kernels.sparse import factor_sparse, solve_sparse

Matrix = NDArray[np.float64]


def filled(matrix: Matrix) -> NDArray[np.bool_]:
    """The pattern with all fill-in, rows like columns."""
    pattern = np.asarray((matrix != 0) | (matrix.T != 0) | np.eye(len(matrix), dtype=bool))
    for k in range(len(matrix)):
        later = np.flatnonzero(pattern[k, k + 1 :]) + k + 1
        pattern[np.ix_(later, later)] = True
    return pattern


def solution(matrix: Matrix, right: Matrix) -> list[float]:
    rows, columns = np.nonzero(filled(matrix))
    starts = np.searchsorted(rows, np.arange(len(matrix) + 1))
    (diagonals,) = np.nonzero(rows == columns)
    a, x = array("d", matrix[rows, columns].tolist()), array("d", right.tolist())
    places = [array("d", map(float, numbers)) for numbers in (columns, starts, diagonals)]
    factor_sparse(len(matrix), a, places[0], places[1], places[2], array("d", bytes(8 * len(matrix))))
    solve_sparse(len(matrix), a, places[0], places[1], places[2], x)
    return x.tolist()


@pytest.mark.parametrize("seed", range(6))
def test_the_solution_agrees_with_numpy(seed: int) -> None:
    generator = np.random.default_rng(seed)
    matrix = generator.normal(size=(30, 30)) * (generator.random((30, 30)) < 0.1) + 4.0 * np.eye(30)
    right = generator.normal(size=30)

    assert solution(matrix, right) == pytest.approx(np.linalg.solve(matrix, right).tolist(), rel=1e-9, abs=1e-9)


def test_a_pivot_that_is_too_small_gives_nan() -> None:
    matrix = np.array([[1e-12, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0]])

    assert not np.isfinite(solution(matrix, np.ones(3))).any()


def test_a_diagonal_matrix_needs_no_pattern_beside_it() -> None:
    assert solution(np.diag([2.0, 4.0, 8.0]), np.ones(3)) == [0.5, 0.25, 0.125]
