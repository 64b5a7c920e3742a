"""find_followings and initial_equations: a state takes its start from the value given to the one it is related to."""

import pytest

from simnon.analysis.relations.follow_start_values import Following, find_followings, initial_equations
from simnon.analysis.relations.relation import Relation
from simnon.model import Equation, Expression, Name, Number, apply, print_expression

GIVEN = {"y": "y as given", "z": "z as given"}
FLAGS = {"y": "y is given", "z": "z is given"}


def relation(*terms: Expression) -> Relation:
    return Relation(apply("+", *terms), None)


def minus(value: Expression) -> Expression:
    return apply("neg", value)


def doubled(name: str) -> Expression:
    return apply("*", Number(2.0), Name(name))


def followings(*relations: Relation) -> list[tuple[str, str, str]]:
    found = find_followings(relations, GIVEN, {"x", "w"}.__contains__, {"p"}.__contains__)
    return [(each.state, each.leader, print_expression(each.value)) for each in found]


def test_a_state_follows_the_one_other_variable_of_a_relation() -> None:
    assert followings(relation(Name("y"), minus(doubled("x")))) == [("x", "y", "y as given/2")]


def test_parameters_do_not_count_as_variables() -> None:
    assert [each[:2] for each in followings(relation(Name("y"), minus(doubled("x")), Name("p")))] == [("x", "y")]


@pytest.mark.parametrize(
    "names",
    [("x",), ("x", "w"), ("y", "z"), ("x", "y", "z"), ("x", "q")],
    ids=" ".join,
)
def test_nothing_follows_unless_there_is_one_state_and_one_leader(names: tuple[str, ...]) -> None:
    assert followings(relation(*map(Name, names))) == []


def test_a_value_that_would_have_to_be_iterated_is_not_followed() -> None:
    assert followings(relation(Name("y"), Name("x"), apply("cos", Name("x")))) == []


def started(given: set[str], *leaders: str) -> list[str]:
    each = [Following("x", leader, GIVEN[leader], Name(GIVEN[leader])) for leader in leaders]
    return [f"{e.target} = {print_expression(e.value)}" for e in initial_equations(each, FLAGS, given.__contains__)]


@pytest.mark.parametrize(
    ("given", "value"),
    [
        (set(), "IF y is given = 1 THEN y as given ELSE 0"),
        ({"y"}, "y as given"),
    ],
)
def test_a_state_starts_from_its_leader_if_that_is_given(given: set[str], value: str) -> None:
    assert started(given, "y") == [f"x = {value}"]


def test_a_value_given_for_the_run_takes_precedence_over_one_in_the_text() -> None:
    assert started({"y"}, "y", "z") == ["x = IF z is given = 1 THEN z as given ELSE y as given"]
    assert started({"z"}, "y", "z") == ["x = IF y is given = 1 THEN y as given ELSE z as given"]
    assert started({"y", "z"}, "y", "z") == ["x = y as given"]


def test_an_event_assigns_the_state_instead_of_its_leader() -> None:
    following = Following("x", "y", "y as given", apply("/", Name("y as given"), Number(2.0)))
    equation = following.assigned(Equation("y", Name("k")))

    assert (equation.target, print_expression(equation.value)) == ("x", "k/2")
