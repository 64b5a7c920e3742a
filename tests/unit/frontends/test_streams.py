"""Closed, full and missing surroundings: a plain message and a status, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simnon.compiler import compile_model
from simnon.frontends import main
from tests.seeds import first_fast
from tests.unit.frontends.sessions import ROOT

VDPOL = str(ROOT / "examples" / "vdpol.t")
START = [sys.executable, "-m", "simnon"]
WORDS: tuple[list[str], ...] = (
    ["check", VDPOL],
    ["-c", "WRITE 'hello'"],
    ["--version"],
    ["help"],
    ["show", VDPOL],
    ["info"],
    ["run", "-"],
    [],
)


def shell(line: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `simnon words` with the redirections of `line`."""
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {line}', "sh", *START, *words],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("words", first_fast([*WORDS], 1))
@pytest.mark.parametrize("closed", first_fast([">&-", "<&-", "2>&-", "<&- >&- 2>&-"]))
def test_a_closed_stream_does_no_harm(words: list[str], closed: str) -> None:
    done = shell(closed, *words)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", first_fast([words for words in WORDS if words not in ([], ["run", "-"])], 1))
def test_output_that_cannot_be_written_is_an_error(words: list[str]) -> None:
    done = shell(">/dev/full", *words)

    assert done.returncode == 1
    assert done.stderr == "error[file-trouble]: the output cannot be written: No space left on device\n"


@pytest.mark.slow
def test_messages_that_cannot_be_written_leave_the_status() -> None:
    assert shell("2>/dev/full", "run", "nowhere").returncode == 1
    assert shell(">/dev/full 2>/dev/full", "check", "nowhere.t").returncode == 1


@pytest.mark.slow
def test_a_file_that_is_written_never_gets_the_output(tmp_path: Path) -> None:
    commands = "SYST vdpol; SIMU 0 1; EXPORT out.csv; WRITE 'hello'"
    Path(tmp_path, "vdpol.t").write_bytes(Path(VDPOL).read_bytes())
    subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *START, "-c", commands], cwd=tmp_path, check=True, env=os.environ
    )

    assert "hello" not in (tmp_path / "out.csv").read_text("utf-8")


def go_to_a_folder_that_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()


@pytest.mark.parametrize("words", [["run", "x"], ["-c", "LET a = 1"], ["run", "-"], []])
def test_a_session_in_a_removed_folder_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    go_to_a_folder_that_is_removed(tmp_path, monkeypatch)

    assert main(words) == 1
    assert capsys.readouterr().err.startswith("error[file-trouble]: the working folder cannot be found")


@pytest.mark.parametrize("words", [["check", VDPOL], ["help", "SIMU"], ["info"], ["info", "electrical.resistor"]])
def test_a_removed_folder_matters_only_if_it_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    go_to_a_folder_that_is_removed(tmp_path, monkeypatch)

    assert main(words) == 0
    assert capsys.readouterr().out


def test_a_text_is_compiled_without_a_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_to_a_folder_that_is_removed(tmp_path, monkeypatch)

    assert compile_model("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nEND\n").states == ("x",)


@pytest.mark.slow
@pytest.mark.parametrize("home", ["", "relative", "/nonexistent/home", "/proc", "/dev/null"])
def test_an_unusable_home_is_ignored(tmp_path: Path, home: str) -> None:
    surroundings = dict.fromkeys(("XDG_STATE_HOME", "XDG_CACHE_HOME", "SIMNON_CACHE"), "")
    done = subprocess.run(
        [*START, "-c", "SYST vdpol; SIMU 0 1"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT / "examples",
        env={**os.environ, **surroundings, "HOME": home},
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "the end of the run" in done.stdout
    assert not (ROOT / "examples" / ".local").exists()
