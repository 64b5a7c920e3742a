"""hoist_invariants: subexpressions that change less often are named once, and every value keeps its bits."""

from simnon.analysis.hoist_invariants import hoist_invariants
from tests.unit.analysis.small_models import equations_of, passed, text_of

VALUES = ("a: 1", "b: 2", "c: 3")


def hoisted(line: str) -> dict[str, str]:
    equations = equations_of(passed(text_of(line, *VALUES), hoist_invariants))
    return {target: value for target, value in equations.items() if target != "dx" or line.startswith("dx")}


def test_a_subexpression_of_parameters_gets_a_name() -> None:
    assert hoisted("y = SQRT(2*a)*x") == {"parameter.1": "SQRT(2*a)", "y": "parameter.1*x"}


def test_leading_factors_are_combined_and_named_only_once() -> None:
    assert hoisted("y = SQRT(a)*SIN(b)*x") == {"parameter.1": "SQRT(a)*SIN(b)", "y": "parameter.1*x"}


def test_later_factors_stay_where_they_are() -> None:
    assert hoisted("y = x*a*b") == {"y": "x*a*b"}


def test_a_single_parameter_needs_no_other_name() -> None:
    assert hoisted("y = x - a") == {"y": "x - a"}


def test_the_sign_of_a_later_term_stays() -> None:
    assert hoisted("y = x - (a + b)") == {"parameter.1": "a + b", "y": "x - parameter.1"}


def test_equal_subexpressions_share_a_name() -> None:
    assert hoisted("y = x*(a + b)/(a + b)") == {"parameter.1": "a + b", "y": "x*parameter.1/parameter.1"}


def test_subexpressions_of_time_are_separate_from_those_of_states() -> None:
    assert hoisted("y = SIN(a*t)*x") == {"time.1": "SIN(a*t)", "y": "time.1*x"}


def test_numbers_alone_need_no_name() -> None:
    assert hoisted("y = 2*3*x + MAX(1, 2)*x") == {"y": "2*3*x + 2*x"}


def test_an_elementary_function_of_numbers_is_computed_once() -> None:
    assert hoisted("y = 2^0.5*x + MAX(EXP(1), 2)") == {
        "parameter.1": "2^0.5",
        "parameter.2": "MAX(EXP(1), 2)",
        "y": "parameter.1*x + parameter.2",
    }


def test_a_condition_of_parameters_is_named_as_a_condition() -> None:
    model = passed(text_of("y = IF a > b THEN x ELSE 0", *VALUES), hoist_invariants)

    assert [v.is_condition for v in model.variables if v.name == "parameter.1"] == [True]


def test_whether_a_held_value_is_finite_is_named_as_a_condition() -> None:
    model = passed(text_of("y = x*(IF NOT x = 2 THEN a ELSE a/b)", *VALUES), hoist_invariants)

    assert [v.is_condition for v in model.variables if v.name == "held.1"] == [True]
