"""steps: how long a step is, where it ends, and the states there."""

import math

import pytest

from simnon.kernels.control import ABSOLUTE, ENDLESS, NEW, TRIAL
from simnon.kernels.steps import (
    after_rejection,
    arrive,
    change_of_step,
    choose_first_step,
    few_digits,
    float_after,
    least_step,
    rough_power,
    shortest_step,
    spacing_at,
    step_between_floats,
    step_in_row,
)
from simnon.kernels.subset import Array
from simnon.program import Layout
from simnon.simulation import RunOptions

from .begun_runs import BegunRun, begun, put_entries, state_slots

ONE_STATE = Layout(states=state_slots(1))
TWO_STATES = Layout(states=state_slots(2))
ULP = 2.0**-52


@pytest.mark.parametrize("x", [1e-15, 3e-4, 0.7, 1.0, 5.0, 2e9])
@pytest.mark.parametrize("exponent", [-0.1, 0.1, -0.0625])
def test_a_rough_power_is_accurate_to_a_few_percent(x: float, exponent: float) -> None:
    assert rough_power(x, exponent) == pytest.approx(x**exponent, rel=0.061)


def test_a_rough_power_is_exact_if_it_is_a_power_of_two() -> None:
    assert rough_power(16.0, 0.25) == 2.0
    assert rough_power(2.0**-8, -0.125) == 2.0
    assert rough_power(1.0, -0.1) == 1.0


def test_an_error_at_the_tolerance_makes_the_next_step_slightly_shorter() -> None:
    assert change_of_step(1.0, 5.0) == 0.9


def test_the_change_of_step_follows_the_order() -> None:
    assert change_of_step(2.0**-8, 4.0) == 0.9 * 2.0
    assert change_of_step(2.0**8, 4.0) == 0.9 * 0.5


def test_a_step_becomes_at_most_five_times_longer_or_shorter() -> None:
    assert change_of_step(0.0, 5.0) == 5.0
    assert change_of_step(1e-12, 5.0) == 5.0
    assert change_of_step(1e12, 5.0) == 0.2
    assert change_of_step(math.inf, 5.0) == 0.2


def test_a_rejected_step_becomes_shorter_whatever_its_error() -> None:
    assert after_rejection(1.1, 0.95) == 0.9
    assert after_rejection(8.0, 0.3) == 0.3
    assert after_rejection(math.nan, 5.0) == 0.1


@pytest.mark.parametrize("time", [1.0, -1.0, 1000.0, 1e-3])
def test_the_spacing_is_the_distance_to_the_next_float(time: float) -> None:
    assert spacing_at(time) == math.ulp(time)


def test_the_spacing_at_zero_is_that_of_a_tiny_number() -> None:
    assert spacing_at(0.0) == math.ulp(1e-290)


def test_the_shortest_step_is_given_or_four_spacings() -> None:
    assert shortest_step(1.0, 0.0) == 4 * ULP
    assert shortest_step(1.0, 0.5) == 0.5


def test_equal_steps_do_not_drift() -> None:
    control = begun(ONE_STATE).control
    control.row_end = -1.0
    time = 0.0
    for k in range(1, 10_001):
        time += step_in_row(control, time, 0.1)
        assert time == k * 0.1
    assert control.row_steps == 10_000.0
    assert control.row_end == time


def test_a_row_of_steps_restarts_with_a_different_length_or_time() -> None:
    control = begun(ONE_STATE).control
    step_in_row(control, 1.0, 0.25)
    assert step_in_row(control, 1.25, 0.5) == 0.5
    assert (control.row_origin, control.row_step, control.row_steps, control.row_end) == (1.25, 0.5, 1.0, 1.75)
    assert step_in_row(control, 3.0, 0.5) == 0.5
    assert (control.row_origin, control.row_steps, control.row_end) == (3.0, 1.0, 3.5)


def test_a_step_is_as_long_as_the_time_advances() -> None:
    h = step_between_floats(1e6, 0.1)
    assert h != 0.1
    assert 1e6 + h - 1e6 == h == pytest.approx(0.1)


