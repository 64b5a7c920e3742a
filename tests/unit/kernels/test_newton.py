"""newton: simple roots are found to the last digit, even from far away; if there is none, that is reported."""

import math
from collections.abc import Callable

import pytest

from simnon.kernels import newton
from simnon.kernels.subset import zeros

Equations = Callable[[list[float]], tuple[list[float], list[list[float]]]]
"""At a point, the values of the unknowns and the derivatives of unknowns minus values."""


def solved(equations: Equations, *guesses: float, is_kept: bool = True) -> tuple[list[float], list[float], int]:
    """The solution, the guesses followed by the residual, and how often the equations were evaluated."""
    n = len(guesses)
    kept, residual, solution = zeros(n), zeros(1), zeros(n)
    work = zeros(newton.POINT + newton.VECTORS * n + n * n)
    for i, guess in enumerate(guesses):
        kept[i] = guess
    count = 0
    newton.newton_begin(n, kept, work)
    while work[newton.STATUS] == newton.ITERATING:
        point = [work[newton.POINT + i] for i in range(n)]
        values, matrix = equations(point)
        for i in range(n):
            work[newton.POINT + 4 * n + i] = values[i]
            for j in range(n):
                work[newton.POINT + newton.VECTORS * n + i * n + j] = matrix[i][j]
        newton.newton_step(n, work)
        count += 1
    newton.newton_end(n, work, kept, residual, solution, is_kept)
    return [solution[i] for i in range(n)], [*(kept[i] for i in range(n)), residual[0]], count


def cosine(point: list[float]) -> tuple[list[float], list[list[float]]]:
    return [math.cos(point[0])], [[1 + math.sin(point[0])]]


def parabola(point: list[float]) -> tuple[list[float], list[list[float]]]:
    """x = x^2 + 1 has no solution."""
    return [point[0] ** 2 + 1], [[1 - 2 * point[0]]]


def circle(point: list[float]) -> tuple[list[float], list[list[float]]]:
    """x^2 + y^2 = 4 and x y = 1."""
    x, y = point
    return [x + 4 - x * x - y * y, y + 1 - x * y], [[2 * x, 2 * y], [y, x]]


NAN = math.nan


def test_a_root_is_found_to_the_last_digit() -> None:
    (x,), kept, count = solved(cosine, 0.7)

    assert x == pytest.approx(0.7390851332151607, rel=1e-15)
    assert (kept[0], kept[1]) == (x, 0.0)
    assert count <= 4


def test_without_a_last_solution_several_starts_are_tried() -> None:
    (x, y), _, _ = solved(circle, NAN, NAN)

    assert (x * x + y * y, x * y) == pytest.approx((4.0, 1.0), rel=1e-14)


def test_a_step_that_goes_too_far_is_shortened() -> None:
    """ATAN is so flat that full Newton steps diverge from 3."""

    def flat(point: list[float]) -> tuple[list[float], list[list[float]]]:
        return [point[0] - math.atan(point[0])], [[1 / (1 + point[0] ** 2)]]

    (x,), _, _ = solved(flat, 3.0)

    assert x == pytest.approx(0.0, abs=1e-15)


def test_an_unknown_that_shrinks_without_end_is_found() -> None:
    """As a difference that ought to be zero does by rounding: no step is small relative to it."""

    def halved(point: list[float]) -> tuple[list[float], list[list[float]]]:
        return [0.0], [[2.0]]

    (x,), kept, _ = solved(halved, 1.0)

    assert abs(x) < 1e-100
    assert kept == [x, 0.0]


def test_no_solution_gives_nan_and_the_smallest_residual_and_keeps_the_guess() -> None:
    (x,), kept, _ = solved(parabola, 3.0)

    assert math.isnan(x)
    assert kept[0] == 3.0
    assert kept[1] == pytest.approx(0.75, abs=1e-6)


def test_equations_that_cannot_be_computed_fail_at_once() -> None:
    (x,), kept, count = solved(lambda _: ([NAN], [[1.0]]), 1.0)

    assert math.isnan(x)
    assert kept[1] == newton.INFINITE
    assert count == 1


def test_an_infinite_matrix_does_not_stop_the_iteration() -> None:
    """x = sqrt(x) + 2: at zero the slope is infinite."""

    def root(point: list[float]) -> tuple[list[float], list[list[float]]]:
        x = max(point[0], 0.0)
        return [math.sqrt(x) + 2], [[1 - 0.5 / math.sqrt(x) if x else -math.inf]]

    (x,), _, _ = solved(root, NAN)

    assert x == pytest.approx(4.0, rel=1e-15)


def test_rounding_does_not_keep_the_iteration_going() -> None:
    """Near zero the value is the difference of large numbers."""

    def noisy(point: list[float]) -> tuple[list[float], list[list[float]]]:
        return [(1e3 + math.sin(point[0]) / 2) - 1e3], [[1 - math.cos(point[0]) / 2]]

    (x,), kept, count = solved(noisy, 1.0)

    assert abs(x) < 1e-12
    assert kept[1] == 0.0
    assert count < 12


def test_recording_keeps_no_guesses() -> None:
    _, kept, _ = solved(cosine, 0.5, is_kept=False)

    assert (kept[0], kept[1]) == (0.5, 0.0)
