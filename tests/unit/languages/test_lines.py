"""lines: a statement continues inside open parentheses, and a forgotten one does not swallow the system."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.languages.long_lines import LONGEST_LINE
from simnon.languages.simnon.lines import logical_lines
from simnon.source import Report, Source
from tests.examples import examples

_ENDS = ("END", "INITIAL", "SORT")


def lines_of(text: str) -> list[str]:
    return [" ".join(token.text for token in line[:-1]) for line in logical_lines(Source("t", text), Report())[0]]


def test_comments_and_empty_lines_disappear() -> None:
    assert lines_of('a = 1 " a comment\n\n   \nb = 2\n') == ["a = 1", "b = 2"]


def test_a_statement_continues_inside_open_parentheses() -> None:
    assert lines_of("a = (1 +\n  2\n) + 3\nb = 1\n") == ["a = ( 1 + 2 ) + 3", "b = 1"]


def test_a_forgotten_parenthesis_ends_with_its_line() -> None:
    assert lines_of("a = (1\nb = 2\nEND\nc = 3\n") == ["a = ( 1", "b = 2", "END", "c = 3"]


def test_an_extra_parenthesis_ends_with_its_line() -> None:
    assert lines_of("a = 1)\nb = 2\n") == ["a = 1 )", "b = 2"]


def test_brackets_of_units_do_not_continue_a_line() -> None:
    assert lines_of("a: 1 [m\nb: 2\n") == ["a : 1 [ m", "b : 2"]


def test_a_text_without_a_last_newline_has_its_last_line() -> None:
    assert lines_of("a = 1") == ["a = 1"]


def test_an_overlong_line_is_rejected() -> None:
    report = Report()

    assert logical_lines(Source("t", "a = 1\n" + "x" * LONGEST_LINE), report) == ([], [])
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["line-too-long"]


@pytest.mark.slow
def test_very_many_forgotten_parentheses_take_little_time() -> None:
    start = time.perf_counter()

    assert len(lines_of("a = (1\n" * 20_000)) == 20_000
    assert time.perf_counter() - start < 5


def plainly(lines: list[str]) -> list[str]:
    """The rule as stated, without regard to time."""
    statements: list[str] = []
    start = 0
    while start < len(lines):
        depth = 0
        stop = start
        for end in range(start, len(lines)):
            depth += lines[end].count("(") - lines[end].count(")")
            if depth <= 0:
                stop = end
                break
            following = next((line for line in lines[end + 1 :] if line), "")
            if following in _ENDS:
                break
        statements.append(" ".join(filter(None, lines[start : stop + 1])))
        start = stop + 1
    return [statement for statement in statements if statement]


@examples(300)
@given(st.lists(st.sampled_from(("", "a", "(", ")", "a (", "a )", "( )", *_ENDS, "END a")), max_size=12))
def test_statements_are_those_of_the_plain_rule(lines: list[str]) -> None:
    assert lines_of("\n".join(lines)) == plainly(lines)


@pytest.mark.parametrize("blank", ["\t", "\f", "\v", "\u00a0", "\r"])
def test_every_kind_of_blank_is_a_blank(blank: str) -> None:
    assert lines_of(f"a{blank}={blank}1\n") == ["a = 1"]
