"""event_iteration: what is due at an instant is applied together, from the values before, until nothing is due."""

import math
from collections.abc import Callable

import pytest

from simnon.kernels.accumulation import AT_ONCE
from simnon.kernels.control import (
    CHATTERING,
    ENDLESS,
    LOGGED_ACCUMULATION,
    LOGGED_MODE,
    LOGGED_SLOT,
    LOGGED_STATE,
    LOGGED_STOP,
    NOT_FINITE,
    OUTSIDE_DOMAIN,
    RUNNING,
    SAMPLING_STUCK,
    SLIDE_AMBIGUOUS,
    SLIDE_REQUESTED,
    STOPPED,
    TRIAL,
)
from simnon.kernels.event_iteration import (
    CLUSTER_SPAN,
    CUTS_BETWEEN_MARKS,
    NEVER,
    SLOW,
    apply_due,
    begin_modes,
    cluster,
    find_due,
    forget_time_events,
    has_event_due,
    is_finite,
    is_stuck,
    is_time_event_here,
    is_time_event_late,
    iterate_instant,
    iterate_modes,
    leave_zero,
    look_ahead,
    note_changes,
    note_switch,
    outside_domain,
    take_modes,
    update_modes,
)
from simnon.kernels.subset import Array
from simnon.program import (
    DelaySlots,
    EventSlots,
    GuardSlot,
    Layout,
    SamplerSlots,
    StopSlots,
    TimeEventSlot,
)
from simnon.simulation import RunOptions
from tests.unit.analysis.small_models import text_of

from .begun_runs import BegunRun, Entry, begun, begun_model, nothing, put_entries, state_slots

MODES = (10, 11)
START, NOW, STOP = 1.0, 3.0, 11.0
ULP = math.ulp(NOW)
TOLERANCE = 8.0 * ULP
BEFORE, CUT = 0, 2


def instant(
    patch: pytest.MonkeyPatch,
    layout: Layout,
    *,
    states: tuple[float, ...] = (),
    is_cut: bool = False,
    **entries: Entry,
) -> BegunRun:
    """A run from 1 to 11 that has come to an instant at 3, not its first."""
    put_entries(patch, **entries)
    run = begun(layout, RunOptions(START, STOP, method="dopri5"), states=states)
    control = run.control
    control.time = control.reached = NOW
    control.taken, control.events, control.is_cut, control.has_changed = 0.5, 4.0, is_cut, False
    return run


def by_state(time: float, states: Array, values: Array, out: Array) -> None:
    """Modes: whether the first state is positive, and whether the time is past 3."""
    out[0] = 1.0 if states[0] > 0.0 else 0.0
    out[1] = 1.0 if time > NOW else 0.0


def past_now(time: float, states: Array, values: Array, out: Array) -> None:
    out[0] = 1.0 if time > NOW else 0.0


def slope(*slopes: float) -> Entry:
    def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
        for i, number in enumerate(slopes):
            out[i] = number

    return derivatives


def test_the_modes_of_the_start_are_those_just_after_it_without_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    def held(time: float, states: Array, values: Array, out: Array) -> None:
        values[20] = values[10] + 10.0 * values[11]

    run = instant(monkeypatch, Layout(states=state_slots(1), modes=MODES), states=(1.0,), modes=by_state, held=held)
    begin_modes(*run.model, TOLERANCE)
    assert list(run.values[10:12]) == [1.0, 1.0]
    assert run.values[20] == 11.0
    assert run.logged() == []
    alone = instant(monkeypatch, Layout(modes=(10,)), modes=past_now)
    begin_modes(*alone.model, TOLERANCE)
    assert alone.values[10] == 1.0


def test_modes_are_taken_over_and_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES))
    found = run.control.found
    run.work[found], run.work[found + 1] = 0.0, 1.0
    assert not take_modes(run.control, run.plan, run.values, run.work)
    assert list(run.values[10:12]) == [0.0, 1.0]
    assert take_modes(run.control, run.plan, run.values, run.work)
    run.work[found] = 1.0
    assert not take_modes(run.control, run.plan, run.values, run.work)


def test_a_mode_whose_surface_was_left_stays_on_its_side(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES))
    run.control.sliding, run.control.held_modes = 50, len(run.work)
    run.work.extend([0.0, 1.0])
    found = run.control.found
    run.work[found], run.work[found + 1] = 1.0, 1.0
    assert not take_modes(run.control, run.plan, run.values, run.work)
    assert list(run.values[10:12]) == [1.0, 0.0]
    assert take_modes(run.control, run.plan, run.values, run.work)
    run.control.sliding = 0
    run.work[found + 1] = 1.0
    assert not take_modes(run.control, run.plan, run.values, run.work)


