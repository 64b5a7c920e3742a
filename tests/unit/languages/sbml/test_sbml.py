"""SBML models run as libRoadRunner 2.10 runs them (its numbers, at a tolerance of 1e-11), or as closed forms say."""

import math
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.languages import DIALECTS
from simnon.source import Report, Source, UserError

from .texts import constraint, event, function, initial, parameter, reaction, rule, sbml, species


def loaded(folder: Path, text: str) -> simnon.Model:
    path = folder / "model.sbml"
    path.write_text(text, "utf-8")
    return simnon.load(path)


def value(model: simnon.Model, name: str, time: float) -> float:
    run = model.simulate(0, time, rtol=1e-10, atol=1e-12)
    return float(run[name][-1])


def codes(text: str) -> list[str]:
    report = Report()
    DIALECTS[".sbml"](Source("model.sbml", text), report)
    return [each.code for each in report.diagnostics]


LOTKA = sbml(
    species=[species("X", 'initialConcentration="2"'), species("Y", 'initialConcentration="1"')],
    parameters=[parameter("a", 1.0), parameter("b", 0.5), parameter("c", 0.7)],
    reactions=[
        reaction("birth", "X", "2*X", "a*X"),
        reaction("eat", "X Y", "2*Y", "b*X*Y"),
        reaction("death", "Y", "", "c*Y"),
    ],
)


def test_lotka_and_volterra_by_their_constant_of_motion_and_another_solver(tmp_path: Path) -> None:
    model = loaded(tmp_path, LOTKA)
    run = model.simulate(0, 9.3, rtol=1e-10, atol=1e-12)

    assert run["X"][-1] == pytest.approx(2.861082464303012, rel=1e-8)
    x, y = np.asarray(run["X"]), np.asarray(run["Y"])
    conserved = 0.5 * x - 0.7 * np.log(x) + 0.5 * y - np.log(y)
    assert np.ptp(conserved) < 1e-8


def test_michaelis_and_menten_by_the_function_of_lambert(tmp_path: Path) -> None:
    text = sbml(
        species=[species("S", 'initialConcentration="10"'), species("P")],
        functions=[function("saturation", "lambda(s, k, s/(k + s))")],
        parameters=[parameter("Vmax", 1.0), parameter("Km", 2.0)],
        reactions=[reaction("conversion", "S", "P", "Vmax*saturation(S, Km)")],
    )
    special = pytest.importorskip("scipy.special")
    expected = 2.0 * float(special.lambertw(5.0 * math.exp((10.0 - 7.0) / 2.0)).real)

    model = loaded(tmp_path, text)

    assert value(model, "S", 7.0) == pytest.approx(expected, rel=1e-9)
    assert value(model, "P", 7.0) == pytest.approx(10.0 - expected, rel=1e-9)


def test_amounts_stay_when_the_compartment_grows_or_jumps(tmp_path: Path) -> None:
    text = sbml(
        compartments=['<compartment id="cell" spatialDimensions="3" size="2" constant="false"/>'],
        species=[species("S", 'initialAmount="6"'), species("D", 'initialConcentration="1.5"')],
        parameters=[parameter("k", 0.3)],
        rules=[rule("rate", "cell", "0.1*cell")],
        reactions=[reaction("r", "S", "D", "k*S*cell")],
        events=[event("e", "time > 4.1", {"S": "S + 1"}), event("f", "time > 5.1", {"cell": "2*cell"})],
    )

    model = loaded(tmp_path, text)

    assert value(model, "S", 9.3) == pytest.approx(0.09881605790616127, rel=1e-8)
    assert value(model, "D", 9.3) == pytest.approx(1.0861900644143954, rel=1e-8)
    assert value(model, "cell", 9.3) == pytest.approx(4 * math.exp(0.93), rel=1e-8)


