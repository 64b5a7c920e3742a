"""constant_states: states that do not move are removed from the Jacobian, and only those."""

from array import array

import pytest

from simnon.kernels.constant_states import CONSTANT, STAGES, has_constant_state_moved, has_constant_states
from simnon.kernels.control import STATE_ARRAYS
from simnon.program import Layout
from simnon.simulation import RunOptions

from .begun_runs import BegunRun, begun, state_slots

N = 3
JACOBIAN = STATE_ARRAYS * N
FULL = [(row, column) for row in range(N) for column in range(N)]


def run_with(
    jacobian: dict[tuple[int, int], float], positions: list[tuple[int, int]], by_time: float = 0.0
) -> BegunRun:
    """Three states whose Jacobian has entries at these positions; the first derivative by time is `by_time`."""
    run = begun(Layout(states=state_slots(N)), RunOptions(0.0, 1.0, method="rodas5p"))
    control = run.control
    control.jacobian, control.jacobian_size = JACOBIAN, len(positions)
    run.work.extend([0.0] * 20)
    control.entries_in_full = len(run.work) - 10
    for k, (row, column) in enumerate(positions):
        run.work[JACOBIAN + k] = jacobian.get((row, column), 0.0)
        run.work[control.entries_in_full + k] = float(N * row + column) if positions != FULL else -1.0
    run.work[JACOBIAN + len(positions)] = by_time
    return run


def jacobian_of(run: BegunRun) -> list[float]:
    return list(run.work[JACOBIAN : JACOBIAN + run.control.jacobian_size])


def test_if_every_state_moves_none_is_removed() -> None:
    run = run_with(dict.fromkeys(FULL, 2.0), FULL)
    run.set_states(0, 1.0, -1.0, 1e-300)
    assert not has_constant_states(run.control, run.work)
    assert jacobian_of(run) == [2.0] * 9


SPARSE = [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)]


@pytest.mark.parametrize("positions", [FULL, SPARSE])
def test_constant_states_are_removed_with_their_rows_and_columns(positions: list[tuple[int, int]]) -> None:
    run = run_with({(0, 0): 3.0, (0, 1): 4.0, (1, 1): 5.0, (2, 1): 6.0, (2, 2): 7.0}, positions)
    run.set_states(0, 0.0, 0.0, 1.0)

    assert has_constant_states(run.control, run.work)

    assert run.array_of_states(CONSTANT) == [1.0, 1.0, 0.0]
    kept = {(2, 2): 7.0}
    assert jacobian_of(run) == [kept.get(place, 0.0) for place in positions]


def test_all_states_can_be_constant() -> None:
    run = run_with(dict.fromkeys(FULL, 2.0), FULL)
    assert has_constant_states(run.control, run.work)
    assert run.array_of_states(CONSTANT) == [1.0, 1.0, 1.0]
    assert jacobian_of(run) == [0.0] * 9


def test_a_state_that_depends_on_a_moving_one_is_not_constant() -> None:
    # The first depends on the second, which depends on the third, which moves: one pass is not enough.
    run = run_with({(0, 1): 1.0, (1, 2): 1.0}, FULL)
    run.set_states(0, 0.0, 0.0, 1.0)
    assert not has_constant_states(run.control, run.work)
    assert run.array_of_states(CONSTANT) == [0.0, 0.0, 0.0]
    assert jacobian_of(run)[1] == 1.0


def test_a_state_that_depends_on_time_is_not_constant() -> None:
    run = run_with({}, FULL, by_time=0.5)
    run.set_states(0, 0.0, 0.0, 1.0)
    assert has_constant_states(run.control, run.work)
    assert run.array_of_states(CONSTANT) == [0.0, 1.0, 0.0]


@pytest.mark.parametrize("stage", [1, STAGES])
def test_a_removed_state_that_moves_is_found_in_every_stage(stage: int) -> None:
    run = run_with({}, FULL)
    run.work[CONSTANT * N : CONSTANT * N + N] = array("d", [0.0, 1.0, 0.0])
    run.set_states(stage, 1.0, 0.0, 1.0)
    run.control.jacobian_mark = 4.0
    assert not has_constant_state_moved(run.control, run.work)
    assert run.control.jacobian_mark == 4.0
    run.set_states(stage, 0.0, 1e-300, 0.0)
    assert has_constant_state_moved(run.control, run.work)
    assert run.control.jacobian_mark == -1.0


def test_the_arrays_before_and_after_the_stages_are_ignored() -> None:
    run = run_with({}, FULL)
    run.work[CONSTANT * N : CONSTANT * N + N] = array("d", [0.0, 1.0, 0.0])
    run.set_states(0, 1.0, 1.0, 1.0)
    run.set_states(STAGES + 1, 1.0, 1.0, 1.0)
    assert not has_constant_state_moved(run.control, run.work)
