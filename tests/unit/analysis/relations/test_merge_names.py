"""merge_names: equal, negated and constant names are merged, also if that follows from other relations."""

import pytest

from simnon.analysis.relations.linear_forms import linear_form
from simnon.analysis.relations.merge_names import Classes, merge_names
from simnon.model import Apply, Expression, Name, Number, apply

ANCHORS = ("state", "other")


def total(*terms: str | float) -> Expression:
    """A sum: names, names with a minus, numbers."""
    parts: list[Expression] = []
    for term in terms:
        if isinstance(term, float):
            parts.append(Number(term))
        elif term.startswith("-"):
            parts.append(Apply("neg", (Name(term[1:]),)))
        else:
            parts.append(Name(term))
    return Apply("+", tuple(parts))


def merged(*relations: Expression) -> tuple[Classes, list[tuple[dict[str, float], float]]]:
    classes = Classes(lambda name: name in ANCHORS)
    left = merge_names([linear_form(relation) for relation in relations], classes)
    return classes, [form for form in left if form is not None and (form[0] or form[1])]


def test_chains_of_equal_and_negated_names_have_one_representative() -> None:
    classes, left = merged(total("a", "-b"), total("b", "c"), total("c", "-d"), total("d", "-state"))

    assert left == []
    assert [classes.find(name) for name in "abcd"] == [("state", s) for s in (-1.0, -1.0, 1.0, 1.0)]


def test_two_names_that_must_stay_are_not_merged() -> None:
    classes, left = merged(total("state", "-a"), total("a", "-other"))

    assert classes.find("a")[0] in ANCHORS
    assert [set(form[0]) for form in left] == [{"state", "other"}]


def test_known_numbers_shorten_sums_repeatedly() -> None:
    classes, left = merged(total("a", "b", "-c"), total("c", "d", "-e"), total("b", 0.0), total("d", 0.0))

    assert left == []
    assert len({classes.find(name)[0] for name in "ace"}) == 1
    assert classes.meaning("d") == Number(0.0)


def test_merged_names_can_cancel() -> None:
    classes, left = merged(total("v", "-p", "n"), total("p", "-n"))

    assert left == []
    assert classes.meaning("v") == Number(0.0)


def test_a_number_that_is_not_exact_leaves_no_relation() -> None:
    """1 - 49*(1/49) is not zero in floating point."""
    classes, left = merged(apply("+", apply("*", Number(49.0), Name("a")), Number(-1.0)))

    assert left == []
    assert classes.meaning("a") == Number(1.0 / 49.0)


def test_a_number_has_the_sign_of_its_name() -> None:
    classes, left = merged(total("a", "b"), total("b", -3.0))

    assert left == []
    assert (classes.meaning("a"), classes.meaning("b")) == (Number(-3.0), Number(3.0))


def test_names_with_different_coefficients_or_a_constant_are_not_merged() -> None:
    twice = apply("*", Number(2.0), Name("b"))
    classes, left = merged(apply("+", Name("a"), twice), total("c", "-d", 1.0))

    assert left == [({"a": 1.0, "b": 2.0}, 0.0), ({"c": 1.0, "d": -1.0}, 1.0)]
    assert [classes.meaning(name) for name in "abcd"] == [None] * 4


def test_a_name_that_must_stay_is_not_replaced_by_a_number() -> None:
    classes, left = merged(total("state", -1.0), total("a", "-state"))

    assert left == [({"state": 1.0}, -1.0)]
    assert classes.meaning("a") == Name("state")


def test_a_contradiction_stays() -> None:
    _, left = merged(total("a", -1.0), total("a", -2.0))

    assert left == [({}, -1.0)]


@pytest.mark.slow
def test_a_chain_of_many_names_takes_no_recursion() -> None:
    count = 50_000
    classes, _ = merged(*(total(f"n{i}", f"-n{i + 1}") for i in range(count)))

    assert classes.find("n0")[0] == classes.find(f"n{count}")[0]
