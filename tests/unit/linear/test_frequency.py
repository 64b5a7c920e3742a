"""Frequency responses, margins, singular values and Padé approximations of linear models."""

import math

import numpy as np
import pytest

from simnon import SimnonError
from simnon.linear import state_space, transfer_function


def test_the_response_of_a_large_model_agrees_with_a_direct_solution() -> None:
    random = np.random.default_rng(3)
    a, b, c = random.normal(size=(40, 40)) - 8 * np.eye(40), random.normal(size=(40, 2)), random.normal(size=(3, 40))
    model = state_space(a, b, c, np.ones((3, 2)))

    found = model.frequency_response([0.1, 3.0, 200.0])

    for frequency, value in zip(found.frequencies, found.values, strict=True):
        direct = c @ np.linalg.solve(1j * frequency * np.eye(40) - a, b) + 1
        assert np.abs(value - direct).max() < 1e-12 * np.abs(direct).max()


def test_the_response_of_an_integrator_at_its_pole_is_not_finite_and_warns_of_nothing() -> None:
    assert not np.isfinite(transfer_function([1], [1, 1, 0]).frequency_response([0.0, 1.0]).values[0, 0, 0])


def test_chosen_frequencies_show_a_narrow_resonance_at_its_full_height() -> None:
    model = transfer_function([1], np.polymul([1, 2e-5, 1], [100, 1]).tolist())

    found = model.frequency_response()

    assert found.gain.max() == pytest.approx(1 / (2e-5 * 100), rel=0.05)
    assert found.frequencies[0] < 0.01
    assert found.frequencies[-1] > 1
    assert len(found.frequencies) < 1500


def test_chosen_frequencies_of_a_sampled_model_end_at_the_nyquist_frequency() -> None:
    found = transfer_function([1], [1, -0.9], period=0.5).frequency_response()

    assert found.frequencies[-1] == pytest.approx(math.pi / 0.5)
    assert found.values[-1, 0, 0] == pytest.approx(1 / (-1 - 0.9))


@pytest.mark.parametrize(
    ("numerator", "denominator", "delay", "first"),
    [
        ([1], [1, 0, 0, 0], 0.0, -270),
        ([-1], [1, 1], 0.0, -180),
        ([1, 0, 0], [1, 2, 1], 0.0, 180),
        ([1], [1, 0], 1.0, -90),
        ([5], [1, 0, 0], 0.0, -180),
    ],
)
def test_phases_begin_where_integrations_and_signs_say(
    numerator: list[float], denominator: list[float], delay: float, first: float
) -> None:
    phase = transfer_function(numerator, denominator, delay=delay).frequency_response([1e-4, 2e-4, 1.0]).phase

    assert phase[0, 0, 0] == pytest.approx(first, abs=0.1)


def test_the_phase_of_a_delay_falls_without_jumps() -> None:
    found = transfer_function([1], [1, 1], delay=1).frequency_response()

    last = found.frequencies[-1]
    assert found.phase[-1, 0, 0] == pytest.approx(-math.degrees(math.atan(last) + last))


def test_margins_of_the_third_order_textbook_loop() -> None:
    # k/(s+1)^3: L is -k/8 at sqrt(3); |L| is 1 where (1 + w^2)^3 = k^2.
    found = transfer_function([4], [1, 3, 3, 1]).margins()

    crossover = math.sqrt(4 ** (2 / 3) - 1)
    assert found.gain_margin == pytest.approx(2, rel=1e-12)
    assert found.phase_crossover == pytest.approx(math.sqrt(3), rel=1e-12)
    assert found.gain_crossover == pytest.approx(crossover, rel=1e-12)
    assert found.phase_margin == pytest.approx(180 - 3 * math.degrees(math.atan(crossover)), rel=1e-11)
    assert found.is_stable
    assert not transfer_function([8.1], [1, 3, 3, 1]).margins().is_stable


def test_a_margin_without_a_limit_is_called_infinite() -> None:
    lines = str(transfer_function([0.5], [1, 1]).margins()).splitlines()

    assert lines[:3] == ["gain margin   infinite", "phase margin  infinite", "delay margin  infinite"]


def test_margins_of_a_delayed_integrator_are_exact() -> None:
    # k e^-s/s: |L| is 1 at k, and -180 degrees are reached at pi/2.
    found = transfer_function([0.4], [1, 0], delay=1).margins()

    assert found.gain_crossover == pytest.approx(0.4, rel=1e-12)
    assert found.phase_margin == pytest.approx(90 - math.degrees(0.4), rel=1e-12)
    assert found.gain_margin == pytest.approx(math.pi / 2 / 0.4, rel=1e-12)
    assert found.delay_margin == pytest.approx((math.pi / 2 - 0.4) / 0.4, rel=1e-12)
    assert len(found.phase_crossings) > 3


