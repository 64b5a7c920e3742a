"""A diagnostic marks the words that it is about, and no others."""

import pytest

from simnon.compiler import analyse
from simnon.source import Report, Source

CSMP = "X=INTGRL(1.,-X)\nTIMER FINTIM=1.\nEND\nSTOP\nENDJOB\n"
ACSL = "PROGRAM\n{}\ny = 1\nMACRO END\nx = INTEG(-x, 1.)\nEND\n"


def first_error(name: str, text: str) -> tuple[str, str]:
    """Its code, and what it marks."""
    report = Report()
    analyse([Source(name, text)], report)
    span = report.diagnostics[0].span
    assert span is not None
    return report.diagnostics[0].code, text[span.start : span.end]


@pytest.mark.parametrize(
    ("name", "text", "code", "marked"),
    [
        pytest.param("m.csm", f"FIXED I J\n{CSMP}", "unexpected-text", "J", id="no comma between names"),
        pytest.param("m.csm", f"PARAM A=1. B=2.\n{CSMP}", "unexpected-text", "B", id="no comma between values"),
        pytest.param("m.csm", "X=INTGRL(1.,-X)\n", "end-expected", "X", id="a program without END"),
        pytest.param("m.csl", ACSL.format("MACRO 5(y)"), "unexpected-text", "5", id="a macro without a name"),
        pytest.param("m.csl", ACSL.format("MACRO one(y, 5)"), "unexpected-text", "5", id="a number as a parameter"),
    ],
)
def test_an_error_marks_what_is_wrong(name: str, text: str, code: str, marked: str) -> None:
    assert first_error(name, text) == (code, marked)
