"""listed: all of a few names, the first of many."""

from simnon.source import listed


def test_a_few_names_are_all_listed() -> None:
    assert listed(["a", "b"]) == "a, b"


def test_many_names_are_abbreviated_with_a_count() -> None:
    assert listed([f"y{i}" for i in range(4000)]).endswith("y10, y11 and 3988 more")
