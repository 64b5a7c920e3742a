"""run: each function of the loop, and the loop itself, which can return at any point and be resumed."""

import math
from collections.abc import Callable

import pytest

from simnon.kernels import Control
from simnon.kernels.control import (
    CHATTERING,
    DELAY_VANISHED,
    ENDED,
    INSIDE,
    ITERATING_EVENTS,
    LOG_IS_FULL,
    MADE,
    NEW,
    NOT_STIFF,
    RECORD_IS_FULL,
    RECORDING,
    REQUESTED,
    RUNNING,
    SLIDE_REQUESTED,
    STEP_REQUESTED,
    STEP_TOO_SMALL,
    STEPPING,
    STIFF,
    STOPPED,
    TRIAL,
)
from simnon.kernels.run import (
    ALMOST,
    CONTINUE,
    check_cut,
    check_end,
    come_to_end,
    cut,
    enter,
    full_buffer,
    iterate_events,
    keep_phase,
    record_within,
    report,
    run,
    step_by_method,
    try_step,
)
from simnon.kernels.subset import Array
from simnon.program import DelaySlots, GuardSlot, Layout, LoopSlots, SamplerSlots
from simnon.simulation import RunOptions

from .begun_runs import BegunRun, Entry, begun, put_entries, state_slots

ONE_STATE = Layout(states=state_slots(1))
DELAYED = Layout(states=state_slots(1), delays=(DelaySlots("", 20, 21, 30),))
ITERATED = Layout(states=state_slots(1), loops=(LoopSlots((), (), (20,), 21),))
X_SLOT = 2
ULP = 2.0**-52


def straight(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """Euler's step, without an error."""
    n = control.state_count
    for i in range(n):
        work[NEW * n + i] = states[i] + h * work[i]
        work[6 * n + i] = work[i]
    return 0.0


def line(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    n = control.state_count
    for i in range(n):
        out[i] = states[i] + fraction * (work[NEW * n + i] - states[i])


def rising(time: float, states: Array, values: Array, out: Array) -> None:
    out[0] = 1.0


def x_in_slot(time: float, states: Array, values: Array, out: Array) -> None:
    values[X_SLOT] = states[0]


def begun_at(
    patch: pytest.MonkeyPatch,
    time: float,
    layout: Layout = ONE_STATE,
    *,
    spacing: float | None = None,
    **functions: Callable[..., object],
) -> BegunRun:
    """A run from 0 to 8 that has reached `time`, of x' = 1 with steps of 0.5, and x recorded."""
    entries: dict[str, Callable[..., object]] = {
        "derivatives": rising,
        "outputs": x_in_slot,
        "step": straight,
        "interpolate": line,
        **functions,
    }
    put_entries(patch, **entries)
    begun_run = begun(layout, RunOptions(0.0, 8.0, method="dopri5", spacing=spacing), states=(time,), stored=(X_SLOT,))
    control = begun_run.control
    control.time = control.reached = time
    control.step, control.budget, control.phase = 0.5, 1000.0, STEPPING
    return begun_run


def test_the_value_before_the_start_is_stored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0, DELAYED, spacing=1.0)
    begun_run.control.records_due = 3.0
    enter(*begun_run.model)
    assert begun_run.control.is_started
    assert begun_run.control.marked_time == 2.0
    assert begun_run.control.next_record == 3.0
    assert begun_run.values[33] == 1.0
    begun_run.control.time, begun_run.control.records_due = 2.5, 4.0
    enter(*begun_run.model)
    assert begun_run.control.marked_time == 2.0
    assert begun_run.control.next_record == 4.0
    assert begun_run.values[33] == 1.0


def test_without_records_none_is_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0, spacing=1.0)
    begun_run.control.is_recorded, begun_run.control.records_due = False, 3.0
    enter(*begun_run.model)
    assert begun_run.control.next_record == 0.0


def test_a_buffer_without_space_for_an_iteration_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    control = begun_at(monkeypatch, 2.0).control
    control.row_limit, control.log_limit = 10.0, 20.0
    for rows, logged, expected in [
        (6.0, 19.0, CONTINUE), (7.0, 0.0, RECORD_IS_FULL), (6.0, 20.0, LOG_IS_FULL), (7.0, 20.0, RECORD_IS_FULL),
    ]:  # fmt: skip
        control.rows, control.logged = rows, logged
        assert full_buffer(control) == expected


