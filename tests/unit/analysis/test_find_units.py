"""find_units: which expressions are bare numbers, and the units that follow from others."""

from fractions import Fraction

import pytest

from simnon.analysis import FLAT_PASSES
from simnon.analysis.check_units import check_units
from simnon.analysis.find_units import (
    Units,
    coefficient_of,
    exponent_in,
    find_units,
    is_bare,
    signs_of,
    values_of_if,
    without_numbers_first,
)
from simnon.languages.simnon import read_expression
from simnon.model import Apply, Equation, FlatModel, Role, Variable, parse_unit, print_expression
from simnon.source import Report
from tests.unit.analysis.small_models import assembled

NAMES = {"x": "m", "y": "km", "v": "m/s", "t": "s", "k": "1", "a": "degC", "b": "degC", "f": "degF", "d": "K", "q": "W"}

OF_NUMBERS = ("EXP", "LN", "LOG", "SIN", "COS", "TAN", "SINH", "COSH", "TANH")


def units_of(*unknown: str, **others: str) -> Units:
    """Those of NAMES and `others`, without the unknown ones."""
    return Units({name: parse_unit(text) for name, text in {**NAMES, **others}.items() if name not in unknown})


def unit_of(text: str, units: Units | None = None) -> str:
    found = (units or units_of()).unit(read_expression(text))
    return "" if found is None else found.text


@pytest.mark.parametrize("text", ["5", "-5", "2*3", "SIN(1)", "MAX(1, 2/3)"])
def test_an_expression_of_numbers_is_bare(text: str) -> None:
    assert is_bare(read_expression(text))


@pytest.mark.parametrize("text", ["x", "2*x", "1 + SIN(3*x)", "x + 1"])
def test_an_expression_with_a_name_is_not_bare(text: str) -> None:
    assert not is_bare(read_expression(text))


def test_an_own_function_of_numbers_is_not_bare() -> None:
    """Its value can have a unit."""
    assert not is_bare(Apply("look", (read_expression("1"),)))


@pytest.mark.parametrize(
    ("text", "exponent"),
    [
        ("2", Fraction(2)),
        ("-2", Fraction(-2)),
        ("1/3", Fraction(1, 3)),
        ("-(2/3)", Fraction(-2, 3)),
        ("0.333333", Fraction(1, 3)),
        ("999", Fraction(999)),
        ("1000", None),
        ("-1000", None),
        ("1/0", None),
        ("k", None),
        ("-k", None),
        ("1/k", None),
        ("k/2", None),
        ("1 + 1", None),
    ],
)
def test_an_exponent_is_a_number_or_a_quotient_of_numbers(text: str, exponent: Fraction | None) -> None:
    assert exponent_in(read_expression(text)) == exponent


@pytest.mark.parametrize(
    ("text", "first", "whole"),
    [
        ("3", "3", 3.0),
        ("-3*x", "-3", -3.0),
        ("-(3*x)", "3", -3.0),
        ("2*x*5", "2", 10.0),
        ("x*7", "7", 7.0),
        ("6*x/4", "6", 1.5),
        ("x/4", "4", 0.25),
        ("6/x", "6", 6.0),
        ("6*x/(0*y)", "6", 6.0),
        ("2*(3*x/4)", "2", 1.5),
    ],
)
def test_the_coefficient_is_the_product_of_all_bare_factors(text: str, first: str, whole: float) -> None:
    found = coefficient_of(read_expression(text))

    assert found is not None
    assert (print_expression(found[0]), found[1]) == (first, whole)


def test_a_choice_of_three_has_three_values() -> None:
    flat = Apply("if", tuple(map(read_expression, ("x > 1", "k", "x > 0", "v", "2"))))

    assert [print_expression(each) for each in values_of_if(flat.arguments)] == ["k", "v", "2"]


@pytest.mark.parametrize("text", ["x", "-x", "x*y", "x/y", "x + 3", "SIN(2)*x", "x/0"])
def test_an_expression_without_a_leading_number_has_no_coefficient(text: str) -> None:
    assert coefficient_of(read_expression(text)) is None


def test_expressions_with_numbers_come_last_and_else_keep_their_order() -> None:
    expressions = [read_expression(text) for text in ("2*x", "y", "x/3", "x")]

    assert [print_expression(each) for each in without_numbers_first(expressions)] == ["y", "x", "2*x", "x/3"]


