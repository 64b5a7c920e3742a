"""`simnon run` and `simnon -c`: replies, errors, exit status."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from simnon.frontends import main
from tests.unit.frontends.sessions import fill


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(fill(tmp_path))
    return tmp_path


def simnon(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "simnon", *words], cwd=folder, input=typed, capture_output=True, text=True, check=False
    )


def test_the_study_of_the_tank_runs_as_a_file_of_commands(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "study.txt"]) == 0

    out = capsys.readouterr().out
    assert "TI[DPID]: 1e+10 -> 50\n" in out
    assert out.count("the end of the run, t = 200") == 6
    assert "⠤" not in out
    assert "ELIM: 1" in (folder / "dpid.t").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("decay.t", '" a comment\n\nCONTINUOUS SYSTEM decay\nSTATE x\nDER dx\ndx = 1\nEND\n', "x 100"),
        ("decay.ode", "x'=1\n@ total=4\ndone\n", "x 4"),
        ("measured.csv", "t,u\n0,1\n100,3\n", "u 3"),
    ],
)
def test_a_model_is_run_and_its_final_values_are_shown(
    name: str, text: str, value: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / name).write_text(text)

    assert main(["run", name]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "the end of the run" in out
    assert value in out
    assert main(["run", name, "5"]) == 1


def test_pictures_are_drawn_on_request(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--pictures", "study.txt"]) == 0
    assert "⠤" in capsys.readouterr().out


@pytest.mark.slow
def test_the_first_error_ends_it_with_its_position_on_stderr(folder: Path) -> None:
    done = simnon(folder, "run", "fails")

    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "error[unknown-variable]: the model has no parameter 'rat'\n"
        "  in macro FAILS, line 3 (fails.t)\n  hint: did you mean 'rate'?\n"
    )


def test_standard_input_is_executed_up_to_an_error(folder: Path) -> None:
    done = simnon(folder, "run", "-", typed="SYST decay\nSIMU 0 1\nPAR rat: 1\nSIMU\n")

    assert done.returncode == 1
    assert done.stdout.count("the end of the run") == 1
    assert "in line 3 of standard input" in done.stderr


def test_commands_are_executed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-c", "SYST decay; PAR rate: 2; STOP; PAR rate: 3"]) == 0
    assert capsys.readouterr() == ("rate: 1 -> 2 1/s\n", "")


def test_questions_are_answered_from_standard_input(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("many\n7\n"))

    assert main(["run", "ask", "-5"]) == 0
    assert capsys.readouterr().out.endswith("how many?\ngot -5 7\n")


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        ("ask", "there is no answer to the question 'how many?'"),
        ("SYST decay -EDIT", "the line editor is still open on decay.t"),
        ("MACRO A; SIMU", "MACRO has no end"),
    ],
)
def test_unfinished_input_is_an_error(
    folder: Path, commands: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["-c", commands]) == 1
    assert expected in capsys.readouterr().err


def test_a_failed_run_does_not_end_it_but_sets_the_status(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "grows.t").write_text("CONTINUOUS SYSTEM grows\nSTATE x\nDER dx\ndx = x*x\nx: 1\nEND\n", "utf-8")

    assert main(["-c", "SYST grows; SIMU 0 5; WRITE 'still here'"]) == 1

    captured = capsys.readouterr()
    assert "still here" in captured.out
    assert captured.err.startswith("error[run-failed]: a run ended early: ")


def test_files_are_found_on_the_path_and_beside_the_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = fill(tmp_path / "study")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    assert main(["--path", str(folder), "-c", "SYST decay"]) == 0
    assert main(["run", str(folder / "fails.t")]) == 1
    assert "no parameter 'rat'" in capsys.readouterr().err


def test_files_outside_the_folder_are_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = fill(tmp_path / "study")
    before = (folder / "dpid.t").read_text("utf-8")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    assert main(["run", str(folder / "study.txt")]) == 1
    assert "outside-folder" in capsys.readouterr().err
    assert (folder / "dpid.t").read_text("utf-8") == before


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
def test_an_interrupt_is_status_130(folder: Path) -> None:
    lines = "SYST spiral\nWRITE 'ready'\nSIMU 0 1E9 1E6\n"
    with subprocess.Popen(
        [sys.executable, "-m", "simnon", "run", "-"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(lines)
        running.stdin.flush()
        assert running.stdout.readline() == "ready\n"
        running.send_signal(signal.SIGINT)

        assert running.wait(timeout=20) == 130
        assert running.communicate()[1] == ""


def test_a_file_of_commands_in_a_dialect_ends_at_its_first_error(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "LINE.NON").write_text("A=T\n*END\n", "utf-8")
    (folder / "old.txt").write_text("SYSDK LINE\nCOMPU 0 1 10\nSTOPP\nSTOP\n", "utf-8")

    assert main(["run", "--as", "simnon72", "old.txt"]) == 1
    assert capsys.readouterr().err.splitlines() == ["        ILLEGAL COMMAND", "  in old.txt, line 3: STOPP"]
    assert main(["run", "--as", "simnon71", "old.txt"]) == 1
    assert "did you mean 'simnon72'?" in capsys.readouterr().err


def test_an_unfinished_description_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "old.txt").write_text("SYSTT\nA=T\n", "utf-8")

    assert main(["run", "--as", "simnon72", "old.txt"]) == 1
    assert "error[unfinished]: SYSTT has no end" in capsys.readouterr().err


SPY = """\
from pathlib import Path
Path(__file__).with_name("ran").touch()


def f(a):
    return {1: a}[1]
"""


def test_code_runs_in_folders_trusted_for_one_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spy.py").write_text(SPY, "utf-8")
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nFUNCTION f(a) FROM 'spy.py'\ndx = -f(x)\nEND\n"
    (tmp_path / "s.t").write_text(text, "utf-8")

    assert main(["-c", "SYST s"]) == 1
    assert "untrusted-code" in capsys.readouterr().err
    assert not (tmp_path / "ran").exists()
    assert main(["--trust", ".", "-c", "SYST s"]) == 0
    assert (tmp_path / "ran").exists()
    assert main(["-c", "TRUST ."]) == 1
    assert "typed-only" in capsys.readouterr().err


def test_files_are_read_and_written_in_the_folders_that_are_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("here", "outer"):
        (tmp_path / name).mkdir()
    (tmp_path / "outer" / "a.csv").write_text("t,x\n0,1\n1,2\n", "utf-8")
    monkeypatch.chdir(tmp_path / "here")
    commands = "IMPORT ../outer/a.csv; EXPORT ../outer/b.csv /a"

    assert main(["-c", commands]) == 1
    assert "outside-folder" in capsys.readouterr().err
    assert main(["--allow", "../outer", "-c", commands]) == 0
    assert (tmp_path / "outer" / "b.csv").exists()
