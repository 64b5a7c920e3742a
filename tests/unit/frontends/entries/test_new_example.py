"""`simnon new --example`: the files of an example in a folder of one's own."""

from pathlib import Path

import pytest

from simnon.frontends import main
from simnon.session import example_names, examples_folder, files_of_example


def test_the_tank_of_the_tutorial_is_copied_and_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine", "--example", "tank"]) == 0
    assert "cd mine" in capsys.readouterr().out
    monkeypatch.chdir(tmp_path / "mine")

    assert main(["-c", "SYST tank dpid regtank; SIMU 0 10"]) == 0
    assert "the end of the run" in capsys.readouterr().out


def test_without_a_name_the_folder_is_that_of_the_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["new", "--example", "tank"]) == 0
    assert (tmp_path / "tank" / "regtank.t").is_file()
    assert "cd tank" in capsys.readouterr().out


def test_every_model_is_an_example_of_that_name_or_a_file_of_one() -> None:
    copied = {path for name in example_names() for path in files_of_example(name)}

    assert {*examples_folder().glob("*.t"), *examples_folder().glob("*.py")} <= copied
    assert all(path.is_file() for path in copied)


def test_an_unknown_example_is_refused_with_what_is_near(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["new", "mine", "--example", "lorentz"]) == 1
    assert "did you mean 'lorenz'?" in capsys.readouterr().err
    assert not (tmp_path / "mine").exists()
