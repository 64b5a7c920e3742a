"""expand_functions: functions are inlined; parameters hide variables; recursion is an error."""

import pytest

from simnon.analysis import FLAT_PASSES
from simnon.analysis.expand_functions import expand_functions
from simnon.source import Report
from tests.unit.analysis.small_models import assembled, equations_of, flat_after, program_without, text_of, values_at


def test_an_argument_that_is_more_than_a_name_is_computed_once() -> None:
    equations = equations_of(flat_after(text_of("FUNCTION square(u) = u*u", "y = square(x + 1)"), expand_functions))

    assert equations["square().1"] == "x + 1"
    assert equations["square().2"] == "square().1*square().1"
    assert equations["y"] == "square().2"


def test_a_function_can_call_others_and_read_variables() -> None:
    program = program_without(
        text_of("FUNCTION twice(u) = 2*u", "FUNCTION f(u) = twice(u) + p", "y = f(twice(x))", "p: 1")
    )

    assert values_at(program, 3.0)["y"] == 13.0


def test_a_parameter_hides_the_variable_of_its_name() -> None:
    program = program_without(text_of("FUNCTION f(x) = 2*x", "y = f(3*x)"))

    assert values_at(program, 1.0)["y"] == 6.0


def test_a_parameter_hides_the_variable_also_among_several_systems() -> None:
    text = text_of("FUNCTION f(x) = 2*x", "y = f(3*x)") + "CONTINUOUS SYSTEM other\nq = 1\nEND\n"

    assert values_at(program_without(text), 1.0)["y[s]"] == 6.0


def test_each_system_has_its_own_functions() -> None:
    text = (
        text_of("FUNCTION f(u) = 2*u", "y = f(x)") + "CONTINUOUS SYSTEM other\nFUNCTION f(u) = u + 1\nq = f(4)\nEND\n"
    )
    values = values_at(program_without(text), 3.0)

    assert (values["y[s]"], values["q[other]"]) == (6.0, 5.0)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("FUNCTION f(u) = f(u - 1)",), "the function 'f' calls itself"),
        (("FUNCTION f(u) = g(u)", "FUNCTION g(u) = 1 + f(u)"), "the function 'f' calls itself through others"),
    ],
)
def test_a_function_that_calls_itself_is_an_error(lines: tuple[str, ...], message: str) -> None:
    report = Report()

    expand_functions(assembled(text_of(*lines, "y = f(x)")), report)

    assert [(d.code, d.message) for d in report.diagnostics] == [("recursive-function", message)]


def test_it_is_the_first_pass() -> None:
    assert FLAT_PASSES[0] is expand_functions
