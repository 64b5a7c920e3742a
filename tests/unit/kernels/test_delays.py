"""delays: signals are stored step by step, and jumps arrive when a delay reaches them."""

import math
from collections.abc import Callable

import pytest

from simnon.kernels import Control
from simnon.kernels.control import DELAY_VANISHED, HISTORY_IS_FULL, MAX_JUMPS, NEW, RUNNING
from simnon.kernels.delays import (
    BEGIN,
    JUST_AFTER,
    NEVER,
    SHORTEST,
    VISIBLE,
    has_arrival,
    known_since,
    locate_arrival,
    look_back,
    next_arrival,
    next_jump,
    note_jump,
    predicted_arrival,
    remember_start,
    remember_step,
    see_all,
)
from simnon.kernels.history import history_append, history_value
from simnon.kernels.subset import Array
from simnon.program import DelaySlots, Lag, Layout
from simnon.simulation import RunOptions

from .begun_runs import PIECES, SLOTS, BegunRun, begun, put_entries, state_slots

NOW = 3.0
ULP = math.ulp(NOW)
HISTORIES = (30, 40)
Lags = Callable[[float, float], float]


def steady(lag: float) -> Lags:
    return lambda _time, _state: lag


def delayed(patch: pytest.MonkeyPatch, *lags: Lags, kinds: tuple[Lag, ...] = (Lag.STEADY, Lag.STEADY)) -> BegunRun:
    """A run from 1 to 9 that has reached 3; delay i reads (i + 1) x + 10 t with a lag that depends on time and state.

    The last step was from 3 to 3.5, and x went from 0 to 1 in it, linearly.
    """

    def delay_sources(time: float, states: Array, values: Array, out: Array) -> None:
        for i, lag in enumerate(lags):
            values[20 + 2 * i] = (i + 1) * states[0] + 10.0 * time
            values[21 + 2 * i] = time - lag(time, states[0])

    def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
        out[0] = states[0] + fraction * (work[NEW] - states[0])

    put_entries(patch, delay_sources=delay_sources, interpolate=interpolate)
    slots = tuple(DelaySlots("", 20 + 2 * i, 21 + 2 * i, HISTORIES[i], kinds[i]) for i in range(len(lags)))
    run = begun(Layout(states=state_slots(1), delays=slots), RunOptions(1.0, 9.0, method="dopri5"))
    control = run.control
    control.time, control.taken, control.reached, control.limit = NOW, 0.5, 3.5, 9.0
    run.set_states(NEW, 1.0)
    return run


def with_jumps(run: BegunRun, *jumps: float) -> BegunRun:
    for i, jump in enumerate(jumps):
        run.work[run.control.jumps + i] = jump
    run.control.jump_count = float(len(jumps))
    return run


def remembered(run: BegunRun, *begins: float) -> BegunRun:
    """Constant pieces that start at these times."""
    for begin in begins:
        for i in range(run.control.delay_count):
            history_append(run.values, HISTORIES[i], begin, 1.0, 0)
    return run


def test_the_shortest_delay_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    run = remembered(delayed(monkeypatch, steady(1.5), steady(0.25)), 0.0)
    assert look_back(*run.model) == RUNNING
    assert run.control.shortest_delay == 0.25
    run = remembered(delayed(monkeypatch, steady(20.0)), 0.0)
    assert look_back(*run.model) == RUNNING
    assert run.control.shortest_delay == 8.0


def test_a_vanished_delay_is_the_culprit(monkeypatch: pytest.MonkeyPatch) -> None:
    run = remembered(delayed(monkeypatch, steady(65 * ULP), steady(64 * ULP)), 0.0)
    assert look_back(*run.model) == DELAY_VANISHED
    assert run.control.culprit == 1
    run = remembered(delayed(monkeypatch, steady(math.nan)), 0.0)
    assert look_back(*run.model) == DELAY_VANISHED
    assert run.control.culprit == 0
    run = remembered(delayed(monkeypatch, steady(65 * ULP)), 0.0)
    assert look_back(*run.model) == RUNNING


