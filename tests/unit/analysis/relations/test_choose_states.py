"""choose_states: which constrained variables become dependent, for constraints written as text."""

from collections.abc import Mapping, Sequence

import pytest

from simnon.analysis.relations.chains import Chains
from simnon.analysis.relations.choose_states import Changing, Knowledge, StateChoice, choose_states
from simnon.analysis.relations.reduce_index import IndexReduction
from simnon.analysis.relations.relation import Relation
from simnon.languages.simnon import read_expression
from simnon.model import print_expression
from simnon.source import Report


def chosen(
    constraints: Sequence[str],
    names: str,
    times: Sequence[int] | int = 1,
    ranks: Mapping[str, int] | None = None,
    at_start: Mapping[str, float] | None = None,
    report: Report | None = None,
) -> StateChoice:
    """For variables that are one letter each, all differentiated as often as the constraints; p is 2."""
    count_of_row = [times] * len(constraints) if isinstance(times, int) else list(times)
    order = max(count_of_row)
    chains = Chains([[name, *(f"{'d' * k}{name}" for k in range(1, order + 1))] for name in names])
    reduction = IndexReduction(tuple(count_of_row), (order,) * len(names), ())
    parameters = {"p": 2.0}
    knowledge = Knowledge(
        parameters,
        parameters | dict(at_start or {}),
        lambda name: (ranks or {}).get(name, 0),
        {name: i for i, name in enumerate(names)},
    )
    relations = [Relation(read_expression(text)) for text in constraints]
    return choose_states(relations, reduction, chains, knowledge, report or Report())


def dependent(choice: StateChoice, names: str) -> list[str]:
    """The variables whose highest derivatives are computed from the constraints."""
    top = max((order for _, order in choice.dummies), default=0)
    return sorted(names[chain] for chain, order in choice.dummies if order == top)


def shown(changing: Changing, names: str) -> list[tuple[str, str]]:
    """The alternatives with their pivots."""
    return [
        ("".join(names[column] for column in columns), print_expression(pivot))
        for columns, pivot in zip(changing.alternatives, changing.pivots, strict=True)
    ]


def test_nothing_is_dependent_without_constraints() -> None:
    assert chosen(["a - b"], "ab", times=[0]) == StateChoice()


def test_the_last_variable_in_the_text_is_dependent() -> None:
    assert dependent(chosen(["a + 2*b + c"], "abc"), "abc") == ["c"]


def test_a_variable_that_should_stay_a_state_is_not_taken() -> None:
    assert dependent(chosen(["a + 2*b + c"], "abc", ranks={"c": 1, "b": 2}), "abc") == ["a"]
    assert dependent(chosen(["a + 2*b + c"], "abc", ranks={"a": 3, "b": 2, "c": 2}), "abc") == ["c"]


def test_a_parameter_counts_as_its_value() -> None:
    assert dependent(chosen(["a + (p - 2)*b"], "ab"), "ab") == ["a"]
    assert dependent(chosen(["a + (p - 1)*b"], "ab"), "ab") == ["b"]


def test_dependent_columns_are_independent_of_each_other() -> None:
    assert dependent(chosen(["a + b + c", "b + c"], "abc"), "abc") == ["a", "c"]


def test_lower_derivatives_are_dependent_too() -> None:
    assert chosen(["a + b"], "ab", times=2).dummies == {(1, 2), (1, 1)}


def test_of_constraints_differentiated_differently_often_the_lower_ones_keep_their_own_columns() -> None:
    choice = chosen(["a + b + db", "a - b"], "ab", times=[1, 2])

    assert choice.dummies == {(0, 2), (1, 2), (1, 1)}


def test_a_changing_column_is_passed_over_for_constant_ones() -> None:
    assert dependent(chosen(["a + b*c"], "abc"), "abc") == ["a"]


def test_a_constraint_takes_a_constant_column_of_its_own() -> None:
    choice = chosen(["a + b*c", "b*b + c*c"], "abc")

    assert dependent(choice, "abc") == ["a"]
    assert [shown(each, "abc") for each in choice.changing] == [[("c", "c + c"), ("b", "b + b")]]


def test_one_constraint_with_changing_entries_has_all_choices() -> None:
    (changing,) = chosen(["a*a + b*b - 1"], "ab", times=2).changing

    assert (changing.rows, changing.columns, changing.times) == ((0,), (0, 1), 2)
    assert shown(changing, "ab") == [("b", "b + b"), ("a", "a + a")]
    assert [[print_expression(slope) for slope in row] for row in changing.slopes] == [["a + a", "b + b"]]


def test_the_pivots_of_two_constraints_are_determinants() -> None:
    choice = chosen(["a*b + c*c", "b*c + a*a"], "abc")

    (changing,) = choice.changing
    assert choice.dummies == set()
    assert shown(changing, "abc") == [
        ("cb", "(c + c)*c - a*b"),
        ("ca", "(c + c)*(a + a) - b*b"),
        ("ba", "a*(a + a) - b*c"),
    ]


def test_groups_without_common_variables_are_chosen_separately() -> None:
    choice = chosen(["a*a + b*b", "c + d", "e*e + f*f"], "abcdef")

    assert dependent(choice, "abcdef") == ["d"]
    assert [each.rows for each in choice.changing] == [(0,), (2,)]
    assert [each.columns for each in choice.changing] == [(0, 1), (4, 5)]


def test_where_there_is_nothing_to_choose_no_other_choice_is_mentioned() -> None:
    report = Report()
    choice = chosen(["a*a + b*b", "a*b - b"], "ab", at_start={"a": 3.0, "b": 1.0}, report=report)

    assert dependent(choice, "ab") == ["a", "b"]
    assert choice.changing == []
    assert report.diagnostics == ()


def test_equations_that_repeat_each_other_are_reported() -> None:
    report = Report()
    chosen(["a*a + b*b", "2*a*a + 2*b*b"], "ab", at_start={"a": 1.0, "b": 1.0}, report=report)

    (found,) = report.diagnostics
    assert found.code == "too-few-equations"
    assert found.message == "some of these 2 equations repeat each other for a, b"


MANY = "cdefghijklmnoqrstuvwxy"
"""Too many variables for a run to switch between all choices of one."""


@pytest.mark.parametrize(
    ("start", "expected"),
    [({"e": 9.0, "f": 1.0, "g": 2.0}, "e"), ({"f": 1.0, "g": -9.0}, "g"), ({}, "y")],
)
def test_with_too_many_choices_the_largest_entry_at_the_start_is_taken(start: dict[str, float], expected: str) -> None:
    report = Report()
    text = " + ".join(f"{name}*{name}*{name}" for name in MANY)
    values = dict.fromkeys(MANY, 0.0) | start
    choice = chosen([text], MANY, at_start=values, report=report)

    assert dependent(choice, MANY) == [expected]
    (note,) = report.diagnostics
    assert note.code == "states-chosen-once"
    assert note.message.startswith(f"{expected} is computed from these equations")


def test_what_a_block_leaves_has_constant_columns_of_its_own() -> None:
    """The first constraint switches between a and b; the others are left to the second, where they are constant."""
    names = "ab" + MANY
    report = Report()
    choice = chosen(["a*b + " + " + ".join(f"{n}*{n}" for n in MANY), " + ".join(MANY)], names, report=report)

    assert dependent(choice, names) == ["y"]
    assert [shown(each, names) for each in choice.changing] == [[("b", "a"), ("a", "b")]]
    assert report.diagnostics == ()
