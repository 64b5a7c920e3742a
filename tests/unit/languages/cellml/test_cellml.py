"""CellML models run as the code that libCellML itself generates, or as closed forms say."""

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import libcellml
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import simnon
from simnon.languages import DIALECTS, write_systems
from simnon.languages.cellml import document
from simnon.source import Report, Source, UserError, libraries

from .texts import cellml, component, connection, equation, rate, variable

MS = '<units name="ms"><unit units="second" prefix="milli"/></units>'


def loaded(folder: Path, text: str) -> simnon.Model:
    path = folder / "model.cellml"
    path.write_text(text, "utf-8")
    return simnon.load(path)


def codes(text: str) -> list[str]:
    report = Report()
    DIALECTS[".cellml"](Source("model.cellml", text), report)
    return [each.code for each in report.diagnostics if each.code != "units-left-out"]


def generated(text: str) -> Any:
    """The module that libCellML makes of the model: its own reading, our oracle."""
    model = libcellml.Parser(False).parseModel(text)
    analyser = libcellml.Analyser()
    analyser.analyseModel(model)
    assert analyser.errorCount() == 0, analyser.error(0).description()
    profile = libcellml.GeneratorProfile(libcellml.GeneratorProfile.Profile.PYTHON)
    names: dict[str, Any] = {}
    exec(libcellml.Generator().implementationCode(analyser.analyserModel(), profile), names)  # noqa: S102
    return SimpleNamespace(**names)


def solved(text: str, end: float) -> dict[str, float]:
    """The states at the end, by scipy around the code of libCellML."""
    code = generated(text)
    states, constants = code.create_states_array(), code.create_constants_array()
    computed, algebraic = code.create_computed_constants_array(), code.create_algebraic_variables_array()
    rates = code.create_states_array()
    code.initialise_arrays(states, rates, constants, computed, algebraic)
    code.compute_computed_constants(0.0, states, rates, constants, computed, algebraic)

    def derivatives(t: float, x: Any) -> Any:
        code.compute_rates(t, x, rates, constants, computed, algebraic)
        return np.array(rates)

    run = solve_ivp(derivatives, (0.0, end), states, method="LSODA", rtol=1e-10, atol=1e-12)
    return {each["name"]: run.y[i, -1] for i, each in enumerate(code.STATE_INFO)}


def values_at_start(text: str) -> dict[str, float]:
    code = generated(text)
    states, constants = code.create_states_array(), code.create_constants_array()
    computed, algebraic = code.create_computed_constants_array(), code.create_algebraic_variables_array()
    rates = code.create_states_array()
    code.initialise_arrays(states, rates, constants, computed, algebraic)
    code.compute_computed_constants(0.0, states, rates, constants, computed, algebraic)
    code.compute_rates(0.0, states, rates, constants, computed, algebraic)
    code.compute_variables(0.0, states, rates, constants, computed, algebraic)
    pairs = ((code.COMPUTED_CONSTANT_INFO, computed), (code.ALGEBRAIC_VARIABLE_INFO, algebraic))
    return {each["name"]: found[i] for table, found in pairs for i, each in enumerate(table)}


def gate(name: str, opening: str, closing: str) -> str:
    return component(
        f"gate_{name}",
        [variable("t"), variable("V"), variable(name, "0.3"), variable("a"), variable("b")],
        [equation("a", opening), equation("b", closing), rate(name, f"a*(1 - {name}) - b*{name}")],
    )


AXON = cellml(
    component(
        "membrane",
        [variable("t"), variable("V", "-60"), variable("m"), variable("h"), variable("n"), variable("I")],
        [
            equation("I", "piecewise(12, t > 5 && t < 40, 0)"),
            rate("V", "I - 120*m^3*h*(V - 50) - 36*n^4*(V + 77) - 0.3*(V + 54.4)"),
        ],
    ),
    gate("m", "0.1*(V + 40)/(1 - exp(-(V + 40)/10))", "4*exp(-(V + 65)/18)"),
    gate("h", "0.07*exp(-(V + 65)/20)", "1/(1 + exp(-(V + 35)/10))"),
    gate("n", "0.01*(V + 55)/(1 - exp(-(V + 55)/10))", "0.125*exp(-(V + 65)/80)"),
    *(connection("membrane", f"gate_{name}", "t", "V", name) for name in "mhn"),
)


