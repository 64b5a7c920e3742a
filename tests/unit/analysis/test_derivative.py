"""derivative: symbolic partial derivatives are the limits of difference quotients; simplifying keeps values."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from simnon.analysis.derivative import partial_derivatives, simplified
from simnon.model import BUILTINS, NOW, Apply, Expression, Name, Number, apply, print_expression
from tests.examples import examples
from tests.unit.model.random_expressions import NAMES, smooth_expressions, value_of

X = Name("x")
points = st.fixed_dictionaries({name: st.floats(-1.5, 1.5) for name in NAMES}).map(lambda point: point | {"p": 1.0})


def derivative_text(expression: Expression, name: str = "x") -> str:
    return print_expression(simplified(partial_derivatives(expression)[name]))


def test_an_absent_name_has_no_derivative() -> None:
    assert partial_derivatives(Number(3.0)) == {}
    assert partial_derivatives(apply("sin", X)).keys() == {"x"}


def test_only_requested_names_are_differentiated_by() -> None:
    product = apply("*", X, Name("y"))

    assert partial_derivatives(product, lambda name: name == "y") == {"y": X}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (apply("*", Number(3.0), X), "3"),
        (apply("^", X, Number(2.0)), "2*x"),
        (apply("neg", apply("cos", X)), "SIN(x)"),
        (apply("+", X, X), "2"),
        (apply("if", apply(">", Name("p"), Number(0.0)), X, Number(1.0)), "IF p > 0 THEN 1 ELSE 0"),
    ],
)
def test_the_derivative_is_what_a_person_would_write(expression: Expression, expected: str) -> None:
    assert derivative_text(expression) == expected


def test_a_subexpression_without_the_requested_names_can_have_corners() -> None:
    corner = apply("max", Name("p"), apply("abs", Name("q")))

    assert partial_derivatives(apply("*", X, corner), lambda name: name == "x") == {"x": corner}


def test_a_subexpression_that_is_constant_between_events_has_no_derivative() -> None:
    assert partial_derivatives(apply("sign", X)) == {}


def test_a_delayed_value_has_the_slope_of_its_history() -> None:
    delayed = Apply("delayed", (apply("+", X, Number(-1.0)), Number(0.5)))

    assert partial_derivatives(delayed) == {"x": Apply("delayed.slope", delayed.arguments)}


def test_a_table_is_differentiated_by_a_central_difference() -> None:
    slope = partial_derivatives(Apply("table", (X,)))["x"]

    assert print_expression(slope).startswith("(table(x + ")


@examples(150)
@given(smooth_expressions(), points)
def test_partial_derivatives_are_the_limits_of_difference_quotients(
    expression: Expression, point: dict[str, float]
) -> None:
    partials = partial_derivatives(expression, lambda name: name in NAMES)
    for name in NAMES:
        step = 1e-5
        above, below = (value_of(expression, point | {name: point[name] + side}) for side in (step, -step))
        assume(abs(above) < 1e6)
        found = value_of(partials[name], point) if name in partials else 0.0
        assert found == pytest.approx((above - below) / (2 * step), rel=1e-4, abs=1e-4)


@examples(150)
@given(smooth_expressions(), points)
def test_simplifying_keeps_the_value(expression: Expression, point: dict[str, float]) -> None:
    assert value_of(simplified(expression), point) == pytest.approx(value_of(expression, point), rel=1e-12, abs=1e-12)


def test_every_smooth_builtin_has_a_derivative() -> None:
    without = {name.removesuffix(NOW) for name, builtin in BUILTINS.items() if builtin.derivative is None}

    assert without == {
        "abs", "min", "max", "mod", "<", "<=", ">", ">=", "=", "<>", "and", "or", "not", "if", "rect", "norm", "pre",
        "delay",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (apply("abs", X), "IF x < 0 THEN -1 ELSE 1"),
        (apply("max", X, Name("p")), "IF p > x THEN 0 ELSE 1"),
        (apply("min", Name("p"), X), "IF p <= x THEN 0 ELSE 1"),
        (apply("mod", X, Name("p")), "1"),
        (apply("mod", Name("p"), X), "-INT(p/x)"),
    ],
)
def test_remaining_corners_have_the_slope_of_the_active_branch(expression: Expression, expected: str) -> None:
    assert derivative_text(expression) == expected


def test_an_inactive_branch_need_not_have_a_derivative() -> None:
    below = apply("neg", apply("sqrt", apply("neg", X)))
    choice = apply("if", apply(">", X, Number(0.0)), apply("sqrt", X), below)
    slope = derivative_text(apply("*", Number(3.0), choice))

    assert slope == "IF x > 0 THEN 3*(0.5/SQRT(x)) ELSE 3*(0.5/SQRT(-x))"


def test_a_condition_of_the_instant_has_no_derivative() -> None:
    is_equal = apply(f"={NOW}", X, Name("y"))

    assert partial_derivatives(apply("and", is_equal, apply("not", is_equal))) == {}
