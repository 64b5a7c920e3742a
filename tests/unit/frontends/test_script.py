"""Files and words as lines for the session."""

from pathlib import Path

import pytest

from simnon.frontends.script import lines_of_file, lines_of_stream, lines_of_words
from simnon.source import UserError
from tests.unit.frontends.sessions import fill


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        ("SYST A; SIMU 0 1", ["SYST A", "SIMU 0 1"]),
        ("TEXT 'a; b'; STOP", ["TEXT 'a; b'", "STOP"]),
        ('PAR A: 1 " so; there\nSIMU', ['PAR A: 1 " so; there', "SIMU"]),
        (";; ;", []),
        ("TEXT 'open; STOP", ["TEXT 'open", "STOP"]),
    ],
)
def test_semicolons_separate_commands_but_not_texts_or_comments(words: str, texts: list[str]) -> None:
    assert [line.text for line in lines_of_words(words)] == texts


def test_lines_of_a_stream_are_numbered() -> None:
    lines = list(lines_of_stream(["SYST A\r\n", "STOP"]))

    assert [(line.text, line.place) for line in lines] == [
        ("SYST A", "line 1 of standard input"),
        ("STOP", "line 2 of standard input"),
    ]


def test_a_macro_is_called_with_its_arguments(tmp_path: Path) -> None:
    (call,) = lines_of_file("ASK", ("5", "two words"), (fill(tmp_path),))

    assert call.text == "ask 5 'two words'"


def test_a_macro_in_any_file_is_defined_and_then_called(tmp_path: Path) -> None:
    path = tmp_path / "else.txt"
    path.write_text("MACRO ELSE A\nWRITE A\nEND\n", "utf-8")

    lines = lines_of_file(str(path), ("5",), (tmp_path / "here",))

    assert [line.text for line in lines] == ["MACRO ELSE A", "WRITE A", "END", "else 5"]


def test_other_files_are_given_line_by_line(tmp_path: Path) -> None:
    lines = lines_of_file("study.txt", (), (fill(tmp_path),))

    assert lines[2].text == "SYST TANK DPID REGTANK"
    assert lines[2].place == "study.txt, line 3: SYST TANK DPID REGTANK"


def test_a_wrong_name_offers_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        lines_of_file("askk", (), (fill(tmp_path),))

    assert (raised.value.code, raised.value.hint) == ("file-not-found", "did you mean 'ask'?")


def test_a_file_of_commands_takes_no_arguments(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="takes no arguments"):
        lines_of_file("study.txt", ("5",), (fill(tmp_path),))


def test_a_script_in_latin_1_is_read_with_a_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "gammal.txt").write_bytes("WRITE 'nivå'\n".encode("latin-1"))

    lines = lines_of_file("gammal.txt", (), (tmp_path,))

    assert [line.text for line in lines] == ["WRITE 'nivå'"]
    assert "note: gammal.txt: this text is not UTF-8; it is read as WINDOWS-1252" in capsys.readouterr().err


def test_a_macro_in_a_file_whose_name_has_blanks_is_called_by_its_own_name(tmp_path: Path) -> None:
    path = tmp_path / "my study.t"
    path.write_text("MACRO STUDY A\nWRITE A\nEND\n", "utf-8")

    lines = lines_of_file(str(path), ("5",), (tmp_path,))

    assert [line.text for line in lines] == ["MACRO STUDY A", "WRITE A", "END", "STUDY 5"]
