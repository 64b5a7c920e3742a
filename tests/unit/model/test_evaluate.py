"""Expressions whose number is known when the text is read."""

import pytest

from simnon.languages import read_expression
from simnon.model import finite_number_of


@pytest.mark.parametrize(
    ("text", "value"),
    [("2*a - 1", 5.0), ("a^2/3", 3.0), ("SQRT(16) + ABS(-1)", 5.0), ("INT(-2.7) + SIGN(-3)", -3.0), ("MAX(a, 1)", 3.0)],
)
def test_plain_functions_of_known_names_are_computed(text: str, value: float) -> None:
    assert finite_number_of(read_expression(text), {"a": 3.0}) == value


@pytest.mark.parametrize("text", ["b + 1", "a[s]", "LN(-1)", "1/0", "EXP(1000)", "f(1)", "RECT(1)", "SQRT(1, 2)"])
def test_an_unknown_or_nonfinite_value_is_none(text: str) -> None:
    assert finite_number_of(read_expression(text), {"a": 3.0}) is None