def changed(run: BegunRun, *old: float) -> int:
    """`note_changes` of modes that were `old`."""
    first = run.control.found + run.control.mode_count
    for i, mode in enumerate(old):
        run.work[first + i] = mode
    run.control.is_fresh = True
    return note_changes(run.control, run.plan, run.values, run.work, run.log)


def test_modes_that_change_are_logged_and_outdate_the_derivatives(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES, unseen_modes=frozenset((10,))))
    run.values[11] = 2.0
    assert changed(run, 0.0, 2.0) == 0
    assert (run.control.is_fresh, run.control.has_changed) == (True, False)
    assert changed(run, 0.0, 1.0) == 1
    assert run.logged() == [(NOW, LOGGED_MODE, 1.0, 1.0, 2.0, -1.0)]
    assert (run.control.is_fresh, run.control.has_changed) == (False, True)


@pytest.mark.parametrize("unseen", MODES)
def test_a_mode_that_no_record_shows_changes_no_record(monkeypatch: pytest.MonkeyPatch, unseen: int) -> None:
    run = instant(monkeypatch, Layout(modes=MODES, unseen_modes=frozenset((unseen,))))
    run.values[unseen] = 1.0
    assert changed(run, 0.0, 0.0) == 1
    assert not run.control.has_changed
    assert not run.control.is_fresh


def test_a_mode_that_has_not_changed_recently_is_not_chattering(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES))
    control, switched = run.control, run.control.switched
    control.cuts, control.near_events, control.shrinks = 40.0, 5.0, 6.0
    run.work[switched + 1] = 24.0
    note_switch(control, run.work, 1)
    assert (control.near_events, control.shrinks) == (5.0, 6.0)
    assert run.work[switched + 1] == 40.0
    run.work[switched] = 23.0
    note_switch(control, run.work, 0)
    assert (control.near_events, control.shrinks) == (0.0, 0.0)
    assert run.work[switched] == 40.0


def iterated(run: BegunRun) -> int:
    return update_modes(*run.model, run.log, TOLERANCE)


def test_modes_are_those_where_time_and_states_are_going(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = Layout(states=state_slots(1), modes=MODES)
    run = instant(monkeypatch, layout, states=(-1e-13,), modes=by_state, derivatives=slope(1.0))
    run.values[11] = 1.0
    assert iterated(run) == 1
    assert list(run.values[10:12]) == [1.0, 1.0]
    assert run.logged() == [(NOW, LOGGED_MODE, 0.0, 0.0, 1.0, -1.0)]
    assert run.control.evaluations == 1.0
    assert not run.control.is_fresh


def test_modes_that_stay_leave_the_derivatives_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = Layout(states=state_slots(1), modes=MODES)
    run = instant(monkeypatch, layout, states=(-1e-13,), modes=by_state, derivatives=slope(-1.0))
    run.values[11] = 1.0
    assert iterated(run) == 0
    assert run.control.is_fresh
    assert run.array_of_states(0) == [-1.0]
    without = instant(monkeypatch, Layout(states=state_slots(1)), derivatives=slope(2.0))
    assert iterated(without) == 0
    assert without.control.is_fresh
    assert without.array_of_states(0) == [2.0]


def test_modes_that_stay_are_evaluated_once_slightly_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float] = []

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        looks.append(time)
        out[0] = 0.0

    iterated(instant(monkeypatch, Layout(modes=(10,)), modes=modes))
    assert looks == [NOW + TOLERANCE + 4e-12 * 0.5]


def test_the_derivatives_are_those_of_the_values_of_the_present_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def times(time: float, states: Array, values: Array, out: Array) -> None:
        values[20] = 10.0 * time

    def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = values[20] + time + states[0]

    run = instant(monkeypatch, Layout(states=state_slots(1)), states=(0.5,), times=times, derivatives=derivatives)
    iterated(run)
    assert run.array_of_states(0) == [33.5]


def test_a_mode_that_depends_on_one_that_has_just_changed_follows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def held(time: float, states: Array, values: Array, out: Array) -> None:
        values[20] = values[10]

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = 1.0 if states[0] > 0.0 else 0.0
        out[1] = values[20]

    layout = Layout(states=state_slots(1), modes=MODES)
    run = instant(monkeypatch, layout, states=(0.0,), modes=modes, held=held, derivatives=slope(1.0))
    assert iterated(run) == 2
    assert list(run.values[10:12]) == [1.0, 1.0]
    assert [entry[2:5] for entry in run.logged()] == [(0.0, 0.0, 1.0), (1.0, 0.0, 1.0)]


