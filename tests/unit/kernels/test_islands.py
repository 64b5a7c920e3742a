"""islands: which islands can have an event in a step, and which of them an event affects."""

import importlib

import numpy as np
import pytest

from simnon.kernels.control import LISTED, NEW, TRIAL
from simnon.kernels.subset import Array
from simnon.program import GuardSlot, Island, Layout
from simnon.simulation import RunOptions

from .begun_runs import BegunRun, Entry, begun, put_entries, state_slots

reach = importlib.import_module("simnon.kernels.island_reach")
lists = importlib.import_module("simnon.kernels.island_list")
islands = importlib.import_module("simnon.kernels.islands")
LIST = 40


def apart() -> tuple[Island, ...]:
    """Three islands of one state with a guard at 1 and one at -1, after a state that belongs to none."""
    return tuple(
        Island(range(2 * i, 2 * i + 2), range(0), range(0), range(i + 1, i + 2), (0,), (i + 1, i + 1)) for i in range(3)
    )


def limits(divided: tuple[Island, ...]) -> Entry:
    """The guards of the islands listed, or of all."""

    def guards(time: float, states: Array, values: Array, out: Array) -> None:
        every = range(LIST + 1, LIST + 1 + LISTED * int(values[LIST]), LISTED)
        chosen = [(int(values[k]), int(values[k + 1])) for k in every]
        for number, at in chosen or [(i, divided[i].guards.start) for i in range(len(divided))]:
            x = states[divided[number].states.start]
            out[at], out[at + 1] = x - 1.0, x + 1.0

    return guards


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> BegunRun:
    """A step of length 1 from the states 0, 0.5, 0.9, -0.5, which do not move."""
    divided = apart()
    layout = Layout(
        states=state_slots(4), guards=tuple(GuardSlot(i, "", ()) for i in range(6)), islands=divided, island_list=LIST
    )
    put_entries(monkeypatch, guards=limits(divided))
    begun_run = begun(layout, RunOptions(0.0, 10.0, method="dopri5"), states=(0.0, 0.5, 0.9, -0.5))
    control = begun_run.control
    control.taken, control.reached = 1.0, 1.0
    islands.enter_islands(control, begun_run.plan, begun_run.values, begun_run.work)
    move(begun_run, (0.0, 0.0, 0.0, 0.0))
    return begun_run


def move(run: BegunRun, changes: tuple[float, ...]) -> None:
    """Let the states change at constant speed within the step."""
    n = run.control.state_count
    for i, change in enumerate(changes):
        run.work[NEW * n + i] = run.states[i] + change
        run.work[TRIAL * n + i] = run.states[i] + 0.5 * change
        run.work[i] = run.work[run.control.last_stage * n + i] = change


def bounds(run: BegunRun) -> list[tuple[float, float]]:
    n, first = run.control.state_count, run.control.bounds
    return [(run.work[first + i], run.work[first + n + i]) for i in range(n)]


def listed(run: BegunRun) -> list[int]:
    return [int(run.values[LIST + 1 + LISTED * k]) for k in range(int(run.values[LIST]))]


def test_at_first_all_islands_are_awake(run: BegunRun) -> None:
    assert reach.list_awake(*run.model) == 3
    assert listed(run) == [0, 1, 2]


def test_a_guard_bounds_its_state_on_the_side_where_it_changes_sign(run: BegunRun) -> None:
    reach.measure_all(*run.model)

    expected = [(0.5 - 1.0, 0.5 + 0.45), (0.9 - 1.0, 0.9 + 0.09), (-0.5 - 0.45, -0.5 + 1.0)]
    assert np.allclose(bounds(run)[1:], expected)


