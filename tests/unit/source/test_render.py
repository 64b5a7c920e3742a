"""render: a diagnostic shows its line with a marker under the position, whatever the line."""

import json

import pytest

from simnon.source import Diagnostic, Related, Severity, Source, Span, as_json, render, render_all
from simnon.source.render import WIDEST_EXCERPT


def shown(text: str, start: int, end: int, colour: bool = False) -> list[str]:
    """The lines of an error at the characters `start` to `end` of a text."""
    span = Span(Source("m.t", text), start, end)
    return render(Diagnostic(Severity.ERROR, "undefined-name", "what", span), colour=colour).split("\n")


def test_the_marker_is_under_the_position() -> None:
    assert shown("a = 1\nb = cc\n", 10, 12) == [
        "error[undefined-name]: what",
        "  m.t:2:5",
        "  2 | b = cc",
        "    |     ^^",
    ]


def test_tabs_before_the_position_are_kept_so_that_the_marker_lines_up() -> None:
    assert shown("\ta\t= b", 5, 6)[2:] == ["  1 | \ta\t= b", "    | \t \t  ^"]


def test_a_span_of_several_lines_is_marked_to_the_end_of_the_first() -> None:
    assert shown("a = (1 +\n2)\n", 4, 11)[2:] == ["  1 | a = (1 +", "    |     ^^^^"]


@pytest.mark.parametrize("text", ["a = 1", "a = 1\n"])
def test_the_end_of_the_text_has_a_position(text: str) -> None:
    lines = shown(text, len(text), len(text) + 1)

    assert lines[-1].endswith("^")


def test_an_empty_text_has_a_position() -> None:
    assert shown("", 0, 0)[1:] == ["  m.t:1:1", "  1 | ", "    | ^"]


@pytest.mark.parametrize("at", [0, 30, 150, 299])
def test_a_long_line_is_shown_around_the_position(at: int) -> None:
    text = "x" * at + "!" + "x" * (299 - at)

    *_, line, mark = shown(text, at, at + 1)

    assert line[6 + mark.index("^") - 6] == "!"
    assert len(line) <= WIDEST_EXCERPT + len("  1 | ")


def test_unprintable_characters_are_replaced() -> None:
    assert shown("a\x07\x1b[31m = 1", 0, 1)[2] == "  1 | a\ufffd\ufffd[31m = 1"


def test_colours_are_off_by_default() -> None:
    assert "\x1b" not in "".join(shown("a", 0, 1))
    assert "\x1b[1;31m^\x1b[0m" in shown("a", 0, 1, colour=True)[-1]


def test_hint_and_related_positions_follow() -> None:
    source = Source("m.t", "a = 1\na = 2\n")
    related = (Related("first defined here", Span(source, 0, 5)),)
    diagnostic = Diagnostic(Severity.WARNING, "unused-value", "twice", Span(source, 6, 11), "keep one", related)

    assert render(diagnostic).split("\n")[4:] == [
        "  first defined here",
        "  m.t:1:1",
        "  1 | a = 1",
        "    | ^^^^^",
        "  hint: keep one",
    ]


def test_a_diagnostic_without_a_position_is_one_line() -> None:
    assert render(Diagnostic(Severity.NOTE, "no-system", "nothing there", None)) == "note[no-system]: nothing there"


def test_an_empty_line_separates_diagnostics() -> None:
    diagnostic = Diagnostic(Severity.NOTE, "no-system", "nothing", None)

    assert render_all((diagnostic, diagnostic)).count("\n\n") == 1
    assert render_all(()) == ""


def test_json_counts_lines_and_columns_from_one() -> None:
    span = Span(Source("m.t", "a = (1 +\n2)\n"), 4, 11)

    (entry,) = json.loads(as_json([Diagnostic(Severity.ERROR, "undefined-name", "é", span, "h")]))

    assert entry == {
        "severity": "error",
        "code": "undefined-name",
        "message": "é",
        "hint": "h",
        "place": {"file": "m.t", "line": 1, "column": 5, "end_line": 2, "end_column": 3},
        "related": [],
    }


def test_json_of_nothing_is_an_empty_list() -> None:
    assert json.loads(as_json([])) == []
