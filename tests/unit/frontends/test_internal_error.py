"""Internal errors: a calm message, and a report."""

from pathlib import Path

import pytest

from simnon.frontends import main
from simnon.frontends.internal_error import explain_internal_error


def test_a_report_is_written_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    message = explain_internal_error(ZeroDivisionError("by zero"), "SIMU 0 1")

    assert message.startswith("error[our-mistake]: internal error: ZeroDivisionError: by zero\n")
    assert str(tmp_path / "simnon" / "mistake.txt") in message
    assert "while: SIMU 0 1" in (tmp_path / "simnon" / "mistake.txt").read_text("utf-8")


def test_developers_see_the_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMNON_TRACEBACK", "1")

    with pytest.raises(ZeroDivisionError):
        explain_internal_error(ZeroDivisionError(), "")


def test_the_command_line_shows_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("simnon.frontends.command_line.import_module", lambda _name: 1 / 0)

    assert main(["check", "x.t"]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_a_report_replaces_a_link_and_does_not_follow_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "simnon").mkdir()
    (tmp_path / "precious").write_text("mine", "utf-8")
    (tmp_path / "simnon" / "mistake.txt").symlink_to(tmp_path / "precious")

    explain_internal_error(ZeroDivisionError(), "")

    assert (tmp_path / "precious").read_text("utf-8") == "mine"
    assert not (tmp_path / "simnon" / "mistake.txt").is_symlink()


def test_in_a_shared_folder_a_report_has_an_unpredictable_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "blocked").write_text("", "utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "blocked"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "precious").write_text("mine", "utf-8")
    (tmp_path / "mistake.txt").symlink_to(tmp_path / "precious")

    places = [Path(explain_internal_error(ZeroDivisionError(), "").split("report it with ")[1]) for _ in range(2)]

    assert (tmp_path / "precious").read_text("utf-8") == "mine"
    assert len(set(places)) == 2
    assert all(place.stat().st_mode & 0o077 == 0 and place.parent == tmp_path for place in places)
