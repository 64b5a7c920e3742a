"""optimise: known optima by every method, with bounds, constraints, errors of runs and runs that fail."""

import math

import numpy as np
import pytest

from simnon.source import UserError
from simnon.studies import METHODS, Interrupted, Measured, Problem, SearchOptions, optimise

Array = np.typing.NDArray[np.float64]
SQUARE = Problem((1.2, 1.0), (-2.0, -2.0), (2.0, 2.0))


def rosenbrock(point: Array) -> Measured:
    x, y = point.tolist()
    return Measured(100 * (y - x**2) ** 2 + (1 - x) ** 2)


def valley(point: Array) -> Measured:
    x, y = point.tolist()
    return Measured((x - 0.5) ** 2 + 2 * y**2 + x * y)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_bottom_of_a_curved_valley(method: str) -> None:
    problem = Problem((-1.2, 1.0), (-2.0, -2.0), (2.0, 2.0))

    optimum = optimise(rosenbrock, problem, SearchOptions(method, most_runs=6000))

    assert optimum.best.point == pytest.approx((1, 1), abs=2e-4)
    assert optimum.is_converged
    assert optimum.is_feasible


@pytest.mark.parametrize("method", ["quadratic", "gradient"])
@pytest.mark.parametrize("unit", [1e-12, 1e12])
def test_the_optimum_does_not_depend_on_the_unit_of_the_loss(method: str, unit: float) -> None:
    def measure(point: Array) -> Measured:
        return Measured(unit * rosenbrock(point).loss)

    optimum = optimise(measure, Problem((-1.2, 1.0), (-2.0, -2.0), (2.0, 2.0)), SearchOptions(method))

    assert optimum.best.point == pytest.approx((1, 1), abs=2e-4)


@pytest.mark.parametrize("method", METHODS)
def test_the_errors_of_runs_do_not_mislead_the_search(method: str) -> None:
    random = np.random.default_rng(1)

    def noisy(point: Array) -> Measured:
        return Measured(valley(point).loss + 1e-6 * random.standard_normal())

    optimum = optimise(noisy, SQUARE, SearchOptions(method))

    assert optimum.best.point == pytest.approx((4 / 7, -1 / 7), abs=5e-3)


@pytest.mark.parametrize("method", METHODS)
def test_a_failed_run_is_no_optimum_and_does_not_end_the_search(method: str) -> None:
    def failing(point: Array) -> Measured:
        return Measured(math.nan) if point[0] > 1.5 else Measured((point[0] - 1.45) ** 2 + point[1] ** 2)

    optimum = optimise(failing, Problem((0.0, 1.0), (-2.0, -2.0), (2.0, 2.0)), SearchOptions(method))

    assert optimum.best.point == pytest.approx((1.45, 0), abs=1e-3)


@pytest.mark.parametrize("method", METHODS)
def test_an_optimum_at_a_bound_is_found_and_no_trial_lies_outside(method: str) -> None:
    problem = Problem((1.5, 1.0), (1.0, -0.1), (2.0, 2.0))

    optimum = optimise(valley, problem, SearchOptions(method))

    assert optimum.best.point == pytest.approx((1, -0.1), abs=1e-5)
    assert all(1 <= x <= 2 and -0.1 <= y <= 2 for x, y in (trial.point for trial in optimum.trials))


@pytest.mark.parametrize("method", ["quadratic", "gradient", "global", "multiplier"])
def test_an_inequality_is_satisfied(method: str) -> None:
    """The point of the circle around the origin that is nearest to (2, 1)."""

    def measure(point: Array) -> Measured:
        x, y = point.tolist()
        return Measured((x - 2) ** 2 + (y - 1) ** 2, (x * x + y * y - 1,))

    optimum = optimise(measure, Problem((0.0, 0.0), (-2.0, -2.0), (2.0, 2.0), 1), SearchOptions(method))

    assert optimum.is_feasible
    assert optimum.best.point == pytest.approx((2 / math.sqrt(5), 1 / math.sqrt(5)), abs=1e-4)


@pytest.mark.parametrize("method", ["quadratic", "gradient", "multiplier"])
def test_an_equality_is_satisfied_without_bounds(method: str) -> None:
    def measure(point: Array) -> Measured:
        return Measured(float(point @ point), (), (float(point.sum()) - 3,))

    free = (math.inf,) * 3
    problem = Problem((0.0, 0.0, 0.0), (-math.inf,) * 3, free, 0, 1)

    optimum = optimise(measure, problem, SearchOptions(method))

    assert optimum.best.point == pytest.approx((1, 1, 1), abs=1e-4)
    assert optimum.is_feasible


@pytest.mark.parametrize("method", ["quadratic", "multiplier"])
def test_infeasible_constraints_are_reported(method: str) -> None:
    def measure(point: Array) -> Measured:
        return Measured(float(point[0]), (float(point[0] ** 2 + 1),))

    optimum = optimise(measure, Problem((1.0,), (-2.0,), (2.0,), 1), SearchOptions(method))

    assert not optimum.is_feasible
    assert optimum.best.point == pytest.approx((0,), abs=1e-3)


