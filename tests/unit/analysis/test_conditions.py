"""Which expressions are conditions."""

import pytest

from simnon.analysis.conditions import is_condition
from simnon.model import Apply, Expression, Name, Number

X, Y, ON = Name("x"), Name("y"), Name("on")
BELOW = Apply("<", (X, Y))


@pytest.mark.parametrize(
    "expression",
    [ON, BELOW, Apply("=.now", (X, Y)), Apply("and", (ON, BELOW)), Apply("if", (ON, BELOW, ON))],
)
def test_comparisons_and_what_is_made_of_them_are_conditions(expression: Expression) -> None:
    assert is_condition(expression, {"on"})


@pytest.mark.parametrize(
    "expression",
    [X, Number(1.0), Apply("+", (X, Y)), Apply("if", (BELOW, X, Y)), Apply("if", (BELOW, Number(1.0), Y))],
)
def test_numbers_are_not(expression: Expression) -> None:
    assert not is_condition(expression, {"on"})
