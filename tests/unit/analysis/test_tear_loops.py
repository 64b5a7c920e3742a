"""tear_loops: few variables are torn, linear loops become equations, others iterations; the rest is reported."""

import sys

import numpy as np
import pytest

from simnon.analysis.make_events_explicit import make_events_explicit
from simnon.analysis.tear_loops import tear_loops
from simnon.model import HybridModel, Iteration, LinearSystem, print_expression
from simnon.source import Report
from tests.unit.analysis.small_models import equations_of, passed, program_without, text_of, values_at


def torn(*lines: str) -> HybridModel:
    return passed(text_of(*lines), tear_loops)


def before_tearing(text: str) -> HybridModel:
    return passed(text, make_events_explicit)


def codes_of(text: str) -> list[str]:
    report = Report()
    tear_loops(before_tearing(text), report)
    return [diagnostic.code for diagnostic in report.diagnostics]


def test_a_model_without_loops_is_unchanged() -> None:
    model = before_tearing(text_of("y = 2*x"))

    assert tear_loops(model, Report()) is model


def test_a_linear_loop_becomes_one_solved_equation_and_the_others_stay() -> None:
    equations = equations_of(torn("u = 0.5*(1 - y)", "y = x + u"))

    assert equations["u"] == "0.5*(1 - x)/1.5"
    assert equations["y"] == "x + u"


def test_values_the_solution_needs_are_named_and_computed_when_they_change() -> None:
    model = torn("u = k*(1 - y)", "y = p*x + SIN(t) + u", "k: 1", "p: 1")

    equations = equations_of(model)
    assert (equations["matrix.1"], equations["free.1"]) == ("1 + k", "p*x + SIN(t)")
    assert equations["u"] == "k*(1 - free.1)/matrix.1"


def test_a_constant_matrix_is_eliminated_when_the_model_is_compiled() -> None:
    """Both need themselves: two unknowns, with the matrix [-2 -2; -4 0], whose rows are exchanged."""
    model = torn("a = 3*a + 2*b + x", "b = 4*a + b + t")

    assert model.solutions == ()
    equations = equations_of(model)
    assert (equations["a"], equations["b"]) == ("t/(-4)", "(x + -0.5*t)/(-2)")


def test_a_matrix_of_parameters_is_inverted_once() -> None:
    model = torn("a = k*b + k*a + x", "b = 4*a + k*b + t", "k: 2")

    (system,) = model.solutions
    assert isinstance(system, LinearSystem)
    assert len(system.unknowns) == len(system.right) == 2
    assert equations_of(model)["a"] == "inverse.1*x + inverse.3*t"


def test_a_matrix_that_changes_with_the_loop_is_eliminated_each_time() -> None:
    model = torn("a = x*b + x*a + 1", "b = 4*a + x*b + 2")

    (system,) = model.solutions
    assert isinstance(system, LinearSystem)
    assert system.unknowns == (("a", "b"),)


def test_a_loop_that_is_not_linear_becomes_an_iteration() -> None:
    model = torn("a = COS(b)", "b = a + x")

    (iteration,) = model.solutions
    assert isinstance(iteration, Iteration)
    assert (iteration.members, iteration.unknowns) == (("a", "b"), ("a",))
    assert [equation.target for equation in iteration.equations] == ["b"]
    assert print_expression(iteration.matrix[0][0][1]) == "1 + SIN(b)"
    assert iteration.reads == ["x"]
    assert "a" not in equations_of(model)


def test_the_variable_with_the_most_paths_through_it_is_torn() -> None:
    """h is in both cycles."""
    (iteration,) = torn("a = COS(h) + x", "b = SIN(h)", "h = a*b").solutions

    assert isinstance(iteration, Iteration)
    assert iteration.unknowns == ("h",)


def test_a_value_that_needs_itself_is_torn() -> None:
    (iteration,) = torn("a = COS(b)*b", "b = SIN(a) + b^2").solutions

    assert isinstance(iteration, Iteration)
    assert iteration.unknowns == ("b",)


def test_slopes_are_named_so_that_nothing_is_computed_twice() -> None:
    (iteration,) = torn("a = SIN(b) + b^2 + x", "b = SIN(c)", "c = EXP(a)").solutions

    assert isinstance(iteration, Iteration)
    assert [equation.target for equation in iteration.equations] == ["c", "b", "slope.1", "slope.2"]


def test_an_if_that_depends_on_the_loop_is_not_linear() -> None:
    text = text_of("y = 0*x", "INITIAL", "a = IF a > 1 THEN 2 ELSE 3 + a/2")

    assert len(passed(text, tear_loops).initial_solutions) == 1


def test_an_if_with_a_condition_from_elsewhere_is_linear() -> None:
    model = torn("u = IF x > 0 THEN 2*y ELSE 1", "y = x - u")

    assert model.solutions == ()
    assert equations_of(model)["u"] == "(IF mode.1 THEN 2*x ELSE 1)/matrix.1"


