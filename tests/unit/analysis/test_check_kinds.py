"""check_kinds: conditions and numbers are accepted only where they are allowed."""

import pytest

from simnon.analysis import FLAT_PASSES
from simnon.analysis.check_kinds import check_kinds
from simnon.source import Report
from tests.unit.analysis.small_models import assembled, flat_after, text_of


def codes_of(*lines: str) -> list[str]:
    report = Report()
    model = assembled(text_of(*lines), report)
    for analysis_pass in FLAT_PASSES[: FLAT_PASSES.index(check_kinds) + 1]:
        model = analysis_pass(model, report)
    return [diagnostic.code for diagnostic in report.diagnostics]


@pytest.mark.parametrize(
    "line",
    [
        "y = 1 + (x > 0)",
        "y = SIN(x > 0)",
        "y = (x > 0) > 1",
        "dx = x > 0",
        "y = IF x > 0 THEN 1 ELSE x > 1",
        "y = x*b",
        "y = look(b)",
    ],
)
def test_a_condition_is_not_a_number(line: str) -> None:
    table = ("TABLE look(a)", "0 0", "1 1", "END") if "look" in line else ()

    assert set(codes_of(*table, "b = x > 2", line)) == {"value-expected"}


@pytest.mark.parametrize(
    "line", ["y = IF x THEN 1 ELSE 2", "y = NOT x", "y = x > 0 AND x", "y = b OR 1", "STOP WHEN x", "y = NOT t"]
)
def test_a_number_is_not_a_condition(line: str) -> None:
    assert set(codes_of("b = x > 2", line)) == {"condition-expected"}


@pytest.mark.parametrize(
    "line",
    [
        "y = x > 0",
        "y = b",
        "y = NOT b AND x > 0 OR b",
        "y = IF b THEN x > 0 ELSE b",
        "y = IF b THEN 1 ELSE 0",
        "STOP WHEN b",
    ],
)
def test_conditions_are_accepted_where_allowed(line: str) -> None:
    assert codes_of("b = x > 2", line) == []


def test_variables_that_copy_a_condition_are_conditions() -> None:
    model = flat_after(text_of("c = b", "b = a", "a = x > 0", "WHEN c", "h = PRE(a)", "END"), check_kinds)

    assert {v.name for v in model.variables if v.is_condition} >= {"a", "b", "c", "h", "PRE(a)"}
