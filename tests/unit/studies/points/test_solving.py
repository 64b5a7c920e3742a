"""solve: Newton's method where it works, damped where it does not, within bounds."""

import numpy as np
import pytest

from simnon.program import Array
from simnon.source import UserError
from simnon.studies.points.solving import Equations, solve

FREE = np.array([np.inf])


def scalar(function: Equations, start: float, low: float = -np.inf, high: float = np.inf) -> float:
    found = solve(function, np.array([start]), np.ones(1), np.array([low]), np.array([high]))
    return float(found.unknowns[0])


def arc_tangent(x: Array) -> tuple[Array, Array]:
    return np.arctan(x), np.diag(1.0 / (1.0 + x * x))


def test_a_step_that_would_lead_away_is_shortened() -> None:
    assert scalar(arc_tangent, 20.0) == pytest.approx(0.0, abs=1e-10)


def test_a_bound_is_not_crossed() -> None:
    assert scalar(arc_tangent, 20.0, low=3.0) == 3.0


def test_linear_equations_need_one_step() -> None:
    matrix = np.array([[2.0, 1.0], [1.0, 3.0]])
    found = solve(lambda x: (matrix @ x - [3.0, 4.0], matrix), np.zeros(2), np.ones(2), -np.ones(2) * 9, np.ones(2) * 9)

    assert found.unknowns == pytest.approx([1.0, 1.0], abs=1e-14)
    assert found.iterations <= 2


def test_equations_that_contradict_each_other_are_met_as_well_as_they_can_be() -> None:
    matrix = np.array([[1.0], [1.0]])
    found = solve(lambda x: (matrix @ x - [1.0, 3.0], matrix), np.zeros(1), np.ones(1), -FREE, FREE)

    assert found.unknowns == pytest.approx([2.0])
    assert found.residuals == pytest.approx([1.0, -1.0])


def test_a_step_out_of_the_domain_is_shortened() -> None:
    def logarithm(x: Array) -> tuple[Array, Array]:
        if x[0] <= 0.0:
            raise UserError("outside", "no logarithm", "")
        return np.log(x), np.diag(1.0 / x)

    assert scalar(logarithm, 10.0) == pytest.approx(1.0)


def test_the_others_make_up_for_an_unknown_at_its_bound() -> None:
    """The columns are nearly parallel: the step that ignores the bound and is cut off leads away."""
    matrix = np.array([[1.0, 1.0], [1.0, 1.1], [0.0, 0.05]])
    right = np.array([3.0, 3.1, 0.2])
    low, high = np.array([-9.0, -9.0]), np.array([9.0, 0.5])
    found = solve(lambda x: (matrix @ x - right, matrix), np.array([0.0, 0.0]), np.ones(2), low, high)

    assert found.unknowns[1] == 0.5
    assert found.unknowns[0] == pytest.approx(np.mean(right[:2] - matrix[:2, 1] * 0.5), abs=1e-12)
    assert found.iterations <= 3


def test_a_step_that_is_hardly_shorter_than_one_that_failed_is_not_tried() -> None:
    """Each attempt may be a run of the model."""
    tried: list[float] = []

    def counted(x: Array) -> tuple[Array, Array]:
        tried.append(float(x[0]))
        return arc_tangent(x)

    scalar(counted, 3.0)

    assert tried[1] == pytest.approx(3.0 - 10.0 * np.arctan(3.0))
    assert abs(tried[2] - 3.0) < 0.9 * abs(tried[1] - 3.0)
