"""compile_exposed: the programs for a solver of states and loop unknowns, if there are any."""

from pathlib import Path

import pytest

from simnon.compiler import Analysed, analyse, compile_exposed, jacobian, largest_exposed
from simnon.program import check_program
from simnon.source import Report, Source


def analysed(*lines: str) -> Analysed:
    text = "\n".join(["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "TIME t", *lines, "END"]) + "\n"
    found = analyse([Source("s.t", text, open_folders=("/",))], Report())
    assert found is not None
    return found


def test_the_programs_have_only_the_entries_that_are_called() -> None:
    exposed = compile_exposed(analysed("dx = -z", "z = x + SIN(t) - z^3", "WHEN z > 1", "  x = 0", "END"))

    assert exposed is not None
    assert exposed.equations.entries == ("times", "derivatives")
    assert exposed.jacobian.entries == ("jacobian",)
    check_program(exposed.equations)
    check_program(exposed.jacobian)


def test_both_programs_have_the_same_slots() -> None:
    exposed = compile_exposed(analysed("dx = -z", "z = p*x - z^3", "p: 2"))

    assert exposed is not None
    assert exposed.equations.layout.slots == exposed.jacobian.layout.slots
    assert [state.name for state in exposed.jacobian.layout.states] == ["x", "z"]


def test_the_jacobian_of_a_chain_of_loops_is_sparse() -> None:
    loops = [f"z{i} = x + 0.1*{f'z{i - 1}' if i else 't'} - z{i}^3" for i in range(20)]
    exposed = compile_exposed(analysed("dx = -z19", *loops))

    assert exposed is not None
    assert len(exposed.jacobian.layout.jacobian) == 1 + 20 + 20 + 19


def test_the_largest_loop_counts() -> None:
    assert largest_exposed(analysed("dx = a + b", "a = x - a^3", "b = b + (x - b*c)", "c = c + (1 - c^3 - b)")) == 2
    assert largest_exposed(analysed("dx = -x")) == 0


def test_a_model_with_delays_keeps_its_loops() -> None:
    assert compile_exposed(analysed("dx = -z", "z = x - z^3", "y = DELAY(x, 1)")) is None


def test_a_model_with_a_foreign_function_keeps_its_loops(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text("def twice(a):\n    return 2*a\n", "utf-8")
    lines = (f"FUNCTION f(a) FROM '{tmp_path}/twice.py' AS twice", "dx = -f(z)", "z = x - z^3")

    assert compile_exposed(analysed(*lines)) is None


def test_without_formulas_for_the_jacobian_loops_are_not_exposed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jacobian, "TOO_MANY_GRADIENTS", 0)
    monkeypatch.setattr(jacobian, "TOO_MANY_A_STATE", 0)

    assert compile_exposed(analysed("dx = -z", "z = x - z^3")) is None
