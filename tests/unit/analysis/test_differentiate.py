"""differentiate: the pattern of the Jacobian is as sparse as the equations, and nothing needless is computed."""

from simnon.analysis import differentiate, order_equations
from simnon.analysis.differentiate import Jacobian
from simnon.model import Number, print_expression
from simnon.source import Report
from tests.unit.analysis.small_models import passed, text_of


def jacobian_of(text: str) -> Jacobian:
    model = passed(text)
    jacobian = differentiate(model, order_equations(model, Report()))
    assert jacobian is not None
    return jacobian


def pair(*lines: str) -> str:
    return "\n".join(["CONTINUOUS SYSTEM s", "STATE x y", "DER dx dy", "TIME t", *lines, "END"]) + "\n"


def entries_of(jacobian: Jacobian) -> dict[tuple[int, int], str]:
    return {(row, column): print_expression(value) for row, column, value in jacobian.entries}


def test_only_what_depends_on_a_state_has_an_entry() -> None:
    assert entries_of(jacobian_of(pair("dx = y", "dy = -3*x"))) == {(0, 1): "1", (1, 0): "-3"}


def test_an_auxiliary_variable_carries_its_derivative_along() -> None:
    jacobian = jacobian_of(pair("a = SIN(x)", "dx = a", "dy = 2*a"))

    assert [equation.target for equation in jacobian.equations] == ["d(a)/d.0"]
    assert entries_of(jacobian) == {(0, 0): "d(a)/d.0", (1, 0): "2*d(a)/d.0"}


def test_the_derivative_by_time_is_apart() -> None:
    jacobian = jacobian_of(pair("dx = 5*t", "dy = x"))

    assert jacobian.by_time == (Number(5.0), None)
    assert entries_of(jacobian) == {(1, 0): "1"}


def test_guards_are_not_differentiated() -> None:
    jacobian = jacobian_of(pair("dx = IF SIN(x) > COS(y) THEN y ELSE 0", "dy = 0*t"))

    assert jacobian.equations == ()


def test_a_loop_has_no_jacobian() -> None:
    model = passed(text_of("a = b + x", "b = a*x", "dx = a"))

    assert differentiate(model, order_equations(model, Report())) is None
