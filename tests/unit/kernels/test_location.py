"""location: steps are cut at the first root of guards that are known curves, and nowhere else."""

import math

import pytest

from simnon.kernels.control import QUARTERS, TRIAL
from simnon.kernels.location import (
    check_guards,
    follow_from_zero,
    has_left_zero,
    locate_event,
    search_step,
)
from simnon.kernels.narrowing import (
    FINEST,
)
from simnon.kernels.subset import Array

from .begun_runs import BegunRun
from .guard_curves import AFTER, BEFORE, TAKEN, TIME, constant, cubic, dip, stepped, wave

MODE_SLOT = 10


def look(run: BegunRun) -> BegunRun:
    check_guards(*run.model)
    return run


def located(run: BegunRun) -> float | None:
    """The fraction of the step at which it is cut."""
    look(run)
    locate_event(run.control, run.states, run.values, run.work)
    if not run.control.is_cut:
        assert run.control.reached == TIME + TAKEN
        return None
    assert run.control.reached == pytest.approx(TIME + TAKEN * run.array_of_states(TRIAL)[0], abs=1e-15)
    assert run.control.reached - TIME >= TAKEN * run.array_of_states(TRIAL)[0]
    return run.array_of_states(TRIAL)[0]


def test_guards_are_evaluated_at_the_end_and_the_quarters(monkeypatch: pytest.MonkeyPatch) -> None:
    run = look(stepped(monkeypatch, cubic, dip))
    assert run.guards(AFTER) == [cubic(1.0), dip(1.0)]
    assert [run.guards(QUARTERS + k) for k in range(3)] == [[cubic(s), dip(s)] for s in (0.25, 0.5, 0.75)]


def test_without_guards_no_step_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch)
    run.control.is_cut = True
    assert located(run) is None
    assert run.array_of_states(TRIAL) == [0.0]


def test_the_first_root_of_a_cubic_is_found_to_a_million_millionth_of_the_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = located(stepped(monkeypatch, cubic))
    assert found is not None
    assert 0.0 <= found - 0.3 <= FINEST


def test_the_earliest_of_two_guards_cuts_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    found = located(stepped(monkeypatch, lambda s: s - 0.7, lambda s: 0.4 - s, lambda s: s + 1.0))
    assert found is not None
    assert 0.0 <= found - 0.4 <= FINEST


def test_a_guard_that_changes_sign_and_back_cuts_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    for dipped in (dip, lambda s: -dip(s)):
        found = located(stepped(monkeypatch, dipped))
        assert found is not None
        assert 0.0 <= found - 0.3 <= FINEST


def test_a_guard_that_only_touches_zero_does_not_cut_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    assert located(stepped(monkeypatch, lambda s: (s - 0.4) ** 2)) is None
    assert located(stepped(monkeypatch, lambda s: -((s - 0.61) ** 2))) is None


def test_a_guard_that_only_comes_close_to_zero_does_not_cut_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, lambda s: (s - 0.4) ** 2 + 1e-6)
    assert located(run) is None
    assert run.guards(BEFORE) == run.guards(AFTER) == [0.6**2 + 1e-6]


def test_a_root_at_the_very_end_cuts_the_step_there(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, lambda s: 1.0 - s)
    assert located(run) == 1.0
    assert run.control.reached == TIME + TAKEN
    assert run.guards(BEFORE) == [1.0]


def test_the_root_of_a_guard_that_is_not_a_polynomial_is_located(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, lambda s: math.exp(5.0 * s) - 7.0)
    run.control.has_curved_guards = True
    found = located(run)
    assert found is not None
    assert -1e-15 <= found - math.log(7.0) / 5.0 <= FINEST


def test_the_jump_of_a_guard_is_located(monkeypatch: pytest.MonkeyPatch) -> None:
    found = located(stepped(monkeypatch, lambda s: 1.0 if s < 0.617 else -3.0))
    assert found is not None
    assert 0.0 <= found - 0.617 <= FINEST


