"""check_units: units follow from the equations; a disagreement is reported with both sides and the fix."""

from pathlib import Path

import pytest

import simnon
from simnon.analysis import FLAT_PASSES
from simnon.analysis.check_units import check_units
from simnon.assembly import assemble
from simnon.compiler import analyse, compile_model, read_sources
from simnon.languages import DIALECTS
from simnon.model import Apply, Arrays, Equation, FlatModel, Name, Role, Variable, parse_unit
from simnon.source import UNIT_CODES, Diagnostic, Report, Severity, Source
from tests.unit.analysis.small_models import assembled, flat_after

ROOT = Path(__file__).parents[3]
BEFORE = FLAT_PASSES[: FLAT_PASSES.index(check_units)]
HEAD = "CONTINUOUS SYSTEM s\nSTATE x [m] v [m/s]\nDER dx dv\nTIME t\ndx = v\ndv = g\ng: 1 [m/s^2]\n"


def diagnostics_for(*lines: str, strict: bool = False) -> list[Diagnostic]:
    """The diagnostics for a model with x [m], v [m/s] and g [m/s^2]."""
    report = Report(UNIT_CODES if strict else frozenset())
    model = assembled(HEAD + "\n".join(lines) + "\nEND\n", report)
    for analysis_pass in BEFORE:
        model = analysis_pass(model, report)
    check_units(model, report)
    return [diagnostic for diagnostic in report.diagnostics if diagnostic.code in UNIT_CODES]


def codes(*lines: str, strict: bool = False) -> list[str]:
    return [diagnostic.code for diagnostic in diagnostics_for(*lines, strict=strict)]


def unit_found(name: str, *lines: str) -> str:
    model = flat_after(HEAD + "\n".join(lines) + "\nEND\n", check_units)
    unit = model.by_name()[name].unit
    return "" if unit is None else unit.text


@pytest.mark.parametrize(
    ("lines", "unit"),
    [
        (("y = x*v",), "m^2/s"),
        (("y = x/v",), "s"),
        (("y = 2*x",), "m"),
        (("y = 1/x",), "1/m"),
        (("y = x^2",), "m^2"),
        (("y = x^(1/2)",), "m^(1/2)"),
        (("y = SQRT(x)",), "m^(1/2)"),
        (("y = -ABS(x)",), "m"),
        (("y = MAX(0, x)",), "m"),
        (("y = IF x > 0 THEN x ELSE 0",), "m"),
        (("y = ATAN2(x, x)",), "rad"),
        (("y = SIN(x/x)",), "1"),
        (("y = SIGN(x)",), "1"),
        (("y = MOD(x, x)",), "m"),
        (("y = DELAY(x, 2)",), "m"),
        (("y = z", "z = w", "w = x"), "m"),
        (("z = x + y", "y: 1"), "m"),
        (("z = x*y + v", "y: 1"), "1/s"),
        (("z = x/y + v", "y: 1"), "s"),
        (("z = 5/y + v", "y: 1"), "s/m"),
        (("z = SQRT(y) + v", "y: 1"), "m^2/s^2"),
        (("z = y^2 + x", "y: 1"), "m^(1/2)"),
        (("z = EXP(y*x)", "y: 1"), "1/m"),
        (("z = x > y", "STOP WHEN z", "y: 1"), "m"),
        (("z = t*y + x", "y: 1"), "m/s"),
        (("y = 5",), ""),
        (("y = LOOK(x)", "TABLE LOOK(a)", "0 0", "1 1", "END"), ""),
    ],
)
def test_a_unit_follows_from_the_equations(lines: tuple[str, ...], unit: str) -> None:
    assert unit_found("y", *lines) == unit


@pytest.mark.parametrize(
    "line",
    [
        "y = x + v",
        "y = IF x > v THEN 1 ELSE 2",
        "y = IF x > 0 THEN x ELSE v",
        "y = IF x > 0 THEN 1 ELSE IF x > v THEN 2 ELSE 3",
        "y = IF x > 0 THEN 1 ELSE IF x < 0 THEN 2 ELSE IF x > v THEN 3 ELSE 4",
        "y = IF x > 0 THEN x ELSE IF x < 0 THEN v ELSE x",
        "y = MIN(x, v)",
        "y = ATAN2(x, v)",
        "y = SIN(x)",
        "y = EXP(-v)",
        "y = 2^x",
        "y = x^v",
        "y = DELAY(x, v)",
        "y = DELAY(x, 2, v)",
        "STOP WHEN x < v",
        "WHEN x < 0\nv = x\nEND",
        "INITIAL\nx = v",
        "FUNCTION f(a) = a + v\ny = f(x)",
    ],
)
def test_wrong_dimensions_are_reported(line: str) -> None:
    assert set(codes(line)) == {"wrong-dimension"}


