"""TRUST: code that a model names runs only from folders on the user's list."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Failed
from simnon.source import trusted_folders
from tests.unit.session.sessions import executed, failure, give, output_of

SPY = """\
from pathlib import Path
Path(__file__).with_name("ran").touch()


def f(a):
    return {1: a}[1]
"""
MODEL = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nFUNCTION f(a) FROM 'spy.py'\ndx = -f(x)\nx: 1\nEND\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    here = tmp_path / "here"
    here.mkdir()
    (here / "spy.py").write_text(SPY, "utf-8")
    (here / "s.t").write_text(MODEL, "utf-8")
    return here


def test_code_is_shown_and_runs_once_its_folder_is_trusted(folder: Path) -> None:
    session = Session(folder, is_interactive=False)
    failed = failure(session, "SYST s")
    (diagnostic,) = failed.diagnostics
    assert diagnostic.code == "untrusted-code"
    assert str(folder / "spy.py") in diagnostic.message
    assert f"TRUST '{folder}'" in diagnostic.hint
    assert not (folder / "ran").exists()

    executed(Session(folder), f"TRUST '{folder}'", "SYST s", "SIMU 0 1")
    assert (folder / "ran").exists()
    assert trusted_folders() == (folder,)
    executed(Session(folder, is_interactive=False), "SYST s")


def test_an_untrusted_text_is_not_opened_in_the_editor(folder: Path) -> None:
    session = Session(folder)

    assert [outcome.code for outcome in give(session, "SYST s") if isinstance(outcome, Failed)] == ["model-error"]
    assert session.workspace.editing is None


def test_trust_can_be_withdrawn(folder: Path) -> None:
    session = executed(Session(folder), "TRUST .")
    assert output_of(session, "TRUST") == str(folder)

    executed(session, "TRUST . -OFF")
    assert output_of(session, "TRUST") == "no folder is trusted"
    assert failure(Session(folder, is_interactive=False), "SYST s").code == "model-error"


def test_trust_for_one_session_is_not_remembered(folder: Path) -> None:
    executed(Session(folder, trusted=(folder,), is_interactive=False), "SYST s")

    assert trusted_folders() == ()


def test_the_folder_above_a_trusted_one_is_not_trusted(folder: Path) -> None:
    (folder / "below").mkdir()
    executed(Session(folder), "TRUST below")

    assert failure(Session(folder, is_interactive=False), "SYST s").code == "model-error"


def test_a_list_that_others_could_have_written_is_ignored(folder: Path, tmp_path: Path) -> None:
    executed(Session(folder), "TRUST .")
    (tmp_path / "state" / "simnon" / "trusted-folders").chmod(0o666)

    assert trusted_folders() == ()


def test_trust_that_cannot_be_remembered_is_an_error(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("", "utf-8")

    assert failure(Session(folder), "TRUST .").code == "file-trouble"
