"""Band matrices: factor and solve agree with numpy for all widths, with and without row exchanges."""

from array import array

import numpy as np
import pytest
from numpy.typing import NDArray

from simnon.kernels.banded import factor_banded, solve_banded
from simnon.kernels.subset import slice_from, zeros

WIDTHS = [(1, 1), (2, 2), (0, 2), (3, 0), (1, 4), (5, 2), (0, 0), (9, 3), (3, 9), (12, 12)]


def stored(matrix: NDArray[np.float64], below: int, above: int) -> "array[float]":
    size, width = len(matrix), 2 * below + above + 1
    numbers = array("d", bytes(8 * (size + below + above) * width))
    for i in range(size):
        for j in range(max(0, i - below), min(size, i + above + 1)):
            numbers[j * width + below + above + i - j] = matrix[i, j]
    return numbers


def solution(matrix: NDArray[np.float64], below: int, above: int, right: list[float]) -> tuple[list[float], int]:
    """The solution, and how many rows were exchanged."""
    size, rim = len(matrix), below + above
    a, pivots, x = stored(matrix, below, above), zeros(size + 1), array("d", [0.0] * (size + 2 * rim))
    x[rim : rim + size] = array("d", right)
    factor_banded(size, below, above, a, pivots)
    solve_banded(size, below, above, a, pivots, x)
    return x[rim : rim + size].tolist(), int(pivots[size])


def random_band(size: int, below: int, above: int, diagonal: float) -> NDArray[np.float64]:
    generator = np.random.default_rng(100 * below + above)
    full = generator.normal(size=(size, size))
    rows, columns = np.indices(full.shape)
    return np.asarray(np.where((rows - columns <= below) & (columns - rows <= above), full, 0.0)) + diagonal * np.eye(
        size
    )


@pytest.mark.parametrize(("below", "above"), WIDTHS)
@pytest.mark.parametrize("diagonal", [0.1, 50.0])
def test_the_solution_agrees_with_numpy(below: int, above: int, diagonal: float) -> None:
    matrix = random_band(40, below, above, diagonal)
    right = np.random.default_rng(7).normal(size=40)

    found, exchanges = solution(matrix, below, above, right.tolist())

    scale = float(np.linalg.cond(matrix))
    assert found == pytest.approx(np.linalg.solve(matrix, right).tolist(), rel=1e-13 * scale, abs=1e-13 * scale)
    assert (exchanges > 0) == (below > 0 and diagonal == 0.1)


def test_a_zero_on_the_diagonal_does_no_harm() -> None:
    matrix = np.diag(np.ones(11), 1) + np.diag(np.ones(11), -1)

    found, exchanges = solution(matrix, 1, 1, matrix.dot(np.arange(12.0)).tolist())

    assert found == pytest.approx(list(range(12)))
    assert exchanges > 0


def test_a_singular_matrix_gives_nan() -> None:
    matrix = random_band(12, 1, 1, 5.0)
    matrix[:, 4] = 0.0

    assert not np.isfinite(solution(matrix, 1, 1, [1.0] * 12)[0]).all()


def test_a_second_right_hand_side_needs_no_second_factorization() -> None:
    matrix, rim = random_band(20, 2, 2, 10.0), 4
    a, pivots = stored(matrix, 2, 2), zeros(21)
    factor_banded(20, 2, 2, a, pivots)

    for unit in (3, 11):
        x = array("d", [0.0] * (20 + 2 * rim))
        x[rim + unit] = 1.0
        solve_banded(20, 2, 2, a, pivots, slice_from(x, 0))
        assert x[rim : rim + 20].tolist() == pytest.approx(np.linalg.inv(matrix)[:, unit].tolist(), abs=1e-14)
