"""Every function and condition of MathML against Python's own, and formulas that are refused."""

import math
from pathlib import Path

import pytest

import simnon
from simnon.languages import DIALECTS
from simnon.source import Diagnostic, Report, Source

from .texts import event, function, initial, parameter, reaction, rule, sbml, species
from .texts import math as mathml

X, Y = 0.4, 2.5
NUMBERS = {
    "x*y + 1": X * Y + 1,
    "x - y": X - Y,
    "-x": -X,
    "plus() + times()": 1.0,
    "plus(x) + times(y)": X + Y,
    "plus(x, y, 1)": X + Y + 1,
    "times(x, y, 3)": X * Y * 3,
    "x/y": X / Y,
    "x^y": X**Y,
    "abs(-x) + min(x, y) + 10*max(x, y)": X + X + 10 * Y,
    "floor(-y) + 10*ceil(y)": -3 + 30.0,
    "quotient(7, y)": 2.0,
    "rem(7, y)": 2.0,
    "exp(x) + ln(y)": math.exp(X) + math.log(Y),
    "log10(y) + log(3, y)": math.log10(Y) + math.log(Y, 3),
    "sqrt(y) + root(4, y)": math.sqrt(Y) + Y**0.25,
    "factorial(5)": 120.0,
    "sin(x) + 2*cos(x) + 3*tan(x)": math.sin(X) + 2 * math.cos(X) + 3 * math.tan(X),
    "sinh(x) + 2*cosh(x) + 3*tanh(x)": math.sinh(X) + 2 * math.cosh(X) + 3 * math.tanh(X),
    "arcsin(x) + 2*arccos(x) + 3*arctan(x)": math.asin(X) + 2 * math.acos(X) + 3 * math.atan(X),
    "sec(x) + 2*csc(x) + 3*cot(x)": 1 / math.cos(X) + 2 / math.sin(X) + 3 / math.tan(X),
    "sech(x) + 2*csch(x) + 3*coth(x)": 1 / math.cosh(X) + 2 / math.sinh(X) + 3 / math.tanh(X),
    "arcsec(y) + 2*arccsc(y) + 3*arccot(y)": math.acos(1 / Y) + 2 * math.asin(1 / Y) + 3 * math.atan(1 / Y),
    "arcsinh(-x) + 2*arccosh(y) + 3*arctanh(x)": math.asinh(-X) + 2 * math.acosh(Y) + 3 * math.atanh(X),
    "arccsch(x) + 2*arcsech(x) + 3*arccoth(y)": math.asinh(1 / X) + 2 * math.acosh(1 / X) + 3 * math.atanh(1 / Y),
    "pi + 2*exponentiale": math.pi + 2 * math.e,
    "avogadro": 6.02214179e23,
    "time": 0.0,
    "piecewise(7)": 7.0,
    "piecewise(7, x > y, 8, y > x, 9)": 8.0,
    "piecewise(x > 0, x > y, y > 3, x < y, true)": 0.0,
    "piecewise(x > 0, x < y, false)": 1.0,
    "piecewise(x > 0, x > y, true)": 1.0,
}
CONDITIONS = {
    "true": True,
    "false": False,
    "x < y": True,
    "x > y": False,
    "x == y": False,
    "x != y": True,
    "x <= x": True,
    "x >= y": False,
    "lt(x, 1, y)": True,
    "lt(x, 3, y)": False,
    "!(x > y)": True,
    "x": True,
    "and()": True,
    "or()": False,
    "and(x > y)": False,
    "or(x < y)": True,
    "x < y && y < 3 && x < 0": False,
    "x > y || y > 3 || x > 0": True,
    "xor(x < y, y < 3)": False,
    "xor(x < y, y > 3)": True,
    "xor(x < y, y < 3, x > 0)": True,
    "implies(x < y, y > 3)": False,
    "implies(x > y, y > 3)": True,
    "implies(x < y, y < 3)": True,
}


