"""sparse_newton: as newton, with the matrix by columns; a singular matrix is a failure, not an endless search."""

import math
from collections.abc import Callable, Sequence

import pytest

from simnon.analysis.column_order import order_columns
from simnon.kernels import column_factors, newton
from simnon.kernels.sparse_newton import sparse_newton_begin, sparse_newton_step
from simnon.kernels.subset import Array, zeros

Equations = Callable[[list[float]], tuple[list[float], list[list[float]]]]
"""At a point, the values of the unknowns and the derivatives of unknowns minus values."""


def array_of(numbers: Sequence[float]) -> Array:
    copied = zeros(max(1, len(numbers)))
    for i, number in enumerate(numbers):
        copied[i] = number
    return copied


def solved(
    equations: Equations, pattern: list[list[int]], *guesses: float, are_zero: float = 0.0
) -> tuple[list[float], int]:
    """The solution, or nan, and how often the equations were evaluated."""
    n = len(pattern)
    elimination = order_columns(pattern, 10**6)
    entries = [(i, j) for j in elimination.order for i in range(n) if j in pattern[i]]
    counts = [sum(j in row for row in pattern) for j in elimination.order]
    starts = array_of([float(sum(counts[:k])) for k in range(n + 1)])
    rows, order = array_of([float(i) for i, _ in entries]), array_of([float(j) for j in elimination.order])
    kept, residual, solution = array_of(guesses), zeros(1), zeros(n)
    work, a = zeros(newton.POINT + newton.VECTORS * n), zeros(len(entries))
    factors = zeros(column_factors.FACTOR_VECTORS * (n + 1) + 2 * elimination.capacity)
    sparse_newton_begin(n, len(entries), kept, array_of([are_zero] * n), zeros(len(entries)), work, a)
    count = 0
    while work[newton.STATUS] == newton.ITERATING:
        values, matrix = equations([work[newton.POINT + i] for i in range(n)])
        for i in range(n):
            work[newton.POINT + 4 * n + i] = values[i]
        for p, (i, j) in enumerate(entries):
            a[p] = matrix[i][j]
        sparse_newton_step(n, elimination.capacity, work, a, starts, rows, order, factors)
        count += 1
    newton.newton_end(n, work, kept, residual, solution, True)
    return [solution[i] for i in range(n)], count


def circle(point: list[float]) -> tuple[list[float], list[list[float]]]:
    """x^2 + y^2 = 4 and x y = 1."""
    x, y = point
    return [x + 4 - x * x - y * y, y + 1 - x * y], [[2 * x, 2 * y], [y, x]]


def test_a_root_is_found_to_the_last_digit() -> None:
    (x, y), count = solved(circle, [[0, 1], [0, 1]], 2.0, 0.4)

    assert (x * x + y * y, x * y) == pytest.approx((4.0, 1.0), rel=1e-15)
    assert count <= 8


def test_without_a_last_solution_several_starts_are_tried() -> None:
    (x, y), _ = solved(circle, [[0, 1], [0, 1]], math.nan, math.nan)

    assert (x * x + y * y, x * y) == pytest.approx((4.0, 1.0), rel=1e-14)


def test_a_singular_matrix_is_a_failure() -> None:
    """Both equations are for the first unknown."""

    def twice(point: list[float]) -> tuple[list[float], list[list[float]]]:
        return [point[0] - 1.0, point[0] - 2.0], [[1.0, 0.0], [1.0, 0.0]]

    found, count = solved(twice, [[0], [0]], 5.0, 5.0, are_zero=1.0)

    assert all(math.isnan(x) for x in found)
    assert count < newton.MAX_TRIALS


def test_a_nonfinite_value_is_a_failure() -> None:
    def nothing(point: list[float]) -> tuple[list[float], list[list[float]]]:
        return [math.nan * point[0], point[0]], [[1.0, 0.0], [-1.0, 1.0]]

    found, count = solved(nothing, [[0], [0, 1]], math.nan, math.nan)

    assert all(math.isnan(x) for x in found)
    assert count == newton.STARTS


def test_a_difference_that_ought_to_be_zero_does_not_prevent_convergence() -> None:
    """x = 1000/3, y = 3x - 1000, which is rounding."""

    def difference(point: list[float]) -> tuple[list[float], list[list[float]]]:
        x, _ = point
        return [1000.0 / 3.0, 3.0 * x - 1000.0 + 1e-13 * math.sin(1e20 * point[1])], [[1.0, 0.0], [-3.0, 1.0]]

    (x, y), count = solved(difference, [[0], [0, 1]], 300.0, 7.0)

    assert x == pytest.approx(1000.0 / 3.0, rel=1e-15)
    assert abs(y) < 1e-11
    assert count < 10