@pytest.mark.parametrize(
    ("is_within", "is_event", "phase"),
    [(True, True, RECORDING), (False, True, ITERATING_EVENTS), (False, False, STEPPING)],
)
def test_a_run_resumes_where_it_returned(
    monkeypatch: pytest.MonkeyPatch, is_within: bool, is_event: bool, phase: int
) -> None:
    control = begun_at(monkeypatch, 2.0).control
    keep_phase(control, is_within, is_event)
    assert control.phase == phase


def iterated(
    patch: pytest.MonkeyPatch, status: int, *, has_changed: bool, spacing: float | None = None
) -> tuple[BegunRun, int]:
    """`iterate_events` if `iterate_instant` returns a status."""
    begun_run = begun_at(patch, 2.0, spacing=spacing)

    def iterate(*given: object) -> int:
        begun_run.control.has_changed = has_changed
        return status

    patch.setattr("simnon.kernels.run.iterate_instant", iterate)
    return begun_run, iterate_events(*begun_run.arrays)


def test_the_other_side_of_an_event_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run, status = iterated(monkeypatch, RUNNING, has_changed=True)
    assert status == CONTINUE
    assert begun_run.rows() == [(2.0, 2.0)]
    assert not begun_run.control.has_changed


def test_an_instant_at_which_nothing_changes_is_not_recorded_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run, status = iterated(monkeypatch, RUNNING, has_changed=False)
    assert status == CONTINUE
    assert begun_run.rows() == []