def test_modes_that_never_converge_are_reported_and_logged_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES), modes=turning)
    assert iterated(run) == -1
    # A hundred changes in a cycle of three amount to one, and it would have changed once more.
    assert [entry[2:5] for entry in run.logged()] == [(1.0, 0.0, 1.0), (1.0, 1.0, 2.0)]


def turning(time: float, states: Array, values: Array, out: Array) -> None:
    """The second mode cycles through 0, 1, 2."""
    out[0], out[1] = 0.0, (values[11] + 1.0) % 3.0


TIMED = Layout(modes=MODES, time_events=(TimeEventSlot(0, "", (11,)), TimeEventSlot(1, "", ())))


def past(limit: float) -> Entry:
    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = 0.0
        out[1] = 1.0 if time > limit else 0.0

    return modes


def at_instants(run: BegunRun, *instants: float) -> BegunRun:
    for i, time in enumerate(instants):
        run.work[run.control.instants + i] = time
    return run


def test_a_time_event_is_recognised_within_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, TIMED)
    for time, is_here in [
        (NOW, True), (NOW + TOLERANCE, True), (NOW - TOLERANCE, True), (NOW + 9 * ULP, False), (NOW - 9 * ULP, False),
    ]:  # fmt: skip
        assert is_time_event_here(run.control, at_instants(run, NEVER, time).work, TOLERANCE) == is_here


def test_a_time_event_that_is_over_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instants(instant(monkeypatch, TIMED), NOW - TOLERANCE, NOW + 9 * ULP)
    forget_time_events(run.control, run.work, TOLERANCE)
    first = run.control.instants
    assert list(run.work[first : first + 2]) == [NEVER, NOW + 9 * ULP]
    at_instants(run, NOW - 9 * ULP, NOW + TOLERANCE)
    forget_time_events(run.control, run.work, TOLERANCE)
    assert list(run.work[first : first + 2]) == [NOW - 9 * ULP, NEVER]


def test_a_time_event_is_late_until_one_of_its_modes_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instants(instant(monkeypatch, TIMED), NOW, NEVER)
    found = run.control.found

    def is_late() -> bool:
        return is_time_event_late(run.control, run.plan, run.values, run.work, TOLERANCE)

    assert is_late()
    run.work[found] = 1.0
    assert is_late()
    run.work[found + 1] = 1.0
    assert not is_late()
    run.work[found + 1] = 0.0
    at_instants(run, NOW + 9 * ULP, NOW)
    assert not is_late()
    at_instants(run, NOW - TOLERANCE, NOW)
    assert is_late()


def test_a_late_time_event_is_searched_farther_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instants(instant(monkeypatch, TIMED, modes=past(NOW + 1e-10)), NOW, NEVER)
    assert iterated(run) == 1
    assert run.values[11] == 1.0
    assert run.work[run.control.instants] == NEVER


def test_the_search_for_a_time_event_without_effect_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float] = []

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        looks.append(time)
        out[0] = out[1] = 0.0

    run = at_instants(instant(monkeypatch, TIMED, modes=modes), NOW, NEVER)
    assert iterated(run) == 0
    assert len(looks) == 1 + 40
    assert looks[-1] - NOW == pytest.approx(2.0**40 * (TOLERANCE + 4e-12 * 0.5))


def test_modes_without_a_time_event_are_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instants(instant(monkeypatch, TIMED, modes=past(NOW + 1e-10)), 4.0, NOW)
    assert iterated(run) == 0


def test_modes_are_iterated_until_none_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = -1.0 if values[10] > 0.0 else 1.0
        out[1] = out[0]

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = 1.0 if states[0] > -5e-12 else 0.0
        out[1] = 1.0 if states[1] < 0.0 else 0.0

    layout = Layout(states=state_slots(2), modes=MODES)
    run = instant(monkeypatch, layout, states=(0.0, 1e-13), modes=modes, derivatives=derivatives)
    # The first mode changes the slope of the second state, which then changes the second mode.
    assert iterate_modes(*run.model, run.log, TOLERANCE, False) == 2
    assert list(run.values[10:12]) == [1.0, 1.0]
    assert iterate_modes(*run.model, run.log, TOLERANCE, False) == 0


def test_modes_that_lead_each_other_back_chatter(monkeypatch: pytest.MonkeyPatch) -> None:
    run = relay(monkeypatch)
    assert iterate_modes(*run.model, run.log, TOLERANCE, False) == -CHATTERING
    assert len(run.logged()) == 100


