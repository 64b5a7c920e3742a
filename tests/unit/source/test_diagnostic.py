"""diagnostic: a report collects in order; codes are words of the table; the exception prints as the terminal."""

import pytest

from simnon.source import CODES, Report, SimnonError, UserError, render_all


def test_diagnostics_keep_the_order_in_which_they_are_found() -> None:
    report = Report()
    report.warn("unused-value", "one", None)
    report.note("classic-order", "two", None)

    assert [diagnostic.message for diagnostic in report.diagnostics] == ["one", "two"]
    assert not report.has_errors
    report.error("no-system", "three", None)
    assert report.has_errors


def test_a_diagnostic_is_reported_once() -> None:
    report = Report()
    report.error("no-system", "one", None)
    report.error("no-system", "one", None)
    report.error("no-system", "two", None)

    assert [diagnostic.message for diagnostic in report.diagnostics] == ["one", "two"]


def test_an_unknown_code_is_an_internal_error() -> None:
    with pytest.raises(AssertionError, match="'no-such-code' is not in the table of codes"):
        Report().error("no-such-code", "what", None)


def test_every_code_is_explained_in_words() -> None:
    assert all(code == code.lower().replace(" ", "-") and text for code, text in CODES.items())


def test_the_exception_prints_what_it_carries() -> None:
    report = Report()
    report.error("no-system", "nothing", None)

    error = SimnonError(report.diagnostics, render_all(report.diagnostics))

    assert str(error) == "error[no-system]: nothing"
    assert error.diagnostics == report.diagnostics


def test_a_user_error_has_code_message_and_hint() -> None:
    error = UserError("bad-number", "what", "cure")

    assert (error.code, error.message, error.hint) == ("bad-number", "what", "cure")