def test_jumps_that_arrive_later_are_hidden_from_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    run = with_jumps(remembered(delayed(monkeypatch, steady(1.5), steady(0.5)), 0.0, 1.0, 2.0, 2.25), 1.0, 2.0)
    assert look_back(*run.model) == RUNNING
    first, second = HISTORIES
    # The first delay reads 1.5 and will see the jump at 2, the second reads 2.5, past all jumps.
    assert list(run.work[run.control.pending : run.control.pending + 2]) == [2.0, NEVER]
    assert run.values[first + VISIBLE] == 2.0
    assert run.values[second + VISIBLE] == 4.0
    assert run.values[first + BEGIN] == run.values[second + BEGIN] == known_since(run.control)


def test_the_jump_of_the_start_is_hidden_before_it_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    run = with_jumps(remembered(delayed(monkeypatch, steady(2.5)), 0.0), 1.0)
    assert look_back(*run.model) == RUNNING
    assert run.values[HISTORIES[0] + BEGIN] == NEVER


def test_a_history_without_space_for_a_step_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    run = remembered(delayed(monkeypatch, steady(1.5)), *(0.25 * k for k in range(PIECES - 1)))
    assert look_back(*run.model) == RUNNING
    remembered(run, 2.0)
    assert look_back(*run.model) == RUNNING
    run = remembered(delayed(monkeypatch, steady(2.9)), *(0.25 * k for k in range(PIECES)))
    assert look_back(*run.model) == HISTORY_IS_FULL


def test_at_an_event_every_jump_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    run = delayed(monkeypatch, steady(1.0), steady(2.0))
    for history in HISTORIES:
        run.values[history + VISIBLE], run.values[history + BEGIN] = 3.0, NEVER
    see_all(run.control, run.plan, run.values)
    for history in HISTORIES:
        assert run.values[history + VISIBLE] == 0.0
        assert run.values[history + BEGIN] == 1.0 - SHORTEST * math.ulp(1.0)


def test_the_next_jump_is_the_first_one_that_has_not_arrived(monkeypatch: pytest.MonkeyPatch) -> None:
    run = with_jumps(delayed(monkeypatch, steady(1.0)), 2.0, 2.5, 1.5)
    assert next_jump(run.control, run.work, 1.25) == 1.5
    assert next_jump(run.control, run.work, 1.5) == 2.0
    assert next_jump(run.control, run.work, 2.0 - 64 * ULP) == 2.5
    assert next_jump(run.control, run.work, 2.0 - 65 * ULP) == 2.0
    assert next_jump(run.control, run.work, 2.5) == NEVER


def test_the_oldest_of_too_many_jumps_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    run = delayed(monkeypatch, steady(1.0))
    first = run.control.jumps
    for k in range(MAX_JUMPS + 2):
        run.control.time = float(k)
        note_jump(run.control, run.work)
    assert list(run.work[first : first + 3]) == [float(MAX_JUMPS), MAX_JUMPS + 1.0, 2.0]
    assert run.control.jump_count == MAX_JUMPS + 2
    assert run.work[first + MAX_JUMPS] == 0.0
    assert next_jump(run.control, run.work, 0.0) == 2.0
    assert next_jump(run.control, run.work, MAX_JUMPS - 0.5) == MAX_JUMPS


def with_state(time: float, state: float) -> float:
    """A lag that shrinks with the state: at 3 it reads 1.5, at 3.5 2.5."""
    return 1.5 - 0.5 * state


def pending(run: BegunRun, *jumps: float) -> BegunRun:
    for i, jump in enumerate(jumps):
        run.work[run.control.pending + i] = jump
    return run


BY_STATES = (Lag.BY_STATES, Lag.BY_STATES)


