"""differentiate: the pattern of the Jacobian is as sparse as the equations, and nothing needless is computed."""

from simnon.analysis import differentiate, order_equations
from simnon.analysis.differentiate import Jacobian
from simnon.model import LinearSystem, Number, print_expression
from tests.unit.analysis.small_models import passed, text_of


def jacobian_of(text: str) -> Jacobian:
    model = passed(text)
    return differentiate(model, order_equations(model))


def pair(*lines: str) -> str:
    return "\n".join(["CONTINUOUS SYSTEM s", "STATE x y", "DER dx dy", "TIME t", *lines, "END"]) + "\n"


def entries_of(jacobian: Jacobian) -> dict[tuple[int, int], str]:
    return {(row, column): print_expression(value) for row, column, value in jacobian.entries}


def test_only_equations_that_depend_on_a_state_have_entries() -> None:
    assert entries_of(jacobian_of(pair("dx = y", "dy = -3*x"))) == {(0, 1): "1", (1, 0): "-3"}


def test_derivatives_are_carried_through_auxiliary_variables() -> None:
    jacobian = jacobian_of(pair("a = SIN(x)", "dx = a", "dy = 2*a"))

    assert [equation.targets for equation in jacobian.equations] == [("d(a)/d.0",)]
    assert entries_of(jacobian) == {(0, 0): "d(a)/d.0", (1, 0): "2*d(a)/d.0"}


def test_the_derivative_by_time_is_separate() -> None:
    jacobian = jacobian_of(pair("dx = 5*t", "dy = x"))

    assert jacobian.by_time == (Number(5.0), None)
    assert entries_of(jacobian) == {(1, 0): "1"}


def test_guards_are_not_differentiated() -> None:
    jacobian = jacobian_of(pair("dx = IF SIN(x) > COS(y) THEN y ELSE 0", "dy = 0*t"))

    assert jacobian.equations == ()


def test_the_gradient_of_a_loop_solves_linear_equations_with_its_matrix() -> None:
    jacobian = jacobian_of(text_of("a = COS(a) + x", "dx = a"))

    assert [type(part).__name__ for part in jacobian.equations] == ["LinearSystem"]
    (system,) = jacobian.equations
    assert isinstance(system, LinearSystem)
    assert system.unknowns == (("d(a)/d.0",),)
    assert system.right == ((Number(1.0),),)
    assert print_expression(system.matrix[0][0]) == "1 + SIN(a)"


def test_what_is_computed_at_the_start_or_at_samples_does_not_change_with_the_states() -> None:
    at_start = pair("INITIAL", "w = 3*x", "SORT", "dx = w*y", "dy = 0*t")
    sampled = (
        "DISCRETE SYSTEM d\nINPUT e\nOUTPUT u\nTIME t\nTSAMP ts\nts = t + 1\nu = 3*e\nEND\n"
        "CONTINUOUS SYSTEM s\nINPUT u\nOUTPUT y\nSTATE x\nDER dx\ny = x\ndx = u\nEND\n"
        "CONNECTING SYSTEM c\nu[s] = u[d]\ne[d] = y[s]\nEND\n"
    )

    assert entries_of(jacobian_of(at_start)) == {(0, 1): "w"}
    assert entries_of(jacobian_of(sampled)) == {}
