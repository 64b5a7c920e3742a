"""elimination: the factors of a matrix of numbers, and that a singular one has none."""

import numpy as np
import pytest

from simnon.analysis.elimination import factored


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_the_factors_multiply_to_the_matrix_with_its_rows_exchanged(count: int) -> None:
    matrix = np.random.default_rng(count).normal(size=(count, count))

    factors = factored(matrix.tolist())

    assert factors is not None
    rows = np.array(factors.rows)
    product = (np.tril(rows, -1) + np.eye(count)) @ np.triu(rows)
    assert product == pytest.approx(matrix[list(factors.order)], abs=1e-13)


@pytest.mark.parametrize("matrix", [[[0.0]], [[1.0, 2.0], [2.0, 4.0]], [[0.1, 0.3], [0.3, 0.9]]])
def test_a_singular_matrix_has_no_factors(matrix: list[list[float]]) -> None:
    assert factored(matrix) is None