def test_an_axon_of_hodgkin_and_huxley_runs_as_the_code_that_libcellml_generates(tmp_path: Path) -> None:
    run = loaded(tmp_path, AXON).simulate(0, 40, rtol=1e-10, atol=1e-12)

    for name, value in solved(AXON, 40).items():
        assert run[name][-1] == pytest.approx(value, rel=1e-5), name
    assert max(run["V"]) > 20.0


def test_variables_of_one_name_in_several_components_are_named_after_them(tmp_path: Path) -> None:
    model = loaded(tmp_path, AXON)
    names = set(model.simulate(0, 1).keys())

    assert {"gate_m_a", "gate_h_a", "gate_n_b", "V", "I", "t"} - {"t"} <= names
    assert "a" not in names


FORMULAS = (
    "x + y + 2.5 + x", "x*y*3*x", "x - y", "-x", "x/y", "x^y", "abs(-x)", "exp(x)", "ln(x)", "log10(x)", "log(2, x)",
    "sqrt(x)", "root(3, x)", "floor(x)", "floor(-x)", "ceil(x)", "ceil(-x)", "max(x, y)", "min(x, y)", "rem(y, x)",
    "sin(x)", "cos(x)", "tan(x)", "sec(x)", "csc(x)", "cot(x)", "sinh(x)", "cosh(x)", "tanh(x)", "sech(x)", "csch(x)",
    "coth(x)", "asin(z)", "acos(z)", "atan(x)", "asinh(x)", "acosh(x)", "atanh(z)", "asec(x)", "acsc(x)", "acot(x)",
    "asech(z)", "acsch(x)", "acoth(x)", "pi*x", "exponentiale + x", "piecewise(1, x > y, 2, x < y, 3)",
    "piecewise(1, x >= y || z != z, 2)", "piecewise(x, (x < y) && (z < y) && true, y)", "piecewise(1, !(x == y), 2)",
    "piecewise(1, xor(x < y, z < y), 2)", "piecewise(1, x <= y && false, 2)",
)  # fmt: skip


def test_every_operator_and_function_has_the_value_of_the_code_that_libcellml_generates(tmp_path: Path) -> None:
    names = [f"f{i}" for i in range(len(FORMULAS))]
    given = [variable("t"), variable("s", "1"), variable("x", "1.7"), variable("y", "2.9"), variable("z", "0.4")]
    equations = [equation(name, text) for name, text in zip(names, FORMULAS, strict=True)]
    text = cellml(component("c", [*given, *map(variable, names)], [rate("s", "-s"), *equations]))
    run = loaded(tmp_path, text).simulate(0, 1)
    expected = values_at_start(text)

    for name, written in zip(names, FORMULAS, strict=True):
        assert float(np.asarray(run[name])[0]) == pytest.approx(expected[name], rel=1e-14), written


def test_a_derivative_on_the_right_side_is_the_same_equation(tmp_path: Path) -> None:
    turned = rate("x", "x").replace("<apply><eq/>", "").removesuffix("</apply>")
    turned = turned.replace("<ci> x </ci>", "", 1)
    text = cellml(component("c", [variable("t"), variable("x", "1")], [f"<apply><eq/><ci>x</ci>{turned}</apply>"]))

    assert loaded(tmp_path, text).simulate(0, 1, rtol=1e-10)["x"][-1] == pytest.approx(math.e, rel=1e-8)


def test_connected_variables_with_different_units_are_scaled(tmp_path: Path) -> None:
    """The length doubles in a second; it is connected in millimetres, and time in milliseconds."""
    text = cellml(
        MS,
        '<units name="mm"><unit units="metre" prefix="milli"/></units>',
        '<units name="per_s"><unit units="second" exponent="-1"/></units>',
        component("clock", [variable("t", units="ms")], []),
        component(
            "growth",
            [variable("t", units="second"), variable("x", "3", "metre"), variable("k", repr(math.log(2)), "per_s")],
            [rate("x", "k*x")],
        ),
        component("scale", [variable("x", units="mm"), variable("y", units="mm")], [equation("y", "x")]),
        connection("clock", "growth", "t"),
        connection("growth", "scale", "x"),
    )
    run = loaded(tmp_path, text).simulate(0, 1000, rtol=1e-10)

    assert run["x"][-1] == pytest.approx(6.0, rel=1e-8)
    assert run["y"][-1] == pytest.approx(6000.0, rel=1e-8)