def test_modes_that_never_converge_chatter(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES), modes=turning)
    assert iterate_modes(*run.model, run.log, TOLERANCE, False) == -CHATTERING


def sliding(patch: pytest.MonkeyPatch, ended: list[int], changed: list[int]) -> tuple[int, list[bool]]:
    """`iterate_modes` with this many slides ending and modes changing in each pass: its result, and in which passes the
    event has just been located."""
    located: list[bool] = []
    run = instant(patch, Layout(modes=MODES))
    run.control.sliding, run.values[50] = 50, 1.0

    def end_slides(*given: object) -> int:
        located.append(bool(given[-1]))
        return ended.pop(0)

    patch.setattr("simnon.kernels.event_iteration.end_slides", end_slides)
    patch.setattr("simnon.kernels.event_iteration.update_modes", lambda *_: changed.pop(0))
    return iterate_modes(*run.model, run.log, TOLERANCE, True), located


def test_slides_that_end_change_modes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sliding(monkeypatch, [1, 0], [1, 0]) == (1, [True, False])
    assert sliding(monkeypatch, [1, 1, 0], [0, 0, 0]) == (2, [True, False, False])
    assert sliding(monkeypatch, [0], [0]) == (0, [True])


def test_a_slide_that_cannot_start_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    statuses = [RUNNING, SLIDE_AMBIGUOUS]
    monkeypatch.setattr("simnon.kernels.event_iteration.begin_slides", lambda *_: statuses.pop(0))
    run = able_to_slide(relay(monkeypatch))
    run.control.sliding, run.control.held_modes = 50, len(run.work)
    run.work.append(0.0)
    assert iterate_modes(*run.model, run.log, TOLERANCE, False) == -SLIDE_AMBIGUOUS
    assert statuses == []


def relay(patch: pytest.MonkeyPatch) -> BegunRun:
    def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = 1.0 if values[10] < 1.0 else -1.0

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = 1.0 if states[0] > 0.0 else 0.0

    layout = Layout(states=state_slots(1), modes=(10,))
    return instant(patch, layout, states=(0.0,), modes=modes, derivatives=derivatives)


def able_to_slide(run: BegunRun) -> BegunRun:
    control = run.control
    control.may_slide, control.previous_modes, control.guards_of_modes = True, len(run.work), len(run.plan.numbers)
    run.work.extend([-1e-100] * control.mode_count)
    run.plan.numbers.extend([0.0, -1.0, 1.0])
    return run


def test_modes_that_lead_each_other_back_request_sliding(monkeypatch: pytest.MonkeyPatch) -> None:
    run = able_to_slide(relay(monkeypatch))
    assert iterate_modes(*run.model, run.log, TOLERANCE, False) == -SLIDE_REQUESTED
    assert len(run.logged()) == 2


def crossing(patch: pytest.MonkeyPatch, at: float, slope_of_state: float, before: float) -> BegunRun:
    """The second guard is the second state, which was `before` ahead of a step of 0.5 that was cut where it is `at`."""

    def guards(time: float, states: Array, values: Array, out: Array) -> None:
        out[0], out[1] = 5.0, states[1] + values[20] - 10.0 * time

    def times(time: float, states: Array, values: Array, out: Array) -> None:
        values[20] = 10.0 * time

    layout = Layout(states=state_slots(2), guards=(GuardSlot(0, "", ()), GuardSlot(1, "", ())))
    slopes = slope(0.0, slope_of_state)
    run = instant(patch, layout, states=(7.0, at), is_cut=True, guards=guards, times=times, derivatives=slopes)
    run.set_guards(BEFORE, 5.0, before)
    return run


def left(run: BegunRun) -> tuple[float, float]:
    """By how much the time and the state have advanced."""
    state = run.states[1]
    leave_zero(run.control, run.states, run.values, run.work, TOLERANCE)
    assert run.states[0] == 7.0
    return run.control.time - NOW, run.states[1] - state


def test_a_guard_that_has_just_crossed_and_returns_is_moved_past_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    # Its distance to zero is 2e-9, less than 1e-7 of the step.
    run = crossing(monkeypatch, at=-2e-9, slope_of_state=1.0, before=1.0)
    time, state = left(run)
    assert time == pytest.approx(4e-9, rel=1e-2)
    assert state == pytest.approx(4e-9, rel=1e-2)
    ahead = TOLERANCE + 4e-12 * 0.5
    assert run.guards(CUT) == pytest.approx([5.0, -2e-9], rel=1e-4)
    assert run.guards(CUT + 1) == pytest.approx([5.0, ahead - 2e-9], rel=1e-4)


