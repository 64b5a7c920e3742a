"""expand_arrays: a fixed order, nothing computed twice, scalar models untouched, both ways of writing alike."""

from simnon.assembly import assemble
from simnon.languages.simnon import read_systems
from simnon.model import FlatModel, Role, print_equation
from simnon.source import Report, Source

HEADING = "CONTINUOUS SYSTEM s\nSTATE x[1..2]\nDER dx[1..2]\n"


def flat(text: str) -> FlatModel:
    report = Report()
    model = assemble(read_systems(Source("s.t", text), report), report)
    assert model is not None, report.diagnostics
    return model


def equations(text: str) -> list[str]:
    return [print_equation(equation) for equation in flat(text).equations]


def test_elements_are_in_order_with_the_first_index_fastest() -> None:
    model = flat("CONTINUOUS SYSTEM s\nSTATE P[1..2, 0..1] y\nDER dP[1..2, 0..1] dy\ndP = -P\ndy = 1\nEND\n")

    states = [variable.name for variable in model.variables if variable.role is Role.STATE]
    assert states == ["P[1,0]", "P[2,0]", "P[1,1]", "P[2,1]", "y"]
    assert model.states[1] == ("P[2,0]", "dP[2,0]")
    assert (model.variables[1].array, model.variables[1].place) == ("P", (2, 0))


def test_a_sum_adds_in_the_order_of_its_index() -> None:
    found = equations(HEADING + "dx = A*x\nA: [1, 2; 3, 4]\nEND\n")

    assert found == ["dx[1] = A[1,1]*x[1] + A[1,2]*x[2]", "dx[2] = A[2,1]*x[1] + A[2,2]*x[2]"]


def test_for_and_whole_arrays_give_the_same_equations() -> None:
    whole = equations(HEADING + "dx = A*x - 2*x\nA: [1, 2; 3, 4]\nEND\n")
    by_index = equations(
        HEADING + "dx[i] = SUM(A[i,j]*x[j] FOR j = 1..2) - 2*x[i] FOR i = 1..2\nA: [1, 2; 3, 4]\nEND\n"
    )

    assert whole == by_index


def test_an_operand_that_several_elements_read_is_computed_once() -> None:
    found = equations(HEADING + "dx = A*SIN(x)\nA: [1, 2; 3, 4]\nEND\n")

    assert found == [
        "array.1 = SIN(x[1])",
        "array.2 = SIN(x[2])",
        "dx[1] = A[1,1]*array.1 + A[1,2]*array.2",
        "dx[2] = A[2,1]*array.1 + A[2,2]*array.2",
    ]


def test_a_number_drawn_once_counts_for_all_elements() -> None:
    text = "DISCRETE SYSTEM s\nOUTPUT y[1..2]\nTIME t\nTSAMP ts\ny = NORM()*[1, 2]\nts = t + 1\nEND\n"

    assert sum("NORM()" in each for each in equations(text)) == 1


def test_a_condition_on_indices_is_decided_and_its_other_branch_need_not_exist() -> None:
    text = HEADING + "dx[i] = IF i = 1 THEN 0 ELSE x[i-1] FOR i = 1..2\nEND\n"

    assert equations(text) == ["dx[1] = 0", "dx[2] = x[1]"]


def test_an_expanded_model_has_no_shapes_left() -> None:
    model = flat(HEADING + "dx = -x\nk = SUM(x)\nEND\n")

    assert all(not variable.shape for variable in model.variables)
    assert all(not equation.places and not equation.box for equation in model.equations)


def test_sizes_are_structural_parameters() -> None:
    model = flat("CONTINUOUS SYSTEM s\nSTATE x[1..n]\nDER dx[1..n]\ndx = -x + EYE(n)*x\nn: 2\nk: 3\nEND\n")

    assert model.structural == ("n",)


def test_an_equation_with_for_is_what_writing_it_out_gives() -> None:
    heading = "CONTINUOUS SYSTEM s\nSTATE x[0..3] y[1..2, 1..2]\nDER dx[0..3] dy[1..2, 1..2]\nFUNCTION f(a, b) = a*b\n"
    by_index = (
        "dx[2*i - 1] = f(x[3 - i], i) + SIN(x[i])/k - x[0] FOR i = 1..2\ndx[i] = 1 FOR i = 0..0\ndx[2] = i\n"
        "dy[i,j] = y[j,i] + (IF x[i] > j THEN x[j] ELSE -x[i]) FOR i = 1..2, j = 1..2\ni = 3\nk: 2\nEND\n"
    )
    written_out = (
        "dx[1] = f(x[2], 1) + SIN(x[1])/k - x[0]\ndx[3] = f(x[1], 2) + SIN(x[2])/k - x[0]\ndx[0] = 1\ndx[2] = i\n"
        "dy[1,1] = y[1,1] + (IF x[1] > 1 THEN x[1] ELSE -x[1])\ndy[2,1] = y[1,2] + (IF x[2] > 1 THEN x[1] ELSE -x[2])\n"
        "dy[1,2] = y[2,1] + (IF x[1] > 2 THEN x[2] ELSE -x[1])\ndy[2,2] = y[2,2] + (IF x[2] > 2 THEN x[2] ELSE -x[2])\n"
        "i = 3\nk: 2\nEND\n"
    )

    assert equations(heading + by_index) == equations(heading + written_out)


def test_an_event_has_operands_of_its_own() -> None:
    """They are computed at the event, not during the run."""
    model = flat(
        HEADING + "dx = A*SIN(x)\nWHEN x[1] > 1\nx = A*SIN(PRE(x))\nEND\nWHEN x[2] > 1\nx = A*SIN(PRE(x))\nEND\n"
        "A: [1, 2; 3, 4]\nEND\n"
    )

    written = [[print_equation(each) for each in event.equations] for event in model.events]
    assert [lines[:2] for lines in written] == [
        ["array.3 = SIN(PRE(x[1]))", "array.4 = SIN(PRE(x[2]))"],
        ["array.5 = SIN(PRE(x[1]))", "array.6 = SIN(PRE(x[2]))"],
    ]


def test_equal_operands_of_several_equations_are_computed_once() -> None:
    found = equations(HEADING + "dx = A*SIN(x)\nz = A*SIN(x)\nA: [1, 2; 3, 4]\nEND\n")

    assert len([each for each in found if "SIN" in each]) == 2


def test_equal_random_operands_are_drawn_separately() -> None:
    text = (
        "DISCRETE SYSTEM s\nOUTPUT y[1..2] z[1..2]\nTIME t\nTSAMP ts\n"
        "y = NORM()*[1, 2]\nz = NORM()*[1, 2]\nts = t + 1\nEND\n"
    )

    assert sum("NORM()" in each for each in equations(text)) == 2


def test_initial_values_do_not_read_operands_of_the_run() -> None:
    model = flat(HEADING + "INITIAL\nx = A*SIN(v)\nSORT\ndx = A*SIN(v)\nA: [1, 2; 3, 4]\nv: [5, 6]\nEND\n")

    assert [print_equation(each) for each in model.initial_equations][:2] == [
        "array.1 = SIN(v[1])",
        "array.2 = SIN(v[2])",
    ]
    assert [print_equation(each) for each in model.equations][:2] == ["array.3 = SIN(v[1])", "array.4 = SIN(v[2])"]