def test_a_step_ends_at_an_arrival_within_it(monkeypatch: pytest.MonkeyPatch) -> None:
    run = pending(delayed(monkeypatch, with_state, kinds=BY_STATES), 2.0)
    run.control.past, run.control.is_fresh, run.control.rejected = 4, True, 2.0
    assert has_arrival(*run.model)
    assert run.control.limit == pytest.approx(3.25, abs=8 * ULP)
    assert (run.control.past, run.control.is_fresh, run.control.rejected) == (0, False, 3.0)


def test_the_first_of_two_arrivals_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    for jumps, time in [((2.25, 2.0), 3.25), ((1.75, 2.0), 3.125)]:
        run = pending(delayed(monkeypatch, with_state, with_state, kinds=BY_STATES), *jumps)
        assert has_arrival(*run.model)
        assert run.control.limit == pytest.approx(time, abs=8 * ULP)


@pytest.mark.parametrize(
    ("jump", "kind"), [(2.75, Lag.BY_STATES), (NEVER, Lag.BY_STATES), (2.0, Lag.STEADY), (2.0, Lag.BY_TIME)]
)
def test_a_step_without_an_arrival_is_unchanged(monkeypatch: pytest.MonkeyPatch, jump: float, kind: Lag) -> None:
    run = pending(delayed(monkeypatch, with_state, kinds=(kind,)), jump)
    run.control.past, run.control.is_fresh = 4, True
    assert not has_arrival(*run.model)
    assert (run.control.limit, run.control.past, run.control.rejected) == (9.0, 4, 0.0)
    assert run.control.is_fresh


def test_an_arrival_at_the_very_end_of_the_step_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    run = pending(delayed(monkeypatch, with_state, kinds=BY_STATES), 2.5 - 1e-15)
    assert not has_arrival(*run.model)
    run = pending(delayed(monkeypatch, with_state, kinds=BY_STATES), 2.5 - 1e-12)
    assert has_arrival(*run.model)


def test_an_arrival_is_located_just_after_the_jump_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    run = delayed(monkeypatch, with_state, kinds=BY_STATES)
    arrival = locate_arrival(run.control, run.states, run.values, run.work, 21, 1.75)
    # 2 t - 4.5 = 1.75 at 3.125
    assert arrival == pytest.approx(3.125 + JUST_AFTER * ULP, abs=ULP)


def test_before_the_start_a_signal_has_its_start_value(monkeypatch: pytest.MonkeyPatch) -> None:
    run = delayed(monkeypatch, steady(1.0), steady(2.0))
    run.states[0] = 5.0
    remember_start(*run.model)
    assert history_value(run.values, HISTORIES[0], -7.0) == 35.0
    assert history_value(run.values, HISTORIES[1], 3.0) == 40.0
    assert list(run.values[SLOTS : SLOTS + 4]) == [2.0, 1.0, 0.0, 35.0]


def test_a_step_is_stored_as_a_polynomial(monkeypatch: pytest.MonkeyPatch) -> None:
    run = delayed(monkeypatch, steady(1.0), steady(2.0))
    remember_step(*run.model)
    for time in (3.0, 3.1, 3.3, 3.5):
        state = (time - 3.0) / 0.5
        assert history_value(run.values, HISTORIES[0], time) == pytest.approx(state + 10.0 * time)
        assert history_value(run.values, HISTORIES[1], time) == pytest.approx(2.0 * state + 10.0 * time)
    assert list(run.values[SLOTS : SLOTS + 3]) == [3.0, 0.5, 4.0]
    assert run.values[HISTORIES[0] + 3] == 1.0
    assert run.work[run.control.jumps + MAX_JUMPS] == 30.0


def test_a_step_is_stored_only_up_to_the_event_that_cut_it(monkeypatch: pytest.MonkeyPatch) -> None:
    run = delayed(monkeypatch, steady(1.0))
    run.control.reached = 3.25
    remember_step(*run.model)
    assert list(run.values[SLOTS : SLOTS + 3]) == [3.0, 0.25, 4.0]
    assert history_value(run.values, HISTORIES[0], 3.25) == pytest.approx(0.5 + 32.5)


