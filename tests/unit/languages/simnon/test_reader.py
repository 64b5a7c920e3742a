"""The reader of Simnon texts: the places of what it reads, and its hints."""

import pytest

from simnon.languages import DIALECTS
from simnon.source import Diagnostic, Report, Source


def test_a_given_value_includes_its_unit() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x [m]\nDER dx\ndx = -x\nx: 1.5 [cm]\nEND\n"
    (system,) = DIALECTS[".t"](Source("text", text), Report())

    assert [value.span.text for value in system.values] == ["x: 1.5 [cm]"]


def diagnostics_of(*lines: str) -> tuple[Diagnostic, ...]:
    report = Report()
    list(DIALECTS[".t"](Source("text", "\n".join(("CONTINUOUS SYSTEM s", *lines, "END", ""))), report))
    return report.diagnostics


@pytest.mark.parametrize(
    ("line", "hint"), [("STATF x", "did you mean STATE?"), ("flow pump", "an equation is name = expression")]
)
def test_a_line_that_is_not_a_statement_has_the_hint_of_the_nearest_word_if_there_is_one(line: str, hint: str) -> None:
    assert [(each.code, each.hint) for each in diagnostics_of(line)] == [("unreadable-line", hint)]


@pytest.mark.parametrize(
    ("names", "codes"),
    [
        ("a b c [m]", ["unit-of-last-name"]),
        ("a b [m]", []),
        ("a [m] b c [m]", []),
        ("a b [m] c [m]", []),
        ("a b c", []),
    ],
)
def test_a_unit_after_the_last_of_three_names_is_noted_if_it_is_the_only_one(names: str, codes: list[str]) -> None:
    assert [each.code for each in diagnostics_of(f"INPUT {names}")] == codes