def test_an_event_waits_for_its_delay_with_the_values_of_its_trigger_or_new_ones(tmp_path: Path) -> None:
    late = 'late initialValue="true" persistent="true"'
    text = sbml(
        species=[species("S", 'initialConcentration="1"')],
        parameters=[parameter("k", 0.3), parameter("p", 0.0, "false"), parameter("q", 0.0, "false")],
        reactions=[reaction("r", "S", "", "k*S")],
        events=[
            event("e", "S < 0.5", {"p": "S", "q": "time"}, "1.5"),
            event("f", "S < 0.4", {"S": "S + 1"}, "0.7", late),
        ],
    )

    model = loaded(tmp_path, text)

    assert value(model, "S", 9.3) == pytest.approx(1.0245457731132195, rel=1e-8)
    assert value(model, "q", 9.3) == pytest.approx(7.000906212019935, rel=1e-8)
    assert value(model, "p", 3.8) == 0.0
    assert value(model, "p", 3.9) == pytest.approx(0.5, rel=1e-8)


def test_an_event_that_does_not_persist_is_cancelled_when_its_trigger_ends(tmp_path: Path) -> None:
    fleeting = 'initialValue="true" persistent="false"'
    text = sbml(
        parameters=[parameter("x", 0.0, "false"), parameter("n", 0.0, "false"), parameter("m", 0.0, "false")],
        rules=[rule("rate", "x", "cos(time)")],
        events=[event("e", "x > 0.9", {"n": "n + 1"}, "2", fleeting), event("g", "x > 0.9", {"m": "m + 1"}, "2")],
    )

    model = loaded(tmp_path, text)

    assert value(model, "n", 9.3) == 0.0
    assert value(model, "m", 9.3) == 1.0


def test_an_event_that_is_triggered_again_while_it_waits_stops_the_run(tmp_path: Path) -> None:
    text = sbml(
        parameters=[parameter("x", 0.0, "false"), parameter("n", 0.0, "false")],
        rules=[rule("rate", "x", "cos(time)")],
        events=[event("e", "x > 0.9", {"n": "n + 1"}, "9")],
    )

    run = loaded(tmp_path, text).simulate(0, 20)

    assert run.stop.message.startswith("the event e is triggered again")


def test_a_trigger_that_is_true_at_the_start_fires_only_if_it_was_false_before(tmp_path: Path) -> None:
    text = sbml(
        parameters=[parameter("x", 2.0, "false"), parameter("n", 0.0, "false"), parameter("m", 0.0, "false")],
        rules=[rule("rate", "x", "-x")],
        events=[
            event("e", "x > 1", {"n": "n + 1"}),
            event("g", "x > 1", {"m": "m + 1"}, flags='initialValue="false" persistent="true"'),
        ],
    )

    model = loaded(tmp_path, text)

    assert value(model, "n", 2.0) == 0.0
    assert value(model, "m", 2.0) == 1.0


def test_functions_choices_and_names_that_differ_by_case(tmp_path: Path) -> None:
    parts = "log10(x) + log(2, x) + root(3, x) + floor(3*x) + ceil(x) + sech(x) + arcsinh(x) + arccot(x)"
    text = sbml(
        functions=[function("hill", "lambda(s,k,n, s^n/(k^n+s^n))"), function("twice", "lambda(t, 2*hill(t,1,2))")],
        parameters=[parameter("x", 0.2, "false"), parameter("X", 3.0), parameter("w")]
        + [parameter(name, None, "false") for name in "yz"],
        initial=[initial("w", "3*x + X")],
        rules=[
            rule("rate", "x", "hill(x,0.5,4) + piecewise(1, time < 1, 0.5, time < 2 && x > 0, 0)"),
            rule("assignment", "y", f"twice(x) + {parts}"),
            rule("assignment", "z", "piecewise(3, xor(x > 1, time > 1), w)"),
        ],
    )

    model = loaded(tmp_path, text)

    assert value(model, "x", 9.3) == pytest.approx(10.730371221957371, rel=1e-7)
    assert value(model, "y", 9.3) == pytest.approx(54.804039058098326, rel=1e-7)
    assert value(model, "z", 9.3) == pytest.approx(3.6)


