"""Plain statements, in which pictures are written: a word, its arguments, and what is wrong with them."""

import pytest

from simnon.languages.simnon import Between, Formatted, Quoted, Statement, read_statements
from simnon.model import Apply, Name, Number
from simnon.source import Diagnostic, Report, Source


def read(text: str) -> tuple[tuple[Statement, ...], tuple[Diagnostic, ...]]:
    report = Report()
    found = read_statements(Source("picture", text), report)
    return found, tuple(report.diagnostics)


def the_only(text: str) -> Statement:
    (statement,), diagnostics = read(text)
    assert diagnostics == ()
    return statement


def test_a_statement_has_its_word_in_lower_case_and_its_arguments_as_expressions() -> None:
    statement = the_only("FillRectangle 0, width, 2*H")

    assert statement.word == "fillrectangle"
    assert statement.span.text == "FillRectangle 0, width, 2*H"
    zero, width, product = statement.arguments
    assert isinstance(zero, Number)
    assert zero.value == 0.0
    assert isinstance(width, Name)
    assert width.name == "width"
    assert isinstance(product, Apply)
    assert product.function == "*"


def test_a_statement_can_be_a_word_alone() -> None:
    assert the_only("END").arguments == ()


def test_system_after_the_word_is_left_out_unless_it_is_an_argument() -> None:
    (heading,) = the_only("PICTURE SYSTEM tank").arguments
    (system,) = the_only("SHOW system").arguments

    assert isinstance(heading, Name)
    assert heading.name == "tank"
    assert isinstance(system, Name)
    assert system.name == "system"


def test_a_text_a_number_with_decimals_and_a_range_are_arguments() -> None:
    (text,) = the_only("WRITE 'the level'").arguments
    (number,) = the_only("WRITE H + 1:2").arguments
    (none, most) = the_only("WRITE H:0, H:12").arguments
    (between,) = the_only("FOR k = 1..n + 1").arguments

    assert isinstance(text, Quoted)
    assert (text.text, text.span.text) == ("the level", "'the level'")
    assert isinstance(number, Formatted)
    assert isinstance(number.value, Apply)
    assert (number.decimals, number.span.text) == (2, "H + 1:2")
    assert isinstance(none, Formatted)
    assert isinstance(most, Formatted)
    assert (none.decimals, most.decimals) == (0, 12)
    assert isinstance(between, Between)
    assert isinstance(between.low, Number)
    assert isinstance(between.high, Apply)
    assert (between.name, between.low.value, between.span.text) == ("k", 1.0, "k = 1..n + 1")


def test_a_comparison_is_not_a_range() -> None:
    (condition,) = the_only("WHILE k = 3").arguments

    assert isinstance(condition, Apply)
    assert condition.function == "="


@pytest.mark.parametrize(
    ("line", "code", "place"),
    [
        ("3 FILL", "unreadable-line", "3"),
        ("FILL 1 2", "unexpected-text", "2"),
        ("FILL 1,", "unexpected-text", ","),
        ("WRITE H:x", "number-expected", "H:x"),
        ("WRITE H:1.5", "number-expected", "H:1.5"),
        ("WRITE H:13", "number-expected", "H:13"),
        ("WRITE H:", "number-expected", "H:"),
        ("FOR k = 1, 3..4", "unexpected-text", ","),
    ],
)
def test_a_mistake_is_reported_where_it_is_and_the_other_lines_are_read(line: str, code: str, place: str) -> None:
    found, (diagnostic,) = read(f"FIRST 1\n{line}\nLAST 2\n")

    assert [statement.word for statement in found] == ["first", "last"]
    assert diagnostic.code == code
    assert diagnostic.span is not None
    assert diagnostic.span.text.strip() == place
    assert diagnostic.span.line == 2
