"""Patterns: what two neighbouring parts have in common gives the expression of any part."""

import pytest

from simnon.analysis.families.members import Members, find_members
from simnon.analysis.families.patterns import (
    LAST,
    MEMBER,
    NUMBER,
    PART,
    TERMS,
    Different,
    common_pattern,
    instance,
    with_fixed_members,
    with_sizes,
    with_terms,
)
from simnon.model import Apply, Expression, Name, Number, Role, Variable


def members(last: int = 13) -> Members:
    variables = [
        Variable(f"c[{k}].{x}", Role.AUXILIARY, f"c[{k}]", x, parts="c", part=k)
        for k in range(1, last + 1)
        for x in "xy"
    ]
    return find_members([*variables, Variable("z", Role.AUXILIARY)], frozenset({"c"}), last)


def x(number: int) -> Expression:
    return Name(f"c[{number}].x")


def plus(*arguments: Expression) -> Expression:
    return Apply("+", arguments)


def test_members_at_the_same_distance_have_a_pattern() -> None:
    pattern = common_pattern(plus(x(5), Name("z")), plus(x(6), Name("z")), 6, PART, members())

    assert pattern == plus(Apply(MEMBER, (Name("c[].x"), plus(Name(PART), Number(-1.0)))), Name("z"))
    assert instance(pattern, {PART: 9}, members()) == plus(x(8), Name("z"))


def test_a_number_that_counts_the_parts_has_a_pattern() -> None:
    pattern = common_pattern(Number(6.0), Number(7.0), 6, PART, members())

    assert pattern == Apply(NUMBER, (Name(PART),))
    assert instance(pattern, {PART: 11}, members()) == Number(11.0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (x(5), x(7)),
        (x(5), Name("c[6].y")),
        (x(5), Name("z")),
        (Number(1.0), Number(1.5)),
        (Apply("sin", (x(5),)), Apply("cos", (x(6),))),
        (plus(x(5)), plus(x(6), x(7))),
        (Number(1.0), x(5)),
    ],
)
def test_what_differs_in_another_way_has_none(one: Expression, other: Expression) -> None:
    with pytest.raises(Different):
        common_pattern(one, other, 5, PART, members())


def test_a_member_for_all_parts_is_counted_from_the_end_that_is_near() -> None:
    pattern = with_fixed_members(plus(x(2), x(12)), members())

    assert instance(pattern, {}, members(20)) == plus(x(2), x(19))


def test_a_sum_over_all_parts_has_one_term_and_grows_with_them() -> None:
    total = plus(Name("z"), *(Apply("neg", (x(k),)) for k in range(1, 13)), x(13))

    pattern = with_fixed_members(with_terms(total, members()), members())

    assert isinstance(pattern, Apply)
    assert [a.function for a in pattern.arguments if isinstance(a, Apply)] == [TERMS, MEMBER]
    assert instance(pattern, {}, members()) == total
    larger = instance(pattern, {}, members(20))
    assert larger == plus(Name("z"), *(Apply("neg", (x(k),)) for k in range(1, 20)), x(20))


def test_a_sum_of_few_members_is_left() -> None:
    total = plus(*map(x, range(1, 6)), Name("z"))

    assert with_terms(total, members()) == total


def test_a_number_near_the_last_one_can_be_the_number_of_parts() -> None:
    pattern = with_sizes(Apply("/", (Name("z"), Number(13.0))), members())

    assert pattern == Apply("/", (Name("z"), Apply(NUMBER, (Name(LAST),))))
    assert instance(pattern, {}, members(20)) == Apply("/", (Name("z"), Number(20.0)))
