"""directions: derivatives of states are shifted to an instant that moves, and back with the slopes after it."""

import pytest

from simnon.kernels.directions import FIXED_INSTANT, cause_of_instant, shift_back, shift_to_instant
from simnon.kernels.subset import Array
from simnon.program import GuardSlot, Layout, SensitivitySlots, TimeEventSlot

from .begun_runs import BegunRun, begun, put_entries, state_slots

TOLERANCE = 1e-12
GUARDS = tuple(GuardSlot(i, f"g{i}", ()) for i in range(2))
TIME_EVENTS = (TimeEventSlot(0, "t0", ()),)
SHIFT_SLOTS = (20, 21)
SLOPES = [3.0, -1.0]
NOW = [0.5, 0.25]
"""The guards at the instant."""


def at_instant(patch: pytest.MonkeyPatch) -> BegunRun:
    """Two states in two directions; the second guard has changed its sign, and moves by 10 and by 20."""
    layout = Layout(
        states=state_slots(6),
        guards=GUARDS,
        time_events=TIME_EVENTS,
        sensitivities=SensitivitySlots(2, SHIFT_SLOTS),
    )
    run = begun(layout, states=(0.0, 0.0, 1.0, 2.0, 3.0, 4.0))
    run.control.time, run.control.is_cut = 5.0, True
    run.set_guards(0, 1.0, -1.0)
    run.work[run.control.instants] = 5.0

    def derivatives(_time: float, _states: Array, _values: Array, out: Array) -> None:
        out[0], out[1] = SLOPES

    def guards(_time: float, _states: Array, _values: Array, out: Array) -> None:
        out[0], out[1] = NOW

    def shifts(_time: float, _states: Array, _values: Array, out: Array) -> None:
        for i, value in enumerate((1.0, 2.0, 10.0, 20.0, 100.0, 200.0)):
            out[i] = value

    put_entries(patch, derivatives=derivatives, guards=guards, shifts=shifts)
    return run


def test_derivatives_move_with_the_guard_that_has_crossed_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instant(monkeypatch)
    shift_to_instant(*run.model, TOLERANCE)

    assert list(run.states) == [0.0, 0.0, 1.0 + 30.0, 2.0 + 60.0, 3.0 - 10.0, 4.0 - 20.0]
    assert [run.values[slot] for slot in SHIFT_SLOTS] == [10.0, 20.0]
    assert not run.control.is_fresh


def test_they_move_back_with_the_slopes_after_the_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instant(monkeypatch)
    shift_to_instant(*run.model, TOLERANCE)
    monkeypatch.setattr(f"{__name__}.SLOPES", [1.0, 0.0])
    run.control.has_changed = False
    shift_back(*run.model)

    assert list(run.states)[2:] == [31.0 - 10.0, 62.0 - 20.0, -7.0, -16.0]
    assert [run.values[slot] for slot in SHIFT_SLOTS] == [0.0, 0.0]
    assert run.control.has_changed
    assert run.control.is_fresh


def test_nothing_moves_back_that_was_not_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instant(monkeypatch)
    run.control.has_changed = False
    shift_back(*run.model)

    assert list(run.states)[2:] == [1.0, 2.0, 3.0, 4.0]
    assert not run.control.has_changed


def test_a_time_event_moves_by_its_own_shift(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instant(monkeypatch)
    run.control.is_cut = False
    shift_to_instant(*run.model, TOLERANCE)

    assert [run.values[slot] for slot in SHIFT_SLOTS] == [100.0, 200.0]


def test_a_sample_has_a_fixed_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instant(monkeypatch)
    run.control.is_cut, run.control.time = False, 6.0
    shift_to_instant(*run.model, TOLERANCE)

    assert list(run.states)[2:] == [1.0, 2.0, 3.0, 4.0]
    assert cause_of_instant(*run.model, TOLERANCE) == FIXED_INSTANT


def test_without_a_change_of_sign_the_guard_nearest_to_zero_is_the_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instant(monkeypatch)
    run.set_guards(0, 1.0, 1.0)

    assert cause_of_instant(*run.model, TOLERANCE) == 1
