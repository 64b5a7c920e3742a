"""estimate: the number of an expression, unless it is unknown or can jump."""

import pytest

from simnon.analysis.estimates import estimate
from simnon.languages.simnon import read_expression
from simnon.model import NOW, RELATIONS, Apply, Name

VALUES = {"x": 2.0, "y": 0.0}


@pytest.mark.parametrize(("text", "value"), [("3", 3.0), ("x*x + 1", 5.0), ("MAX(x, y)", 2.0), ("ABS(y - x)", 2.0)])
def test_an_expression_of_known_names_has_its_value(text: str, value: float) -> None:
    assert estimate(read_expression(text), VALUES) == value


@pytest.mark.parametrize("text", ["z", "x + z", "x/y", "LN(y)"])
def test_an_unknown_name_or_a_result_that_is_not_finite_gives_none(text: str) -> None:
    assert estimate(read_expression(text), VALUES) is None


JUMPING = (*RELATIONS, *(f"{relation}{NOW}" for relation in RELATIONS), "and", "or", "mod")


@pytest.mark.parametrize("function", JUMPING)
def test_a_function_of_two_that_jumps_gives_none(function: str) -> None:
    assert estimate(Apply(function, (Name("x"), Name("x"))), VALUES) is None


@pytest.mark.parametrize("function", ["not", "sign", "int", f"int{NOW}"])
def test_a_function_of_one_that_jumps_gives_none(function: str) -> None:
    assert estimate(Apply(function, (Name("x"),)), VALUES) is None


def test_a_choice_gives_none() -> None:
    assert estimate(read_expression("IF x > 1 THEN 2 ELSE 3"), VALUES) is None
