"""take_reciprocals: derivatives multiply if the divisor is constant within a step; all else stays as written."""

import pytest

from simnon.analysis.take_reciprocals import MAX_STATES, take_reciprocals
from simnon.model import print_expression
from tests.unit.analysis.small_models import equations_of, passed, text_of

VALUES = ("a: 1", "b: 2")


def quick(*lines: str) -> dict[str, str]:
    """The equations computed differently for steps."""
    model = passed(text_of(*lines, *VALUES), take_reciprocals)
    return {equation.target: print_expression(equation.value) for equation in model.in_derivatives}


def test_a_parameter_gets_one_reciprocal_and_equations_stay() -> None:
    model = passed(text_of("dx = (1 - x)/a + x/a", *VALUES), take_reciprocals)

    assert equations_of(model) == {"reciprocal.1": "1/a", "dx": "(1 - x)/a + x/a"}
    assert print_expression(model.in_derivatives[0].value) == "(1 - x)*reciprocal.1 + x*reciprocal.1"


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("dx = -x/4", "-x*0.25"),
        ("dx = x/a/b", "x*reciprocal.1*reciprocal.2"),
        ("dx = IF a > 1 THEN x/a ELSE x/b", "IF parameter.1 THEN x*reciprocal.1 ELSE x*reciprocal.2"),
    ],
)
def test_sums_products_and_branches_can_differ_in_the_last_bit(line: str, value: str) -> None:
    assert quick(line) == {"dx": value}


@pytest.mark.parametrize(
    "line",
    [
        "dx = SIN(x/a)",
        "dx = INT(x/a)",
        "dx = IF x/a > 1 THEN 1 ELSE 0",
        "dx = a/x",
        "dx = a/b",
        "dx = x/(a + t)",
        "dx = x/5e-324",
        "y = x/a",
    ],
)
def test_quotients_that_functions_read_or_that_change_or_are_only_shown_stay(line: str) -> None:
    assert quick(line) == {}


def test_a_value_read_by_a_derivative_and_a_function_stays_a_quotient() -> None:
    assert quick("y = x/a", "dx = y") == {"y": "x*reciprocal.1"}
    assert quick("y = x/a", "dx = y + SIN(y)") == {}
    assert quick("y = x/a", "z = 2*y", "dx = y + SIN(z)") == {}


def test_a_large_model_is_left_alone() -> None:
    names = [f"x{i}" for i in range(MAX_STATES + 1)]
    text = "\n".join(
        [
            "CONTINUOUS SYSTEM s",
            f"STATE {' '.join(names)}",
            f"DER {' '.join(f'd{name}' for name in names)}",
            *(f"d{name} = {name}/a" for name in names),
            "a: 1",
            "END",
        ]
    )

    assert passed(text, take_reciprocals).in_derivatives == ()