def test_a_step_with_an_oscillating_guard_is_cut_at_its_first_root(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, wave)
    run.control.has_curved_guards = True
    found = located(run)
    assert found is not None
    assert -1e-15 <= found - math.acos(-0.5) / 40.0 <= FINEST


def test_the_halving_of_windows_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, lambda s: 1.5 + math.sin(1e4 * s))
    run.control.has_curved_guards = True
    looks = 0

    def counted(*given: object) -> bool:
        nonlocal looks
        looks += 1
        return False

    monkeypatch.setattr("simnon.kernels.location.is_window_seen", counted)
    run.control.stop_time = 1e5 * TAKEN
    assert located(run) is None
    # A millionth of the run is a tenth of the step. The whole step is checked twice, then its half, quarter and
    # eighth, and an eighth before each further sixteenth but the last.
    assert looks == 2 + 3 + 14


def test_a_step_is_searched_in_windows_from_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    run = look(stepped(monkeypatch, wave))
    run.control.has_curved_guards = True
    search_step(run.control, run.states, run.values, run.work)
    assert run.control.is_cut
    run = look(stepped(monkeypatch, lambda s: wave(s) + 0.6))
    run.control.has_curved_guards = True
    search_step(run.control, run.states, run.values, run.work)
    assert not run.control.is_cut


def test_a_guard_that_leaves_zero_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, cubic, dip)
    for before, after, has_left in [
        ((1.0, 0.0), (1.0, -1.0), True),
        ((0.0, 1.0), (1e-300, 1.0), True),
        ((0.0, 0.0), (0.0, 0.0), False),
        ((1.0, -1.0), (-1.0, 0.0), False),
    ]:
        run.set_guards(BEFORE, *before)
        run.set_guards(AFTER, *after)
        assert has_left_zero(run.control, run.work) == has_left


def leaving_zero(patch: pytest.MonkeyPatch, mode: float) -> BegunRun:
    """Three guards leave zero, the last one that of a domain; a mode is `mode` at the end."""

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = mode if (time, states[0]) == (TIME + TAKEN, 1.0) else math.nan

    curves = (lambda s: s, lambda s: -s, lambda s: s - 2.0, lambda s: -s)
    run = stepped(patch, *curves, domains=(3,))
    patch.setattr("simnon.kernels.location.modes", modes)
    run.control.mode_count, run.control.mode_slots = 1, len(run.plan.numbers)
    run.plan.numbers.append(MODE_SLOT)
    run.values[MODE_SLOT] = 1.0
    run.work.extend([0.0] * 4)
    return run


def test_leaving_zero_is_not_an_event_if_no_mode_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    run = leaving_zero(monkeypatch, 1.0)
    run.set_guards(AFTER, 1.0, -1.0, -1.0, -1.0)
    follow_from_zero(run.control, run.plan, run.values, run.work)
    assert run.guards(BEFORE) == [1.0, -1.0, -2.0, 0.0]


def test_leaving_zero_is_an_event_if_a_mode_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    run = leaving_zero(monkeypatch, 0.0)
    run.set_guards(AFTER, 1.0, -1.0, -1.0, -1.0)
    follow_from_zero(run.control, run.plan, run.values, run.work)
    assert run.guards(BEFORE) == [0.0, 0.0, -2.0, 0.0]


def test_a_domain_that_is_not_left_downwards_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    run = leaving_zero(monkeypatch, 1.0)
    run.set_guards(AFTER, 1.0, -1.0, -1.0, 1.0)
    follow_from_zero(run.control, run.plan, run.values, run.work)
    assert run.guards(BEFORE) == [1.0, -1.0, -2.0, 1.0]


def test_evaluating_the_guards_follows_those_that_leave_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    assert look(leaving_zero(monkeypatch, 1.0)).guards(BEFORE) == [1.0, -1.0, -2.0, 0.0]
    run = stepped(monkeypatch, lambda s: s + 1.0, constant(-1.0))
    assert look(run).guards(BEFORE) == [1.0, -1.0]