def test_only_a_global_search_finds_the_better_of_two_valleys() -> None:
    def measure(point: Array) -> Measured:
        x = float(point[0])
        return Measured((x * x - 1) ** 2 + 0.2 * x)

    problem = Problem((1.0,), (-2.0,), (2.0,))

    assert optimise(measure, problem).best.point[0] > 0
    assert optimise(measure, problem, SearchOptions("global")).best.point[0] < -1


def test_the_search_ends_at_its_limit_of_runs() -> None:
    optimum = optimise(rosenbrock, SQUARE, SearchOptions(most_runs=20))

    assert len(optimum.trials) == 20
    assert not optimum.is_converged
    assert optimum.why == "the limit of 20 runs was reached"
    assert optimum.best == min(optimum.trials, key=lambda trial: trial.measured.loss)
    assert optimum.trials[optimum.improvements[-1]] == optimum.best


def test_an_interruption_returns_the_best_so_far() -> None:
    runs: list[Array] = []

    def measure(point: Array) -> Measured:
        runs.append(point)
        if len(runs) == 7:
            raise Interrupted
        return valley(point)

    optimum = optimise(measure, SQUARE)

    assert len(optimum.trials) == 6
    assert optimum.why == "it was interrupted"


def test_an_interruption_before_the_first_trial_is_an_error() -> None:
    def measure(_: Array) -> Measured:
        raise Interrupted

    with pytest.raises(UserError, match="interrupted in its first run"):
        optimise(measure, SQUARE)


def test_the_same_search_makes_the_same_trials() -> None:
    options = SearchOptions("global", most_runs=100, seed=3)

    assert optimise(valley, SQUARE, options) == optimise(valley, SQUARE, options)


@pytest.mark.parametrize(
    ("problem", "options", "message"),
    [
        (Problem((0.0,), (1.0,), (2.0,)), SearchOptions(), "starts at 0, outside 1 to 2"),
        (Problem((0.0,), (2.0,), (-2.0,)), SearchOptions(), "leave no values"),
        (Problem((0.0,), (-math.inf,), (2.0,)), SearchOptions("global"), "both bounds"),
        (Problem((0.0,), (-1.0,), (1.0,), 1), SearchOptions("simplex"), "takes no constraints"),
        (Problem((0.0,), (-1.0,), (1.0,)), SearchOptions("simplx"), "unknown search method 'simplx'"),
        (Problem((0.0,), (-1.0,), (1.0,)), SearchOptions(tolerance=0), "between 0 and 1"),
    ],
)
def test_an_invalid_search_is_rejected(problem: Problem, options: SearchOptions, message: str) -> None:
    with pytest.raises(UserError, match=message):
        optimise(valley, problem, options)


def test_a_start_without_a_loss_is_rejected() -> None:
    with pytest.raises(UserError, match="no loss at the starting point"):
        optimise(lambda _point: Measured(math.nan), SQUARE)


def with_slopes(point: Array) -> Measured:
    x, y = point.tolist()
    slopes = (-400 * x * (y - x**2) - 2 * (1 - x), 200 * (y - x**2))
    return Measured(rosenbrock(point).loss, slopes=(slopes,))


def test_slopes_that_are_measured_save_runs() -> None:
    problem = Problem((-1.2, 1.0), (-2.0, -2.0), (2.0, 2.0))
    with_them, without = (optimise(measure, problem) for measure in (with_slopes, rosenbrock))

    assert with_them.best.point == pytest.approx((1, 1), abs=2e-4)
    assert len(with_them.trials) < 0.5 * len(without.trials)


@pytest.mark.parametrize("method", ["auto", "gradient", "multiplier"])
def test_slopes_of_constraints_are_used(method: str) -> None:
    def measure(point: Array) -> Measured:
        x, y = point.tolist()
        return Measured(x + y, (x * x + y * y - 2.0,), slopes=((1.0, 1.0), (2 * x, 2 * y)))

    optimum = optimise(measure, Problem((0.5, -0.2), (-5.0, -5.0), (5.0, 5.0), 1), SearchOptions(method))

    assert optimum.best.point == pytest.approx((-1, -1), abs=2e-4)
    assert optimum.is_converged


def test_slopes_with_the_errors_of_runs_lead_to_the_optimum() -> None:
    random = np.random.default_rng(1)

    def measure(point: Array) -> Measured:
        found = with_slopes(point)
        slopes = tuple(value * (1 + 1e-5 * random.standard_normal()) for value in found.slopes[0])  # type: ignore[index]
        return Measured(found.loss + 1e-6 * random.standard_normal(), slopes=(slopes,))

    optimum = optimise(measure, Problem((-1.2, 1.0), (-2.0, -2.0), (2.0, 2.0)))

    assert optimum.best.point == pytest.approx((1, 1), abs=1e-2)
    assert optimum.is_converged
