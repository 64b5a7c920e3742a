"""Lines from the keyboard: history, completion, clearing."""

from pathlib import Path

import pytest
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from simnon.frontends.history import history_path
from simnon.frontends.terminal.editor import editor_call, editor_words
from simnon.frontends.terminal.history import PatientHistory, open_history
from simnon.frontends.terminal.keyboard import Keyboard
from tests.unit.frontends.sessions import new_session


def read(folder: Path, keys: str, *lines: str) -> list[str]:
    with create_pipe_input() as source:
        source.send_text(keys)
        keyboard = Keyboard(new_session(folder, *lines), InMemoryHistory(["SIMU 0 20"]), source, DummyOutput())
        return keyboard.read()


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ("PAR rate: 2\r", ["PAR rate: 2"]),
        ("\x1b[A\r", ["SIMU 0 20"]),
        ("wrong\x03DISP\r", ["DISP"]),
        ("\x1b[200~A\nB\x1b[201~\r", ["A", "B"]),
        ("\r", [""]),
    ],
)
def test_keys_become_lines(tmp_path: Path, keys: str, lines: list[str]) -> None:
    assert read(tmp_path, keys, "SYST decay") == lines


def test_an_answer_has_no_history(tmp_path: Path) -> None:
    assert read(tmp_path, "\x1b[A5\r", "ask") == ["5"]


def test_the_ends_of_a_session(tmp_path: Path) -> None:
    with pytest.raises(EOFError):
        read(tmp_path / "a", "\x04")
    with pytest.raises(KeyboardInterrupt):
        read(tmp_path / "b", "\x03")


def test_history_goes_to_the_given_file(tmp_path: Path) -> None:
    assert history_path({"SIMNON_HISTORY": "x"}) == Path("x")
    assert history_path({"SIMNON_HISTORY": ""}) is None
    assert history_path({"XDG_STATE_HOME": "/y"}) == Path("/y/simnon/history")
    assert isinstance(open_history({"SIMNON_HISTORY": ""}), InMemoryHistory)


def test_history_is_kept_and_an_unusable_file_is_ignored(tmp_path: Path) -> None:
    kept = PatientHistory(str(tmp_path / "new" / "history"))
    kept.store_string("SIMU")
    assert list(kept.load_history_strings()) == ["SIMU"]
    (tmp_path / "file").write_text("")
    for place in (tmp_path, tmp_path / "file" / "history"):
        lost = PatientHistory(str(place))
        lost.store_string("SIMU")
        assert list(lost.load_history_strings()) == []


@pytest.mark.parametrize(
    ("environment", "line", "words"),
    [
        ({"EDITOR": "vim"}, 3, ["vim", "+3", "a.t"]),
        ({"EDITOR": "vim", "VISUAL": "code --wait"}, 3, ["code", "--wait", "a.t"]),
        ({"EDITOR": "nano"}, 1, ["nano", "a.t"]),
    ],
)
def test_the_editor_is_called_with_its_own_syntax(environment: dict[str, str], line: int, words: list[str]) -> None:
    assert editor_call(editor_words(environment), Path("a.t"), line) == words
    assert editor_words({}) == []
