"""InteriorPoint: known optima with equations and bounds, from starts that meet neither."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse

from simnon.program import Array
from simnon.studies.control.interior_point import Evaluated, InteriorPoint, Point


class Problem:
    """Of functions that return values with their derivatives; the Hessian by differences of slopes."""

    def __init__(
        self, objective: Callable[[Array], Any], equations: Callable[[Array], Any], low: Any, high: Any
    ) -> None:
        self.objective, self.equations = objective, equations
        self.low, self.high = np.array(low, float), np.array(high, float)

    def at(self, point: Array) -> Evaluated | None:
        value, slope = self.objective(point)
        violations, jacobian = self.equations(point)
        if not np.isfinite(value):
            return None
        return Evaluated(value, np.array(slope, float), np.array(violations, float), scipy.sparse.csr_array(jacobian))

    def hessian(self, point: Array, multipliers: Array) -> Any:
        def slope(w: Array) -> Array:
            found = self.at(w)
            assert found is not None
            return np.asarray(found.slope + found.jacobian.T @ multipliers)

        columns = [(slope(point + e) - slope(point - e)) / 2e-5 for e in 1e-5 * np.eye(len(point))]
        return scipy.sparse.csr_array(np.array(columns))


def minimum(problem: Problem, start: list[float]) -> Point:
    found = InteriorPoint(problem, np.array(start, float), 1e-8).minimise(200, None)
    assert found is not None
    assert found.is_optimal
    return found


def test_a_linear_programme_ends_in_its_corner() -> None:
    """Maximise x + 2y with x + y + s = 4 and bounds 0 <= x, y <= 3: the corner is (1, 3), the price of the 4 is 1."""
    problem = Problem(
        lambda w: (-w[0] - 2 * w[1], [-1.0, -2.0, 0.0]),
        lambda w: ([w.sum() - 4.0], np.ones((1, 3))),
        [0, 0, 0],
        [3, 3, np.inf],
    )
    found = minimum(problem, [0.0, 0.0, 0.0])

    assert found.point == pytest.approx([1, 3, 0], abs=1e-6)
    assert found.multipliers == pytest.approx([1.0], abs=1e-6)
    assert found.high_multipliers[1] == pytest.approx(1.0, abs=1e-6)


def test_hock_and_schittkowski_71() -> None:
    """The published optimum is 17.0140173."""

    def objective(w: Array) -> Any:
        a, b, c, d, _ = w
        return a * d * (a + b + c) + c, [d * (2 * a + b + c), a * d, a * d + 1, a * (a + b + c), 0.0]

    def equations(w: Array) -> Any:
        a, b, c, d, s = w
        rows = [[b * c * d, a * c * d, a * b * d, a * b * c, -1], [2 * a, 2 * b, 2 * c, 2 * d, 0]]
        return [a * b * c * d - 25 - s, a * a + b * b + c * c + d * d - 40], rows

    problem = Problem(objective, equations, [1, 1, 1, 1, 0], [5, 5, 5, 5, np.inf])
    found = minimum(problem, [1, 5, 5, 1, 0])

    assert found.value == pytest.approx(17.0140173, abs=1e-6)
    assert found.point[:4] == pytest.approx([1.0, 4.7429994, 3.8211503, 1.3794082], abs=1e-5)


def test_a_saddle_is_left() -> None:
    """x^4 - x^2 + y^2 with its start near the saddle; the minima have -1/4."""
    problem = Problem(
        lambda w: (w[0] ** 4 - w[0] ** 2 + w[1] ** 2, [4 * w[0] ** 3 - 2 * w[0], 2 * w[1]]),
        lambda _: (np.zeros(0), np.zeros((0, 2))),
        [-np.inf, -np.inf],
        [np.inf, np.inf],
    )
    assert minimum(problem, [0.01, 1.0]).value == pytest.approx(-0.25, abs=1e-9)


def test_points_without_values_are_avoided() -> None:
    """x - log(x - 1) has its minimum at 2; full steps from 9 lead below 1."""

    def objective(w: Array) -> Any:
        return (w[0] - np.log(w[0] - 1.0), [1.0 - 1.0 / (w[0] - 1.0)]) if w[0] > 1.0 else (np.nan, [np.nan])

    problem = Problem(objective, lambda _: (np.zeros(0), np.zeros((0, 1))), [-np.inf], [np.inf])
    assert minimum(problem, [9.0]).point == pytest.approx([2.0], abs=1e-6)