def test_a_run_that_stops_has_its_last_record(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run, status = iterated(monkeypatch, STOPPED, has_changed=False, spacing=2.0)
    assert status == STOPPED
    assert begun_run.rows() == [(2.0, 2.0)]
    _, status = iterated(monkeypatch, CHATTERING, has_changed=True)
    assert status == CHATTERING


def test_a_run_that_requests_sliding_iterates_the_instant_again(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run, status = iterated(monkeypatch, SLIDE_REQUESTED, has_changed=True, spacing=2.0)
    assert status == SLIDE_REQUESTED
    assert begun_run.control.phase == ITERATING_EVENTS
    assert begun_run.rows() == []


def reported(begun_run: BegunRun) -> int:
    return report(*begun_run.model, begun_run.record)


def test_a_report_comes_in_the_order_of_its_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    def vanished(time: float, states: Array, values: Array, out: Array) -> None:
        values[21] = time

    begun_run = begun_at(monkeypatch, 8.0, DELAYED, spacing=8.0, delay_sources=vanished)
    control = begun_run.control
    control.budget, control.watch, control.stiff_signs, control.enough_signs = 0.0, 1.0, 15.0, 15.0
    control.is_crawling, control.library_step = True, REQUESTED
    assert reported(begun_run) == ENDED
    assert begun_run.rows() == [(8.0, 8.0)]
    control.time = 7.0
    assert reported(begun_run) == RUNNING
    control.budget = 1.0
    assert reported(begun_run) == STIFF
    control.is_implicit = True
    assert reported(begun_run) == NOT_STIFF
    control.stiff_signs = 14.0
    assert reported(begun_run) == STEP_TOO_SMALL
    control.is_crawling = False
    assert reported(begun_run) == DELAY_VANISHED
    control.delay_count = 0
    assert reported(begun_run) == STEP_REQUESTED
    assert control.bound == 7.5
    control.library_step = INSIDE
    assert reported(begun_run) == CONTINUE


def test_a_report_finds_the_shortest_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    def delay_sources(time: float, states: Array, values: Array, out: Array) -> None:
        values[21] = time - 0.75

    begun_run = begun_at(monkeypatch, 2.0, DELAYED, delay_sources=delay_sources)
    assert reported(begun_run) == CONTINUE
    assert begun_run.control.shortest_delay == 0.75


def test_a_run_without_records_takes_none_before_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0, spacing=1.0)
    begun_run.control.is_recorded = False
    assert reported(begun_run) == CONTINUE
    assert begun_run.rows() == []
    assert begun_run.control.records_due == 0.0


def tried(patch: pytest.MonkeyPatch, layout: Layout = ONE_STATE, **functions: object) -> tuple[BegunRun, bool]:
    begun_run = begun_at(patch, 2.0, layout)
    for name, function in functions.items():
        patch.setattr(f"simnon.kernels.run.{name}", function)
    return begun_run, try_step(*begun_run.model)


def test_a_step_is_made_by_the_method(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run, is_made = tried(monkeypatch)
    assert is_made
    assert begun_run.control.reached == 2.5


def test_a_library_step_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0, spacing=1.0)
    begun_run.control.library_step, begun_run.control.bound = MADE, 2.125
    assert try_step(*begun_run.model)
    assert (begun_run.control.reached, begun_run.control.library_step) == (2.125, REQUESTED)
    assert begun_run.array_of_states(NEW) == [0.0]
    assert not try_step(*begun_run.model)


def test_a_step_in_which_a_jump_arrives_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    restored: list[bool] = []
    arrival: dict[str, object] = {
        "has_arrival": lambda *_: True,
        "restore_guesses": lambda *_: restored.append(True),
    }
    begun_run, is_made = tried(monkeypatch, DELAYED, **arrival)
    assert begun_run.control.steps == 1.0
    assert not is_made
    assert restored == [True]
    arrival["has_arrival"] = lambda *_: False
    begun_run = begun_at(monkeypatch, 2.0, DELAYED)
    begun_run.control.shortest_delay = 0.25
    monkeypatch.setattr("simnon.kernels.run.has_arrival", arrival["has_arrival"])
    assert try_step(*begun_run.model)
    assert begun_run.control.taken == 0.25


def test_without_delays_no_arrival_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    _, is_made = tried(monkeypatch, ONE_STATE, has_arrival=lambda *_: True)
    assert is_made


def test_no_arrival_is_searched_in_a_rejected_step(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[bool] = []
    put: dict[str, object] = {
        "step": lambda *_: 4.0,
        "has_arrival": lambda *_: looks.append(True),
    }
    _, is_made = tried(monkeypatch, DELAYED, **put)
    assert not is_made
    assert looks == []


def stepped(begun_run: BegunRun) -> bool:
    return step_by_method(begun_run.control, begun_run.states, begun_run.values, begun_run.work)


def test_an_accepted_step_ends_at_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0)
    control = begun_run.control
    assert stepped(begun_run)
    assert (control.taken, control.tried, control.reached) == (0.5, 0.5, 2.5)
    assert (control.steps, control.budget, control.evaluations, control.rejected) == (1.0, 999.0, 1.0, 0.0)
    assert control.is_fresh
    assert control.step == 2.5
    assert begun_run.array_of_states(NEW) == [2.5]
    assert control.time == 2.0


def test_fresh_derivatives_are_not_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0)
    begun_run.control.is_fresh = True
    begun_run.set_states(0, 3.0)
    assert stepped(begun_run)
    assert begun_run.control.evaluations == 0.0
    assert begun_run.array_of_states(NEW) == [3.5]


def test_derivatives_are_those_of_the_values_of_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def times(time: float, states: Array, values: Array, out: Array) -> None:
        values[50] = 10.0 * time

    def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = values[50] + time + states[0]

    begun_run = begun_at(monkeypatch, 2.0, times=times, derivatives=derivatives)
    stepped(begun_run)
    assert begun_run.array_of_states(0) == [24.0]


def with_errors(patch: pytest.MonkeyPatch, *errors: float, layout: Layout = ONE_STATE) -> BegunRun:
    """A run whose steps have these errors, one after another."""
    rest = iter(errors)

    def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
        straight(time, h, control, states, values, work)
        return next(rest)

    return begun_at(patch, 2.0, layout, step=step)