def test_a_loop_through_a_sampled_system_is_torn_there() -> None:
    text = (
        "DISCRETE SYSTEM d\nINPUT u\nOUTPUT y\nTIME t\nTSAMP n\ny = COS(u)\nn = t + 1\nEND\n"
        "CONTINUOUS SYSTEM c\nINPUT v\nOUTPUT z\nz = 2*v + 1\nEND\n"
        "CONNECTING SYSTEM both\nu[d] = z[c]\nv[c] = y[d]\nEND\n"
    )
    model = passed(text, tear_loops)

    (iteration,) = model.solutions
    assert iteration.targets == ("y[d]",)
    assert equations_of(model)["z[c]"] == "2*y[d] + 1"


@pytest.mark.parametrize(
    "lines",
    [
        ("a = a + 1",),
        ("a = b", "b = a"),
        ("a = 2*b + 1", "b = a/2"),
        ("a = b + c", "b = a + c", "c = a - b"),
    ],
)
def test_a_singular_matrix_of_numbers_is_an_error(lines: tuple[str, ...]) -> None:
    assert codes_of(text_of(*lines)) == ["algebraic-loop", "algebraic-loop-unsolved"]


def test_each_loop_gives_one_warning_with_its_method() -> None:
    report = Report()
    passed(text_of("a = 2*b + x", "b = a - 1", "c = COS(c)"), tear_loops, report)

    assert [(d.code, d.hint.partition("; ")[2]) for d in report.diagnostics] == [
        ("algebraic-loop", "otherwise it is solved as linear equations"),
        ("algebraic-loop", "otherwise it is solved by iteration from the last solution"),
    ]


def test_a_loop_in_initial_through_the_equations_of_the_model_is_torn_in_initial() -> None:
    model = passed(text_of("y = 2*x + 1", "INITIAL", "x = y", start=""), tear_loops)

    assert [(e.target, print_expression(e.value)) for e in model.initial_equations] == [("x", "-1")]
    assert equations_of(model)["y"] == "2*x + 1"


def test_all_variables_of_a_loop_are_torn_if_many_would_be() -> None:
    model = torn(*(f"y{i} = SIN(y{(i + 1) % 40}) + 0.1*COS(y{i}) + x" for i in range(40)))

    (iteration,) = model.solutions
    assert isinstance(iteration, Iteration)
    assert iteration.unknowns == tuple(f"y{i}" for i in range(40))
    assert iteration.equations == ()
    assert [[column for column, _ in row] for row in iteration.matrix[:2]] == [[0, 1], [1, 2]]
    assert iteration.elimination is not None
    assert sorted(iteration.elimination.order) == list(range(40))


def test_a_long_loop_with_few_torn_variables_has_no_elimination() -> None:
    model = torn(*(f"y{i} = SIN(y{(i + 1) % 40}) + x" for i in range(40)))

    (iteration,) = model.solutions
    assert isinstance(iteration, Iteration)
    assert len(iteration.unknowns) == 1
    assert iteration.elimination is None


def test_the_interval_of_a_table_is_constant_in_a_loop_at_the_start() -> None:
    table = ("TABLE f(a)", "0 1", "1 3", "2 4", "END")
    model = passed(text_of(*table, "INITIAL", "q = 0.2*y + 1", "SORT", "y = f(q + x)", "dx = -y"), tear_loops)
    (iteration,) = model.initial_solutions
    assert isinstance(iteration, Iteration)
    value_of_name = {equation.target: print_expression(equation.value) for equation in iteration.equations}

    assert "interval" in value_of_name["mode.1"]
    assert not any("interval" in value for name, value in value_of_name.items() if name.startswith("slope"))


CHAIN = ("a = 2*b + x + 1", "b = k*c - 3*a + t", "c = d - a", "d = 0.5*c - b + 4", "k: 0.25")


def solution(k: float, x: float, t: float) -> list[float]:
    matrix = np.array([[1.0, -2.0, 0.0, 0.0], [3.0, 1.0, -k, 0.0], [1.0, 0.0, 1.0, -1.0], [0.0, 1.0, -0.5, 1.0]])
    return [float(value) for value in np.linalg.solve(matrix, np.array([x + 1.0, t, 0.0, 4.0]))]


@pytest.mark.parametrize("most", [200, 3])
def test_a_large_linear_loop_is_solved_by_one_elimination(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the bound lowered, a loop of four counts as large: no unknown is torn, and the values are the same."""
    monkeypatch.setattr(sys.modules[tear_loops.__module__], "LARGE_LOOP", most)
    program = program_without(text_of(*CHAIN))
    found = values_at(program, 0.5, 2.0)

    assert [found[name] for name in "abcd"] == pytest.approx(solution(0.25, 0.5, 2.0), rel=1e-13)
    model = passed(text_of(*CHAIN), tear_loops)
    assert (model.solutions == ()) is (most == 3)
    assert codes_of(text_of(*CHAIN)) == ["algebraic-loop"]


@pytest.mark.parametrize(
    "lines",
    [
        ("a = 2*b + x + 1", "b = COS(c) - a", "c = d - a", "d = 0.5*c - b"),
        ("a = 2*b + x + 1", "b = x*c - a", "c = d - a", "d = 0.5*c - b"),
    ],
)
def test_a_large_loop_whose_coefficients_are_not_known_is_torn(
    lines: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = torn(*lines)
    monkeypatch.setattr(sys.modules[tear_loops.__module__], "LARGE_LOOP", 3)

    assert torn(*lines) == before
