"""walk: branches of plain equations, their folds, ends and events."""

import numpy as np

from simnon.program import Array
from simnon.studies.continuation import Observation, Solve, WalkSettings, walk


class Plane:
    """f(x, p) = 0 in the square |x| <= 2, |p| <= 2; its tests are the tangent's direction in p, and x."""

    weights = np.ones(2)
    limit_names = ("p is 2", "p is -2", "x is 2", "x is -2")

    def residual(self, u: Array) -> Array:
        raise NotImplementedError

    def gradient(self, u: Array) -> Array:
        raise NotImplementedError

    def bordered(self, u: Array, row: Array) -> Solve:
        matrix = np.vstack((self.gradient(u), row))
        return lambda right: np.asarray(np.linalg.solve(matrix, right))

    def observe(self, u: Array, tangent: Array) -> Observation:
        limits = np.array([2.0 - u[1], 2.0 + u[1], 2.0 - u[0], 2.0 + u[0]])
        return Observation(np.array([tangent[1], u[0]]), limits, u)

    def renewed(self, u: Array, tangent: Array) -> tuple[Array, Array]:
        return u, tangent


class Cubic(Plane):
    """x - x^3 + p = 0: folds at x = 1/sqrt(3)."""

    def residual(self, u: Array) -> Array:
        return np.array([u[0] - u[0] ** 3 + u[1]])

    def gradient(self, u: Array) -> Array:
        return np.array([1.0 - 3.0 * u[0] ** 2, 1.0])


class Circle(Plane):
    def residual(self, u: Array) -> Array:
        return np.array([u @ u - 1.0])

    def gradient(self, u: Array) -> Array:
        return 2.0 * u


class Root(Plane):
    """x = sqrt(p - 1), which has no value below p = 1."""

    def residual(self, u: Array) -> Array:
        with np.errstate(invalid="ignore"):
            return np.array([u[0] - np.sqrt(u[1] - 1.0) - 1.0])

    def gradient(self, u: Array) -> Array:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.array([1.0, -0.5 / np.sqrt(u[1] - 1.0)])


BACK = np.array([0.0, -1.0])


def test_folds_and_zeros_of_tests_are_located_in_order() -> None:
    found = walk(Cubic(), np.array([1.5, 1.875]), BACK, WalkSettings())

    events = [(point.test, point.unknowns) for point in found.points if point.test is not None]
    assert [test for test, _ in events] == [0, 1, 0]
    fold = np.sqrt(1.0 / 3.0)
    assert np.allclose([u[0] for _, u in events], [fold, 0.0, -fold], atol=1e-9)


def test_a_branch_ends_exactly_at_a_limit() -> None:
    found = walk(Cubic(), np.array([0.0, 0.0]), BACK, WalkSettings())

    assert (found.end, found.reason) == ("limit", "p is 2")
    assert abs(found.points[-1].unknowns[1] - 2.0) < 1e-12
    assert all(point.observation.limits.min() >= -1e-12 for point in found.points)


def test_a_closed_branch_is_walked_once() -> None:
    found = walk(Circle(), np.array([1.0, 0.0]), BACK, WalkSettings(largest=0.1))

    assert found.end == "closed"
    assert 60 < len(found.points) < 90


def test_a_branch_has_at_most_the_points_asked_for() -> None:
    found = walk(Circle(), np.array([1.0, 0.0]), BACK, WalkSettings(points=10))

    assert (found.end, len(found.points)) == ("points", 10)


def test_equations_without_a_value_end_a_branch() -> None:
    found = walk(Root(), np.array([2.0, 2.0]), BACK, WalkSettings())

    assert found.end in ("not-finite", "small-step")
    assert found.points[-1].unknowns[1] < 1.01


def test_a_singular_start_is_reported() -> None:
    class Flat(Plane):
        def residual(self, u: Array) -> Array:
            return 0.0 * u[:1]

        def gradient(self, u: Array) -> Array:
            return 0.0 * u

    assert walk(Flat(), np.zeros(2), BACK, WalkSettings()).end == "singular"