def test_a_guard_far_beyond_zero_is_not_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    assert left(crossing(monkeypatch, at=-6e-8, slope_of_state=1.0, before=1.0)) == (0.0, 0.0)


def test_a_guard_that_does_not_return_is_not_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    assert left(crossing(monkeypatch, at=-2e-9, slope_of_state=-1.0, before=1.0)) == (0.0, 0.0)


def test_a_guard_that_has_not_crossed_is_passed_only_within_the_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = TOLERANCE + 4e-12 * 0.5
    assert left(crossing(monkeypatch, at=1.1 * ahead, slope_of_state=-1.0, before=1.0)) == (0.0, 0.0)
    time, _ = left(crossing(monkeypatch, at=0.5 * ahead, slope_of_state=-1.0, before=1.0))
    assert time == pytest.approx(ahead, rel=1e-2)


def test_without_a_cut_no_guard_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    run = crossing(monkeypatch, at=-2e-9, slope_of_state=1.0, before=1.0)
    run.control.is_cut = False
    assert left(run) == (0.0, 0.0)


def test_a_move_past_zero_ends_before_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    run = crossing(monkeypatch, at=-2e-9, slope_of_state=1.0, before=1.0)
    run.control.limit = NOW + 2e-9
    time, state = left(run)
    assert time == pytest.approx(1e-9, rel=1e-2)
    assert state == pytest.approx(1e-9, rel=1e-2)


EVENTS = (EventSlots("", 0, ((1, 30),), ((40, 31), (41, 32))), EventSlots("", 1, ((0, 33),), ()))


def truths(*expected: float) -> Entry:
    def conditions(time: float, states: Array, values: Array, out: Array) -> None:
        assert time == NOW
        for i, truth in enumerate(expected):
            out[i] = truth

    return conditions


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


SAMPLED = Layout(
    events=EVENTS[1:],
    stops=(StopSlots(1, ""),),
    samplers=(SamplerSlots("", 20, range(2, 2), (), 0), SamplerSlots("", None, range(2, 5), (), 0)),
)


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


def events_of_test(time: float, states: Array, values: Array, out: Array) -> None:
    """The first WHEN sets the second state and two slots, the second WHEN the first state."""
    assert time == NOW
    values[30], values[31], values[32] = states[0], 5.0, 6.0
    values[33] = states[1]


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


def ahead_of(run: BegunRun) -> float:
    look_ahead(*run.model, TOLERANCE)
    return run.control.limit


def test_without_further_instants_the_limit_is_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ahead_of(instant(monkeypatch, Layout())) == STOP


def test_the_limit_is_the_next_time_event(monkeypatch: pytest.MonkeyPatch) -> None:
    def time_events(time: float, states: Array, values: Array, out: Array) -> None:
        out[0], out[1] = values[50], values[51]

    run = instant(monkeypatch, TIMED, time_events=time_events)
    run.values[50], run.values[51] = NOW + TOLERANCE, 7.0
    assert ahead_of(run) == 7.0
    run.values[50] = NOW + 9 * ULP
    assert ahead_of(run) == NOW + 9 * ULP
    run.values[50] = run.values[51] = STOP + 1.0
    assert ahead_of(run) == STOP


def test_the_limit_is_the_next_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, SAMPLED)
    run.values[20] = 6.0
    run.values[-1] = 4.0
    assert ahead_of(run) == 6.0


def test_the_limit_is_the_next_arrival_of_a_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    def delay_sources(time: float, states: Array, values: Array, out: Array) -> None:
        values[21] = time - 1.5

    layout = Layout(delays=(DelaySlots("", 20, 21, 30),))
    run = instant(monkeypatch, layout, delay_sources=delay_sources)
    # The event at this instant arrives as a jump.
    assert ahead_of(run) == 4.5
    assert run.control.jump_count == 1.0


def test_guards_have_the_signs_of_just_after_the_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    run = crossing(monkeypatch, at=-1e-13, slope_of_state=1.0, before=-1.0)
    run.set_states(0, 0.0, 1.0)
    ahead_of(run)
    ahead = TOLERANCE + 4e-12 * 0.5
    assert run.control.horizon == NOW + ahead
    assert run.array_of_states(TRIAL) == [7.0, ahead - 1e-13]
    assert run.guards(BEFORE) == pytest.approx([5.0, ahead - 1e-13], abs=1e-14)
    assert list(run.states) == [7.0, -1e-13]


