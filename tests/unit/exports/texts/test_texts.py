"""Modelica compiled and simulated by a tool that is not ours, LaTeX and Graphviz line by line, and what is refused."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import rumoca

import simnon

EXAMPLES = Path(__file__).parents[4] / "examples"
TANK = tuple(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t"))
MODELS = {
    "tank": (TANK, 50.0, "level[tank]", "tank.level"),
    "drive": ((EXAMPLES / "drive.t",), 2.0, "load.angle", "load.angle"),
    "rectifier": ((EXAMPLES / "rectifier.t",), 0.05, "voltage", "voltage"),
    "lander": ((EXAMPLES / "lander.t",), 4.0, "speed", "speed"),
    "column": ((EXAMPLES / "column.t",), 40.0, "column.xd", "column.xd"),
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

    assert '    parameter Real g(unit="m/s2") = 9.81;\n' in text
    assert "    inflow = inflow_max*opening; // tank.t:8\n" in text
    assert "    when {initial(), time >= pre(next)} then\n      sum = pre(nsum);\n" in text


def test_systems_become_components_with_connectors_in_modelica() -> None:
    text = simnon.load(*TANK).to_text("modelica")

    assert "  model Tank\n    RealInput valve;\n" in text
    assert "    RealOutput u(start=0);\n" in text
    assert "  Tank tank;\n  Regulator regulator;\nequation\n" in text
    assert "  connect(regulator.u, tank.valve); // level.t:4\n" in text


def test_terminals_are_connectors_with_flows_in_modelica() -> None:
    text = simnon.load(EXAMPLES / "drive.t").to_text("modelica")

    assert (
        '  connector electrical_pin\n    Real v(unit="V");\n    flow Real i(unit="A");\n  end electrical_pin;\n' in text
    )
    assert "    electrical_pin p;\n    electrical_pin n;\n    rotation_flange shaft;\n" in text
    assert "  connect(motor.shaft, gear.a);\n" in text
    assert "+ -" not in text
    assert "- -" not in text


def test_parts_of_one_type_share_a_class_and_differ_in_their_values() -> None:
    text = "CONNECTING SYSTEM s\nSYSTEM a: control.integrator\nSYSTEM b: control.integrator\na.u = 1\nb.u = a.y\n"
    found = simnon.load(text + "b.gain: 3\nEND\n").to_text("modelica")

    assert found.count("  model ") == 1
    assert "  ControlIntegrator a;\n  ControlIntegrator b(gain=3);\n" in found


def test_several_whens_that_change_one_variable_are_one_in_modelica() -> None:
    whens = "WHEN x > 1\nm = -1\nEND\nWHEN x < 0\nm = 1\nEND\n"
    found = simnon.load(f"CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = m\n{whens}m: 1\nEND\n").to_text("modelica")

    assert len(re.findall(r"^ *when ", found, re.M)) == 1
    assert "m = if edge(condition_2) then 1 else if edge(condition_1) then -1 else pre(m);" in found


def test_a_reinitialised_state_is_a_reinit_in_modelica() -> None:
    assert "reinit(v, -k*pre(v)); // ball.t:10" in simnon.load(EXAMPLES / "ball.t").to_text("modelica")


def test_latex_writes_derivatives_roots_and_fractions() -> None:
    text = simnon.load(EXAMPLES / "pendulum.t").to_text("latex")

    assert r"\dot{\mathit{angle}} &= \mathit{speed}" in text
    assert r"\frac{-g}{\mathit{length}}\,\sin\left(\mathit{angle}\right)" in text
    assert r"$g$ & 9.81 & $\mathrm{m/s^{2}}$ \\" in text


def test_latex_has_one_index_relations_and_lines_that_fit_on_a_page() -> None:
    balance, drive = (simnon.load(EXAMPLES / name).to_text("latex") for name in ("balance.t", "drive.t"))

    assert r"k_{1,\mathrm{feedback}}\,x_{\mathrm{feedback}}" in balance
    assert r"\dot{x}_{\mathrm{cart}} &= v_{\mathrm{cart}}" in balance
    assert r"\mathit{rate}_{\mathrm{cart}}^{2}" in balance
    assert " \\nonumber \\\\\n  &\\quad {} + k_{3,\\mathrm{feedback}}" in balance
    assert r"\mathit{a.angle}_{\mathrm{bearing}} &= \mathit{a.angle}_{\mathrm{housing}}" in drive
    assert r"\mathit{a.torque}_{\mathrm{bearing}} + \mathit{a.torque}_{\mathrm{housing}} &= 0" in drive
    assert "relation" not in drive


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
@pytest.mark.parametrize("name", MODELS)
def test_latex_typesets_the_text(name: str, tmp_path: Path) -> None:
    text = simnon.load(*MODELS[name][0]).to_text("latex")
    document = f"\\documentclass{{article}}\n\\usepackage{{amsmath}}\n\\begin{{document}}\n{text}\\end{{document}}\n"
    (tmp_path / "model.tex").write_text(document)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "model.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout[-2000:]


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


def test_what_modelica_cannot_express_is_a_comment_on_request() -> None:
    text = "CONTINUOUS SYSTEM s\nTIME t\nSTATE x\nDER dx\ndx = f(t)\nTABLE f(x)\n0 0\n1 2\nEND\nEND\n"
    found = simnon.load(text).to_text("modelica", comments=True)

    assert "  // Modelica has no table of values\n" in found
    assert "  // dx = f(t): text 1:5: Modelica has no F(...): f(t)" in found
    assert "  der(x) = dx;\n" in found
