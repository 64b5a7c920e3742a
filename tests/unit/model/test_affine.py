"""affine: expressions that are linear by their form, and their constant parts."""

import pytest

from simnon.model import Apply, Expression, Name, Number, apply, constant_part, is_affine, print_expression

X, Y, P = Name("x"), Name("y"), Name("p")
NAMES = frozenset({"x", "y"})
TEST = apply(">", P, Number(0.0))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (apply("+", X, apply("neg", apply("*", P, Y)), P), True),
        (apply("/", X, apply("sin", P)), True),
        (apply("if", TEST, X, P), True),
        (apply("sin", P), True),
        (apply("*", X, Y), False),
        (apply("/", P, X), False),
        (apply("sin", X), False),
        (apply("if", apply(">", X, P), Number(1.0), P), False),
        (Apply("table", (X,)), False),
    ],
)
def test_affine_expressions_are_recognised_by_their_form(expression: Expression, expected: bool) -> None:
    assert is_affine(expression, NAMES) is expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (apply("+", X, P, apply("*", P, Y)), "p + p*q"),
        (apply("*", P, X), "0"),
        (apply("neg", apply("/", X, P)), "0"),
        (apply("if", TEST, X, P), "IF p > 0 THEN 0 ELSE p"),
        (apply("if", TEST, X, Number(0.0)), "0"),
        (apply("*", Number(0.0), P), "0*p"),
    ],
)
def test_the_constant_part_of_an_affine_expression(expression: Expression, expected: str) -> None:
    assert print_expression(constant_part(expression, {"x": Number(0.0), "y": Name("q")})) == expected
