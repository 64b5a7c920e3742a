"""recording: which records are due, where they are stored, and that no grid drifts."""

import pytest

from simnon.kernels.control import NEW, Control
from simnon.kernels.recording import NEVER, ROUNDING, plan_record, record_between, record_now, record_point, take_record
from simnon.kernels.subset import Array
from simnon.program import Layout
from simnon.simulation import RunOptions

from .begun_runs import BegunRun, begun, put_entries, state_slots

SLOTS = (40, 10)
LAYOUT = Layout(states=state_slots(2))


def line(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    n = control.state_count
    for i in range(n):
        out[i] = states[i] + fraction * (work[NEW * n + i] - states[i])


def outputs(time: float, states: Array, values: Array, out: Array) -> None:
    values[10], values[40] = states[0], 100.0 * states[1] + time


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> BegunRun:
    """A run from 2 to 5 that records a time variable and the first state every 0.25."""
    put_entries(monkeypatch, outputs=outputs, interpolate=line)
    run = begun(LAYOUT, RunOptions(2.0, 5.0, method="dopri5", spacing=0.25), states=(1.0, 7.0), stored=SLOTS)
    plan_record(run.control, run.work)
    return run


def test_records_are_counted_from_the_first_one(recorded: BegunRun) -> None:
    control = recorded.control
    assert control.next_record == 2.0
    control.records_due = 3.0
    plan_record(control, recorded.work)
    assert control.next_record == 2.75


@pytest.mark.parametrize("stop", [3.0 + 2e-7, 3.0 - 2e-7])
def test_rounding_does_not_lose_the_record_at_the_end(recorded: BegunRun, stop: float) -> None:
    control = recorded.control
    control.records_due, control.stop_time = 4.0, stop
    plan_record(control, recorded.work)
    assert control.next_record == stop
    control.stop_time = 3.0 + 3e-7
    plan_record(control, recorded.work)
    assert control.next_record == 3.0
    control.first_record, control.records_due, control.stop_time = 0.0, 0.0, ROUNDING * 0.25
    plan_record(control, recorded.work)
    assert control.next_record == control.stop_time


def test_given_times_are_recorded_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    put_entries(monkeypatch, outputs=outputs, interpolate=line)
    run = begun(LAYOUT, stored=SLOTS, times=(0.25, 0.5))
    found = []
    for due in range(3):
        run.control.records_due = due
        plan_record(run.control, run.work)
        found.append(run.control.next_record)

    assert found == [0.25, 0.5, NEVER]


def test_without_a_spacing_no_record_is_due_between_steps(recorded: BegunRun) -> None:
    recorded.control.spacing = 0.0
    plan_record(recorded.control, recorded.work)
    assert recorded.control.next_record == NEVER


def test_a_record_between_is_interpolated(recorded: BegunRun) -> None:
    control = recorded.control
    control.records_due = 3.0
    plan_record(control, recorded.work)
    recorded.set_states(NEW, 3.0, 9.0)
    control.time, control.taken, control.reached = 2.5, 0.5, 3.0

    assert record_between(*recorded.model, recorded.record)

    assert recorded.rows() == [(2.75, 100.0 * 8.0 + 2.75, 2.0)]
    assert control.next_record == 3.0
    assert control.time == 2.5
    assert list(recorded.states) == [1.0, 7.0]


def test_the_end_of_the_step_is_not_between(recorded: BegunRun) -> None:
    control = recorded.control
    control.time, control.taken, control.reached = 1.5, 0.5, 2.0

    assert not record_between(*recorded.model, recorded.record)
    assert recorded.rows() == []
    assert control.records_due == 0.0


def test_records_do_not_drift(monkeypatch: pytest.MonkeyPatch) -> None:
    put_entries(monkeypatch, outputs=outputs, interpolate=line)
    run = begun(LAYOUT, RunOptions(0.0, 2000.0, method="dopri5", spacing=0.1), stored=SLOTS)
    control = run.control
    plan_record(control, run.work)
    control.taken = control.reached = 2000.0
    for k in range(10_000):
        assert record_between(*run.model, run.record)
        assert run.rows()[0][0] == k * 0.1
        control.rows = 0.0


def test_a_record_due_now_is_taken_once(recorded: BegunRun) -> None:
    control = recorded.control
    record_now(control, recorded.plan, recorded.states, recorded.values, recorded.work, recorded.record)
    assert recorded.rows() == [(2.0, 702.0, 1.0)]
    assert control.next_record == 2.25
    record_now(control, recorded.plan, recorded.states, recorded.values, recorded.work, recorded.record)
    assert len(recorded.rows()) == 1


def test_a_record_on_the_grid_is_not_taken_twice_if_every_point_is_recorded(recorded: BegunRun) -> None:
    recorded.control.every_point = True
    record_now(recorded.control, recorded.plan, recorded.states, recorded.values, recorded.work, recorded.record)
    assert recorded.rows() == []
    assert recorded.control.next_record == 2.25


def test_points_are_recorded_if_all_are_requested(recorded: BegunRun) -> None:
    control = recorded.control
    control.time, control.reached = 2.0, 2.125
    record_point(control, recorded.plan, recorded.states, recorded.values, recorded.record)
    assert recorded.rows() == []
    control.every_point = True
    record_point(control, recorded.plan, recorded.states, recorded.values, recorded.record)
    assert recorded.rows() == [(2.125, 702.125, 1.0)]


def test_records_are_stored_one_after_another(recorded: BegunRun) -> None:
    for time in (2.0, 2.5, 3.0):
        take_record(recorded.control, recorded.plan, time, recorded.states, recorded.values, recorded.record)
    assert recorded.rows() == [(2.0, 702.0, 1.0), (2.5, 702.5, 1.0), (3.0, 703.0, 1.0)]
    assert recorded.record[9] == 0.0