def test_a_rejected_step_becomes_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = with_errors(monkeypatch, 2.0**10, math.nan, 1.0000001)
    control = begun_run.control
    assert not stepped(begun_run)
    assert control.step == pytest.approx(0.5 * 0.9 * 0.5, rel=1e-3)
    assert (control.rejected, control.tried) == (1.0, 0.5)
    shorter = control.step
    assert not stepped(begun_run)
    assert control.step == 0.1 * control.tried
    assert control.tried == pytest.approx(shorter)
    assert not stepped(begun_run)
    assert control.step == pytest.approx(0.9 * control.tried)
    assert (control.rejected, control.steps, control.reached) == (3.0, 3.0, 2.0)


def test_an_error_of_one_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = with_errors(monkeypatch, 1.0)
    assert stepped(begun_run)
    assert begun_run.control.step == 0.9 * 0.5


def test_a_step_that_nearly_reaches_the_limit_ends_there(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0)
    control = begun_run.control
    control.limit = 2.5 + 4e-8
    assert stepped(begun_run)
    assert control.taken == control.limit - 2.0
    assert control.reached == control.limit
    control.limit, control.step = 2.5 + 6e-8, 0.5
    assert stepped(begun_run)
    assert (control.taken, control.reached) == (0.5, 2.5)
    control.limit, control.step = 2.0 + ALMOST * 0.5, 0.5
    assert stepped(begun_run)
    assert control.reached == control.limit


def test_a_step_shortened_by_the_limit_does_not_shorten_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = with_errors(monkeypatch, 1.0, 0.0, 1.0)
    control = begun_run.control
    control.limit = 2.125
    assert stepped(begun_run)
    assert (control.taken, control.reached, control.step) == (0.125, 2.125, 0.5)
    control.limit = 2.25
    assert stepped(begun_run)
    assert control.step == 1.25
    control.limit, control.step = 8.0, 0.5
    assert stepped(begun_run)
    assert control.step == 0.45


def test_a_step_is_no_longer_than_the_largest_and_the_shortest_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0, DELAYED)
    control = begun_run.control
    control.largest_step, control.shortest_delay = 0.25, 0.375
    assert stepped(begun_run)
    assert control.taken == 0.25
    control.largest_step = 1.0
    assert stepped(begun_run)
    assert control.taken == 0.375
    control.delay_count, control.step = 0, 0.5
    assert stepped(begun_run)
    assert control.taken == 0.5


def test_without_a_given_step_the_first_one_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0)
    begun_run.control.step = 0.0
    assert stepped(begun_run)
    assert begun_run.control.smallest_step > 0.0
    assert 0.0 < begun_run.control.taken < 1.0


def test_a_step_is_as_long_as_the_time_advances(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0)
    begun_run.control.step = 0.1
    assert stepped(begun_run)
    assert begun_run.control.taken == 2.1 - 2.0 != 0.1
    assert begun_run.control.reached == 2.1
    assert begun_run.control.row_steps == 0.0


def test_equal_steps_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 0.0)
    control = begun_run.control
    control.is_fixed, control.largest_step, control.row_end = True, 0.1, -1.0
    for k in range(1, 70):
        control.step = 0.1
        assert stepped(begun_run)
        assert control.reached == k * 0.1
        control.time = control.reached
    assert control.row_steps == 69.0


def test_a_step_too_short_to_advance_the_time_goes_to_the_next_float(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0)
    control = begun_run.control
    control.step = 0.5 * ULP
    assert stepped(begun_run)
    assert control.taken == 2 * ULP
    control.step, control.largest_step = 0.25 * ULP, 0.5 * ULP
    assert not stepped(begun_run)
    assert (control.tried, control.step) == (0.0, 0.5 * ULP)


@pytest.mark.parametrize("error", [0.0, 4.0])
def test_a_method_that_proposes_steps_chooses_the_next_one(monkeypatch: pytest.MonkeyPatch, error: float) -> None:
    def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
        assert control.proposed_step == 0.0
        control.proposed_step = values[50]
        return error

    begun_run = begun_at(monkeypatch, 2.0, step=step)
    control = begun_run.control
    control.proposes_steps, control.proposed_step, begun_run.values[50] = True, 7.0, 0.3
    assert stepped(begun_run) == (error == 0.0)
    assert control.step == 0.3
    control.step, begun_run.values[50] = 0.5, 0.0
    stepped(begun_run)
    assert control.step == pytest.approx(2.5 if error == 0.0 else 0.405, rel=1e-4)


