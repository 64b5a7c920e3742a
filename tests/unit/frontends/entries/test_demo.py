"""`simnon demo`: the study is shown, drawn, and left in a folder."""

from pathlib import Path

import pytest

from simnon.frontends import main


def test_the_demo_draws_four_figures_and_writes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["demo", "--to", "tank"]) == 0

    captured = capsys.readouterr()
    assert captured.err == ""
    assert "> ASHOW H HREF QIN\n" in captured.out
    assert "figure3.svg, figure4.svg, figure5.svg, figure6.svg" in captured.out
    for number in (3, 4, 5, 6):
        assert "<svg" in (tmp_path / "tank" / f"figure{number}.svg").read_text("utf-8")
    assert captured.out.count("⠉⠉⠉") > 4


def test_an_existing_folder_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "simnon-demo").mkdir()

    assert main(["demo"]) == 1
    assert "--to FOLDER names a different one" in capsys.readouterr().err
    assert list((tmp_path / "simnon-demo").iterdir()) == []
