"""expression: parts in the order of the text, rewriting that keeps what it does not change."""

from math import nan

from simnon.model import (
    Apply,
    Name,
    Number,
    Role,
    Step,
    Variable,
    apply,
    depth_of,
    functions_in,
    names_in,
    parts_of,
    rewrite,
    substitute,
)

A, B, C = Name("a"), Name("b"), Name("c")
SUM = apply("+", A, apply("*", B, A), C)


def test_names_are_given_once_in_the_order_in_which_they_are_written() -> None:
    assert names_in(SUM) == ["a", "b", "c"]


def test_parts_come_in_the_order_in_which_they_are_written() -> None:
    assert [part.name for part in parts_of(SUM) if isinstance(part, Name)] == ["a", "b", "a", "c"]


def test_functions_are_found_at_every_level() -> None:
    assert functions_in(SUM) == {"+", "*"}
    assert functions_in(A) == set()


def test_a_long_sum_is_flat() -> None:
    assert depth_of(Apply("+", (A,) * 1000)) == 2


def test_what_is_not_changed_stays_the_same_object() -> None:
    assert rewrite(SUM, lambda _node: None) is SUM


def test_substitution_is_simultaneous() -> None:
    assert substitute(apply("+", A, B), {"a": B, "b": A}) == apply("+", B, A)


def test_a_replacement_is_not_rewritten_again() -> None:
    assert substitute(A, {"a": apply("sin", A)}) == apply("sin", A)


def test_the_place_of_a_number_does_not_make_it_another() -> None:
    assert Number(1.0) == Number(1.0, None)


def test_a_step_is_open_until_its_number_is_known() -> None:
    steps = [
        Step("cell"),
        Step("cell", Number(3.0)),
        Step("cell", Name("k")),
        Step("cell", Number(2.5)),
        Step("cell", Number(nan)),
    ]

    assert [step.text for step in steps] == ["cell", "cell[3]", "cell[]", "cell[]", "cell[]"]
    assert [step.is_open for step in steps] == [False, False, True, True, False]
    assert [step.is_lost for step in steps] == [False, False, False, False, True]


def test_a_name_shows_its_path_and_waits_for_its_numbers() -> None:
    name = Name("v", path=(Step("Rack"), Step("cell", Number(3.0)), Step("p")))

    assert (name.owner, name.is_open) == ("Rack.cell[3].p", False)
    assert Name("v", path=(Step("cell", Name("k")),)).is_open


def test_a_variable_is_short_of_its_system_only_where_systems_stand_side_by_side() -> None:
    variables = [
        Variable("x[tank]", Role.STATE, "tank", "x"),
        Variable("cell[3].r", Role.PARAMETER, "cell[3]", "r"),
        Variable("x", Role.STATE, "s", "x"),
    ]

    assert [variable.short for variable in variables] == ["x", "cell[3].r", "x"]