def test_other_methods_do_not_propose_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = with_errors(monkeypatch, 4.0, 0.0)
    begun_run.control.proposed_step = 7.0
    assert not stepped(begun_run)
    assert begun_run.control.step < 0.5
    assert begun_run.control.proposed_step == 7.0
    assert stepped(begun_run)
    assert begun_run.control.step == pytest.approx(5.0 * begun_run.control.taken)


def test_guesses_are_restored_after_a_rejected_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
        values[20] += 1.0
        return values[50]

    begun_run = begun_at(monkeypatch, 2.0, ITERATED, step=step)
    begun_run.values[20], begun_run.values[50] = 6.0, 4.0
    assert not stepped(begun_run)
    assert begun_run.values[20] == 6.0
    begun_run.values[50] = 0.5
    assert stepped(begun_run)
    assert begun_run.values[20] == 7.0


def test_loops_are_checked_at_the_end_of_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = 1.0
        values[21] = 1.0 if (time, states[0]) == (2.5, 2.5) else 0.0

    begun_run = begun_at(monkeypatch, 2.0, ITERATED, derivatives=derivatives)
    begun_run.control.last_stage = 0
    assert stepped(begun_run)
    assert begun_run.control.has_failed_loop
    assert begun_run.control.evaluations == 2.0
    without = begun_at(monkeypatch, 2.0)
    without.control.last_stage = 0
    assert stepped(without)
    assert without.control.evaluations == 1.0


@pytest.mark.parametrize(
    ("last_stage", "order", "evaluations"), [(0, 5.0, 1.0), (6, 5.0, 0.0), (4, 8.0, 1.0), (0, 8.0, 1.0)]
)
def test_the_end_is_evaluated_unless_the_method_evaluated_it_last(
    monkeypatch: pytest.MonkeyPatch, last_stage: int, order: float, evaluations: float
) -> None:
    def times(time: float, states: Array, values: Array, out: Array) -> None:
        values[50] = time + states[0]

    def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
        values[51] = values[50] + time + states[0]

    begun_run = begun_at(monkeypatch, 2.0, times=times, derivatives=derivatives)
    begun_run.set_states(NEW, 7.0)
    begun_run.control.last_stage, begun_run.control.order = last_stage, order
    check_end(2.5, begun_run.control, begun_run.values, begun_run.work)
    assert begun_run.control.evaluations == evaluations
    assert begun_run.values[51] == evaluations * 19.0


def test_stiffness_is_monitored_only_if_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0)
    begun_run.control.watch = 5.0
    assert stepped(begun_run)
    assert begun_run.control.watch == 4.0
    begun_run.control.watch = 1.0
    assert stepped(begun_run)
    assert begun_run.control.watch > 1.0
    begun_run.control.watch = 0.0
    assert stepped(begun_run)
    assert begun_run.control.watch == 0.0


GUARDED = Layout(states=state_slots(1), guards=(GuardSlot(0, "", ()),), loops=(LoopSlots((), (), (20,), 21),))