def test_a_step_of_zero_length_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    run = delayed(monkeypatch, steady(1.0))
    run.control.reached = NOW
    remember_step(*run.model)
    assert run.values[HISTORIES[0] + 3] == 0.0


def test_at_the_limit_every_jump_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    run = delayed(monkeypatch, steady(1.0))
    run.values[HISTORIES[0] + VISIBLE] = 5.0
    remember_step(*run.model)
    assert run.values[HISTORIES[0] + VISIBLE] == 5.0
    run.control.limit = run.control.reached
    remember_step(*run.model)
    assert run.values[HISTORIES[0] + VISIBLE] == 0.0


def test_signals_are_evaluated_no_later_than_the_end_of_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    run = delayed(monkeypatch, steady(1.0))
    seen: list[float] = []

    def delay_sources(time: float, states: Array, values: Array, out: Array) -> None:
        seen.append(time)

    monkeypatch.setattr("simnon.kernels.delays.delay_sources", delay_sources)
    run.control.time, run.control.taken, run.control.reached = 0.1, 0.7, 0.7999999999999999
    remember_step(*run.model)
    assert max(seen) == seen[-1] == run.control.reached
    assert len(seen) == 5


def arrival(run: BegunRun, limit: float = 9.0) -> float:
    return next_arrival(*run.model, 8 * ULP, limit)


def test_a_jump_arrives_after_a_constant_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    run = with_jumps(delayed(monkeypatch, steady(4.0), steady(1.5)), 1.0, 2.0, 2.5)
    assert arrival(run) == 3.5
    assert arrival(run, 3.25) == 3.25
    run = with_jumps(delayed(monkeypatch, steady(1.5)), 1.5, 1.25)
    assert arrival(run) == 9.0
    assert arrival(delayed(monkeypatch, steady(5.0))) == 9.0


def test_an_arrival_at_the_present_instant_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    run = with_jumps(delayed(monkeypatch, steady(1.5)), 1.5 + 8 * ULP)
    assert arrival(run) == 9.0
    run = with_jumps(delayed(monkeypatch, steady(1.5)), 1.5 + 9 * ULP)
    assert arrival(run) == NOW + 9 * ULP


def with_time(time: float, state: float) -> float:
    """A lag of half the time: at 3 it reads 1.5."""
    return 0.5 * time


def test_a_jump_arrives_after_a_delay_that_depends_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    run = with_jumps(delayed(monkeypatch, with_time, steady(8.0), kinds=(Lag.BY_TIME, Lag.STEADY)), 1.0, 2.0, 2.5)
    assert arrival(run) == pytest.approx(4.0, abs=4 * ULP)
    # The second delay is evaluated at the present time again.
    assert run.values[23] == NOW - 8.0
    assert arrival(run, 3.75) == 3.75
    run = with_jumps(delayed(monkeypatch, steady(8.0), with_time, kinds=(Lag.STEADY, Lag.BY_TIME)), 1.0, 2.0, 2.5)
    assert arrival(run) == pytest.approx(4.0, abs=4 * ULP)


def test_an_arrival_through_a_delay_that_depends_on_states_is_not_predicted(monkeypatch: pytest.MonkeyPatch) -> None:
    run = with_jumps(delayed(monkeypatch, steady(1.5), kinds=(Lag.BY_STATES,)), 2.0)
    assert arrival(run) == 9.0


def test_an_arrival_is_predicted_by_bisection_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    run = with_jumps(delayed(monkeypatch, with_time, kinds=(Lag.BY_TIME,)), 2.0)

    def predicted(limit: float) -> float:
        run.values[21] = 1.5
        return predicted_arrival(run.control, run.states, run.values, run.work, 21, limit)

    assert 4.0 < predicted(9.0) <= 4.0 + 4 * ULP
    assert predicted(4.0) == 4.0
    assert predicted(3.5) == 3.5
    run.control.jump_count = 0.0
    assert predicted(9.0) == 9.0
