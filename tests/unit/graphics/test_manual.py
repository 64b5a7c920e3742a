"""The examples on the manual's page about pictures work."""

import re
from pathlib import Path

import pytest

MANUAL = Path(__file__).parents[3] / "docs" / "manual"


def block(page: str, language: str) -> str:
    (first, *_) = re.findall(rf"```{language}\n(.*?)```", (MANUAL / page).read_text("utf-8"), re.DOTALL)
    return str(first)


def test_the_example_draws_and_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("vdpol.t").write_text(block("getting-started.md", "simnon"), "utf-8")

    exec(compile(block("pictures.md", "python"), "pictures.md", "exec"), {})  # noqa: S102  our own page

    assert "Van der Pol" in capsys.readouterr().out
    assert Path("vdpol.pdf").read_bytes().startswith(b"%PDF-")
