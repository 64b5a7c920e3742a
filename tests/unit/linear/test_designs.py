"""Regulators and estimators: their gains, their poles, what they refuse."""

import math

import numpy as np
import pytest

from simnon import SimnonError
from simnon.linear import PID, LinearModel, fitted_process, output_feedback, state_space, transfer_function


def double_integrator() -> LinearModel:
    return state_space([[0, 1], [0, 0]], [[0], [1]], [[1, 0]], states=["position", "speed"])


def test_the_optimal_feedback_of_a_double_integrator_is_known() -> None:
    found = double_integrator().lqr(1, 1)

    assert pytest.approx(np.array([[1, math.sqrt(3)]])) == found.L
    assert sorted(found.poles.imag) == pytest.approx([-0.5, 0.5])
    assert found.cost == pytest.approx(np.array([[math.sqrt(3), 1], [1, math.sqrt(3)]]))
    assert found.reference_gain == pytest.approx(np.array([[1.0]]))


def test_the_kalman_filter_is_the_dual_of_the_optimal_feedback() -> None:
    model = double_integrator()
    dual = state_space(model.A.T, model.C.T, model.B.T)

    found = model.kalman([1, 4], 0.5)

    assert pytest.approx(dual.lqr([1, 4], 0.5).L) == found.K.T
    assert found.covariance == pytest.approx(dual.lqr([1, 4], 0.5).cost)


def test_sampled_designs_solve_the_scalar_riccati_equation() -> None:
    # S = a^2 S + q - (a b S)^2/(r + b^2 S) with a = b = q = r = 1: S is the golden ratio.
    model, golden = state_space([[1]], [[1]], [[1]], period=0.1), (1 + math.sqrt(5)) / 2

    feedback, estimator = model.lqr(1, 1), model.kalman(1, 1)

    assert feedback.cost == pytest.approx(np.array([[golden]]))
    assert pytest.approx(np.array([[1 / golden]])) == feedback.L
    assert estimator.covariance == pytest.approx(np.array([[golden]]))
    assert pytest.approx(np.array([[golden / (1 + golden)]])) == estimator.K


def test_a_cross_weight_shifts_the_optimal_feedback() -> None:
    # With Q = N R^-1 N' the cost is |u + N'x|^2, which u = -N'x makes zero.
    found = state_space([[-1]], [[1]], [[1]]).lqr(4, 1, [[2]])

    assert pytest.approx(np.array([[2.0]])) == found.L
    assert found.cost == pytest.approx(np.array([[0.0]]), abs=1e-12)


@pytest.mark.parametrize("poles", [[-1, -2], [-1 + 2j, -1 - 2j], [-3, -3]])
def test_poles_are_placed_repeated_ones_too(poles: list[complex]) -> None:
    model = double_integrator()

    feedback, estimator = model.pole_placement(poles), model.observer(poles)

    assert np.poly(feedback.poles) == pytest.approx(np.poly(poles))
    assert np.poly(estimator.poles) == pytest.approx(np.poly(poles))


def test_poles_of_two_inputs_can_be_repeated_twice() -> None:
    model = state_space([[0, 1, 0], [0, 0, 1], [1, 2, 3]], [[0, 0], [1, 0], [0, 1]], np.eye(3))

    assert np.poly(model.pole_placement([-1, -1, -2]).poles) == pytest.approx(np.poly([-1, -1, -2]))


def test_feedback_from_an_estimator_has_the_poles_of_both() -> None:
    model = state_space([[0, 1], [2, -1]], [[0], [1]], [[1, 0]], [[0.5]])
    feedback, estimator = model.pole_placement([-1, -2]), model.observer([-5, -6])

    found = output_feedback(feedback, estimator)
    loop = model.feedback(found.regulator(), sign=1)

    assert sorted(found.poles.real) == pytest.approx([-6, -5, -2, -1])
    assert sorted(loop.poles().real) == pytest.approx([-6, -5, -2, -1])


def test_a_first_order_process_with_delay_is_fitted_exactly() -> None:
    found = fitted_process(transfer_function([-3], [4, 1], delay=1.5))

    assert (found.gain, found.time_constant, found.delay) == pytest.approx((-3, 4, 1.5), rel=1e-6)


