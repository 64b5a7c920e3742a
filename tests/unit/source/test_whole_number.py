import pytest

from simnon.source import LARGEST_WHOLE_NUMBER, whole_number


@pytest.mark.parametrize(("digits", "number"), [("0", 0), ("007", 7), ("9" * 18, 10**18 - 1), ("0" * 5000 + "3", 3)])
def test_digits_are_their_number(digits: str, number: int) -> None:
    assert whole_number(digits) == number


@pytest.mark.parametrize("count", [19, 4301, 100_000])
def test_more_digits_than_a_count_can_have_are_the_largest_number(count: int) -> None:
    assert whole_number("9" * count) == LARGEST_WHOLE_NUMBER
