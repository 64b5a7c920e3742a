"""The line editor: an immutable value, and commands of one letter that give a new one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.session.line_editor import TOP, LineEditor, edit, is_editor_command
from simnon.source import UserError

TEXT = "one\ntwo\nthree\n"


def after(*lines: str, text: str = TEXT) -> LineEditor:
    editor = LineEditor.of(text)
    for line in lines:
        editor = edit(editor, line).editor
    return editor


def test_it_opens_before_the_first_line_or_at_a_given_one() -> None:
    assert LineEditor.of(TEXT).current == TOP
    assert LineEditor.of(TEXT, 2).shown == "   2 two"


@pytest.mark.parametrize(
    ("text", "lines"), [("a\nb\n", ("a", "b")), ("a\nb", ("a", "b")), ("a\n\n", ("a", "")), ("", ())]
)
def test_the_end_of_the_last_line_makes_no_further_one(text: str, lines: tuple[str, ...]) -> None:
    assert LineEditor.of(text).lines == lines


@pytest.mark.parametrize(
    ("lines", "text", "current"),
    [
        (["N", "R TWO", "N"], "TWO\ntwo\nthree\n", 1),
        (["L thr", "C /ree/igh/"], "one\ntwo\nthigh\n", 2),
        (["I zero"], "zero\none\ntwo\nthree\n", 0),
        (["N 2", "I and a half"], "one\ntwo\nand a half\nthree\n", 2),
        (["N 2", "D"], "one\nthree\n", 1),
        (["N 9", "D", "D", "D"], "", -1),
        (["N 2", "T", "N"], TEXT, 0),
        (["N", "R   indented"], "  indented\ntwo\nthree\n", 0),
        (["n", "r lower"], "lower\ntwo\nthree\n", 0),
        (["N 3", "L one"], TEXT, 0),
        (["P 2"], TEXT, 1),
    ],
)
def test_its_commands(lines: list[str], text: str, current: int) -> None:
    editor = after(*lines)

    assert (editor.text, editor.current) == (text, current)


def test_locating_shows_the_line_and_ignores_blanks_and_case() -> None:
    assert edit(LineEditor.of("A = B + DT/TI*E\n"), "L b+dt").shown == ("   1 A = B + DT/TI*E",)


@pytest.mark.parametrize("line", ["L four", "L", "R x", "C /a/b/", "D", "X", "N many", "E 2"])
def test_impossible_commands_are_refused(line: str) -> None:
    with pytest.raises(UserError):
        edit(LineEditor.of(TEXT), line)


@pytest.mark.parametrize("line", ["DISP", "INIT X: 1", "Edit osc", "TURN", "list osc"])
def test_a_command_of_the_session_changes_nothing(line: str) -> None:
    assert not is_editor_command(line)
    with pytest.raises(UserError, match="not a command of the editor"):
        edit(LineEditor.of(TEXT, 1), line)


def test_a_number_or_a_delimiter_can_follow_the_letter_directly() -> None:
    assert after("N2", "C/two/2/").text == "one\n2\nthree\n"


def test_changing_text_that_is_not_in_the_line_is_refused() -> None:
    with pytest.raises(UserError, match="does not contain 'x'"):
        edit(LineEditor.of(TEXT, 1), "C /x/y/")


@given(st.lists(st.sampled_from(["T", "N", "N 2", "N -3", "D", "I new", "P", "P 99", "R new", "L e", "C /e/E/"])))
def test_the_current_line_is_always_one_of_the_lines(lines: list[str]) -> None:
    editor = LineEditor.of(TEXT)
    for line in lines:
        try:
            editor = edit(editor, line).editor
        except UserError:
            continue
        assert TOP <= editor.current < max(len(editor.lines), 1)
        assert editor.shown