def test_an_integrating_process_is_fitted_by_its_slope_and_delay() -> None:
    # 2 e^-s/(s (1 + 0.5 s)): the apparent delay is 1.5.
    found = fitted_process(transfer_function([2], [0.5, 1, 0], delay=1))

    assert found.is_integrating
    assert (found.gain, found.delay) == pytest.approx((2, 1.5), rel=1e-6)


def test_lambda_tuning_cancels_the_pole_and_leaves_a_delayed_integrator() -> None:
    process = transfer_function([2], [5, 1], delay=1)

    found = process.lambda_tuning(3)

    # L = e^-s/(s (3 + 1)).
    assert pytest.approx((5 / (2 * 4), 5), rel=1e-6) == (found.K, found.TI)
    assert found.margins.gain_margin == pytest.approx(4 * math.pi / 2, rel=1e-5)
    assert found.poles.real.max() < 0


def test_lambda_tuning_of_integrating_processes_is_stable_with_the_time_asked_for() -> None:
    process = transfer_function([0.5], [1, 0], delay=0.2)

    for kind in ("PI", "PID"):
        found = process.lambda_tuning(2, kind)
        assert found.kind == kind
        assert found.poles[np.argmax(found.poles.real)].real == pytest.approx(-0.5, rel=0.15)


def test_ziegler_and_nichols_from_the_frequency_response() -> None:
    # 1/(s+1)^3 oscillates with the gain 8 at sqrt(3).
    found = transfer_function([1], [1, 3, 3, 1]).ziegler_nichols("PID", "frequency")

    time = 2 * math.pi / math.sqrt(3)
    assert pytest.approx((4.8, time / 2, time / 8)) == (found.K, found.TI, found.TD)


def test_ziegler_and_nichols_from_the_step_response() -> None:
    # The steepest tangent of 1/(s+1)^3 is at t = 2 with the slope 2 e^-2, where y = 1 - 5 e^-2.
    found = transfer_function([1], [1, 3, 3, 1]).ziegler_nichols("PI")

    slope, level = 2 * math.exp(-2), 1 - 5 * math.exp(-2)
    lag = 2 - level / slope
    assert pytest.approx((0.9 / (slope * lag), 3 * lag), rel=1e-5) == (found.K, found.TI)


def test_the_pi_regulator_with_the_largest_integral_gain_is_the_published_one() -> None:
    # Åström, Panagopoulos and Hägglund (1998), 1/(s+1)^3 with Ms = 2: K = 1.22, TI = 1.78.
    found = transfer_function([1], [1, 3, 3, 1]).pid_for_sensitivity(2.0)

    assert pytest.approx((1.22, 1.78), abs=0.005) == (found.K, found.TI)
    assert found.margins.sensitivity_peak == pytest.approx(2.0, rel=1e-9)


