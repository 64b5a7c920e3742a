"""`simnon` with lines from a pipe: plain text, and errors do not end it."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from simnon.frontends import main
from tests.unit.frontends.sessions import fill


def test_all_lines_are_executed_with_plain_text_replies(tmp_path: Path) -> None:
    typed = "SYST decay\nPAR rat: 2\nPAR rate: 2\nSIMU 0 1\nASHOW x\nask\n7\nSTOP\nPAR rate: 3\n"

    done = subprocess.run(
        [sys.executable, "-m", "simnon"], cwd=fill(tmp_path), input=typed, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert done.stderr == ""
    first, hint, changed, ended, *rest = done.stdout.splitlines()
    assert (first, hint) == (
        "error[unknown-variable]: the model has no parameter 'rat'",
        "  hint: did you mean 'rate'?",
    )
    assert changed == "rate: 1 -> 2 1/s"
    assert ended.startswith("the end of the run, t = 1; ")
    assert rest == ["how many?", "got 3 7"]


def piped(folder: Path, monkeypatch: pytest.MonkeyPatch, *lines: str) -> int:
    monkeypatch.chdir(fill(folder))
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main([])


def test_a_text_with_an_error_is_corrected_by_lines_for_the_editor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status = piped(tmp_path, monkeypatch, "SYST broken", "", "C /)//", "E", "SIMU 0 1")

    out = capsys.readouterr().out
    assert status == 0
    assert out.index("error[unexpected-text]") < out.index("wrote broken.t") < out.index("the end of the run")


@pytest.mark.parametrize("lines", [["PAR rate: 2"], ["R dx = 0", "PAR rate: 2"], ["Q", "PAR rate: 2"]])
def test_a_line_that_is_not_for_the_editor_closes_it_and_is_executed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: list[str]
) -> None:
    status = piped(tmp_path, monkeypatch, "SYST decay", "SYST broken", *lines)

    out = capsys.readouterr().out
    assert status == 1
    assert out.count("broken.t is unchanged; nothing was compiled\n") == 1
    assert out.endswith("rate: 1 -> 2 1/s\n")
    assert "rate*x)" in (tmp_path / "broken.t").read_text("utf-8")


def test_an_error_in_the_last_line_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert piped(tmp_path, monkeypatch, "SYST broken") == 1
    assert capsys.readouterr().out.endswith("broken.t is unchanged; nothing was compiled\n")


@pytest.mark.slow
def test_a_dialect_has_the_replies_of_its_program(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simnon", "--as", "simnon72"],
        cwd=tmp_path,
        input="SYSTT\nA=T+\nA=T\n*END\nSTOPP\nSTOP\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )

    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "        <SYSTEM DESCRIPTION>:",
        "        A=T+",
        "ERR33       ↑",
        "        A=T",
        "        *END",
        "        ILLEGAL COMMAND",
    ]
