"""expression: nodes in the order of the text, rewriting that keeps unchanged nodes."""

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


def test_names_are_listed_once_in_the_order_of_the_text() -> None:
    assert names_in(SUM) == ["a", "b", "c"]


def test_nodes_are_in_the_order_of_the_text() -> None:
    assert [part.name for part in parts_of(SUM) if isinstance(part, Name)] == ["a", "b", "a", "c"]


def test_functions_are_found_at_every_level() -> None:
    assert functions_in(SUM) == {"+", "*"}
    assert functions_in(A) == set()


def test_a_long_sum_is_flat() -> None:
    assert depth_of(Apply("+", (A,) * 1000)) == 2


def test_unchanged_nodes_are_the_same_objects() -> None:
    assert rewrite(SUM, lambda _node: None) is SUM


def test_substitution_is_simultaneous() -> None:
    assert substitute(apply("+", A, B), {"a": B, "b": A}) == apply("+", B, A)


def test_a_replacement_is_not_rewritten_again() -> None:
    assert substitute(A, {"a": apply("sin", A)}) == apply("sin", A)


def test_numbers_are_equal_whatever_their_span() -> None:
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


def test_a_name_shows_its_path_and_is_open_until_its_numbers_are_known() -> None:
    name = Name("v", path=(Step("Rack"), Step("cell", Number(3.0)), Step("p")))

    assert (name.owner, name.is_open) == ("Rack.cell[3].p", False)
    assert Name("v", path=(Step("cell", Name("k")),)).is_open


def test_a_short_name_omits_the_system_only_if_systems_are_side_by_side() -> None:
    variables = [
        Variable("x[tank]", Role.STATE, "tank", "x"),
        Variable("cell[3].r", Role.PARAMETER, "cell[3]", "r"),
        Variable("x", Role.STATE, "s", "x"),
    ]

    assert [variable.short for variable in variables] == ["x", "cell[3].r", "x"]