def test_the_float_after_a_time_is_never_too_early() -> None:
    assert float_after(1.0, 0.5) == 1.5
    assert float_after(1.0, 0.1 * ULP) == 1.0 + ULP
    assert float_after(1.0, 1.2 * ULP) == 1.0 + 2 * ULP
    assert float_after(1.0, 0.9 * ULP) == 1.0 + ULP


def test_the_least_step_goes_to_the_next_float_if_the_largest_step_allows_it() -> None:
    control = begun(ONE_STATE).control
    control.largest_step = ULP
    assert least_step(control, 1.0) == ULP
    assert least_step(control, -2.0) == 0.0


def test_few_digits_are_twenty_one() -> None:
    assert few_digits(0.75) == 0.75
    cut = few_digits(1.0 / 3.0)
    assert 1.0 / 3.0 - 2.0**-22 < cut < 1.0 / 3.0
    assert (cut * 2.0**22).is_integer()


def first_step(patch: pytest.MonkeyPatch, run: BegunRun, *slopes: float, by_time: float = 0.0) -> BegunRun:
    """Of x' = slope * x + by_time * t, with the derivatives of the start in place."""

    def times(time: float, states: Array, values: Array, out: Array) -> None:
        values[50] = by_time * time

    def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
        assert values[50] == by_time * time
        for i, slope in enumerate(slopes):
            out[i] = slope * states[i] + values[50]

    put_entries(patch, times=times, derivatives=derivatives)
    times(run.control.time, run.states, run.values, run.work)
    derivatives(run.control.time, run.states, run.values, run.work)
    choose_first_step(run.control, run.states, run.values, run.work)
    return run


