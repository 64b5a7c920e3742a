"""due_events: an event is due when its condition becomes true, a sampler at its time or by a trigger."""

import math

import pytest

from simnon.kernels.control import (
    LOGGED_SLOT,
    LOGGED_STATE,
    LOGGED_STOP,
)
from simnon.kernels.due_events import (
    apply_due,
    find_due,
    has_event_due,
    is_finite,
    is_stuck,
)
from simnon.kernels.subset import Array
from simnon.program import (
    Layout,
    SamplerSlots,
    StopSlots,
)

from .begun_runs import BegunRun, Entry, nothing, put_entries, state_slots
from .instants import EVENTS, NOW, SAMPLED, TOLERANCE, ULP, events_of_test, instant, truths


def due(run: BegunRun) -> int:
    return find_due(*run.model, run.log, TOLERANCE)


def marked(run: BegunRun, first: int, count: int) -> list[float]:
    return list(run.work[first : first + count])


def test_an_event_is_due_when_its_condition_becomes_true(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(states=state_slots(2), events=EVENTS), conditions=truths(1.0, 1.0))
    run.work[run.control.truths + 1] = 1.0
    assert due(run) == 1
    assert marked(run, run.control.events_due, 2) == [1.0, 0.0]
    assert has_event_due(run.control, run.work)
    assert due(run) == 0
    assert marked(run, run.control.events_due, 2) == [0.0, 0.0]
    assert not has_event_due(run.control, run.work)
    put_entries(monkeypatch, conditions=truths(0.0, 1.0))
    assert due(run) == 0
    assert marked(run, run.control.truths, 2) == [0.0, 1.0]
    put_entries(monkeypatch, conditions=truths(1.0, 1.0))
    assert due(run) == 1
    assert run.control.samples == 0.0


def test_the_second_event_alone_is_due_too(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(states=state_slots(2), events=EVENTS), conditions=truths(0.0, 1.0))
    assert due(run) == 1
    assert marked(run, run.control.events_due, 2) == [0.0, 1.0]
    assert has_event_due(run.control, run.work)