def test_amounts_boundary_species_and_conversion_factors(tmp_path: Path) -> None:
    text = sbml(
        'id="described" conversionFactor="cf"',
        compartments=['<compartment id="cell" spatialDimensions="3" size="4" constant="true"/>'],
        species=[
            species("A", 'initialConcentration="3" hasOnlySubstanceUnits="true"'),
            species("B", 'initialAmount="2"'),
            species("C", 'initialAmount="5" boundaryCondition="true"'),
        ],
        parameters=[parameter("cf", 0.5), parameter("k", 0.2)],
        reactions=[reaction("r", "A C", "3*B", "k*A*C")],
    )

    model = loaded(tmp_path, text)

    assert value(model, "A", 4.0) == pytest.approx(12 * math.exp(-0.5 * 0.2 * 1.25 * 4), rel=1e-9)
    assert value(model, "B", 9.3) == pytest.approx(6.685669001465275, rel=1e-8)


@pytest.mark.parametrize(("dimensions", "expected"), [(0, 2.0), (1, 0.5), (2, 0.5), (3, 0.5)])
def test_a_species_is_a_concentration_unless_its_compartment_is_a_point(
    tmp_path: Path, dimensions: int, expected: float
) -> None:
    text = sbml(
        'id="described"',
        compartments=[f'<compartment id="cell" spatialDimensions="{dimensions}" size="4" constant="true"/>'],
        species=[species("A", 'initialAmount="2"')],
        parameters=[parameter("k", 0.0)],
        reactions=[reaction("r", "A", "", "k*A")],
    )

    assert value(loaded(tmp_path, text), "A", 1.0) == expected


@pytest.mark.parametrize(("law", "expected"), [("k*A", []), ("k*A/cell", ["number-expected"])])
def test_a_compartment_needs_a_size_only_if_something_reads_it(law: str, expected: list[str]) -> None:
    text = sbml(
        compartments=['<compartment id="cell" spatialDimensions="0" constant="true"/>'],
        species=[species("A", 'initialAmount="2"')],
        parameters=[parameter("k", 1.0)],
        reactions=[reaction("r", "A", "", law)],
    )

    assert codes(text) == expected


def test_an_algebraic_rule_determines_what_nothing_else_does(tmp_path: Path) -> None:
    text = sbml(
        parameters=[parameter("u", 1.0, "false"), parameter("v", 0.3, "false")],
        rules=[rule("rate", "u", "-u*v"), rule("algebraic", "", "v + u - 2")],
    )
    # u' = -u (2 - u), u(0) = 1: u = 2/(1 + exp(2 t))
    assert value(loaded(tmp_path, text), "v", 0.7) == pytest.approx(2 - 2 / (1 + math.exp(1.4)), rel=1e-8)


def test_a_constraint_stops_the_run(tmp_path: Path) -> None:
    text = sbml(
        parameters=[parameter("x", 1.0, "false")], rules=[rule("rate", "x", "x")], constraints=[constraint("x < 2")]
    )

    run = loaded(tmp_path, text).simulate(0, 5)

    assert run.t[-1] == pytest.approx(math.log(2), rel=1e-5)
    assert run.stop.message == "a constraint is violated"


def test_units_of_definitions_are_units_of_variables() -> None:
    unit = '<unit kind="{}" exponent="{}" scale="{}" multiplier="{}"/>'
    definition = '<unitDefinition id="{}"><listOfUnits>{}</listOfUnits></unitDefinition>'
    text = sbml(
        'id="described" timeUnits="minute" substanceUnits="mole" volumeUnits="litre"',
        units=[
            definition.format("minute", unit.format("second", 1, 0, 60)),
            definition.format("rate", unit.format("mole", 1, -3, 1) + unit.format("second", -1, 0, 60)),
        ],
        species=[species("S", 'initialConcentration="1"')],
        parameters=['<parameter id="k" value="2" units="rate" constant="true"/>'],
        reactions=[reaction("r", "S", "", "k")],
    )

    report = Report()
    (system,) = DIALECTS[".sbml"](Source("m.sbml", text), report)

    units = {each.name: each.unit.text for each in system.declarations if each.unit is not None}
    units |= {each.name: each.unit.text for each in system.values if each.unit is not None}
    assert units == {"t": "min", "S": "mol/L", "k": "mmol/min", "cell": "L"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("<sbml", "invalid-sbml"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><sbml/>', "invalid-sbml"),
        ("", "invalid-sbml"),
        (sbml(parameters=[parameter("x", None)], rules=[]), "number-expected"),
        (sbml(functions=[function("f", "lambda(x, x > 1)")]), "unsupported-statement"),
        (
            sbml(parameters=[parameter("x", None)], initial=[initial("x", "piecewise(1, 2 > 1)")]),
            "unsupported-statement",
        ),
        (sbml(parameters=[parameter("x", None)], initial=[initial("x", "INF")]), "unsupported-statement"),
    ],
)
def test_what_cannot_be_read_is_a_diagnostic(text: str, code: str) -> None:
    assert code in codes(text)


