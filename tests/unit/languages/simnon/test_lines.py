"""logical_lines: a statement continues while a parenthesis is open, but not over the end of its section."""

import pytest

from simnon.languages.simnon.lines import logical_lines
from simnon.source import Report, Source


def lines_of(text: str) -> list[str]:
    lines, _ = logical_lines(Source("text", text), Report())
    return [" ".join(token.text for token in line[:-1]) for line in lines]


@pytest.mark.parametrize(
    "text", ["a = (b\n + c)", "a = (b\n + c)\n", "a = (b\n\n + c)\nEND\n", "a = (b\n + c)\n\n\nEND\n"]
)
def test_an_open_parenthesis_continues_the_line(text: str) -> None:
    assert lines_of(text)[0] == "a = ( b + c )"


@pytest.mark.parametrize("word", ["END", "SORT", "initial"])
def test_a_word_alone_on_its_line_ends_a_statement_that_is_never_closed(word: str) -> None:
    assert lines_of(f"a = (b\nc = 1\n{word}\nd = 2)\n") == ["a = ( b", "c = 1", word, "d = 2 )"]


def test_a_word_with_more_on_its_line_ends_nothing() -> None:
    assert lines_of("a = (b\nEND + 1)\n") == ["a = ( b END + 1 )"]


def test_an_empty_line_before_the_word_changes_nothing() -> None:
    assert lines_of("a = (b\n\nEND\n") == ["a = ( b", "END"]
