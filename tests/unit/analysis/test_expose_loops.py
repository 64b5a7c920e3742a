"""expose_loops: unknowns become states whose derivatives are residuals; loops not iterated at every step stay."""

import numpy as np
import pytest

from simnon.analysis import differentiate, expose_loops, loops_to_expose, order_equations
from simnon.lowering import lower_model
from simnon.model import HybridModel, Iteration, Role
from simnon.program import check_program
from simnon.targets.interpreter import interpret
from tests.targets.running_models import call, numbers_at_start
from tests.unit.analysis.small_models import equations_of, passed, text_of


def exposed(*lines: str) -> HybridModel:
    return expose_loops(passed(text_of(*lines)))


def residuals_at(model: HybridModel, states: list[float], time: float = 0.0) -> list[float]:
    program = lower_model(model, order_equations(model), {}, requested=("times", "derivatives"))
    check_program(program)
    numbers = numbers_at_start(program.layout)
    numbers.time, numbers.states = time, np.array(states)
    numbers.out = np.zeros(len(states))
    executable = interpret(program)
    for entry in program.entries:
        call(executable, entry, numbers)
    return list(map(float, numbers.out[: len(states)]))


def test_a_model_without_loops_is_unchanged() -> None:
    model = passed(text_of("y = 2*x"))

    assert expose_loops(model) == model


def test_the_derivative_of_an_unknown_is_its_value_minus_itself() -> None:
    model = exposed("dx = -z", "z = x - z^3")

    assert model.states == (("x", "dx"), ("z", "residual of z"))
    assert model.solutions == ()
    assert model.by_name()["z"].role is Role.STATE
    assert model.by_name()["residual of z"].role is Role.DERIVATIVE
    assert residuals_at(model, [5.0, 1.5]) == [-1.5, 5.0 - 1.5**3 - 1.5]


def test_a_variable_computed_from_an_unknown_keeps_its_equation() -> None:
    model = exposed("dx = -b", "a = x - b^3", "b = a/2 + SIN(a)")
    (_, (unknown, _)) = model.states
    other = "b" if unknown == "a" else "a"

    assert other in equations_of(model)
    assert unknown not in equations_of(model)


def test_an_expression_that_must_be_zero_is_its_own_residual() -> None:
    lines = ("VARIABLE q", "dx = 1 - 2*q", "q^3 + q*x = 2")
    (iteration,) = loops_to_expose(passed(text_of(*lines)))
    model = exposed(*lines)

    assert iteration.are_zero == (True,)
    assert residuals_at(model, [1.0, 1.0]) == [-1.0, 0.0]
    assert abs(residuals_at(model, [1.0, 2.0])[1]) == 8.0


def test_a_derivative_that_is_an_unknown_is_passed_on() -> None:
    """q is the negative of dx, for which the relation is solved."""
    model = exposed("VARIABLE q", "dx = -q", "q^3 + q*x = 2")

    assert model.states == (("x", "slope of x"), ("dx", "residual of dx"))
    assert residuals_at(model, [1.0, -1.0]) == [-1.0, 0.0]


def test_several_loops_are_exposed_in_order() -> None:
    model = exposed("dx = a + b", "a = x - a^3", "b = t - b^5 + a")

    assert [state for state, _ in model.states] == ["x", "a", "b"]
    assert residuals_at(model, [3.0, 1.0, 2.0], 1.0) == [3.0, 1.0, 1.0 - 32.0 + 1.0 - 2.0]


def test_a_loop_of_parameters_is_solved_once_and_stays() -> None:
    model = exposed("dx = -z*x", "z = p - z^3", "p: 1")

    assert len(model.states) == 1
    assert isinstance(model.solutions[0], Iteration)


def test_a_loop_of_a_discrete_system_stays() -> None:
    text = """DISCRETE SYSTEM d
STATE s
NEW ns
TIME t
TSAMP ts
u = s - u^3
ns = u + 1
ts = t + 1
END
"""
    model = passed(text)

    assert loops_to_expose(model) == ()
    assert expose_loops(model) == model


@pytest.mark.parametrize("values", [(0.3, 0.4, -0.2), (2.0, -1.0, 0.7)])
def test_its_jacobian_has_the_derivatives_of_all_rows(values: tuple[float, ...]) -> None:
    """x' = -a*b; 0 = x - a^3 - b - a; 0 = a*x - b^3 - b."""
    lines = ("dx = -a*b", "a = x - a^3 - b", "b = a*x - b^3")
    model = expose_loops(passed(text_of(*lines)))
    jacobian = differentiate(model, order_equations(model))
    pattern = {(row, column) for row, column, _ in jacobian.entries}
    assert len(model.states) <= len(values)
    step = 1e-6
    names = [name for name, _ in model.states]
    given = dict(zip(("x", "a", "b"), values, strict=True))
    point = [given[name] for name in names]
    for column in range(len(names)):
        there = [value + step * (i == column) for i, value in enumerate(point)]
        difference = np.subtract(residuals_at(model, there), residuals_at(model, point))
        assert {row for row in range(len(names)) if difference[row] != 0.0} <= {r for r, c in pattern if c == column}
