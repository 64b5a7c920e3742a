"""Linear equations: factor and solve agree with numpy, with and without row exchanges."""

from array import array

import numpy as np
import pytest

from simnon.kernels.linear import factor, factor_large, factor_tiny, solve, solve_tiny


def solution(n: int, matrix: list[float], right: list[float], *, is_large: bool = False) -> list[float]:
    factors, pivots, x = array("d", matrix), array("d", [0.0] * n), array("d", right)
    if is_large:
        factor_large(n, factors, pivots)
    else:
        factor(n, factors, pivots)
    solve(n, factors, pivots, x)
    return x.tolist()


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 8, 20])
def test_the_solution_agrees_with_numpy(is_large: bool, n: int) -> None:
    generator = np.random.default_rng(n)
    matrix = generator.normal(size=(n, n)) * (generator.random((n, n)) < 0.7) + 0.01 * np.eye(n)
    right = generator.normal(size=n)

    found = solution(n, matrix.reshape(-1).tolist(), right.tolist(), is_large=is_large)

    assert found == pytest.approx(np.linalg.solve(matrix, right).tolist(), rel=1e-9, abs=1e-9)


def test_a_zero_on_the_diagonal_does_no_harm() -> None:
    assert solution(2, [0.0, 1.0, 2.0, 0.0], [3.0, 4.0]) == [2.0, 3.0]


def test_a_singular_matrix_gives_nan() -> None:
    assert not np.isfinite(solution(2, [1.0, 2.0, 2.0, 4.0], [1.0, 1.0])).any()


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_the_smallest_matrices_are_solved_with_their_rows_exchanged(n: int, seed: int) -> None:
    """Half of the diagonals are zero: without exchanges there is no solution."""
    generator = np.random.default_rng(seed)
    matrix = generator.normal(size=(n, n))
    if n > 1 and seed % 2:
        np.fill_diagonal(matrix, 0.0)
    right = generator.normal(size=n)
    factors, exchanges, x = array("d", matrix.reshape(-1)), array("d", [0.0] * (n * n)), array("d", right)
    factor_tiny(n, factors, exchanges)
    solve_tiny(n, factors, exchanges, x)

    assert x.tolist() == pytest.approx(np.linalg.solve(matrix, right).tolist(), rel=1e-9, abs=1e-12)


def test_the_largest_entry_of_a_column_becomes_the_pivot() -> None:
    factors, exchanges = array("d", [1.0, 2.0, -4.0, 3.0]), array("d", [0.0])
    factor_tiny(2, factors, exchanges)

    assert exchanges.tolist() == [1.0]
    assert factors.tolist() == [-0.25, 3.0, -0.25, 1.0 / 2.75]
