"""listed: all of a few names, the first of many."""

from simnon.source import listed


def test_a_few_names_are_all_listed() -> None:
    assert listed(["a", "b"]) == "a, b"


def test_of_many_names_the_first_are_listed_and_the_others_counted() -> None:
    assert listed([f"y{i}" for i in range(4000)]).endswith("y10, y11 and 3988 more")
