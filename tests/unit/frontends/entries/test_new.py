"""`simnon new`: a model and a macro that run as they are."""

from pathlib import Path

import pytest

from simnon.frontends import main


@pytest.mark.parametrize("name", ["swing", "my-study", "Größe"])
def test_the_new_model_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", name]) == 0
    assert f"cd {name}" in capsys.readouterr().out
    monkeypatch.chdir(tmp_path / name)

    assert main(["run", "first", "20"]) == 0

    captured = capsys.readouterr()
    assert captured.out.count("the end of the run, t = 20") == 5
    assert captured.err == ""


@pytest.mark.parametrize(
    ("name", "code"),
    [("there", "file-exists"), ("7up", "bad-name"), ("first", "bad-name"), ("there/x.t/y", "file-trouble")],
)
def test_nothing_is_overwritten(
    name: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "x.t").write_text("mine")

    assert main(["new", name]) == 1
    assert f"error[{code}]" in capsys.readouterr().err
    assert (tmp_path / "there" / "x.t").read_text() == "mine"
