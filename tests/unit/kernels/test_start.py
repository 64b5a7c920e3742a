"""start: given initial values take precedence over those of INITIAL, and modes are consistent before any event."""

import pytest

from simnon.kernels.start import begin
from simnon.kernels.subset import Array
from simnon.program import Layout
from simnon.simulation import RunOptions
from tests.unit.analysis.small_models import text_of

from .begun_runs import begun, begun_model, put_entries, state_slots

START = 2.0


def test_given_values_are_read_by_initial_and_override_what_it_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    def initial(time: float, states: Array, values: Array, out: Array) -> None:
        assert time == START
        values[20] = 10.0 * values[3]
        values[2], values[3], values[4], values[21] = 7.0, 8.0, 9.0, 10.0

    put_entries(monkeypatch, initial=initial)
    options = RunOptions(START, 3.0, method="dopri5", initial={"x1": 5.0, "p": 6.0})
    run = begun(Layout(states=state_slots(3)), options, initials=(3, 21))
    begin(*run.model)

    assert run.values[20] == 50.0
    assert list(run.states) == [7.0, 5.0, 9.0]
    assert run.values[21] == 6.0


def test_modes_are_evaluated_until_none_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second mode follows the first through a held value, the first the state."""
    looks = 0

    def held(time: float, states: Array, values: Array, out: Array) -> None:
        values[20] = 100.0 * values[10]

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        nonlocal looks
        looks += 1
        out[0] = 1.0 if states[0] > time else 0.0
        out[1] = 1.0 if values[20] > 50.0 else 0.0

    put_entries(monkeypatch, held=held, modes=modes)
    run = begun(Layout(states=state_slots(1), modes=(10, 11)), RunOptions(START, 3.0, method="dopri5"))
    run.values[2] = 2.5
    begin(*run.model)

    assert list(run.values[10:12]) == [1.0, 1.0]
    assert run.values[20] == 100.0
    assert looks == 3


def test_held_values_are_computed_without_modes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def held(time: float, states: Array, values: Array, out: Array) -> None:
        values[20] = states[0]

    put_entries(monkeypatch, held=held)
    run = begun(Layout(states=state_slots(1)))
    run.values[2] = 2.5
    begin(*run.model)
    assert run.values[20] == 2.5


def test_modes_that_never_converge_do_not_prevent_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        nonlocal looks
        looks += 1
        out[0] = 1.0 - values[10]

    put_entries(monkeypatch, modes=modes)
    begin(*begun(Layout(modes=(10,))).model)
    assert looks == 100


def test_a_text_starts_with_its_start_values(monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of("dx = IF x > a THEN -1 ELSE 1", "a: 2", start="x: 3")
    run = begun_model(text, monkeypatch)
    assert list(run.states) == [3.0]
    assert run.values[run.plan[run.control.mode_slots]] == 1.0
