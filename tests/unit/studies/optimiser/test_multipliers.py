"""The multiplier method: known optima with known multipliers, whatever the units, and an end if there is none."""

import math

import numpy as np
import pytest

from simnon.studies import Measured, Optimum, Problem, SearchOptions, optimise

Array = np.typing.NDArray[np.float64]
METHOD = SearchOptions("multiplier")
FREE = ((-math.inf,) * 3, (math.inf,) * 3)


def on_a_plane(loss: float = 1.0, constraint: float = 1.0, noise: float = 0.0) -> Optimum:
    """The point of the plane x + y + z = 3 that is nearest to the origin, in other units: its multiplier is -2."""
    random = np.random.default_rng(1)

    def measure(point: Array) -> Measured:
        errors = noise * random.standard_normal(2)
        return Measured(loss * (float(point @ point) + errors[0]), (), (constraint * (point.sum() - 3 + errors[1]),))

    return optimise(measure, Problem((0.5, 0.5, 0.5), *FREE, 0, 1), METHOD)


@pytest.mark.parametrize(("loss", "constraint"), [(1.0, 1.0), (1e6, 1e-3), (1e-6, 1e3)])
def test_optimum_and_multiplier_do_not_depend_on_units(loss: float, constraint: float) -> None:
    optimum = on_a_plane(loss, constraint)

    assert optimum.best.point == pytest.approx((1, 1, 1), abs=1e-4)
    assert optimum.multipliers == pytest.approx((-2 * loss / constraint,), rel=1e-4)
    assert optimum.is_converged
    assert optimum.is_feasible


def test_the_errors_of_runs_do_not_mislead_the_multiplier() -> None:
    optimum = on_a_plane(noise=1e-7)

    assert optimum.best.point == pytest.approx((1, 1, 1), abs=5e-3)
    assert optimum.multipliers == pytest.approx((-2,), rel=1e-2)


def test_several_constraints_and_bounds_have_the_known_multipliers() -> None:
    """Problem 71 of Hock and Schittkowski (1981)."""

    def measure(point: Array) -> Measured:
        a, b, c, d = point.tolist()
        return Measured(a * d * (a + b + c) + c, (25 - a * b * c * d,), (float(point @ point) - 40,))

    optimum = optimise(measure, Problem((1.0, 5.0, 5.0, 1.0), (1.0,) * 4, (5.0,) * 4, 1, 1), METHOD)

    assert optimum.best.measured.loss == pytest.approx(17.0140173, rel=1e-5)
    assert optimum.best.point == pytest.approx((1, 4.7429994, 3.8211503, 1.3794082), abs=1e-3)
    assert optimum.multipliers == pytest.approx((0.5522937, 0.1614686), rel=1e-3)


def test_the_multiplier_of_a_constraint_that_does_not_bind_is_zero() -> None:
    def measure(point: Array) -> Measured:
        return Measured(float((point[0] - 0.5) ** 2), (float(point[0] - 2),))

    optimum = optimise(measure, Problem((3.0,), (-5.0,), (5.0,), 1), METHOD)

    assert optimum.best.point == pytest.approx((0.5,), abs=1e-4)
    assert optimum.multipliers == pytest.approx((0,), abs=1e-9)
    assert optimum.is_converged


def test_a_multiplier_is_the_gain_from_relaxing_its_constraint() -> None:
    def smallest(allowed: float) -> Optimum:
        def measure(point: Array) -> Measured:
            x, y = point.tolist()
            return Measured((x - 2) ** 2 + (y - 1) ** 2, (x * x + y * y - allowed,))

        return optimise(measure, Problem((0.0, 0.0), (-2.0, -2.0), (2.0, 2.0), 1), METHOD)

    tight, relaxed = smallest(1.0), smallest(1.001)

    gain = (tight.best.measured.loss - relaxed.best.measured.loss) / 0.001
    assert tight.multipliers[0] == pytest.approx(math.sqrt(5) - 1, rel=1e-3)
    assert tight.multipliers[0] == pytest.approx(gain, rel=1e-2)