def test_signs_are_counted() -> None:
    assert signs_of(map(read_expression, ("x", "y", "-v"))) == 1
    assert signs_of(map(read_expression, ("-x", "-y", "v", "-t"))) == -2


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("2*3", ""),
        ("2*x", "m"),
        ("2*x*v", "m^2/s"),
        ("x*z", ""),
        ("x/2", "m"),
        ("a/2", "K"),
        ("2/x", "1/m"),
        ("x/z", ""),
        ("z/x", ""),
        ("x/v", "s"),
        ("x^3", "m^3"),
        ("x^(1/2)", "m^(1/2)"),
        ("x^k", ""),
        ("k^k", "1"),
        ("z^2", ""),
        ("SQRT(x)", "m^(1/2)"),
        ("IF x > 1 THEN v ELSE 2", "m/s"),
        ("IF x > 1 THEN 2 ELSE v", "m/s"),
        ("IF x > 1 THEN z ELSE IF x > 0 THEN v ELSE 2", "m/s"),
        ("ABS(x)", "m"),
        ("MIN(1, x)", "m"),
        ("MAX(1, x)", "m"),
        ("MOD(x, 2)", "m"),
        ("INT(x)", "m"),
        ("-x", "m"),
        ("SIGN(x)", "1"),
        *((f"{name}(k)", "1") for name in OF_NUMBERS),
        *((f"{name}(k)", "rad") for name in ("ARCSIN", "ARCCOS", "ATAN")),
        ("ATAN2(x, x)", "rad"),
        ("RECT(k)", ""),
        ("x + 2", "m"),
        ("2*x + y", "km"),
        ("z + x", "m"),
    ],
)
def test_the_unit_of_an_expression(text: str, unit: str) -> None:
    assert unit_of(text) == unit


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("a - b", "K"),
        ("a + d", "degC"),
        ("a + 2", "degC"),
        ("a + b", ""),
        ("-a - b", ""),
        ("a + b - a", "degC"),
        ("d + d", "K"),
        ("a - b + z", ""),
        ("a + z", ""),
    ],
)
def test_temperatures_with_their_own_zero_cancel_in_pairs(text: str, unit: str) -> None:
    assert unit_of(text) == unit


@pytest.mark.parametrize(
    ("text", "whole", "unit"),
    [
        ("z", "m", "m"),
        ("z - 2", "m", "m"),
        ("2*z", "m", "m"),
        ("z*v", "m", "s"),
        ("z/v", "m", "m^2/s"),
        ("z/2", "m", "m"),
        ("v/z", "m", "1/s"),
        ("2/z", "m", "1/m"),
        ("z^2", "m", "m^(1/2)"),
        ("z^(1/2)", "m", "m^2"),
        ("SQRT(z)", "m", "m^2"),
        ("IF x > 1 THEN z ELSE 1", "m", "m"),
        ("-z", "m", "m"),
        ("MAX(z, 0)", "m", "m"),
        ("ABS(z)", "m", "m"),
    ],
)
def test_the_one_unknown_of_an_expression_has_the_missing_unit(text: str, whole: str, unit: str) -> None:
    units = units_of()

    units.need(read_expression(text), parse_unit(whole))

    assert units.unit_of_name["z"].text == unit
    assert units.changed == ["z"]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("z + x", "km"),
        ("z*w", "m"),
        ("z/w", "m"),
        ("SIN(z)", "m"),
        ("z^k", "m"),
        ("z^0", "m"),
        ("z + a", "m"),
        ("z + d", "degC"),
        ("IF z > 1 THEN x ELSE 1", "m"),
    ],
)
def test_a_unit_that_is_not_determined_is_not_found(text: str, whole: str) -> None:
    units = units_of()

    units.need(read_expression(text), parse_unit(whole))

    assert units.changed == []


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("z + x", "m"),
        ("z - x", "m"),
        *((f"{name}(z)", "1") for name in (*OF_NUMBERS, "ARCSIN", "ARCCOS", "ATAN")),
        ("2^z", "1"),
        ("x < z", "m"),
        ("z >= v", "m/s"),
        ("MIN(z, x)", "m"),
        ("MAX(z, x)", "m"),
        ("ATAN2(x, z)", "m"),
        ("MOD(z, x)", "m"),
        ("IF k > 1 THEN z ELSE x", "m"),
        ("IF k > 1 THEN x ELSE z", "m"),
        ("IF z > x THEN k ELSE 2", "m"),
        ("k*SIN(k + z*x)", "1/m"),
        ("ABS(x)*(v + z)", "m/s"),
    ],
)
def test_a_subexpression_determines_its_unknown(text: str, unit: str) -> None:
    units = units_of()

    units.resolve(read_expression(text))

    assert units.unit_of_name["z"].text == unit


@pytest.mark.parametrize(
    "text", ["z + a", "MAX(z + w, u)", "z*x", "z/x", "z^2", "IF z > w THEN x ELSE v", "ABS(z)", "z", "3"]
)
def test_a_subexpression_that_allows_several_units_determines_none(text: str) -> None:
    units = units_of()

    units.resolve(read_expression(text))

    assert units.changed == []