def test_the_peak_of_a_second_order_complementary_sensitivity_is_known() -> None:
    # w^2/(s (s + 2 z w)) closes to a second-order system with peak 1/(2 z sqrt(1 - z^2)).
    damping = 0.2
    found = transfer_function([9], [1, 2 * damping * 3, 0]).margins()

    assert found.complementary_peak == pytest.approx(1 / (2 * damping * math.sqrt(1 - damping**2)), rel=1e-12)
    assert found.complementary_frequency == pytest.approx(3 * math.sqrt(1 - 2 * damping**2), rel=1e-6)
    assert math.isinf(found.gain_margin)
    expected = math.degrees(math.atan(2 * damping / math.sqrt(math.sqrt(1 + 4 * damping**4) - 2 * damping**2)))
    assert found.phase_margin == pytest.approx(expected, rel=1e-10)


def test_a_conditionally_stable_loop_has_a_lower_gain_margin() -> None:
    # k (s+1)^2/s^3 is -2k at s = j, its only crossing: the loop is stable for k above 1/2.
    found = transfer_function([2, 4, 2], [1, 0, 0, 0]).margins()

    assert found.is_stable
    assert found.lower_gain_margin == pytest.approx(0.25, rel=1e-10)
    assert found.lower_crossover == pytest.approx(1, rel=1e-9)
    assert "\nlower margin  0.25 at 1 rad/s\n" in str(found)
    assert math.isinf(found.gain_margin)


def test_a_crossover_far_from_any_pole_is_found() -> None:
    assert transfer_function([1e6], [1, 1]).margins().gain_crossover == pytest.approx(1e6, rel=1e-9)
    assert transfer_function([1e-4], [1, 1, 0]).margins().gain_crossover == pytest.approx(1e-4, rel=1e-6)


def test_two_crossings_between_neighbours_of_the_grid_are_both_found() -> None:
    # A band-pass whose gain exceeds 1 by very little.
    gain = 1 + 1e-6
    found = transfer_function([gain * 0.2, 0], [1, 0.2, 1]).margins()

    assert len(found.gain_crossings) == 2
    assert found.gain_crossings[0][0] == pytest.approx(1, abs=1e-3)


def test_the_gain_margin_of_a_sampled_loop_can_lie_at_the_nyquist_frequency() -> None:
    # k/(z - 0.5) becomes unstable at z = -1 for k = 1.5.
    found = transfer_function([0.5], [1, -0.5], period=0.1).margins()

    assert found.gain_margin == pytest.approx(3, rel=1e-12)
    assert found.phase_crossover == pytest.approx(math.pi / 0.1)


def test_a_loop_that_is_negative_at_rest_has_a_margin_at_frequency_zero() -> None:
    found = transfer_function([-0.5], [1, 1]).margins()

    assert (found.gain_margin, found.phase_crossover) == pytest.approx((2.0, 0.0))


def test_a_loop_with_poles_on_the_axis_has_margins_and_singular_values() -> None:
    oscillator, double = transfer_function([0.5], [1, 0, 1]), transfer_function([1], [1, 0, 0])

    assert np.isinf(oscillator.singular_values([1.0])[1]).all()
    assert np.isfinite(oscillator.frequency_response().values).all()
    assert not oscillator.margins().is_stable
    # L is -1 at frequency 1: the closed loop oscillates.
    assert double.margins().sensitivity_peak > 1e6
    assert double.margins().phase_margin == pytest.approx(0.0, abs=1e-9)


def test_the_complementary_sensitivity_of_a_loop_that_integrates_is_at_least_1() -> None:
    found = transfer_function([0.1], [1, 1, 0]).margins()

    assert (found.complementary_peak, found.complementary_frequency) == (1.0, 0.0)


def test_the_peaks_of_a_loop_can_be_their_limits_at_high_frequencies() -> None:
    # |S| of 5/(s + 1) rises to 1; that of (0.9 s + 1)/(s + 10) falls to 1/1.9, and |T| rises to 0.9/1.9.
    proper, direct = transfer_function([5], [1, 1]).margins(), transfer_function([0.9, 1], [1, 10]).margins()

    assert (proper.sensitivity_peak, proper.sensitivity_frequency, proper.stability_margin) == (1.0, math.inf, 1.0)
    assert "Ms            1 at high frequencies" in str(proper)
    assert (direct.complementary_peak, direct.complementary_frequency) == pytest.approx((0.9 / 1.9, math.inf))


def test_a_negative_direct_term_limits_the_gain() -> None:
    # 1 + k (1 - 2 s)/(s + 3) loses its highest power at k = 1/2, where the pole leaves through infinity.
    found = transfer_function([-0.25, 0.1], [1, 3]).margins()

    assert (found.gain_margin, found.phase_crossover) == (4.0, math.inf)


