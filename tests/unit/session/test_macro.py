"""Macros are read completely: formals, labels and loops are checked before anything runs."""

import pytest

from simnon.session.macro import Formal, is_macro_text, make_macro, read_macros
from simnon.source import UserError


def test_formals_can_have_defaults() -> None:
    macro = make_macro("MACRO STEP SIZE N=3 NAME='a b' \" three", [])

    assert macro.name == "STEP"
    assert macro.formals == (Formal("SIZE"), Formal("N", "3"), Formal("NAME", "'a b'"))


def test_a_file_can_have_several_macros() -> None:
    macros = read_macros('" two\nMACRO A\nSIMU\nEND\n\nMACRO B X\nPAR K:X\nEND\n', "two.t")

    assert [(macro.name, macro.lines, macro.first_line) for macro in macros] == [
        ("A", ("SIMU",), 3),
        ("B", ("PAR K:X",), 7),
    ]
    assert macros[1].place(0) == "macro B, line 7 (two.t)"


def test_the_text_of_a_macro_reads_as_the_same_macro() -> None:
    macro = make_macro("MACRO A X=1", ["FOR I=1 TO X", "SIMU", "NEXT I"])

    assert read_macros(macro.text)[0] == macro


@pytest.mark.parametrize(
    ("heading", "lines", "message"),
    [
        ("MACRO", [], "needs a name"),
        ("MACRO A X X", [], "twice"),
        ("MACRO A X=1 Y", [], "needs a default"),
        ("MACRO A (X)", [], "not a list"),
        ("MACRO A", ["GOTO out"], "no label 'out'"),
        ("MACRO A", ["LABEL a", "LABEL A"], "twice"),
        ("MACRO A", ["FOR I=1 TO 2"], "FOR without NEXT"),
        ("MACRO A", ["NEXT I"], "NEXT without FOR"),
        ("MACRO A", ["FOR I=1 TO 2", "NEXT J"], "ends the loop of 'i'"),
    ],
)
def test_a_macro_that_cannot_be_executed_is_refused(heading: str, lines: list[str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        make_macro(heading, lines)


@pytest.mark.parametrize("text", ["MACRO A\nSIMU\n", "SIMU\n"])
def test_a_file_of_macros_has_nothing_else(text: str) -> None:
    with pytest.raises(UserError):
        read_macros(text)


def test_a_text_that_begins_with_macro_is_a_macro() -> None:
    assert is_macro_text('\n" comment\nmacro a\nend')
    assert not is_macro_text("CONTINUOUS SYSTEM A\nEND")
    assert not is_macro_text("")
