"""`DELETE` and `RENAME`: only below the session folder, nothing is replaced, nothing is lost."""

from pathlib import Path

import pytest

from simnon.session import Session
from tests.unit.session.sessions import OSCILLATOR, executed, failure, new_session


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "study"
    made.mkdir()
    return made


@pytest.fixture
def session(folder: Path) -> Session:
    return new_session(folder)


def test_a_deleted_file_is_restored(session: Session, folder: Path) -> None:
    executed(session, "DELETE osc.t count.t")
    assert not (folder / "OSC.T").exists()
    assert not (folder / "count.t").exists()

    executed(session, "UNDO -FILE OSC.T")
    assert (folder / "OSC.T").read_text() == OSCILLATOR


def test_a_file_that_was_written_twice_and_deleted_comes_back_as_it_was_last(session: Session, folder: Path) -> None:
    executed(session, "SYST OSC", "SAVE case", "PAR W:2", "SAVE case")
    last = (folder / "case.par").read_text()
    executed(session, "DELETE case.par", "UNDO -FILE case.par")

    assert (folder / "case.par").read_text() == last


def test_a_file_is_renamed_and_its_window_with_it(session: Session, folder: Path) -> None:
    executed(session, "WEDIT OSC", "RENAME OSC.T ball")

    assert (folder / "ball.T").read_text() == OSCILLATOR
    assert not (folder / "OSC.T").exists()
    assert session.workspace.windows[-1].subject == "ball.T"


def test_only_the_case_of_a_name_can_change(session: Session, folder: Path) -> None:
    executed(session, "RENAME OSC.T osc.t")

    assert "osc.t" in {path.name for path in folder.iterdir()}


def test_renaming_replaces_no_file(session: Session, folder: Path) -> None:
    before = (folder / "count.t").read_text()

    assert failure(session, "RENAME OSC.T COUNT.T").code == "file-exists"
    assert ((folder / "count.t").read_text(), (folder / "OSC.T").exists()) == (before, True)


def test_one_missing_name_deletes_nothing(session: Session, folder: Path) -> None:
    assert failure(session, "DELETE count.t nothing.t").code == "file-not-found"
    assert (folder / "count.t").exists()


@pytest.mark.parametrize(
    "name", ["../outside.t", "linked.t", "out.t", ".hidden", ".simnon-replaced/OSC.T.1", "inner", "count", "'a\0b'"]
)
def test_what_is_no_file_of_the_folder_is_neither_deleted_nor_renamed(
    session: Session, folder: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / "outside.t").write_text(OSCILLATOR)
    (folder / "linked.t").symlink_to(folder / "count.t")
    (folder / "out.t").symlink_to(tmp_path / "outside.t")
    (folder / ".hidden").write_text("a setting")
    (folder / "inner").mkdir()
    before = sorted(path.name for path in folder.iterdir())

    for line in (f"DELETE {name}", f"RENAME {name} new.t"):
        assert failure(session, line).code in ("outside-folder", "not-a-file", "file-not-found", "bad-argument")
    assert sorted(path.name for path in folder.iterdir()) == before
    assert (tmp_path / "outside.t").exists()


@pytest.mark.parametrize("name", ["../ball.t", ".ball.t", "nowhere/ball.t"])
def test_a_new_name_stays_in_the_folder(session: Session, folder: Path, name: str) -> None:
    assert failure(session, f"RENAME OSC.T {name}").code in ("outside-folder", "file-not-found")
    assert (folder / "OSC.T").exists()
