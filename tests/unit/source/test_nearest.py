"""nearest: the known name most like a misspelled one."""

from hypothesis import given
from hypothesis import strategies as st

from simnon.source import nearest


def test_a_changed_letter_is_near() -> None:
    assert nearest("dampign", ["mass", "damping"]) == "damping"


def test_case_does_not_count_and_the_known_spelling_is_given() -> None:
    assert nearest("LEVEL", ["Level"]) == "Level"


def test_nothing_is_near_a_quite_different_name() -> None:
    assert nearest("pressure", ["x", "y"]) == ""
    assert nearest("x", []) == ""


@given(st.text(), st.lists(st.text()))
def test_the_result_is_a_candidate_or_empty(name: str, candidates: list[str]) -> None:
    assert nearest(name, candidates) in {*candidates, ""}