def test_priorities_of_several_events_are_refused_with_their_place() -> None:
    waiting = event("e", "x > 1", {"x": "0"})
    first = waiting.replace(
        "<listOfEventAssignments>", f"\n<priority>{math_of_one()}</priority><listOfEventAssignments>"
    )
    text = sbml(
        parameters=[parameter("x", 0.0, "false")], rules=[], events=[first, waiting.replace('id="e"', 'id="f"')]
    )

    report = Report()
    DIALECTS[".sbml"](Source("m.sbml", text), report)

    (found,) = report.diagnostics
    assert "priority" in found.message
    assert found.span is not None
    assert "<priority>" in found.span.text


def math_of_one() -> str:
    return '<math xmlns="http://www.w3.org/1998/Math/MathML"><cn>1</cn></math>'


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simnon.source.libraries.is_installed", lambda _name: False)
    from simnon.languages.sbml.document import library  # noqa: PLC0415

    library.cache_clear()
    with pytest.raises(UserError) as caught:
        codes(LOTKA)
    assert caught.value.hint == "install simnon[sbml]"
    library.cache_clear()


def test_text_in_another_encoding_is_read_by_its_characters() -> None:
    text = LOTKA.replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="ISO-8859-1"?>').replace(
        'id="described"', 'id="described" name="å"'
    )

    assert codes(text) == []


def test_a_document_of_level_3_version_2_is_read(tmp_path: Path) -> None:
    text = (
        '<sbml xmlns="http://www.sbml.org/sbml/level3/version2/core" level="3" version="2"><model id="m">'
        '<listOfParameters><parameter id="x" value="3" constant="false"/></listOfParameters>'
        '<listOfRules><rateRule variable="x"><math xmlns="http://www.w3.org/1998/Math/MathML">'
        "<apply><max/><cn>2</cn><cn>1</cn></apply></math></rateRule></listOfRules></model></sbml>"
    )
    path = tmp_path / "m.sbml"
    path.write_text(text)

    assert simnon.load(path).simulate(0.0, 1.0).final["x"] == pytest.approx(5.0)


def test_species_that_react_are_not_unknowns_of_algebraic_rules(tmp_path: Path) -> None:
    """The rule S + P + v = 3 determines v alone, since the reaction changes S and P."""
    text = sbml(
        species=[species("S", 'initialConcentration="1"'), species("P")],
        parameters=[parameter("v", 0.3, "false")],
        reactions=[reaction("r", "S", "P", "2*S")],
        rules=[rule("algebraic", "", "S + 2*P + v - 3")],
    )
    model = loaded(tmp_path, text)

    assert value(model, "S", 0.5) == pytest.approx(math.exp(-1), rel=1e-8)
    assert value(model, "v", 0.5) == pytest.approx(3 - math.exp(-1) - 2 * (1 - math.exp(-1)), rel=1e-8)


def test_a_species_that_nothing_changes_can_be_the_unknown_of_an_algebraic_rule(tmp_path: Path) -> None:
    text = sbml(
        species=[species("S", 'initialConcentration="1"'), species("Q")],
        reactions=[reaction("r", "S", "", "2*S")],
        rules=[rule("algebraic", "", "S + Q - 3")],
    )

    assert value(loaded(tmp_path, text), "Q", 0.5) == pytest.approx(3 - math.exp(-1), rel=1e-8)