def test_a_negative_guard_of_a_domain_is_the_culprit(monkeypatch: pytest.MonkeyPatch) -> None:
    guards = (GuardSlot(0, "", ()), GuardSlot(1, "", (), limits="SQRT"), GuardSlot(2, "", (), limits="LN"))
    run = instant(monkeypatch, Layout(guards=guards))
    for values, culprit in [((-1.0, 0.0, 1.0), -1), ((-1.0, 1.0, -1.0), 2), ((1.0, -1.0, -1.0), 1)]:
        run.set_guards(BEFORE, *values)
        assert outside_domain(run.control, run.plan, run.work) == culprit


def clustered(run: BegunRun, passed: float) -> int:
    run.control.time = NOW + passed * (STOP - START)
    return cluster(run.control)


def test_events_within_a_short_time_are_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES), is_cut=True)
    control = run.control
    control.cluster_time, control.cluster = NOW, 6.0
    assert clustered(run, 0.99 * CLUSTER_SPAN) == RUNNING
    assert (control.cluster, control.cluster_time) == (7.0, NOW)
    assert clustered(run, 1.01 * CLUSTER_SPAN) == RUNNING
    assert (control.cluster, control.cluster_time) == (1.0, control.time)


def test_a_cluster_that_is_too_large_chatters(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES), is_cut=True)
    control = run.control
    control.cluster_time, control.cluster = NOW, 257.0
    assert clustered(run, 0.0) == RUNNING
    assert clustered(run, 0.0) == CHATTERING
    control.is_cut = False
    assert clustered(run, 0.0) == RUNNING


def test_events_too_close_to_distinguish_chatter(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES), is_cut=True)
    run.control.near_events = 10.0
    assert cluster(run.control) == RUNNING
    run.control.near_events = 11.0
    assert cluster(run.control) == CHATTERING


@pytest.mark.parametrize(
    ("cuts", "passed", "watch", "is_implicit", "is_sign"),
    [
        (CUTS_BETWEEN_MARKS, 0.99 * SLOW, 1.0, False, True),
        (CUTS_BETWEEN_MARKS, 1.01 * SLOW, 1.0, False, False),
        (CUTS_BETWEEN_MARKS, 0.99 * SLOW, 0.0, False, False),
        (CUTS_BETWEEN_MARKS, 0.99 * SLOW, 1.0, True, False),
        (CUTS_BETWEEN_MARKS + 1, 0.99 * SLOW, 1.0, False, False),
        (2 * CUTS_BETWEEN_MARKS, 0.99 * SLOW, 1.0, False, True),
    ],
)
def test_many_events_in_a_short_time_are_a_sign_of_stiffness(
    monkeypatch: pytest.MonkeyPatch, cuts: float, passed: float, watch: float, is_implicit: bool, is_sign: bool
) -> None:
    run = instant(monkeypatch, Layout(), is_cut=True)
    control = run.control
    control.cuts, control.watch, control.is_implicit, control.enough_signs = cuts, watch, is_implicit, 15.0
    control.events_marked_time = NOW
    clustered(run, passed)
    assert control.stiff_signs == (15.0 if is_sign else 0.0)
    assert control.events_marked_time == (NOW if cuts % CUTS_BETWEEN_MARKS else control.time)


def when(
    patch: pytest.MonkeyPatch,
    condition: Callable[[Array], bool],
    assign: Callable[[Array], float],
    *,
    is_cut: bool = True,
    count: int = 1,
) -> BegunRun:
    """`count` events, each of which assigns to its state what is computed of the states before."""

    def conditions(time: float, states: Array, values: Array, out: Array) -> None:
        for i in range(count):
            out[i] = 1.0 if condition(states) else 0.0

    def events(time: float, states: Array, values: Array, out: Array) -> None:
        for i in range(count):
            values[30 + i] = assign(states)

    slots = tuple(EventSlots("", i, ((i, 30 + i),), ()) for i in range(count))
    layout = Layout(states=state_slots(count), events=slots)
    return instant(patch, layout, states=(1.0,) * count, is_cut=is_cut, conditions=conditions, events=events)


def at_instant(run: BegunRun) -> int:
    return iterate_instant(*run.model, run.log)


