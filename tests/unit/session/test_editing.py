"""The editor and the compiler together: a text with an error is corrected at its line."""

from pathlib import Path

import pytest

from simnon.session.outcome import Diagnosed, Failed, Wrote
from tests.unit.session.sessions import BROKEN, OSCILLATOR, executed, failure, give, new_session


def test_a_text_with_an_error_opens_the_editor_at_its_line(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    outcomes = give(session, "SYST BROKEN")

    assert any(isinstance(outcome, Diagnosed) for outcome in outcomes)
    assert session.prompt == "EDIT>"
    assert session.workspace.loaded is None


def test_e_compiles_again_until_there_is_no_error(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    give(session, "SYST BROKEN")

    assert (tmp_path / "BROKEN.T").read_text() == BROKEN
    give(session, "R DV = -W*W*NIX", "E")
    assert session.prompt == "EDIT>"
    outcomes = give(session, "R DV = -W*W*X", "E")
    assert Wrote(tmp_path / "BROKEN.T") in outcomes
    assert (tmp_path / "BROKEN.T").read_text() == OSCILLATOR
    assert session.workspace.model.name == "OSC"
    assert session.prompt == ">"


def test_q_discards_the_changes_and_keeps_the_model(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST OSC")
    before = session.workspace.loaded
    give(session, "SYST BROKEN", "R DV = 0", "Q")

    assert session.workspace.loaded is before
    assert (tmp_path / "BROKEN.T").read_text() == BROKEN


def test_a_file_that_others_changed_is_not_overwritten_silently(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    give(session, "SYST OSC -EDIT", "L DX", "R DX = V")
    give(session, "C /V/V*1/")
    (tmp_path / "OSC.T").write_text("something else")

    assert failure(session, "E").code == "changed-meanwhile"
    assert (tmp_path / "OSC.T").read_text() == "something else"
    give(session, "E!")
    assert "DX = V*1" in (tmp_path / "OSC.T").read_text()


def test_a_mistake_in_the_editor_loses_nothing(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    give(session, "EDIT OSC -LINE", "L DX", "I NEW = 1")

    assert failure(session, "L nowhere").code == "bad-edit"
    give(session, "E")
    assert "DER DX DV\nNEW = 1\n" in (tmp_path / "OSC.T").read_text()


def test_without_a_user_an_error_does_not_open_the_editor(tmp_path: Path) -> None:
    failed = failure(new_session(tmp_path, is_interactive=False), "SYST BROKEN")

    assert failed.code == "model-error"
    assert failed.diagnostics


def test_a_file_on_a_full_disk_is_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session(tmp_path)
    give(session, "EDIT OSC -LINE", "I NEW")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    outcomes = give(session, "E")
    assert [type(outcome) for outcome in outcomes] == [Failed]
    assert (tmp_path / "OSC.T").read_text() == OSCILLATOR
    assert session.prompt == "EDIT>"