@pytest.mark.parametrize(
    "lines",
    [
        ("y = x + v*t",),
        ("y = x^2/x + x",),
        ("k: 3.6 [1]", "y = k*v + v"),
        ("d: 5 [km]", "y = 1000*d + x"),
        ("d: 5 [km]", "y = x - d/0.001"),
        ("a: 20 [deg]", "y = SIN(a*3.14159/180) + SIN(0.01745*a)"),
        ("OUTPUT n [rpm]", "w: 3 [rad/s]", "n = 9.55*w"),
        ("y = IF x > 0 THEN x ELSE 0",),
        ("y = x - 0",),
        ("p: 5 [Pa]", "q: 1 [N/m^2]", "y = p + q"),
        ("e: 5 [N*m]", "q: 1 [J]", "y = e + q"),
        ("y = t + 5",),
        ("DAMP = z*v + g", "z: 1"),
    ],
)
def test_matching_units_are_not_reported(lines: tuple[str, ...]) -> None:
    assert codes(*lines) == []


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        (("d: 5 [km]", "y = x + d"), "multiply it by 1000"),
        (("d: 5 [mm]", "y = x + d"), "divide it by 1000"),
        (("d: 5 [km]", "y = x + 2*d"), "multiply it by 1000"),
        (("a: 5 [deg]", "y = SIN(a)"), "divide it by 57.2958"),
        (("a: 5 [%]", "b: 1 [1]", "y = b + a"), "divide it by 100"),
    ],
)
def test_a_wrong_scale_is_reported_with_its_factor(lines: tuple[str, ...], hint: str) -> None:
    (diagnostic,) = diagnostics_for(*lines)

    assert (diagnostic.code, diagnostic.hint) == ("wrong-scale", hint)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("y = x + 5", "5 is taken as 5 [m], because 'x' is in [m]"),
        ("y = IF v < 3 THEN 1 ELSE 0", "3 is taken as 3 [m/s], because 'v' is in [m/s]"),
        ("WHEN x < 0\nv = -2*PRE(x)\nEND", "2 is taken as 2 [1/s], because 'v' is in [m/s]"),
    ],
)
def test_a_bare_number_takes_the_unit_it_needs(line: str, message: str) -> None:
    (diagnostic,) = diagnostics_for(line)

    assert (diagnostic.severity, diagnostic.code) == (Severity.NOTE, "bare-number")
    assert diagnostic.message.replace("-2", "2") == message


def test_a_bare_number_with_an_inferred_unit_is_reported_only_in_strict_checks() -> None:
    lines = ("y = IF t > 3 THEN x/q ELSE 2", "q: 3 [m]", "z = y + 5 + x/q")

    assert codes(*lines) == []
    assert codes("STOP WHEN t > 3", strict=True) == ["bare-number"]


def test_both_sides_are_shown_with_their_positions() -> None:
    (diagnostic,) = diagnostics_for("OUTPUT y [N]", "y = x*v")

    assert diagnostic.message == "'x*v' is in [m^2/s], but 'y' is in [N]"
    assert diagnostic.hint == "a factor in [N*s/m^2] is missing"
    assert diagnostic.span is not None
    assert (diagnostic.span.text, diagnostic.related[0].span.text) == ("x*v", "y")


def test_a_derivative_with_a_wrong_unit_is_reported() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x [m]\nDER dx [m/min]\ndx = v\nv: 1 [m/min]\nEND\n"
    report = Report()

    flat_after(text, check_units, report)

    (diagnostic,) = report.diagnostics
    assert diagnostic.message == "'dx' is in [m/min], but the derivative of 'x' is in [m/s]"


