"""A program that breaks off is reported with what is missing, and a whole program has its place."""

import pytest

from simnon.languages import DIALECTS
from simnon.source import Report, Source


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("$D1\n X.=-X\n", "the model has no END"),
        ("$D1\n X.=-X\nEND\n X=1.\n", "the values have no END"),
    ],
)
def test_a_darep_program_without_its_end_says_which(text: str, message: str) -> None:
    report = Report()
    DIALECTS[".dar"](Source("x.dar", text), report)

    assert message in [each.message for each in report.diagnostics]


def test_the_place_of_a_desire_program_is_its_first_character() -> None:
    (system,) = DIALECTS[".src"](Source("x.src", "DYNAMIC\nd/dt x=-x\n"), Report())

    assert (system.span.start, system.span.end) == (0, 1)