def test_simultaneous_events_swap_states(monkeypatch: pytest.MonkeyPatch) -> None:
    def conditions(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = out[1] = 1.0 if states[0] < states[1] else 0.0

    layout = Layout(states=state_slots(2), events=EVENTS)
    run = instant(monkeypatch, layout, states=(1.0, 2.0), is_cut=True, conditions=conditions, events=events_of_test)
    assert at_instant(run) == RUNNING
    assert list(run.states) == [2.0, 1.0]
    assert run.control.has_changed
    assert (run.control.events, run.control.cuts, run.control.cluster) == (5.0, 1.0, 1.0)


def test_an_event_makes_a_second_one_due_at_the_same_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    def conditions(time: float, states: Array, values: Array, out: Array) -> None:
        out[0], out[1] = float(states[0] == 1.0), float(values[40] == 5.0)

    layout = Layout(states=state_slots(2), events=EVENTS)
    run = instant(monkeypatch, layout, states=(1.0, 2.0), is_cut=True, conditions=conditions, events=events_of_test)
    assert at_instant(run) == RUNNING
    # First the second state becomes 1 and the slot 5, then the first state becomes what the second has become.
    assert list(run.states) == [1.0, 1.0]
    assert [entry[5] for entry in run.logged()] == [0.0, 0.0, 0.0, 1.0]


def test_only_the_first_iteration_of_an_instant_is_at_an_event_just_located(monkeypatch: pytest.MonkeyPatch) -> None:
    located: list[bool] = []

    def iterate(*given: object) -> int:
        located.append(bool(given[-1]))
        return 0

    for is_cut in (True, False):
        run = when(monkeypatch, lambda states: states[0] == 1.0, lambda _: 2.0, is_cut=is_cut)
        monkeypatch.setattr("simnon.kernels.event_iteration.iterate_modes", iterate)
        located.clear()
        assert at_instant(run) == RUNNING
        assert located == ([True, False] if is_cut else [False])


def test_pre_reads_values_from_before_each_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    def before(time: float, states: Array, values: Array, out: Array) -> None:
        values[60] = states[0]

    run = when(monkeypatch, lambda states: states[0] == 1.0, lambda _: 2.0)
    monkeypatch.setattr("simnon.kernels.event_iteration.before", before)
    at_instant(run)
    assert run.values[60] == 2.0


def test_events_that_make_each_other_due_for_ever_chatter(monkeypatch: pytest.MonkeyPatch) -> None:
    def conditions(time: float, states: Array, values: Array, out: Array) -> None:
        out[0], out[1] = float(states[1] > 0.0), float(states[1] < 0.0)

    def events(time: float, states: Array, values: Array, out: Array) -> None:
        values[30], values[33] = -states[1], -states[1]

    slots = (EventSlots("", 0, ((1, 30),), ()), EventSlots("", 1, ((1, 33),), ()))
    layout = Layout(states=state_slots(2), events=slots)
    run = instant(monkeypatch, layout, states=(0.0, 1.0), is_cut=True, conditions=conditions, events=events)
    assert at_instant(run) == CHATTERING
    assert len(run.logged()) == 100


def test_an_event_that_makes_a_state_nonfinite_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    run = when(monkeypatch, lambda _: True, lambda _: math.nan)
    assert at_instant(run) == NOT_FINITE


def test_a_stop_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(stops=(StopSlots(0, ""),)), conditions=truths(1.0))
    assert at_instant(run) == STOPPED
    assert not run.control.has_changed


def test_modes_that_chatter_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    run = relay(monkeypatch)
    run.control.is_cut = True
    assert at_instant(run) == CHATTERING


def test_a_request_to_slide_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    run = able_to_slide(relay(monkeypatch))
    run.control.is_cut = True
    assert at_instant(run) == SLIDE_REQUESTED