def test_time_can_be_in_minutes() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x [m]\nDER dx [m/min]\nTIME t [min]\ndx = v\nv: 1 [m/min]\nEND\n"
    report = Report()

    flat_after(text, check_units, report)

    assert report.diagnostics == ()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("y = (A - B)*k", []),
        ("y = A + d", []),
        ("y = (A + d - B)*k", []),
        ("y = MAX(A, B) - B", []),
        ("y = IF A > B THEN A ELSE B", []),
        ("y = A + B", ["wrong-zero"]),
        ("y = 2*A", ["wrong-zero"]),
        ("y = -A", ["wrong-zero"]),
        ("y = d - A", ["wrong-zero"]),
        ("y = IF A > d THEN 1 ELSE 2", ["wrong-zero"]),
        ("y = A - F", ["wrong-zero"]),
        ("y = A + x", ["wrong-dimension"]),
        ("y = IF A > 0 THEN 1 ELSE 2", ["bare-number"]),
    ],
)
def test_scales_with_an_arbitrary_zero(line: str, found: list[str]) -> None:
    values = ("A: 20 [degC]", "B: 10 [°C]", "d: 5 [K]", "F: 50 [degF]", "k: 3 [W/K]")

    assert codes(*values, line) == found


def test_a_model_without_units_is_not_checked() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = SIN(x) + x^2 + 5\nEND\n"
    report = Report(UNIT_CODES)
    model = assembled(text, report)

    assert check_units(model, report) is model
    assert report.diagnostics == ()


def test_in_strict_checks_a_parameter_without_a_unit_is_reported_with_a_suggestion() -> None:
    diagnostics = diagnostics_for("y = x*k + v", "k: 5", "z = y/v*n", "n: 2", "q = p", "p: 1", strict=True)

    assert [(d.message, d.hint) for d in diagnostics] == [
        ("'k' has no unit", "its equations give [1/s]"),
        ("'z' has no unit", "write [1] if it is a pure number"),
        ("'n' has no unit", "write [1] if it is a pure number"),
        ("'q' has no unit", "write [1] if it is a pure number"),
        ("'p' has no unit", "write [1] if it is a pure number"),
    ]
    assert {d.severity for d in diagnostics} == {Severity.ERROR}


def relation(left: str, right: str) -> FlatModel:
    """A flat model with a [m], b [km] and the relation that both sides are equal."""
    names = {"a": parse_unit("m"), "b": parse_unit("km"), "c": None}
    variables = [Variable(name, Role.PARAMETER, start=1.0, unit=unit) for name, unit in names.items()]
    value = Apply("+", (Name(left), Apply("neg", (Name(right),))))
    return FlatModel(
        "m",
        (*variables, Variable("relation.1", Role.RESIDUAL), Variable("t", Role.TIME)),
        (Equation("relation.1", value),),
        time="t",
    )


def test_both_sides_of_a_relation_must_have_the_same_unit() -> None:
    report = Report()
    check_units(relation("a", "b"), report)
    found = check_units(relation("a", "c"), report)

    assert [diagnostic.code for diagnostic in report.diagnostics] == ["wrong-scale"]
    assert found.by_name()["c"].unit == parse_unit("m")


def test_zero_is_not_a_bare_number_and_large_exponents_are_harmless() -> None:
    assert codes("y = x^90", "z = y^90", "w = z + v*0") == []


def test_the_example_lander_passes_strict_checks() -> None:
    report = Report(UNIT_CODES)

    analyse(read_sources([ROOT / "examples" / "lander.t"], report), report)

    assert report.diagnostics == ()


def test_a_mistake_in_the_lander_is_found() -> None:
    text = (ROOT / "examples" / "lander.t").read_text("utf-8")
    report = Report(UNIT_CODES)
    broken = text.replace("(radius/(radius + height))^2", "radius/(radius + height)^2")

    model = assembled(broken, report)
    for analysis_pass in (*BEFORE, check_units):
        model = analysis_pass(model, report)

    assert [(d.severity, d.message) for d in report.diagnostics] == [
        (Severity.ERROR, "'gravity*radius/(radius + height)^2' is in [1/s^2], but 'dspeed' is in [m/s^2]")
    ]


def test_arguments_and_value_of_a_table_have_their_declared_units() -> None:
    table = ("TABLE look(a [km], b) [Pa]", "  0 1", "0 0 0", "1 1 1", "END")

    assert unit_found("y", *table, "y = look(x/1000, 1)") == "Pa"
    assert unit_found("k", *table, "y = look(k*v, 1)", "k: 1") == "km*s/m"
    assert codes(*table, "y = look(x/1000, v)") == []
    assert codes(*table, "y = look(x, v)") == ["wrong-scale"]
    assert codes(*table, "y = look(v, 1) + x") == ["wrong-dimension", "wrong-dimension"]
    assert codes(*table, "y = look(5, 1)") == ["bare-number"]