@pytest.mark.parametrize("kind", ["PI", pytest.param("PID", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "process",
    [
        transfer_function([1], [1, 1], delay=1),
        transfer_function([-2], [1, 1, 0], delay=0.1),
        transfer_function([1, -2], [1, 3, 2]),
        transfer_function([1], [1, 2, 1]).discretise(0.1),
    ],
    ids=["delay", "negative-integrator", "right-half-plane-zero", "sampled"],
)
def test_a_sensitivity_peak_is_met_and_no_other_integral_time_gives_a_larger_gain(
    process: LinearModel, kind: str
) -> None:
    found = process.pid_for_sensitivity(1.6, kind)

    assert found.margins.sensitivity_peak == pytest.approx(1.6, rel=1e-6)
    assert found.margins.is_stable
    for factor in (0.9, 1.1):
        time = factor * found.TI
        other = PID(process, found.K / found.TI * time, time, time / 4 if found.TD else 0.0)
        assert other.margins.sensitivity_peak > 1.6


@pytest.mark.parametrize(("poles", "delay", "peak"), [((-5.524, -0.355), 1.3293, 1.2), ((-0.908,), 0.20868, 1.4)])
def test_a_delay_whose_turns_have_peaks_of_nearly_the_same_height_keeps_the_peak(
    poles: tuple[float, ...], delay: float, peak: float
) -> None:
    denominator = np.poly(poles)

    found = transfer_function([denominator[-1]], denominator.tolist(), delay=delay).pid_for_sensitivity(peak, "PID")

    assert found.margins.sensitivity_peak == pytest.approx(peak, rel=1e-9)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda g: g.lqr(1, 0), "R: expected a positive definite"),
        (lambda g: g.lqr([[1, 2], [0, 1]], 1), "symmetric"),
        (lambda g: g.lqr([-1, 1], 1), "positive semidefinite"),
        (lambda g: g.lqr([1, 2, 3], 1), "2 numbers"),
        (lambda g: g.lqr(0, 1), "has no weight"),
        (lambda _: state_space([[1, 0], [0, -1]], [[0], [1]], [[1, 1]]).lqr(1, 1), "do not reach the unstable pole"),
        (lambda _: state_space([[1, 0], [0, -1]], [[1], [1]], [[0, 1]]).kalman(1, 1), "do not show the unstable pole"),
        (lambda _: state_space([[1, 0], [0, -1]], [[0], [1]], [[1, 1]]).pole_placement([-1, -2]), "1 of 2 states"),
        (lambda g: g.pole_placement([-1, -2 + 1j]), "conjugate of -2"),
        (lambda g: g.pole_placement([-1]), "2 numbers"),
        (lambda g: g.delayed(1).lqr(1, 1), "without delays"),
        (lambda g: output_feedback(g.lqr(1, 1), (2 * g).kalman(1, 1)), "different models"),
        (lambda g: g.lambda_tuning(1), "more than once"),
        (lambda _: transfer_function([1], [1, -1]).lambda_tuning(1), "unstable"),
        (lambda _: transfer_function([1], [1, 1]).lambda_tuning(0), "positive time"),
        (lambda _: transfer_function([1], [1, 1]).lambda_tuning(1, "PD"), "one of PI, PID"),
        (lambda _: transfer_function([1], [1, 1]).ziegler_nichols(), "no apparent delay"),
        (lambda _: transfer_function([1], [1, 1]).ziegler_nichols(method="frequency"), "never reaches"),
        (lambda _: transfer_function([1], [1, 1]).ziegler_nichols(method="guess"), "'step' or 'frequency'"),
        (lambda _: transfer_function([1], [1, 1]).pid_for_sensitivity(0.9), "above 1"),
        (lambda g: g.text("two words"), "cannot be the name"),
        (lambda _: transfer_function([1], [1]).lqr(1, 1), "with states"),
        (lambda _: transfer_function([1], [1]).observer([]), "with states"),
        (lambda _: transfer_function([2], [1]).ziegler_nichols(), "does not rise"),
        (lambda _: transfer_function([1], [1, 0, 1]).pid_for_sensitivity(1.5), "no PI regulator"),
    ],
)
def test_designs_that_have_no_answer_say_why(wrong: object, message: str) -> None:
    with pytest.raises(SimnonError, match=message):
        wrong(double_integrator())  # type: ignore[operator]


def test_a_state_that_the_output_does_not_show_is_named_as_the_cause() -> None:
    """The position of a motor is an integrator that its speed does not know of."""
    motor = state_space([[-2, 0], [1, 0]], [[4], [0]], [[1, 0]], states=["speed", "position"])

    with pytest.raises(SimnonError, match="LINEAR -MINIMAL, leaves them out"):
        motor.lambda_tuning(1)
    with pytest.raises(SimnonError, match="LINEAR -MINIMAL, leaves them out"):
        motor.pid_for_sensitivity(1.4)
    gain = motor.minimal().lambda_tuning(1).K
    assert gain == pytest.approx(0.25, rel=1e-3)


@pytest.mark.parametrize("peak", [1.25, 1.8])
def test_the_peak_of_a_process_that_allows_any_gain_is_met(peak: float) -> None:
    # A double lag with a PID: the loop crosses over beyond the features of the process.
    found = transfer_function([3.75], [1, 1.76, 0]).pid_for_sensitivity(peak, "PID").margins

    assert found.is_stable
    assert found.sensitivity_peak == pytest.approx(peak, rel=1e-3)