def test_leaving_a_domain_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def negative(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = out[1] = -1.0

    for culprit in range(2):
        guards = tuple(GuardSlot(i, "", (), limits="SQRT" if i == culprit else "") for i in range(2))
        run = instant(monkeypatch, Layout(guards=guards), guards=negative)
        assert at_instant(run) == OUTSIDE_DOMAIN
        assert run.control.culprit == culprit


def sampler(patch: pytest.MonkeyPatch, period: float) -> BegunRun:
    def sample(time: float, states: Array, values: Array, out: Array) -> None:
        if out[0] != 0.0:
            values[20] = time + period
            values[21] += 1.0

    run = instant(patch, Layout(samplers=(SamplerSlots("", 20, range(0), (), 0),)), sample=sample)
    run.values[20] = NOW
    return run


def test_a_sample_is_taken_once_and_the_next_one_is_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    run = sampler(monkeypatch, 0.25)
    assert at_instant(run) == RUNNING
    assert (run.values[21], run.control.samples, run.control.limit) == (1.0, 1.0, 3.25)
    assert run.control.cuts == 0.0


def test_a_sampler_that_is_stuck_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    assert at_instant(sampler(monkeypatch, 0.0)) == SAMPLING_STUCK


def test_samples_alone_come_before_the_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        seen.append("modes")

    def sample(time: float, states: Array, values: Array, out: Array) -> None:
        seen.append("sample")
        values[20] = 5.0

    layout = Layout(modes=(10,), samplers=(SamplerSlots("", 20, range(0), (), 0),))
    for is_cut, expected in [(False, ["sample", "modes"]), (True, ["modes", "sample", "modes"])]:
        run = instant(monkeypatch, layout, is_cut=is_cut, modes=modes, sample=sample)
        seen.clear()
        run.values[20] = NOW
        assert at_instant(run) == RUNNING
        assert seen == expected


def test_the_first_instant_starts_with_the_modes_just_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(
        monkeypatch, Layout(states=state_slots(1), modes=MODES), states=(1.0,), modes=by_state, derivatives=slope(0.0)
    )
    run.control.events = 0.0
    assert at_instant(run) == RUNNING
    assert list(run.values[10:12]) == [1.0, 1.0]
    assert run.logged() == []


def test_a_later_instant_logs_the_modes_that_change(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(
        monkeypatch, Layout(states=state_slots(1), modes=MODES), states=(1.0,), modes=by_state, derivatives=slope(0.0)
    )
    assert at_instant(run) == RUNNING
    assert len(run.logged()) == 2
    assert run.control.has_changed


def endless(patch: pytest.MonkeyPatch, condition: Callable[[Array], bool]) -> BegunRun:
    """A series of bounces has reached its end; if the condition holds, the state becomes 5."""
    run = when(patch, condition, lambda _: 5.0)
    control = run.control
    control.near_events, control.shrinking_ratio, control.rest = ENDLESS, 0.25, 0.5
    for i in range(2):
        run.work[control.last_event + i] = 1.0
    return run


def test_a_series_of_events_comes_to_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    run = endless(monkeypatch, lambda _: False)
    looks: list[float] = []
    monkeypatch.setattr("simnon.kernels.event_iteration.before", lambda time, *_: looks.append(time))
    assert at_instant(run) == RUNNING
    assert run.control.time == run.control.accumulated == 3.5
    assert looks == [NOW, 3.5]
    assert [entry[1] for entry in run.logged()] == [LOGGED_ACCUMULATION]


def test_a_series_that_is_not_held_at_its_end_chatters(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def at_the_limit(states: Array) -> bool:
        nonlocal looks
        looks += 1
        return looks > 1

    run = endless(monkeypatch, at_the_limit)
    assert at_instant(run) == CHATTERING
    assert run.states[0] == 1.0


def test_an_event_right_after_coming_to_rest_chatters(monkeypatch: pytest.MonkeyPatch) -> None:
    run = endless(monkeypatch, lambda _: False)
    run.control.near_events = 0.0
    run.control.accumulated = NOW - 0.5 * AT_ONCE * (STOP - START)
    assert at_instant(run) == CHATTERING
    assert run.logged() == []


def test_the_states_after_an_event_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    run = when(monkeypatch, lambda _: True, lambda _: 5.0)
    assert at_instant(run) == RUNNING
    assert run.work[run.control.last_event] == 5.0


def test_delays_see_every_jump_that_has_been_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    def delay_sources(time: float, states: Array, values: Array, out: Array) -> None:
        values[21] = time - 1.5

    run = instant(monkeypatch, Layout(delays=(DelaySlots("", 20, 21, 30),)), delay_sources=delay_sources)
    run.values[34], run.values[35] = 3.0, 1e308
    assert at_instant(run) == RUNNING
    assert run.values[34] == 0.0
    assert run.values[35] == pytest.approx(START)


def test_a_text_applies_its_whens_together(monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(
        "dx = 0*x",
        "STATE y",
        "DER dy",
        "dy = 0*y",
        "WHEN t > 2\n  x = PRE(y)\nEND",
        "WHEN t > 2\n  y = PRE(x)\nEND",
        start="x: 7\ny: 8",
    )
    run = begun_model(text, monkeypatch, RunOptions(0.0, 10.0, method="dopri5"))
    assert iterate_instant(*run.model, run.log) == RUNNING
    assert list(run.states) == [7.0, 8.0]
    assert run.control.limit == 2.0
    run.control.time = run.control.reached = 2.0
    assert iterate_instant(*run.model, run.log) == RUNNING
    assert list(run.states) == [8.0, 7.0]
    assert run.control.limit == 10.0