def test_a_name_is_shown_as_the_user_wrote_it() -> None:
    (found,) = diagnostics_for("SPEED: 3 [m/s]", "y = x + Speed")
    assert found.message.startswith("'Speed' is in [m/s]")

    tank = "CONTINUOUS SYSTEM tank\nINPUT u [m]\nOUTPUT y\ny = u + speed\nspeed: 3 [m/s]\nEND\n"
    report = Report()
    check_units(assembled(tank + "CONNECTING SYSTEM c\nSYSTEM a: tank\na.u = 1\nEND\n", report), report)
    assert [each.message.split(",")[0] for each in report.diagnostics] == ["1 is taken as 1 [m]", "'speed' is in [m/s]"]


@pytest.mark.parametrize(
    ("lines", "messages"),
    [
        ("dx = v\ndv = -k*v", []),
        ("dx = -x\ndv = -k*v", ["'x' is in [m], but 'dx' is in [m/s]"]),
        ("dx[i] = v[i] FOR i = 1..n\ndv[i] = k*x[i] FOR i = 1..n", ["'k*x[i]' is in [m/s], but 'dv' is in [m/s^2]"]),
        ("dx = v\ndv = -k*k*x\nw = 2*x\nz = w + v", ["'v' is in [m/s], but 'w' is in [m]"]),
        ("dx = k*x\ndv = k*v\ny = SUM(x) + SUM(v)", ["'v' is in [m/s], but 'SUM(x)' is in [m]"]),
        ("dx = k*x\ndv = k*v\nSTOP WHEN SUM(x) > DOT(v, v)", ["'v[j]*v[j]' is in [m^2/s^2], but 'SUM(x)' is in [m]"]),
        (
            "dx[i] = i + v[i] FOR i = 1..n\ndv = k*v",
            ["i is taken as i [m/s], because 'dx' is in [m/s]"],
        ),
        ("dx = v\ndv = k*v\nINITIAL\nx[i] = v[i] FOR i = 1..n", ["'v[i]' is in [m/s], but 'x' is in [m]"]),
        (
            "dx = v\ndv = k*v\ny[1] = x[1]\ny[i] = y[i-1] + v[i] FOR i = 2..n",
            ["'v[i]' is in [m/s], but 'y[i-1]' is in [m]"],
        ),
    ],
)
def test_units_in_whole_arrays_are_those_of_their_elements(lines: str, messages: list[str]) -> None:
    text = "CONTINUOUS SYSTEM s\nTIME t [s]\nSTATE x[1..n] [m] v[1..n] [m/s]\nDER dx[1..n] dv[1..n]\n"
    text += f"{lines}\nn: 100\nk: 2 [1/s]\nEND\n"
    whole, expanded = simnon.load(text, arrays="whole"), simnon.load(text, arrays="expanded")

    assert [each.message for each in whole.diagnostics] == messages
    assert compile_model(text).is_whole
    assert [each.code for each in whole.diagnostics] == [each.code for each in expanded.diagnostics]


def checked_whole(*lines: str) -> tuple[FlatModel, list[str]]:
    """A model with a whole array x [m], and the messages about its units."""
    text = "\n".join(["CONTINUOUS SYSTEM s", "STATE x[1..5] [m]", "DER dx[1..5]", *lines, "END", ""])
    report = Report()
    model = assemble(DIALECTS[".t"](Source("text", text), report), report, arrays=Arrays.WHOLE)
    assert model is not None
    for analysis_pass in (*BEFORE, check_units):
        model = analysis_pass(model, report)
    return model, [diagnostic.message for diagnostic in report.diagnostics]


def test_the_index_of_a_loop_over_a_whole_array_is_a_bare_number() -> None:
    model, messages = checked_whole(
        "dx[i] = 0 FOR i = 1..5", "y[i] = x[i] + 2*i FOR i = 1..5", "z[i] = 2*i*x[i] FOR i = 1..5"
    )

    assert [unit.text for name in "yz" if (unit := model.by_name()[name].unit) is not None] == ["m", "m"]
    assert messages == ["2*i is taken as 2*i [m], because 'x[i]' is in [m]"]
