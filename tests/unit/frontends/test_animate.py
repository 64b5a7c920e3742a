"""`simnon animate`: a model or a table, a picture and a file."""

from pathlib import Path

import pytest

from simnon.frontends.command_line import main
from tests.unit.session.sessions import OSCILLATOR

PICTURE = "PICTURE osc\nLIMITS -2, -1, 2, 1\nDRAWSTRING 0, 0, 'x ', x:3\nEND\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "osc.t").write_text(OSCILLATOR)
    (tmp_path / "osc.picture").write_text(PICTURE)
    (tmp_path / "measured.csv").write_text("t,x\n0,1\n1,0.5\n2,0.25\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_model_is_run_and_its_picture_written(folder: Path) -> None:
    assert main(["animate", "osc.t", "osc.picture", "out.svg", "--stop", "5", "--at", "0"]) == 0

    assert ">x 1.000</text>" in (folder / "out.svg").read_text("utf-8")


def test_a_table_moves_the_picture(folder: Path) -> None:
    assert main(["animate", "measured.csv", "osc.picture", "out.svg"]) == 0

    assert ">x 0.250</text>" in (folder / "out.svg").read_text("utf-8")


def test_a_mistake_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "osc.picture").write_text("PICTURE osc\nCIRCLE nix, 0, 1\nEND\n")

    assert main(["animate", "osc.t", "osc.picture", "out.svg"]) == 1
    assert "there is no variable 'nix'" in capsys.readouterr().err
    assert not (folder / "out.svg").exists()


def test_too_few_files_are_refused(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(["animate", str(folder / "osc.t"), "out.svg"]) == 1
    assert "are needed" in capsys.readouterr().err