def test_a_direct_term_through_a_delay_comes_by_the_negative_axis_again_and_again() -> None:
    found = transfer_function([0.5, 0.1], [1, 1], delay=2).margins()

    assert found.sensitivity_peak == pytest.approx(2.0, rel=1e-9)
    assert found.gain_margin == pytest.approx(2.0, rel=1e-9)


def test_a_crossover_below_all_poles_of_a_washout_is_found() -> None:
    # |30 s/(s + 0.2)| is 1 at 0.2/sqrt(899).
    found = transfer_function([30, 0], [1, 0.2]).margins()

    assert found.gain_crossover == pytest.approx(0.2 / math.sqrt(899), rel=1e-9)


def test_a_crossover_near_the_static_gain_of_a_sampled_loop_is_found() -> None:
    # |k/(z + 0.3)| is 0.99993 at rest and 1 where 1.09 + 0.6 cos(wh) = k^2, at 1/112 of the Nyquist frequency.
    k = 1.3 * 0.99993
    found = transfer_function([k], [1, 0.3], period=0.1).margins()

    assert found.gain_crossover == pytest.approx(math.acos((k**2 - 1.09) / 0.6) / 0.1, rel=1e-9)


def test_a_crossover_after_a_thousand_turns_of_the_delay_is_found() -> None:
    loop = transfer_function([300], [1, 1], delay=4)
    far = transfer_function([1e6], [1, 1], delay=4)

    assert loop.margins().gain_crossover == pytest.approx(math.sqrt(300**2 - 1), rel=1e-12)
    assert 1.0 < loop.margins().gain_margin < 1.01
    assert far.margins().gain_crossover == pytest.approx(1e6, rel=1e-9)


def test_states_without_effect_leave_the_value_at_rest() -> None:
    # An integrator that the output does not show: the loop is -0.5/(s + 1).
    model = state_space([[-1, 0], [0, 0]], [[1], [1]], [[-0.5, 0]])

    found = model.margins()

    assert (found.gain_margin, found.phase_crossover) == pytest.approx((2.0, 0.0))
    assert found.sensitivity_peak == pytest.approx(2.0)


def test_a_response_along_the_axis_does_not_cross_it() -> None:
    for loop in (transfer_function([1], [1, 0, 0]), transfer_function([0.046669], [1, 0, 0.004375])):
        assert loop.margins().phase_crossings == ()


def test_margins_of_several_signals_are_refused() -> None:
    with pytest.raises(SimnonError, match=r"one input and one output.*select"):
        state_space([[-1]], [[1, 1]], [[1]]).margins()


def test_singular_values_of_a_rotation_are_equal() -> None:
    model = state_space(-np.eye(2), [[3, 4], [-4, 3]], np.eye(2))

    _, values = model.singular_values([0.0, 1.0])

    assert values == pytest.approx(np.array([[5.0, 5.0], [5 / math.sqrt(2)] * 2]))


@pytest.mark.parametrize("order", [1, 2, 5, 12])
def test_a_pade_approximation_is_all_pass_and_agrees_at_low_frequencies(order: int) -> None:
    exact, rational = transfer_function([1], [1], delay=2), transfer_function([1], [1], delay=2).without_delays(order)

    grid = np.array([0.1, 0.3, 5.0])
    found = rational.frequency_response(grid).values[:, 0, 0]

    assert len(rational.states) == order
    assert np.abs(found) == pytest.approx(np.ones(3), rel=1e-9)
    # The error begins with (s lag)^(2 order + 1).
    assert abs(found[1] - exact.frequency_response(grid).values[1, 0, 0]) < 0.6 ** (2 * order + 1)


@pytest.mark.parametrize(
    ("frequencies", "message"),
    [([2.0, 1.0], "increasing"), ([-1.0], "not negative"), ([100.0], "Nyquist"), ("abc", "rad/s"), ([], "rad/s")],
)
def test_wrong_frequencies_are_reported(frequencies: list[float], message: str) -> None:
    with pytest.raises(SimnonError, match=message):
        transfer_function([1], [1, -0.5], period=1).frequency_response(frequencies)


def test_the_order_of_an_approximation_must_be_given_if_and_only_if_it_has_one() -> None:
    with pytest.raises(SimnonError, match="expected the order"):
        transfer_function([1], [1, 1], delay=1).without_delays()
    with pytest.raises(SimnonError, match="exact states"):
        transfer_function([1], [1, 1], delay=1, period=1).without_delays(3)
    with pytest.raises(SimnonError, match="from 1 to 20"):
        transfer_function([1], [1, 1], delay=1).without_delays(0)