@pytest.mark.parametrize("kind", ["state", "constant"])
def test_an_initial_value_can_be_another_variable_in_other_units(tmp_path: Path, kind: str) -> None:
    """Three milliseconds are 0.003 seconds."""
    given = component("given", [variable("start", "3", "ms")], [])
    inside = [variable("t", units="second"), variable("start", units="second"), variable("x", "start", "second")]
    if kind == "constant":
        inside += [variable("s", "1", "second")]
    own = component("own", inside, [rate("x" if kind == "state" else "s", "0")])
    run = loaded(tmp_path, cellml(MS, given, own, connection("given", "own", "start"))).simulate(0, 1)

    assert float(np.asarray(run["x"])[-1]) == pytest.approx(0.003, rel=1e-14)


def test_equations_for_no_single_variable_are_relations(tmp_path: Path) -> None:
    """q*exp(q) = x is the function of Lambert: 1 at e."""
    given = [variable("t"), variable("x", repr(math.e)), variable("q", "0.5")]
    text = cellml(component("c", given, [rate("x", "0*x"), equation("q*exp(q)", "x")]))

    assert loaded(tmp_path, text).simulate(0, 1)["q"][-1] == pytest.approx(1.0, rel=1e-9)


def test_units_are_those_of_the_text_and_checked(tmp_path: Path) -> None:
    per_ms = '<units name="per_ms"><unit units="ms" exponent="-1"/></units>'
    given = [variable("t", units="ms"), variable("x", "1", "volt"), variable("k", "2", "per_ms")]
    text = cellml(MS, per_ms, component("c", given, [rate("x", "k*x")]))
    converted = simnon_text(tmp_path, text)

    assert "TIME t [ms]" in converted
    assert "STATE x [V]" in converted
    assert "k: 2 [ms^-1]" in converted or "k: 2 [1/ms]" in converted


def simnon_text(folder: Path, text: str) -> str:
    (folder / "model.cellml").write_text(text, "utf-8")
    report = Report()
    systems = DIALECTS[".cellml"](Source("model.cellml", text), report)
    return write_systems(systems)


def test_a_converted_model_runs_alike(tmp_path: Path) -> None:
    original = loaded(tmp_path, AXON).simulate(0, 20)
    (tmp_path / "axon.t").write_text(simnon_text(tmp_path, AXON), "utf-8")
    converted = simnon.load(tmp_path / "axon.t").simulate(0, 20)

    assert np.array_equal(np.asarray(original["V"]), np.asarray(converted["V"]))


INFINITE = "<apply><eq/><ci>y</ci><infinity/></apply>"
DEEP = "<apply><sin/>" * 200 + "<ci>x</ci>" + "</apply>" * 200


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "invalid-cellml"),
        ("no markup", "invalid-cellml"),
        ('<!DOCTYPE model [<!ENTITY a "b">]><model/>', "invalid-cellml"),
        (cellml(component("c", [variable("x")], [])), "invalid-cellml"),
        (cellml(component("c", [variable("x", "1"), variable("x", "2")], [])), "invalid-cellml"),
        (cellml(component("c", [variable("x")], [equation("x", "1"), equation("x", "2")])), "invalid-cellml"),
        (cellml(component("c", [variable("x"), variable("y")], [equation("y", "zz")])), "invalid-cellml"),
        (
            cellml(
                component(
                    "c", [variable("x", "1"), variable("y")], [f"<apply><eq/><ci>y</ci>{DEEP}</apply>"]
                )
            ),
            "nesting-too-deep",
        ),
        (cellml(component("c", [variable("y")], [INFINITE])), "unsupported-statement"),
    ],
)  # fmt: skip
def test_what_has_no_meaning_is_reported(text: str, code: str) -> None:
    assert code in codes(text)


def test_many_terms_are_not_nested_deeply(tmp_path: Path) -> None:
    text = cellml(component("c", [variable("x", "1"), variable("y")], [equation("y", "x" + " + x" * 499)]))

    assert codes(text) == []


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    document.library.cache_clear()
    monkeypatch.setattr(libraries, "find_spec", lambda _name: None)

    with pytest.raises(UserError) as caught:
        codes(AXON)

    assert "simnon[cellml]" in str(caught.value)
    monkeypatch.undo()
    document.library.cache_clear()