def guard_at(level: float) -> Entry:
    def guards(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = states[0] - level

    return guards


def step_taken(patch: pytest.MonkeyPatch, level: float) -> BegunRun:
    """A step from 2 to 2.5 whose guard is the state minus `level`; a loop has failed at its end."""
    begun_run = begun_at(patch, 2.0, GUARDED, guards=guard_at(level))
    control = begun_run.control
    control.taken, control.reached, control.has_failed_loop = 0.5, 2.5, True
    begun_run.set_states(NEW, 2.5)
    begun_run.set_guards(0, 2.0 - level)
    begun_run.values[20], begun_run.work[control.last_guesses] = 7.0, 6.0
    return begun_run


def test_a_step_is_cut_at_the_first_event(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = step_taken(monkeypatch, 2.25)
    assert cut(*begun_run.model)
    assert begun_run.control.is_cut
    assert begun_run.control.reached == pytest.approx(2.25, abs=1e-12)
    assert begun_run.values[20] == 7.0


def test_a_step_without_an_event_is_rejected_if_a_loop_fails_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = step_taken(monkeypatch, 3.0)
    assert not cut(*begun_run.model)
    assert begun_run.values[20] == 6.0
    assert begun_run.control.step == 0.05


def test_a_cut_is_at_a_float(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0)
    begun_run.control.taken, begun_run.control.reached = 0.5, 2.125
    begun_run.set_states(NEW, 4.0)
    check_cut(begun_run.control, begun_run.states, begun_run.work)
    assert begun_run.array_of_states(TRIAL) == [2.5]


def test_records_within_a_step_are_taken_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0, spacing=0.25)
    control = begun_run.control
    control.records_due = 9.0
    enter(*begun_run.model)
    control.taken, control.reached = 0.75, 2.75
    begun_run.set_states(NEW, 2.75)
    assert record_within(*begun_run.model, begun_run.record)
    assert record_within(*begun_run.model, begun_run.record)
    assert not record_within(*begun_run.model, begun_run.record)
    assert begun_run.rows() == [(2.25, 2.25), (2.5, 2.5)]
    control.next_record, control.is_recorded = 2.25, False
    assert not record_within(*begun_run.model, begun_run.record)


def ended(begun_run: BegunRun, *, is_cut: bool) -> BegunRun:
    control = begun_run.control
    control.taken, control.reached, control.is_cut = 0.5, 2.25 if is_cut else 2.5, is_cut
    begun_run.set_states(NEW, 2.5)
    come_to_end(*begun_run.model, begun_run.record)
    return begun_run


@pytest.mark.parametrize(("is_cut", "time"), [(False, 2.5), (True, 2.25)])
def test_the_end_of_the_step_or_the_event_within_it_becomes_the_present(
    monkeypatch: pytest.MonkeyPatch, is_cut: bool, time: float
) -> None:
    begun_run = ended(begun_at(monkeypatch, 2.0), is_cut=is_cut)
    assert (begun_run.control.time, begun_run.states[0]) == (time, time)
    assert begun_run.array_of_states(TRIAL) == [time if is_cut else 0.0]
    assert begun_run.rows() == [(time, time)]


def test_without_records_the_end_is_not_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = begun_at(monkeypatch, 2.0)
    begun_run.control.is_recorded = False
    assert ended(begun_run, is_cut=False).rows() == []


def test_a_step_is_stored_for_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = ended(begun_at(monkeypatch, 2.0, DELAYED), is_cut=False)
    assert begun_run.values[33] == 1.0


def test_a_run_that_slides_returns_to_its_surface_at_the_end_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[float] = []
    monkeypatch.setattr("simnon.kernels.run.return_to_surfaces", lambda _control, shape, *_: places.append(shape[0]))
    for sliding, is_cut, is_brought_back in [(50, False, True), (50, True, False), (51, False, False)]:
        begun_run = begun_at(monkeypatch, 2.0)
        begun_run.control.sliding, begun_run.values[50] = sliding, 1.0
        begun_run.control.sliding_shape = len(begun_run.plan.numbers)
        begun_run.plan.numbers.append(77.0)
        places.clear()
        ended(begun_run, is_cut=is_cut)
        assert places == ([77.0] if is_brought_back else [])


def gone_through(begun_run: BegunRun) -> tuple[list[int], list[tuple[float, ...]]]:
    """Run to the end, emptying buffers: the statuses, and all records."""
    statuses: list[int] = []
    rows: list[tuple[float, ...]] = []
    while not statuses or statuses[-1] in (RECORD_IS_FULL, LOG_IS_FULL, RUNNING):
        statuses.append(run(*begun_run.arrays))
        rows += begun_run.rows()
        begun_run.control.rows = begun_run.control.logged = 0.0
        begun_run.control.budget = 1000.0
        assert len(statuses) < 1000
    return statuses, rows


def started(patch: pytest.MonkeyPatch, layout: Layout = ONE_STATE, **options: object) -> BegunRun:
    begun_run = begun_at(patch, 0.0, layout, **options)  # type: ignore[arg-type]
    begun_run.control.phase, begun_run.control.has_changed = ITERATING_EVENTS, True
    return begun_run


def test_a_run_records_every_step_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = started(monkeypatch)
    statuses, rows = gone_through(begun_run)
    assert statuses == [ENDED]
    # Without an error, a step is five times as long as the one before.
    assert rows == [(t, t) for t in (0.0, 0.5, 3.0, 8.0)]
    assert (begun_run.control.events, begun_run.control.steps) == (2.0, 3.0)
    assert begun_run.control.is_started


def test_a_run_records_on_a_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = started(monkeypatch, spacing=0.75)
    _, rows = gone_through(begun_run)
    assert begun_run.control.events == 2.0
    assert rows == [(0.75 * k, 0.75 * k) for k in range(11)]


@pytest.mark.parametrize("row_limit", [4.0, 5.0, 7.0])
def test_a_run_resumes_after_a_full_record_as_if_it_had_not_returned(
    monkeypatch: pytest.MonkeyPatch, row_limit: float
) -> None:
    _, expected = gone_through(started(monkeypatch, spacing=0.3))
    begun_run = started(monkeypatch, spacing=0.3)
    begun_run.control.row_limit = row_limit
    statuses, rows = gone_through(begun_run)
    assert statuses[-1] == ENDED
    assert set(statuses[:-1]) == {RECORD_IS_FULL}
    assert rows == expected
    assert begun_run.control.steps == 3.0


def test_a_run_reports_when_its_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = started(monkeypatch)
    begun_run.control.budget = 1.0
    assert run(*begun_run.arrays) == RUNNING
    assert begun_run.control.time == 0.5
    assert begun_run.control.steps == 1.0


def test_samples_are_taken_at_their_instants_and_both_sides_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    def sample(time: float, states: Array, values: Array, out: Array) -> None:
        values[50], values[20] = time, time + 3.0

    def outputs(time: float, states: Array, values: Array, out: Array) -> None:
        values[X_SLOT] = values[50]

    layout = Layout(states=state_slots(1), samplers=(SamplerSlots("", 20, range(0), (), 0),))
    _, rows = gone_through(started(monkeypatch, layout, sample=sample, outputs=outputs))
    assert rows == [(0.0, 0.0), (0.5, 0.0), (3.0, 0.0), (3.0, 3.0), (6.0, 3.0), (6.0, 6.0), (8.0, 6.0)]


def test_events_are_iterated_where_they_cut_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = Layout(states=state_slots(1), guards=(GuardSlot(0, "", ()),))
    begun_run = started(monkeypatch, layout, guards=guard_at(2.0))
    _, rows = gone_through(begun_run)
    assert [time for time, _ in rows] == [state for _, state in rows] == pytest.approx([0.0, 0.5, 2.0, 8.0], abs=1e-11)
    assert begun_run.control.cuts == 1.0


def test_a_full_log_is_reported_before_further_events(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = started(monkeypatch)
    begun_run.control.logged = begun_run.control.log_limit
    assert run(*begun_run.arrays) == LOG_IS_FULL
    assert begun_run.control.phase == ITERATING_EVENTS
    assert begun_run.control.events == 0.0


def test_steps_that_become_too_short_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = with_errors(monkeypatch, *[math.nan] * 100)
    assert run(*begun_run.arrays) == STEP_TOO_SMALL
    assert begun_run.control.time == 2.0
    assert 14 < begun_run.control.steps < 18


def test_a_stop_at_an_event_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = started(monkeypatch)
    monkeypatch.setattr("simnon.kernels.run.iterate_instant", lambda *_: STOPPED)
    assert run(*begun_run.arrays) == STOPPED
    assert begun_run.control.steps == 0.0


def test_a_library_step_is_requested_and_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = started(monkeypatch)
    control = begun_run.control
    control.library_step = REQUESTED
    assert run(*begun_run.arrays) == STEP_REQUESTED
    assert control.bound == 0.5
    control.library_step = MADE
    begun_run.set_states(NEW, 7.0)
    assert run(*begun_run.arrays) == STEP_REQUESTED
    assert (control.time, begun_run.states[0]) == (0.5, 7.0)


def test_a_run_without_records_takes_the_same_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_run = started(monkeypatch)
    begun_run.control.is_recorded = False
    statuses, rows = gone_through(begun_run)
    assert (statuses, rows) == ([ENDED], [])
    assert begun_run.control.steps == 3.0
    assert begun_run.states[0] == 8.0
