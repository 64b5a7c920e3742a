"""eliminate_aliases: a variable that only renames another is replaced by it, and can still be shown."""

from simnon.analysis.eliminate_aliases import eliminate_aliases
from tests.unit.analysis.small_models import equations_of, passed, program_without, text_of, values_at


def aliases_of(*lines: str) -> dict[str, str]:
    return dict(passed(text_of(*lines), eliminate_aliases).aliases)


def test_a_chain_of_names_ends_at_the_variable_that_is_computed() -> None:
    assert aliases_of("c = b", "b = a", "a = 2*x") == {"c": "a", "b": "a"}


def test_cyclic_aliases_are_left_to_be_reported_as_a_loop() -> None:
    assert aliases_of("a = b", "b = a", "c = a") == {}


def test_a_derivative_is_never_an_alias() -> None:
    assert aliases_of("y = 2*x", "dx = y") == {}


def test_time_is_not_replaced_by_an_alias() -> None:
    assert aliases_of("now = t") == {}


def test_readers_of_an_alias_read_the_variable() -> None:
    equations = equations_of(
        passed(text_of("b = x", "y = b + 1", "WHEN b > 1", "x = PRE(b)", "END"), eliminate_aliases)
    )

    assert equations["y"] == "x + 1"
    assert equations["condition.1"] == "x > 1"
    assert "b" not in equations


def test_an_alias_has_the_value_of_its_variable() -> None:
    program = program_without(text_of("a = 2*x", "b = a", "c = f(x)", "FUNCTION f(u) = u + 1"))
    values = values_at(program, 3.0)

    assert (values["a"], values["b"], values["c"]) == (6.0, 6.0, 4.0)
