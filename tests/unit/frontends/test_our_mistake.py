"""What should not have happened: a calm word, and a report."""

from pathlib import Path

import pytest

from simnon.frontends import main
from simnon.frontends.our_mistake import explain_mistake
from simnon.source import state_folder


def test_a_report_is_written_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    said = explain_mistake(ZeroDivisionError("by zero"), "SIMU 0 1")

    assert said.startswith("error[our-mistake]: this should not have happened: ZeroDivisionError: by zero\n")
    assert str(tmp_path / "simnon" / "mistake.txt") in said
    assert "while: SIMU 0 1" in (tmp_path / "simnon" / "mistake.txt").read_text("utf-8")


def test_those_who_work_on_simnon_see_the_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMNON_TRACEBACK", "1")

    with pytest.raises(ZeroDivisionError):
        explain_mistake(ZeroDivisionError(), "")


def test_the_command_line_shows_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("simnon.frontends.command_line.import_module", lambda _name: 1 / 0)

    assert main(["check", "x.t"]) == 1
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environment", "folder"),
    [({"XDG_STATE_HOME": "a"}, Path("a/simnon")), ({"APPDATA": "b"}, Path("b/simnon"))],
)
def test_the_folder_of_the_user_is_where_the_system_says(environment: dict[str, str], folder: Path) -> None:
    assert state_folder(environment) == folder
