"""mode_iteration: modes are those just after the instant; they are updated until none changes."""

import pytest

from simnon.kernels.control import (
    CHATTERING,
    LOGGED_MODE,
    RUNNING,
    SLIDE_AMBIGUOUS,
    SLIDE_REQUESTED,
)
from simnon.kernels.mode_iteration import (
    begin_modes,
    iterate_modes,
    leave_zero,
    note_changes,
    note_switch,
    take_modes,
    update_modes,
)
from simnon.kernels.subset import Array
from simnon.kernels.time_events import (
    NEVER,
)
from simnon.program import (
    Layout,
)

from .begun_runs import BegunRun, Entry, state_slots
from .instants import (
    CUT,
    MODES,
    NOW,
    TIMED,
    TOLERANCE,
    able_to_slide,
    at_instants,
    by_state,
    crossing,
    instant,
    relay,
    slope,
)


def past_now(time: float, states: Array, values: Array, out: Array) -> None:
    out[0] = 1.0 if time > NOW else 0.0


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


def past(limit: float) -> Entry:
    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = 0.0
        out[1] = 1.0 if time > limit else 0.0

    return modes


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

    patch.setattr("simnon.kernels.mode_iteration.end_slides", end_slides)
    patch.setattr("simnon.kernels.mode_iteration.update_modes", lambda *_: changed.pop(0))
    return iterate_modes(*run.model, run.log, TOLERANCE, True), located


def test_slides_that_end_change_modes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sliding(monkeypatch, [1, 0], [1, 0]) == (1, [True, False])
    assert sliding(monkeypatch, [1, 1, 0], [0, 0, 0]) == (2, [True, False, False])
    assert sliding(monkeypatch, [0], [0]) == (0, [True])


def test_a_slide_that_cannot_start_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    statuses = [RUNNING, SLIDE_AMBIGUOUS]
    monkeypatch.setattr("simnon.kernels.mode_iteration.begin_slides", lambda *_: statuses.pop(0))
    run = able_to_slide(relay(monkeypatch))
    run.control.sliding, run.control.held_modes = 50, len(run.work)
    run.work.append(0.0)
    assert iterate_modes(*run.model, run.log, TOLERANCE, False) == -SLIDE_AMBIGUOUS
    assert statuses == []


def test_modes_that_lead_each_other_back_request_sliding(monkeypatch: pytest.MonkeyPatch) -> None:
    run = able_to_slide(relay(monkeypatch))
    assert iterate_modes(*run.model, run.log, TOLERANCE, False) == -SLIDE_REQUESTED
    assert len(run.logged()) == 2


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
