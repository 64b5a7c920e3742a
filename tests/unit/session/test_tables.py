"""Arrays as DISP shows them, and numbers as CSMP III prints them."""

import numpy as np
import pytest

from simnon.session.tables import ShownArray, array_text, csmp_number


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


def test_an_array_of_three_indices_is_shown_by_its_matrices() -> None:
    values = np.arange(12.0).reshape((3, 2, 2), order="F")

    assert array_text(ShownArray("a", values, "m")).splitlines() == [
        "a[.., .., 1] [m]:",
        "  0  3",
        "  1  4",
        "  2  5",
        "a[.., .., 2] [m]:",
        "  6   9",
        "  7  10",
        "  8  11",
    ]
