"""Numbers as CSMP III prints them."""

import pytest

from simnon.session.tables import csmp_number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, ".0"),
        (0.7377, ".73770"),
        (1.4487, "1.4487"),
        (0.096464, "9.6464E-02"),
        (-0.5, "-.50000"),
        (0.1, ".10000"),
        (0.0999999, ".10000"),
        (0.999999, "1.0000"),
        (12345.4, "12345."),
        (99999.9, "1.0000E+05"),
        (-1234567.0, "-1.2346E+06"),
        (float("inf"), "INF"),
    ],
)
def test_a_number_has_five_digits(value: float, text: str) -> None:
    assert csmp_number(value) == text