def test_the_first_unit_found_is_kept() -> None:
    units = units_of()

    units.found("z", parse_unit("m"))
    units.found("z", parse_unit("s"))
    units.found("w", None)

    assert units.unit_of_name["z"].text == "m"
    assert units.changed == ["z"]


def test_a_unit_found_gives_larger_expressions_theirs() -> None:
    units = units_of()
    expression = read_expression("z*x")

    assert units.unit(expression) is None
    units.found("z", parse_unit("m"))
    found = units.unit(expression)

    assert found is not None
    assert found.text == "m^2"


def system(*lines: str) -> str:
    return "\n".join(("CONTINUOUS SYSTEM s", *lines, "END")) + "\n"


def found_in(text: str) -> dict[str, str]:
    """The units of all variables of a model, before they are checked."""
    model = assembled(text)
    for earlier in FLAT_PASSES[: FLAT_PASSES.index(check_units)]:
        model = earlier(model, Report())
    return {name: unit.text for name, unit in find_units(model).unit_of_name.items()}


def test_a_state_has_the_unit_of_its_derivative_times_that_of_time() -> None:
    found = found_in(system("STATE x", "DER dx [m/min]", "TIME t [min]", "dx = 1"))

    assert (found["x"], found["t"]) == ("m", "min")


def test_links_lead_from_one_name_to_the_next() -> None:
    found = found_in(system("STATE x", "DER dx [m/s]", "TIME t", "dx = 1", "y = DELAY(x, 2)"))

    assert (found["x"], found["y"], found["t"]) == ("m", "m", "s")


def test_a_unit_found_late_is_followed_too() -> None:
    found = found_in(system("STATE x", "DER dx", "dx = v", "v = w", "w = u", "u: 1 [m/s]", "y = DELAY(x, 2)"))

    assert (found["v"], found["dx"], found["x"], found["y"]) == ("m/s", "m/s", "m", "m")


def test_new_values_and_remembered_ones_have_the_unit_of_the_state() -> None:
    text = "DISCRETE SYSTEM s\nSTATE z [m]\nNEW nz\nTIME t [h]\nTSAMP ts\nnz = q\nts = 2*h\nq: 1\nh: 1\nEND\n"
    found = found_in(text)

    assert (found["nz"], found["q"], found["ts"], found["h"]) == ("m", "m", "h", "h")


def test_the_value_before_an_event_has_the_unit_of_the_variable() -> None:
    found = found_in(system("STATE x [m]", "DER dx", "dx = 1", "WHEN x > k", "x = PRE(x) - c", "END", "k: 1", "c: 1"))

    assert (found["k"], found["c"]) == ("m", "m")


def test_an_initial_value_takes_the_unit_of_its_state() -> None:
    found = found_in(system("STATE x [m]", "DER dx", "INITIAL", "x = c", "SORT", "dx = 1", "c: 1"))

    assert found["c"] == "m"


def test_the_size_of_an_array_is_a_pure_number_unless_its_unit_is_written() -> None:
    lines = ("STATE x[1..n] [m]", "DER dx[1..n]", "dx = -x/tau", "n: 2", "tau: 1")

    assert (found_in(system(*lines))["n"], found_in(system(*lines))["tau"]) == ("1", "s")
    assert found_in(system(*(line.replace("n: 2", "n: 2 [%]") for line in lines)))["n"] == "%"


LAG = "CONTINUOUS SYSTEM lag\nINPUT u [m]\nSTATE x [m]\nDER dx\ndx = (u - x)/T\nT: 1{unit}\nEND\n"
PAIR = "CONNECTING SYSTEM c\nSYSTEM a, b: lag\na.u = 1\nb.u = 2\nEND\n"


@pytest.mark.parametrize(("unit", "count"), [(" [s]", 1), ("", 2)])
def test_equal_equations_with_the_same_known_units_are_read_once(unit: str, count: int) -> None:
    units = find_units(assembled(LAG.format(unit=unit) + PAIR))

    assert len([equation for equation in units.equations if equation.target.endswith(".dx")]) == count
    assert units.unit_of_name["a.dx"].text == units.unit_of_name["b.dx"].text == "m/s"


def test_relations_of_two_versions_can_differ_in_their_units() -> None:
    names = {"x": "m", "v": "m/s"}
    variables = [Variable(name, Role.PARAMETER, start=1.0, unit=parse_unit(unit)) for name, unit in names.items()]
    variables += [Variable(name, Role.PARAMETER, start=1.0) for name in "zw"]
    value = read_expression("IF z > 1 THEN x - z ELSE v - w")
    model = FlatModel(
        "m",
        (*variables, Variable("relation.1", Role.RESIDUAL), Variable("t", Role.TIME)),
        (Equation("relation.1", value),),
        time="t",
    )

    found = find_units(model).unit_of_name

    assert (found["z"].text, found["w"].text) == ("m", "m/s")
    assert "relation.1" not in found