def test_states_of_a_part_with_several_share_what_its_guards_allow(
    run: BegunRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    divided = (Island(range(1), range(0), range(0), range(2), (0, 1), (-1,)),)
    layout = Layout(states=state_slots(2), guards=(GuardSlot(0, "", ()),), islands=divided, island_list=LIST)

    def guards(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = 2.0 * states[0] - states[1] + 3.0

    put_entries(monkeypatch, guards=guards)
    other = begun(layout, RunOptions(0.0, 1.0, method="dopri5"), states=(2.0, 1.0))
    reach.measure(*other.model, 0)

    # The guard is 6; moving the states by their sizes changes it by 4 and 1.
    assert np.allclose(bounds(other), [(0.0, 4.0), (0.0, 2.0)])
    other.states[1] = 9.0
    reach.measure(*other.model, 0)
    fraction = 0.9 * 2.0 / (4.0 + 9.0)
    assert np.allclose(bounds(other), [(2 - 2 * fraction, 2 + 2 * fraction), (9 - 9 * fraction, 9 + 9 * fraction)])


def test_a_guard_at_zero_or_not_a_number_keeps_its_island_awake(run: BegunRun) -> None:
    run.states[1], run.states[2] = 1.0, float("nan")
    reach.measure_all(*run.model)
    move(run, (0.0, 0.0, 0.0, 0.0))
    reach.list_awake(*run.model)

    assert listed(run) == [0, 1]


@pytest.mark.parametrize(
    ("changes", "awake"),
    [
        ((9.0, 0.0, 0.0, 0.0), []),
        ((0.0, 0.4, 0.0, 0.0), []),
        ((0.0, 0.46, 0.0, 0.0), [0]),
        ((0.0, 0.0, 0.1, -0.5), [1, 2]),
        ((0.0, 0.0, -0.5, 0.6), []),
    ],
)
def test_an_island_wakes_if_a_state_may_leave_its_bounds(
    run: BegunRun, changes: tuple[float, ...], awake: list[int]
) -> None:
    reach.measure_all(*run.model)
    move(run, changes)
    reach.list_awake(*run.model)

    assert listed(run) == awake


def test_a_state_that_bends_beyond_its_bounds_and_back_wakes_its_island(run: BegunRun) -> None:
    reach.measure_all(*run.model)
    move(run, (0.0, 0.0, 0.0, 0.0))
    n = run.control.state_count
    run.work[1], run.work[run.control.last_stage * n + 1] = 4.0, -4.0
    run.work[TRIAL * n + 1] = 1.5
    reach.list_awake(*run.model)

    assert listed(run) == [0]


def test_islands_that_cannot_have_the_first_event_are_postponed(run: BegunRun) -> None:
    reach.measure_all(*run.model)
    move(run, (0.0, 1.0, 1.0, -4.0))
    count = reach.list_awake(*run.model)
    kept = lists.postpone_late(run.control, run.values, count)

    # They can have an event from 0.45, 0.09 and 0.1125 on.
    assert (count, kept, listed(run)) == (3, 2, [1, 2])
    assert run.control.postponed == pytest.approx(1.6 * 0.09)


@pytest.mark.parametrize(
    ("is_cut", "width", "reached", "is_incomplete"),
    [(True, 1.0, 0.1, False), (True, 1.0, 0.2, True), (True, 0.5, 0.1, True), (False, 1.0, 1.0, True)],
)
def test_a_search_is_complete_if_its_event_comes_before_those_postponed(
    run: BegunRun, is_cut: bool, width: float, reached: float, is_incomplete: bool
) -> None:
    control = run.control
    control.is_cut, control.cut_width, control.reached, control.postponed = is_cut, width, reached, 0.15
    assert islands.is_incomplete(control) is is_incomplete

    control.postponed = 0.0
    assert not islands.is_incomplete(control)


def test_a_list_is_in_order_however_islands_enter_it(run: BegunRun) -> None:
    for count, (island, earliest) in enumerate([(2, 0.2), (0, 0.0), (1, 0.1)]):
        lists.list_island(run.control, run.values, count, island, earliest)
    run.values[LIST] = 3.0

    assert listed(run) == [0, 1, 2]
    assert [run.values[LIST + LISTED * (k + 1)] for k in range(3)] == [0.0, 0.1, 0.2]


def test_an_event_affects_the_island_whose_guard_has_changed_sign(run: BegunRun) -> None:
    control = run.control
    run.values[LIST] = 3.0
    for k in range(3):
        run.values[LIST + 1 + LISTED * k] = float(k)
    control.guard_count = lists.place_guards(control, run.plan, run.values, 3)
    islands.guards_at_start(control, run.states, run.values, run.work)
    run.states[2] = 1.0 + 1e-12
    control.is_cut = True

    assert islands.affected(control, run.states, run.values, run.work, 1e-15) == 1
    run.states[3] = -1.0 - 1e-12
    assert islands.affected(control, run.states, run.values, run.work, 1e-15) == -1


def test_looking_at_one_island_moves_all_tables_and_back(run: BegunRun) -> None:
    before = list(run.control.numbers)
    control = run.control
    control.focus = 2
    row = control.islands + 11
    islands.move_tables(control, run.plan, row, 1)
    assert (control.first_guard, control.domains) == (2, before[type(control).offset("domains")] + 2)

    islands.widen(control, run.plan)
    assert list(control.numbers) == before
