"""accumulation: a series of events comes to rest at the limit of its times and states, once."""

import math

import pytest

from simnon.kernels import Control
from simnon.kernels.accumulation import AGAIN, AT_ONCE, can_rest, is_not_held, keep_event, rest_at_limit
from simnon.kernels.control import ENDLESS, LOGGED_ACCUMULATION
from simnon.program import Layout
from simnon.simulation import RunOptions

from .begun_runs import BegunRun, begun, state_slots

START, STOP = 1000.0, 2000.0


def series(*states: tuple[float, float, float]) -> BegunRun:
    """After a series of events; each state with its present value, and its values after the last two events."""
    run = begun(
        Layout(states=state_slots(len(states))),
        RunOptions(START, STOP, method="dopri5"),
        states=[now for now, _, _ in states],
    )
    for i, (_, last, before) in enumerate(states):
        run.work[run.control.last_event + i] = last
        run.work[run.control.last_event + len(states) + i] = before
    control = run.control
    control.time, control.reached, control.shrinking_ratio, control.rest = 1100.0, 1100.0, 0.25, 0.125
    control.near_events, control.is_cut, control.is_fresh, control.has_changed = ENDLESS, True, True, False
    control.shrinks, control.cluster = 7.0, 9.0
    return run


def after_others(part_of_run: float) -> Control:
    control = series().control
    control.time, control.accumulated = part_of_run * (STOP - START), 0.0
    return control


def test_a_series_can_rest_unless_one_has_just_ended_there() -> None:
    assert can_rest(series().control)
    assert can_rest(after_others(1.01 * AGAIN))
    assert not can_rest(after_others(AGAIN))


def test_events_that_are_not_a_series_cannot_rest() -> None:
    control = series().control
    control.near_events = ENDLESS - 1.0
    assert not can_rest(control)


def test_an_event_right_after_the_limit_shows_that_nothing_holds_the_run_there() -> None:
    assert is_not_held(after_others(AT_ONCE))
    assert not is_not_held(after_others(1.01 * AT_ONCE))
    control = after_others(0.5 * AT_ONCE)
    control.is_cut = False
    assert not is_not_held(control)


def test_states_rest_at_the_limits_of_their_geometric_series() -> None:
    run = series((1.0625, 1.125, 1.25))
    rest_at_limit(run.control, run.states, run.work, run.log)
    assert list(run.states) == [1.0]


@pytest.mark.parametrize(
    "shrinking",
    [(0.0625, 0.125, 0.25), (0.5625, 0.625, 0.75), (-0.5625, -0.625, -0.75), (1.0, 2.0, 1.0), (1.0, 0.0, 1.0)],
)
def test_a_limit_of_a_few_changes_is_zero(shrinking: tuple[float, float, float]) -> None:
    run = series((2.0, 2.0, 2.0), shrinking)
    rest_at_limit(run.control, run.states, run.work, run.log)
    assert list(run.states) == [2.0, 0.0]


def test_a_limit_of_four_changes_is_not_zero() -> None:
    run = series((0.0, 0.0, 0.0), (4.25, 5.25, 5.0), (-4.25, -5.25, -5.0))
    rest_at_limit(run.control, run.states, run.work, run.log)
    assert list(run.states) == [0.0, 4.0, -4.0]
    run = series((2.875, 3.0, 3.625))
    rest_at_limit(run.control, run.states, run.work, run.log)
    assert run.states[0] == 0.0


def test_the_run_continues_from_the_limit_without_near_events() -> None:
    run = series((1.0625, 1.125, 1.25))
    control = run.control
    rest_at_limit(control, run.states, run.work, run.log)

    assert control.time == control.reached == control.accumulated == 1100.125
    assert (control.near_events, control.shrinks, control.cluster) == (0.0, 0.0, 0.0)
    assert not control.is_cut
    assert not control.is_fresh
    assert control.has_changed
    assert run.logged() == [(1100.125, LOGGED_ACCUMULATION, 0.0, 0.0, 1.0, -1.0)]


def test_the_limit_is_not_beyond_the_next_instant() -> None:
    run = series((1.0, 1.0, 1.0))
    run.control.limit = 1100.0625
    rest_at_limit(run.control, run.states, run.work, run.log)
    assert run.control.time == 1100.0625


def test_before_any_series_nothing_has_accumulated() -> None:
    assert begun(Layout()).control.accumulated == -math.inf


def test_the_states_after_the_last_two_events_are_kept() -> None:
    run = series((1.0, 2.0, 3.0), (10.0, 20.0, 30.0))
    last = run.control.last_event
    keep_event(run.control, run.states, run.work)
    assert list(run.work[last : last + 4]) == [1.0, 10.0, 2.0, 20.0]
    run.control.is_cut = False
    keep_event(run.control, run.states, run.work)
    assert list(run.work[last : last + 4]) == [1.0, 10.0, 2.0, 20.0]
