"""The command line: what it prints, where, and the exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from simnon.frontends import main
from simnon.frontends.printing import has_colours
from simnon.version import __version__
from tests.seeds import first_fast

EXAMPLES = Path(__file__).parents[3] / "examples"
VDPOL = str(EXAMPLES / "vdpol.t")
WRONG = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = y\nEND\n"
UNUSED = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\na: 1\nb: 2\nEND\n"


def file_of(tmp_path: Path, text: str) -> str:
    path = tmp_path / "model.t"
    path.write_text(text)
    return str(path)


def test_a_good_model_has_no_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", VDPOL]) == 0
    assert capsys.readouterr() == ("no errors\n", "")


def test_a_wrong_model_fails_with_the_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["check", file_of(tmp_path, WRONG)]) == 1

    out = capsys.readouterr().out
    assert "  model.t:4:6\n  4 | dx = y\n    |      ^\n" in out
    assert out.endswith("\n1 error\n")


@pytest.mark.parametrize(
    "words",
    [
        ["--path", "nowhere", "-c", "HELP"],
        ["--allow", "nowhere", "-c", "HELP"],
        ["--trust", "nowhere", "-c", "HELP"],
        ["--path", f".{os.pathsep}nowhere", "-c", "HELP"],
        ["check", VDPOL, "--allow", "nowhere"],
    ],
)
def test_a_folder_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(words) == 1
    assert capsys.readouterr() == ("", "error[file-not-found]: there is no folder 'nowhere'\n  hint: check its name\n")


def test_warnings_do_not_fail(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["check", file_of(tmp_path, UNUSED)]) == 0
    assert capsys.readouterr().out.endswith("\n2 warnings\n")


def test_only_json_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["check", "--json", file_of(tmp_path, WRONG)]) == 1

    (entry,) = json.loads(capsys.readouterr().out)
    assert (entry["code"], entry["place"]["line"], entry["place"]["column"]) == ("undefined-name", 4, 6)


def test_json_of_a_good_model_is_an_empty_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", VDPOL]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_the_classic_order_is_noted_on_request(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = file_of(tmp_path, "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = a\na = -x\nEND\n")

    assert main(["check", "--classic", path]) == 0
    assert "note[classic-order]" in capsys.readouterr().out


def test_a_missing_file_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "no_such_file.t"]) == 1
    assert "error[file-not-found]" in capsys.readouterr().out


def test_show_prints_the_sorted_equations(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", VDPOL]) == 0
    assert capsys.readouterr() == ("SCHEDULE vdpol\n  state\n    dx = y\n    dy = mu*(1 - x^2)*y - x\n", "")


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("assemble", "MODEL vdpol"),
        ("hoist-invariants", "MODEL vdpol"),
        ("lower", "program vdpol"),
        ("llvm", "define void"),
    ],
)
def test_show_prints_any_stage(capsys: pytest.CaptureFixture[str], stage: str, words: str) -> None:
    assert main(["show", "--after", stage, VDPOL]) == 0
    assert words in capsys.readouterr().out


def test_show_of_a_wrong_model_prints_errors_on_stderr(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["show", file_of(tmp_path, WRONG)]) == 1

    captured = capsys.readouterr()
    assert captured.out == ""
    assert "error[undefined-name]" in captured.err


def test_an_unknown_stage_is_an_error_with_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--after", "lowr", VDPOL]) == 1
    assert capsys.readouterr().err == "error[unknown-stage]: there is no stage 'lowr'\n  hint: did you mean 'lower'?\n"


def test_the_version_is_that_of_version_py(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["--version"])

    assert raised.value.code == 0
    assert capsys.readouterr().out == f"simnon {__version__}\n"


@pytest.mark.parametrize("words", [["check"], ["unknown"], ["show", "--after"], ["run"], ["new"]])
def test_incomplete_or_unknown_words_are_a_usage_error(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(words)

    assert raised.value.code == 2
    assert "usage: simnon" in capsys.readouterr().err


@pytest.mark.parametrize("unbuffered", first_fast(["", "1"]))
def test_a_closed_pipe_causes_no_traceback(unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "simnon", "show", "--after", "lower", VDPOL],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    os.close(writing)

    assert (done.returncode, done.stderr) == (1, b"")


class Terminal:
    def __init__(self, is_terminal: bool) -> None:
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


def test_colours_are_for_terminals_that_can_show_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert has_colours(Terminal(True))  # type: ignore[arg-type]
    assert not has_colours(Terminal(False))  # type: ignore[arg-type]
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_colours(Terminal(True))  # type: ignore[arg-type]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.t")), ids=lambda path: path.stem)
def test_every_example_passes_without_diagnostics(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = [EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t")]

    assert main(["check", *map(str, parts if path in parts else [path])]) == 0
    assert capsys.readouterr().out == "no errors\n"


def test_every_example_is_in_the_list_of_examples() -> None:
    text = (EXAMPLES / "README.md").read_text("utf-8")

    assert [
        path.name for path in EXAMPLES.iterdir() if path.suffix in (".t", ".py") and f"`{path.name}`" not in text
    ] == []


@pytest.mark.slow
def test_characters_that_a_stream_cannot_represent_are_replaced(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simnon", "run", "-"],
        input="WRITE 'Größe'\nWRITE '\xff'\n".encode("latin-1"),
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"Gr")


@pytest.mark.slow
def test_lines_in_latin_1_are_read_as_files_are(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simnon"],
        input=b"WRITE 'niv\xe5'\nWRITE 'Gr\xc3\xb6\xc3\x9fe'\n",
        env={**os.environ, "PYTHONUTF8": "1"},
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )

    assert done.stdout.decode("utf-8").split() == ["nivå", "Größe"]


def test_convert_prints_the_model_as_simnon_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "decay.dar"
    path.write_text(" $D1\n   X. = -X\nEND\nX = 1.0\nEND\n")

    assert main(["convert", str(path), "--to", "simnon"]) == 0
    assert capsys.readouterr().out.startswith("CONTINUOUS SYSTEM decay\nSTATE X\nDER DX\nDX = -X\nX: 1\nEND\n")


def test_convert_of_a_wrong_model_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["convert", file_of(tmp_path, "CONTINUOUS SYSTEM s\na = (\nEND\n")]) == 1
    assert "error[expression-expected]" in capsys.readouterr().err


def test_units_are_checked_strictly_on_request(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = file_of(tmp_path, "CONTINUOUS SYSTEM s\nSTATE v [m/s]\nDER dv\ndv = -9.81\nEND\n")

    assert main(["check", path]) == 0
    assert capsys.readouterr().out.endswith("\n1 note\n")
    assert main(["check", "--units", path]) == 1
    assert "error[bare-number]: -9.81 is taken as -9.81 [m/s^2]" in capsys.readouterr().out


def test_the_lander_passes_the_strict_check_of_units(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--units", str(EXAMPLES / "lander.t")]) == 0
    assert capsys.readouterr().out == "no errors\n"


@pytest.mark.parametrize("words", [["-c", "HELP"], ["--as", "acsl"], ["--path", "."], ["--pictures"]])
def test_options_of_a_session_that_would_be_ignored_are_refused(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*words, "check", VDPOL])

    assert caught.value.code == 2
    assert f"{words[0]} cannot be used with 'check'" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "meant"), [(["chekc", "x"], "check"), (["check", "--jsno", "x"], "--json")])
def test_a_misspelled_word_or_option_has_a_hint(
    words: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words)

    assert f"hint: did you mean '{meant}'?" in capsys.readouterr().err
