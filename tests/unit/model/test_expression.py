"""expression: parts in the order of the text, rewriting that keeps what it does not change."""

from simnon.model import Apply, Name, Number, apply, depth_of, functions_in, names_in, parts_of, rewrite, substitute

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
