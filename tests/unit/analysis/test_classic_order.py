"""classic_order: warnings that the 1977 program, which did not sort, would have given."""

from simnon.analysis import note_classic_order
from simnon.source import Report, Severity
from tests.unit.analysis.small_models import assembled, text_of


def notes_of(text: str) -> list[str]:
    report = Report()
    note_classic_order(assembled(text), report)
    assert all(diagnostic.severity is Severity.NOTE for diagnostic in report.diagnostics)
    return [diagnostic.message for diagnostic in report.diagnostics]


def test_a_value_assigned_further_down_is_noted() -> None:
    assert notes_of(text_of("y = a", "a = 2*x")) == ["'y' reads 'a', which is assigned further down"]


def test_states_parameters_and_values_before_are_not_noted() -> None:
    assert notes_of(text_of("a = 2*x + p", "y = a", "p: 1")) == []


def test_a_later_section_counts_as_further_down() -> None:
    assert len(notes_of(text_of("OUTPUT", "y = a", "DYNAMICS", "a = 2*x"))) == 1


def test_equations_after_sort_are_not_noted() -> None:
    assert notes_of(text_of("SORT", "y = a", "a = 2*x")) == []
