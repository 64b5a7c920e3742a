"""FOR and array indices."""

import pytest

from simnon.assembly.loops import integer, known_value
from simnon.languages.simnon import read_expression
from simnon.source import Report, Source, Span

SPAN = Span(Source("t", "k"), 0, 1)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3.0),
        ("k", 2.0),
        ("K + 1", 3.0),
        ("n - k", 8.0),
        ("n/k", 5.0),
        ("-k*n", -20.0),
        ("n/(k - 2)", None),
        ("MOD(-7, 3)", -1.0),
    ],
)
def test_values_known_in_advance(text: str, value: float | None) -> None:
    assert known_value(read_expression(text), {"k": 2.0, "n": 10.0}) == value


@pytest.mark.parametrize("text", ["LN(0)", "m", "a.n", "1 < 2", "f(1)"])
def test_other_values_are_not_known(text: str) -> None:
    assert known_value(read_expression(text), {"k": 2.0}) is None


@pytest.mark.parametrize(("text", "reason"), [("m + 1", "'m' is not known in advance"), ("5/2", "not an integer")])
def test_a_value_that_is_not_an_integer_is_reported_with_the_reason(text: str, reason: str) -> None:
    report = Report()

    assert integer(read_expression(text), {}, "the size", report, SPAN) is None
    assert [d.code for d in report.diagnostics] == ["bad-index"]
    assert reason in report.diagnostics[0].message
