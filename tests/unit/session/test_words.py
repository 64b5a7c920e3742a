"""The text after a command: words, options, slashes, assignments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.session.words import (
    read_arguments,
    read_assignments,
    split_expressions,
    split_words,
    text_in,
    without_comment,
)
from simnon.source import UserError


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ('DT:5 " set it', "DT:5"),
        ("'a \" in a text' b", "'a \" in a text' b"),
        ('" only a comment', ""),
        ("it's", "it"),
        ("", ""),
    ],
)
def test_a_comment_ends_the_line_but_not_inside_a_text(text: str, plain: str) -> None:
    assert without_comment(text) == plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("TANK DPID, REGTANK", ("TANK", "DPID", "REGTANK")),
        ("H [TANK] QIN", ("H[TANK]", "QIN")),
        ("y1 y2 (x)", ("y1", "y2", "(", "x", ")")),
        ("y/slow H[TANK]/slow", ("y/slow", "H[TANK]/slow")),
        ("0 200 /slow", ("0", "200", "/slow")),
        ("'two words' x", ("'two words'", "x")),
    ],
)
def test_words_are_split_at_blanks_and_commas(text: str, words: tuple[str, ...]) -> None:
    assert split_words(text) == words


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("MAX(H, 2) k+1", ("MAX(H, 2)", "k+1")),
        ("'a (b' c", ("'a (b'", "c")),
        ("0, AT(H[TANK], 3)", ("0", "AT(H[TANK], 3)")),
    ],
)
def test_expressions_keep_their_parentheses(text: str, parts: tuple[str, ...]) -> None:
    assert split_expressions(text) == parts


def test_a_blank_can_follow_the_sign_of_an_option_and_a_number_is_not_an_option() -> None:
    arguments = read_arguments("TANK - EDIT -5", ("EDIT",))

    assert (arguments.words, arguments.options) == (("TANK", "-5"), frozenset({"EDIT"}))


def test_a_misspelled_option_is_refused_with_the_nearest() -> None:
    with pytest.raises(UserError, match="no option '-EDDIT'") as error:
        read_arguments("TANK -EDDIT", ("EDIT",))
    assert error.value.hint == "did you mean '-EDIT'?"


@pytest.mark.parametrize("text", ["0 100 /slow", "0 100 / slow", "/slow 0 100"])
def test_a_slash_names_a_run(text: str) -> None:
    arguments = read_arguments(text, has_slash=True)

    assert (arguments.words, arguments.slash) == (("0", "100"), "slow")


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("DT:5", (("DT", "5"),)),
        ("GAIN: 2*K TI[REG] : 50", (("GAIN", "2*K"), ("TI[REG]", "50"))),
        ('A:1, B:2 " two', (("A", "1"), ("B", "2"))),
        ("A: MAX(1, 2) B: -3", (("A", "MAX(1, 2)"), ("B", "-3"))),
    ],
)
def test_assignments_are_names_with_the_text_of_their_values(text: str, pairs: tuple[tuple[str, str], ...]) -> None:
    assert read_assignments(text, "usage") == pairs


@pytest.mark.parametrize("text", ["", "DT 5", "5 DT:5", "DT:", "A: B:2", ":5"])
def test_anything_but_an_assignment_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        read_assignments(text, "usage")


def test_quotes_are_removed_from_a_text() -> None:
    assert [text_in("'a b'"), text_in("a"), text_in("'")] == ["a b", "a", "'"]


@given(st.text())
def test_no_text_is_too_strange(text: str) -> None:
    split_words(text)
    try:
        read_arguments(text, ("EDIT",), has_slash=True)
        split_expressions(text)
        read_assignments(text, "usage")
    except UserError:
        pass