@pytest.fixture(scope="module")
def final(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """The values of all formulas at the start, by formula."""
    formulas = [*NUMBERS, *(f"piecewise(1, {condition}, 0)" for condition in CONDITIONS)]
    rules = [rule("assignment", f"f{i}", formula) for i, formula in enumerate(formulas)]
    given = [parameter("x", X), parameter("y", Y), *(parameter(f"f{i}", None, "false") for i in range(len(rules)))]
    path = tmp_path_factory.mktemp("formulas") / "formulas.sbml"
    path.write_text(sbml(parameters=given, rules=rules, version=2), "utf-8")
    found = simnon.load(path).simulate(0, 0).final
    return {formula: found[f"f{i}"] for i, formula in enumerate([*NUMBERS, *CONDITIONS])}


@pytest.mark.parametrize("formula", NUMBERS)
def test_a_formula_has_the_value_that_python_gives_it(formula: str, final: dict[str, float]) -> None:
    assert final[formula] == pytest.approx(NUMBERS[formula], rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition_holds_or_not(condition: str, final: dict[str, float]) -> None:
    assert final[condition] == CONDITIONS[condition]


def test_a_rate_is_that_of_the_rule_and_zero_without_one(tmp_path: Path) -> None:
    text = sbml(
        parameters=[parameter("x", 2.0, "false"), parameter("k", 3.0), parameter("y", None, "false")],
        rules=[rule("rate", "x", "-k*x"), rule("assignment", "y", "rateOf(x) + 10*rateOf(k)")],
        version=2,
    )
    path = tmp_path / "rates.sbml"
    path.write_text(text, "utf-8")

    assert simnon.load(path).simulate(0, 0).final["y"] == -6.0


def test_a_delay_reaches_back(tmp_path: Path) -> None:
    text = sbml(
        parameters=[parameter("x", 0.0, "false"), parameter("y", None, "false")],
        rules=[rule("rate", "x", "1"), rule("assignment", "y", "delay(x, 0.5)")],
    )
    path = tmp_path / "delays.sbml"
    path.write_text(text, "utf-8")

    assert simnon.load(path).simulate(0, 2)["y"][-1] == pytest.approx(1.5)


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    report = Report()
    DIALECTS[".sbml"](Source("model.sbml", text), report)
    return tuple(report.diagnostics)


def of_formula(formula: str) -> str:
    return sbml(parameters=[parameter("x", None)], initial=[initial("x", formula)], version=2)


NO_MATH = '<initialAssignment symbol="x"></initialAssignment>'
DEEP = "-" * 400 + "1"
NO_LAW = reaction("r", "S", "", "1").replace(f"<kineticLaw>{mathml('1')}</kineticLaw>", "")
LOCAL = '<listOfLocalParameters><localParameter id="k"/></listOfLocalParameters></kineticLaw>'


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (of_formula("factorial(0.5)"), "unsupported-statement", "the function factorial"),
        (of_formula("factorial(171)"), "unsupported-statement", "the function factorial"),
        (of_formula(DEEP), "nesting-too-deep", "nested too deep"),
        (sbml(parameters=[parameter("x", None)], initial=[NO_MATH], version=2), "invalid-sbml", "formula is missing"),
        (sbml(functions=[function("f", "lambda(3)")]), "unsupported-statement", "a function without arguments"),
        (sbml(species=[species("S")], reactions=[NO_LAW]), "missing-equation", "'r' has no rate"),
        (
            sbml(species=[species("S")], reactions=[reaction("r", "S", "", "k").replace("</kineticLaw>", LOCAL)]),
            "number-expected",
            "'k' has no value",
        ),
        (
            sbml(
                species=[species("S")], reactions=[reaction("r", "S", "", "1").replace('fast="false"', 'fast="true"')]
            ),
            "unsupported-statement",
            "a fast reaction",
        ),
        (
            sbml(species=[species("S")], reactions=[reaction("r", "S", "", "1").replace('stoichiometry="1"', "")]),
            "number-expected",
            "the stoichiometry is missing",
        ),
        (
            sbml(
                parameters=[parameter("x", 1.0, "false")],
                events=[event("e", "x > 1", {"x": "0"}).replace(f"{mathml('x > 1')}", "")],
                version=2,
            ),
            "unsupported-statement",
            "an event without a trigger",
        ),
        (
            '<sbml xmlns="http://www.sbml.org/sbml/level3/version2/core" level="3" version="2"/>',
            "invalid-sbml",
            "no model",
        ),
    ],
)
def test_a_formula_that_has_no_meaning_is_reported(text: str, code: str, words: str) -> None:
    assert [(each.code, words in each.message) for each in diagnostics(text)] == [(code, True)]