def test_the_first_step_keeps_the_error_of_its_order_small(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = RunOptions(0.0, 50.0, method="dopri5", rtol=1e-3, atol=0.0)
    run = first_step(monkeypatch, begun(ONE_STATE, options, states=(2.0,)), -1.0)

    # Both the derivative and its change are one tolerance per thousandth of the unit of time.
    assert run.control.step == few_digits(rough_power(0.01 / 1000.0, 0.2))
    assert run.control.smallest_step == 1e-15 * 50.0
    assert run.control.evaluations == 1.0


def test_the_first_step_is_at_most_a_hundred_trial_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    options = RunOptions(0.0, 1e-5, method="dopri5", rtol=1e-3, atol=0.0)
    run = first_step(monkeypatch, begun(ONE_STATE, options, states=(2.0,)), -1.0)

    assert run.control.step == few_digits(100.0 * 1e-5)
    assert run.control.smallest_step == 1e-15 * 1e-5


def test_the_state_with_the_largest_change_determines_the_first_step(monkeypatch: pytest.MonkeyPatch) -> None:
    options = RunOptions(0.0, 50.0, method="dopri5", rtol=1e-3, atol=0.0)
    run = first_step(monkeypatch, begun(TWO_STATES, options, states=(1.0, 1.0)), -1.0, -10.0)

    # A step of 0.01 of the size over the slope, 1e-3, is tried; there x' has changed by a hundredth.
    assert run.control.step == few_digits(rough_power(0.01 / 1e5, 0.2))
    assert run.array_of_states(TRIAL) == [1.0 - 1e-3, 1.0 - 1e-2]


def test_tolerances_are_absolute_and_relative(monkeypatch: pytest.MonkeyPatch) -> None:
    options = RunOptions(0.0, 50.0, method="dopri5", rtol=1e-3, atol={"x0": 1.0, "x1": 3e-3})
    run = first_step(monkeypatch, begun(TWO_STATES, options, states=(-1.0, -1.0)), -1.0, -1.0)

    assert run.array_of_states(ABSOLUTE) == [1.0, 3e-3]
    assert run.control.step == pytest.approx(rough_power(0.01 / 250.0, 0.2), rel=1e-6)


@pytest.mark.parametrize(("state", "h"), [(0.9e-5, 1e-6), (1.5e-5, 0.01)])
def test_a_nearly_zero_state_is_tried_with_a_small_step(
    monkeypatch: pytest.MonkeyPatch, state: float, h: float
) -> None:
    options = RunOptions(0.0, 50.0, method="dopri5", rtol=1e-3, atol=1.0)
    run = first_step(monkeypatch, begun(ONE_STATE, options, states=(state,)), 1.0)

    assert run.array_of_states(TRIAL) == pytest.approx([state + h * state], rel=1e-10)


@pytest.mark.parametrize(("slope", "h"), [(0.9e-5, 1e-6), (1.5e-5, 0.01 / 1.5e-5)])
def test_a_nearly_zero_slope_is_tried_with_a_small_step(
    monkeypatch: pytest.MonkeyPatch, slope: float, h: float
) -> None:
    options = RunOptions(0.0, 5000.0, method="dopri5", rtol=1e-3, atol=1.0)
    run = first_step(monkeypatch, begun(ONE_STATE, options, states=(1.0,)), slope * 1.001)

    assert run.array_of_states(TRIAL) == pytest.approx([1.0 + h * slope], rel=1e-4)


def test_a_system_at_rest_starts_with_a_small_step(monkeypatch: pytest.MonkeyPatch) -> None:
    options = RunOptions(0.0, 1e6, method="dopri5")
    run = first_step(monkeypatch, begun(ONE_STATE, options, states=(1.0,)), 0.0)

    assert run.control.step == few_digits(1e-6)
    assert run.control.smallest_step == 1e-12 * run.control.step


def test_a_zero_state_is_tried_with_a_small_step(monkeypatch: pytest.MonkeyPatch) -> None:
    options = RunOptions(5.0, 6.0, method="dopri5", rtol=1e-3, atol=1.0)
    run = first_step(monkeypatch, begun(ONE_STATE, options), 0.0, by_time=1.0)

    assert run.array_of_states(TRIAL) == [5.0 * 1e-6]
    assert run.control.step == few_digits(100.0 * 1e-6)
    assert run.control.smallest_step == 1e-12 * run.control.step


def test_the_first_step_is_tried_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    options = RunOptions(1.0, 6.0, method="dopri5", rtol=1e-3, atol=0.0)
    run = first_step(monkeypatch, begun(ONE_STATE, options, states=(1.0,)), 0.0, by_time=1e-3)

    # The slope is one tolerance, and a step of 10 would be tried, but the run ends after 5.
    assert run.array_of_states(TRIAL) == [1.0 + 5.0 * 1e-3]
    assert run.array_of_states(1) == [6e-3]
    assert run.control.smallest_step == 1e-15 * 5.0
    assert run.control.step == few_digits(rough_power(0.01, 0.2))


def arriving(run: BegunRun, *, time: float, reached: float, is_cut: bool) -> None:
    run.set_states(NEW, 10.0, 11.0)
    run.set_states(TRIAL, 20.0, 21.0)
    run.set_states(6, 60.0, 61.0)
    control = run.control
    control.time, control.reached, control.is_cut = time, reached, is_cut
    control.is_fresh = True
    arrive(control, run.states, run.work)


def test_the_end_of_a_step_becomes_the_present() -> None:
    for last_stage, derivatives in [(6, [60.0, 61.0]), (1, [15.0, 16.0])]:
        run = begun(TWO_STATES)
        run.set_states(1, 15.0, 16.0)
        run.control.last_stage = last_stage
        arriving(run, time=1.0, reached=1.5, is_cut=False)

        assert run.control.time == 1.5
        assert list(run.states) == [10.0, 11.0]
        assert run.array_of_states(0) == derivatives
        assert run.control.is_fresh


def test_without_a_stage_at_the_end_the_derivatives_are_not_fresh() -> None:
    run = begun(TWO_STATES, RunOptions(0.0, 1.0, method="euler"))
    arriving(run, time=1.0, reached=1.5, is_cut=False)

    assert list(run.states) == [10.0, 11.0]
    assert run.array_of_states(0) == [0.0, 0.0]
    assert not run.control.is_fresh


def test_an_event_within_the_step_becomes_the_present() -> None:
    run = begun(TWO_STATES)
    run.control.step = 5.0
    run.control.event_time = 0.25
    run.control.interval = 0.75
    arriving(run, time=1.0, reached=1.25, is_cut=True)

    assert run.control.time == run.control.event_time == 1.25
    assert list(run.states) == [20.0, 21.0]
    assert not run.control.is_fresh
    assert (run.control.interval_before, run.control.interval) == (0.75, 1.0)
    assert run.control.step == 5.0


def test_the_step_after_an_event_is_at_most_ten_intervals() -> None:
    run = begun(TWO_STATES)
    run.control.step = 5.0
    run.control.event_time = 1.0
    arriving(run, time=1.0, reached=1.25, is_cut=True)

    assert run.control.step == 2.5
    assert run.control.near_events == 0.0


def test_events_that_can_hardly_be_distinguished_are_counted() -> None:
    run = begun(TWO_STATES)
    run.control.step = 5.0
    run.control.event_time = 1.0
    arriving(run, time=1.0, reached=1.0 + 64 * ULP, is_cut=True)
    assert run.control.near_events == 1.0
    assert run.control.step == 640 * ULP
    arriving(run, time=1.0, reached=1.0 + 65 * ULP, is_cut=True)
    assert run.control.near_events == 2.0
    assert run.control.step == 64 * ULP
    arriving(run, time=1.0, reached=1.0 + 130 * ULP, is_cut=True)
    assert run.control.near_events == 0.0


def bounces(run: BegunRun, *intervals: float) -> None:
    for interval in intervals:
        arriving(run, time=run.control.time, reached=run.control.time + interval, is_cut=True)


def bouncing(start: float = 0.0, stop: float = 100.0) -> BegunRun:
    run = begun(TWO_STATES, RunOptions(start, stop, method="dopri5"))
    run.control.event_time = start
    run.control.interval = 1.0
    run.control.interval_before = 2.0
    return run


def test_intervals_that_shrink_become_a_series_with_a_sum() -> None:
    run = bouncing()
    bounces(run, 0.5, 0.25, 0.125)
    assert run.control.shrinks == 3.0
    assert run.control.shrinking_ratio == 0.25
    assert run.control.rest == 0.0
    bounces(run, 0.0625)
    assert run.control.shrinks == 4.0
    assert run.control.rest == pytest.approx(0.0625)
    assert run.control.near_events == 0.0


def test_an_interval_that_shrinks_too_little_or_too_much_ends_a_series() -> None:
    run = bouncing()
    bounces(run, 0.5, 0.25)
    bounces(run, 0.971 * 0.5)
    assert run.control.shrinks == 0.0
    run = bouncing()
    bounces(run, 0.5, 0.25)
    assert run.control.shrinks == 2.0
    bounces(run, 0.024 * 0.5)
    assert run.control.shrinks == 0.0
    run = bouncing()
    bounces(run, 0.5, 0.25, 0.026 * 0.5)
    assert run.control.shrinks == 3.0


@pytest.mark.parametrize(("span", "is_over"), [(0.0626e11, True), (0.0624e11, False)])
def test_a_series_is_over_if_its_sum_is_near_relative_to_the_run(span: float, is_over: bool) -> None:
    run = bouncing(start=1e6, stop=1e6 + span)
    bounces(run, 0.5, 0.25, 0.125)
    assert run.control.near_events == 0.0
    bounces(run, 0.0625)
    assert run.control.near_events == (ENDLESS if is_over else 0.0)


def test_a_series_is_over_if_its_sum_is_near_relative_to_floats() -> None:
    run = bouncing(start=1.0, stop=1.0 + 1e-9)
    run.control.interval, run.control.interval_before = 4096 * ULP, 8192 * ULP
    bounces(run, 2048 * ULP, 1024 * ULP, 512 * ULP, 256 * ULP, 128 * ULP)
    assert (run.control.shrinks, run.control.near_events) == (5.0, 0.0)
    bounces(run, 65 * ULP)
    assert run.control.near_events == 0.0
    run.control.shrinks = 4.0
    run.control.interval = 64 * ULP
    run.control.interval_before = 260 * ULP
    bounces(run, 65 * ULP)
    assert run.control.rest <= 64 * ULP
    assert run.control.near_events == ENDLESS
