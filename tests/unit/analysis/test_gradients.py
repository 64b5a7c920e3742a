"""find_gradients: derivatives of any variables by any others, as sparse as the equations."""

from simnon.analysis import find_gradients, order_equations
from simnon.analysis.gradients import needed_equations
from simnon.languages.simnon import read_expression
from simnon.model import Equation, LinearSystem, finite_number_of, print_expression
from tests.unit.analysis.small_models import passed


def gradients_of(text: str, of: list[str], by: list[str]) -> dict[tuple[str, str], str]:
    model = passed(text)
    found = find_gradients(model, order_equations(model), of, by)
    value_of_name = {e.target: print_expression(e.value) for e in found.equations if isinstance(e, Equation)}
    shown = {(of[row], by[column]): print_expression(value) for row, column, value in found.entries}
    return {pair: value_of_name.get(value, value) for pair, value in shown.items()}


def system(*lines: str) -> str:
    return "\n".join(["CONTINUOUS SYSTEM s", "STATE x y", "DER dx dy", "TIME t", *lines, "END"]) + "\n"


def test_only_what_the_results_depend_on_is_needed() -> None:
    made = {"a": "k", "b": "2*a", "unread": "b", "c": "b + 1"}
    equations = [Equation(name, read_expression(text)) for name, text in made.items()]

    needed = needed_equations(equations, [read_expression("3*c")])

    assert [name for each in needed for name in each.targets] == ["a", "b", "c"]
    assert needed_equations(equations, [read_expression("k")]) == ()


def test_rows_and_columns_are_any_variables() -> None:
    text = system("a = k*x", "b = a*y", "dx = b", "dy = -y", "k: 2")

    assert gradients_of(text, ["b", "dy"], ["k", "y"]) == {("b", "k"): "y*x", ("b", "y"): "a", ("dy", "y"): "-1"}


def test_what_reads_a_variable_by_which_is_differentiated_sees_an_independent_one() -> None:
    text = system("a = k*x", "b = a*y", "dx = b", "dy = -y", "k: 2")

    assert gradients_of(text, ["a", "b"], ["a", "x"]) == {("a", "x"): "k", ("b", "a"): "y"}


def test_parameters_act_through_what_is_computed_before_a_run() -> None:
    text = system("INITIAL", "w = k*k", "c = 3*k", "SORT", "dx = w*x + c", "dy = 0*t", "k: 2")
    found = gradients_of(text, ["w", "c"], ["k"])

    assert set(found) == {("w", "k"), ("c", "k")}
    assert found["c", "k"] == "3"


def test_the_start_value_of_a_state_is_not_the_state() -> None:
    text = system("INITIAL", "w = x*k", "SORT", "dx = w", "dy = 0*t", "k: 2")

    assert gradients_of(text, ["dx"], ["x", "k"]) == {("dx", "k"): "x"}


def test_a_mode_is_constant() -> None:
    text = system("a = IF x > y THEN 3*x ELSE 5*y", "dx = a", "dy = 0*t")
    found = gradients_of(text, ["a"], ["x", "y"])

    assert all("IF" in value and ">" not in value for value in found.values())
    assert set(found) == {("a", "x"), ("a", "y")}


def test_the_unknowns_of_a_loop_follow_from_linear_equations() -> None:
    text = system("a = COS(a) + k*x", "dx = a", "dy = 0*t", "k: 2")
    found = gradients_of(text, ["dx"], ["x", "k"])

    assert found == {("dx", "x"): "d(a)/d.0", ("dx", "k"): "d(a)/d.1"}


def test_the_unknowns_of_a_linear_loop_change_with_its_matrix() -> None:
    """(1 - y)*a - x*b = 1 and -y*a + (1 + x)*b = t: by x, the right sides are b and -b."""
    model = passed(system("a = x*b + a*y + 1", "b = y*a - x*b + t", "dx = a", "dy = b"))
    found = find_gradients(model, order_equations(model), ["dx"], ["x"])
    (gradient,) = found.equations
    assert isinstance(gradient, LinearSystem)

    assert [[finite_number_of(value, {"b": 2.0}) for value in column] for column in gradient.right] == [[2.0, -2.0]]
