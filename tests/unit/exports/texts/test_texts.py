"""Modelica compiled and simulated by a tool that is not ours, LaTeX and Graphviz line by line, and what is refused."""

from pathlib import Path

import pytest
import rumoca

import simnon

EXAMPLES = Path(__file__).parents[4] / "examples"
TANK = tuple(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t"))
MODELS = {
    "tank": (TANK, 50.0, "level[tank]", "tank_level"),
    "ball": ((EXAMPLES / "ball.t",), 4.0, "h", "h"),
    "vdpol": ((EXAMPLES / "vdpol.t",), 5.0, "y", "y"),
    "pendulum": ((EXAMPLES / "pendulum.t",), 5.0, "angle", "angle"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_another_compiler_simulates_the_modelica_text_with_the_same_result(name: str) -> None:
    files, stop, ours, theirs = MODELS[name]
    model = simnon.load(*files)
    text = model.to_text("modelica")
    result = rumoca.Session().loads(text, model=text.split()[1]).simulate(stop)
    expected = model.simulate(0.0, stop, rtol=1e-9).final[ours]

    assert result[theirs][-1] == pytest.approx(expected, abs=2e-4)


def test_modelica_keeps_units_places_and_samples() -> None:
    text = simnon.load(*TANK).to_text("modelica")

    assert '  parameter Real tank_g(unit="m/s2") = 9.81;\n' in text
    assert "  tank_inflow = tank_inflow_max*tank_opening; // tank.t:8\n" in text
    assert "  when {initial(), time >= pre(regulator_next)} then\n    regulator_sum = pre(regulator_nsum);\n" in text


def test_a_reinitialised_state_is_a_reinit_in_modelica() -> None:
    assert "reinit(v, -k*pre(v)); // ball.t:10" in simnon.load(EXAMPLES / "ball.t").to_text("modelica")


def test_latex_writes_derivatives_roots_and_fractions() -> None:
    text = simnon.load(EXAMPLES / "pendulum.t").to_text("latex")

    assert r"\dot{\mathit{angle}} &= \mathit{speed}" in text
    assert r"\frac{-g}{\mathit{length}}\,\sin\left(\mathit{angle}\right)" in text
    assert r"$g$ & 9.81 & $\mathrm{m/s^{2}}$ \\" in text


def test_graphviz_draws_who_reads_whom() -> None:
    text = simnon.load(*TANK).to_text("graphviz")

    assert '  "regulator" -> "tank" [label="u"];' in text
    assert '  "tank" -> "regulator" [label="level"];' in text


def test_a_table_is_refused_in_modelica_with_its_place() -> None:
    text = "CONTINUOUS SYSTEM s\nTIME t\ny = f(t)\nTABLE f(x)\n0 0\n1 2\nEND\nEND\n"

    with pytest.raises(simnon.UserError, match=r"text 1:4: Modelica has no table of values"):
        simnon.load(text).to_text("modelica")


def test_a_language_that_nobody_knows_is_refused_with_the_nearest() -> None:
    with pytest.raises(simnon.UserError, match="'modelika' is not a text") as raised:
        simnon.load(EXAMPLES / "vdpol.t").to_text("modelika")

    assert "modelica" in raised.value.hint
