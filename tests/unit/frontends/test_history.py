"""Lines of earlier sessions, in a file that the terminal and the window share."""

from pathlib import Path

from prompt_toolkit.history import FileHistory

from simnon.frontends.history import add_line, earlier_lines


def test_the_window_recalls_what_the_terminal_was_given(tmp_path: Path) -> None:
    path = tmp_path / "history"
    for line in ("SYST TANK", "SIMU 0 100", "MACRO M\nEND"):
        FileHistory(str(path)).store_string(line)

    assert earlier_lines(path, 10) == ("SYST TANK", "SIMU 0 100")
    assert earlier_lines(path, 1) == ("SIMU 0 100",)


def test_the_terminal_recalls_what_the_window_was_given(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "history"
    add_line(path, "PAR TI: 30")
    add_line(path, "  ")
    add_line(path, "SIMU")

    assert list(FileHistory(str(path)).load_history_strings()) == ["SIMU", "PAR TI: 30"]


def test_without_a_file_there_is_no_history(tmp_path: Path) -> None:
    assert earlier_lines(None, 10) == ()
    assert earlier_lines(tmp_path / "nothing", 10) == ()
    add_line(None, "SIMU")
    add_line(tmp_path, "SIMU")