def test_a_stop_ends_the_run_when_its_condition_becomes_true(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = Layout(states=state_slots(2), events=EVENTS, stops=(StopSlots(2, ""), StopSlots(3, "")))
    run = instant(monkeypatch, layout, conditions=truths(1.0, 0.0, 1.0, 1.0))
    run.work[run.control.truths + 2] = 1.0
    assert due(run) == -1
    assert run.control.culprit == 1
    assert run.logged() == [(NOW, LOGGED_STOP, 1.0, 0.0, 1.0, -1.0)]
    assert due(run) == 0


def sampled(patch: pytest.MonkeyPatch, next_time: float, *triggers: float) -> tuple[int, list[float], float]:
    """How many are due, which samplers, and how many samples have been counted."""
    run = instant(patch, SAMPLED, conditions=truths(0.0, 0.0, *triggers))
    run.values[20] = next_time
    count = due(run)
    return count, marked(run, run.control.samplers_due, 2), run.control.samples


def test_a_sampler_is_due_at_its_next_instant_within_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sampled(monkeypatch, NOW + TOLERANCE, 0.0, 0.0, 0.0) == (1, [1.0, 0.0], 1.0)
    assert sampled(monkeypatch, NOW + 9 * ULP, 0.0, 0.0, 0.0) == (0, [0.0, 0.0], 0.0)
    assert sampled(monkeypatch, 1.0, 0.0, 0.0, 0.0) == (1, [1.0, 0.0], 1.0)


def test_a_sampler_is_due_when_one_of_its_triggers_becomes_true(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sampled(monkeypatch, 9.0, 1.0, 0.0, 0.0) == (1, [0.0, 1.0], 1.0)
    assert sampled(monkeypatch, 9.0, 0.0, 0.0, 1.0) == (1, [0.0, 1.0], 1.0)
    assert sampled(monkeypatch, NOW, 0.0, 1.0, 1.0) == (2, [1.0, 1.0], 1.0)


def test_without_conditions_none_are_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    def conditions(time: float, states: Array, values: Array, out: Array) -> None:
        raise AssertionError

    layout = Layout(samplers=(SamplerSlots("", 20, range(0), (), 0),))
    run = instant(monkeypatch, layout, conditions=conditions)
    assert due(run) == 1


def applied(patch: pytest.MonkeyPatch, *events_due: float, held: Entry = nothing) -> BegunRun:
    layout = Layout(states=state_slots(2), events=EVENTS)
    run = instant(patch, layout, states=(1.0, 2.0), events=events_of_test, held=held)
    for i, is_due in enumerate(events_due):
        run.work[run.control.events_due + i] = is_due
    apply_due(*run.model, run.log)
    return run


def test_events_that_are_due_together_are_applied_from_the_values_before(monkeypatch: pytest.MonkeyPatch) -> None:
    run = applied(monkeypatch, 1.0, 1.0)
    assert list(run.states) == [2.0, 1.0]
    assert list(run.values[40:42]) == [5.0, 6.0]
    assert run.logged() == [
        (NOW, LOGGED_STATE, 1.0, 2.0, 1.0, 0.0),
        (NOW, LOGGED_SLOT, 40.0, 0.0, 5.0, 0.0),
        (NOW, LOGGED_SLOT, 41.0, 0.0, 6.0, 0.0),
        (NOW, LOGGED_STATE, 0.0, 1.0, 2.0, 1.0),
    ]


def test_only_events_that_are_due_are_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    run = applied(monkeypatch, 0.0, 1.0)
    assert list(run.states) == [2.0, 2.0]
    assert list(run.values[40:42]) == [0.0, 0.0]
    run = applied(monkeypatch, 1.0, 0.0)
    assert list(run.states) == [1.0, 1.0]
    assert list(run.values[40:42]) == [5.0, 6.0]


def test_held_values_follow_the_assignments_of_events(monkeypatch: pytest.MonkeyPatch) -> None:
    def held(time: float, states: Array, values: Array, out: Array) -> None:
        values[50] = values[40] + states[0]

    assert applied(monkeypatch, 1.0, 1.0, held=held).values[50] == 7.0


def test_samplers_see_which_of_them_are_due(monkeypatch: pytest.MonkeyPatch) -> None:
    def sample(time: float, states: Array, values: Array, out: Array) -> None:
        values[50], values[51] = out[0], out[1]

    run = instant(monkeypatch, SAMPLED, sample=sample)
    run.work[run.control.samplers_due + 1] = 1.0
    apply_due(*run.model, run.log)
    assert list(run.values[50:52]) == [0.0, 1.0]


@pytest.mark.parametrize("state", [math.nan, math.inf, -math.inf])
def test_a_state_that_events_made_nonfinite_is_found(monkeypatch: pytest.MonkeyPatch, state: float) -> None:
    run = instant(monkeypatch, Layout(states=state_slots(2), events=EVENTS), states=(1.0, state))
    assert not is_finite(run.control, run.states)
    run.states[1] = 1e308
    assert is_finite(run.control, run.states)


def test_without_events_states_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(states=state_slots(1)), states=(math.nan,))
    assert is_finite(run.control, run.states)


def test_a_sampler_that_requests_its_next_sample_at_once_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = Layout(samplers=(SamplerSlots("", None, range(1), (), 0), SamplerSlots("", 20, range(1, 1), (), 0)))
    run = instant(monkeypatch, layout)
    run.values[-1] = -5.0

    def stuck(next_time: float, *samplers_due: float) -> bool:
        run.values[20] = next_time
        for i, is_due in enumerate(samplers_due):
            run.work[run.control.samplers_due + i] = is_due
        return is_stuck(run.control, run.plan, run.values, run.work, TOLERANCE)

    assert not stuck(NOW + 9 * ULP, 1.0, 1.0)
    assert run.control.culprit == 0
    assert not stuck(NOW, 1.0, 0.0)
    assert stuck(NOW + TOLERANCE, 0.0, 1.0)
    assert run.control.culprit == 1
    assert stuck(math.nan, 0.0, 1.0)
