"""The session at a real terminal: typing, interrupting, correcting, leaving."""

import os
from pathlib import Path

import pytest

if os.name == "nt":
    pytest.skip("needs a pseudo terminal", allow_module_level=True)

from tests.unit.frontends.sessions import fill
from tests.unit.frontends.terminal.typist import Typist

CTRL_C, CTRL_D, TAB = "\x03", "\x04", "\t"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return fill(tmp_path)


@pytest.mark.slow
def test_the_tank_is_studied_and_drawn(folder: Path) -> None:
    with Typist(folder) as typist:
        typist.type("SYST TANK DPID REGTANK", "PAR DT: 5", "SIMU 0 200")
        typist.expect("the end of the run, t = 200; 52 steps")
        typist.type("ASHOW H HREF")
        typist.expect("⠉⠉⠉")
        typist.expect("180       200")
        typist.type("PAR TII: 5")
        typist.expect("did you mean 'TI'?")
        typist.type("STOP")
        assert typist.end() == 0
        assert "Traceback" not in typist.seen


@pytest.mark.slow
def test_a_run_is_interrupted_and_continued(folder: Path) -> None:
    with Typist(folder) as typist:
        typist.type("SYST spiral", "STORE a", "SIMU 0 1E7 1E4")
        typist.expect(" % ")
        typist.press("typed early" + CTRL_C)
        typist.expect("interrupted at t = ")
        typist.expect("continue with SIMU -CONT")
        assert "^C" not in typist.seen
        typist.type("SIMU -CONT")
        typist.expect(" % ")
        typist.press(CTRL_C)
        typist.expect("interrupted at t = ")
        typist.type("DISP -RUNS")
        typist.expect("(last): t = 0 to ")
        typist.expect_prompt()
        typist.press(CTRL_D)
        assert typist.end() == 0


@pytest.mark.slow
def test_an_interrupt_does_not_end_a_session_at_a_dumb_terminal(folder: Path) -> None:
    with Typist(folder, TERM="dumb") as typist:
        for line in ("SYST spiral", "STORE a", "TURN ECHO ON", "MACRO LONG"):
            typist.type(line)
            typist.expect("> ")
        for line in ("SIMU 0 1E9 1E6", "END"):
            typist.type(line)
            typist.expect("> ")
        typist.type("LONG")
        typist.expect("> SIMU 0 1E9 1E6")
        typist.press(CTRL_C)
        typist.expect("interrupted")
        typist.expect("> ")
        typist.type("MACRO OTHER")
        typist.expect("MACRO> ")
        typist.press(CTRL_C)
        typist.expect("the macro was cancelled")
        typist.type("DISP a")
        typist.expect("a  ")
        typist.type("STOP")
        assert typist.end() == 0


@pytest.mark.slow
def test_the_first_interrupt_stops_compiling(folder: Path) -> None:
    cells = "CONNECTING SYSTEM many\nSYSTEM c[1..20000]: cell\nEND\nCONTINUOUS SYSTEM cell\nSTATE x\nDER dx\n"
    (folder / "many.t").write_text(cells + "dx = -x\nEND\n", "utf-8")
    with Typist(folder, TERM="dumb") as typist:
        typist.type("TURN ECHO ON")
        typist.expect("> ")
        for line in ("MACRO LARGE", "SYST many", "END"):
            typist.type(line)
            typist.expect("> ")
        typist.type("LARGE")
        typist.expect("> SYST many")
        typist.press(CTRL_C)
        typist.expect("the command was cancelled")
        typist.type("STOP")
        assert typist.end() == 0


@pytest.mark.slow
def test_a_text_with_an_error_is_corrected_in_the_line_editor(folder: Path) -> None:
    with Typist(folder) as typist:
        typist.type("SYST broken")
        typist.expect("error[unexpected-text]")
        typist.expect("EDIT> ")
        typist.type("R dx = -rate*x")
        typist.type("E")
        typist.expect("wrote broken.t")
        typist.type("SIMU 0 1")
        typist.expect("the end of the run, t = 1")
    assert "dx = -rate*x\n" in (folder / "broken.t").read_text("utf-8")


@pytest.mark.slow
def test_questions_macros_and_pasted_lines(folder: Path) -> None:
    with Typist(folder) as typist:
        typist.type("ASK")
        typist.expect("how many? ")
        typist.expect_prompt()
        typist.press(CTRL_C)
        typist.expect("the macro was cancelled")
        typist.type("ASK", "7")
        typist.expect("got 3 7")
        typist.press("\x1b[200~SYST decay\nPAR rat: 2\nPAR rate: 3\x1b[201~\r")
        typist.expect("> PAR rat: 2\nerror[unknown-variable]")
        typist.expect("the line after it was skipped")
        typist.expect_prompt()
        typist.press("some text")
        typist.expect("some text")
        typist.press(CTRL_C)
        typist.type("DISP rate")
        typist.expect("rate  1")


@pytest.mark.slow
def test_tab_completes_and_history_is_kept(folder: Path) -> None:
    with Typist(folder) as typist:
        typist.type("SYST decay")
        typist.press("PAR ra" + TAB)
        typist.expect("te")
        typist.press(": 4\r")
        typist.expect("rate: 1 -> 4")
        typist.expect_prompt()
        typist.press(CTRL_D)
        assert typist.end() == 0
    assert "+PAR rate: 4" in (folder / "history").read_text("utf-8")


def test_a_closed_terminal_ends_the_session_silently(folder: Path) -> None:
    with Typist(folder) as typist:
        os.close(typist.keyboard)
        typist.process.wait(timeout=20)
        typist.keyboard = os.open(os.devnull, os.O_RDONLY)


@pytest.mark.slow
def test_the_users_editor_is_opened(folder: Path) -> None:
    editor = folder / "editor.sh"
    editor.write_text("#!/bin/sh\nsed -i 's/rate: 1/rate: 5/' \"$1\"\n", "utf-8")
    editor.chmod(0o755)
    with Typist(folder, EDITOR=str(editor), VISUAL="") as typist:
        typist.type("EDIT decay")
        typist.expect("> ")
        typist.type("SYST decay", "DISP rate")
        typist.expect("rate  5")


@pytest.mark.slow
def test_an_internal_error_does_not_end_the_session(folder: Path) -> None:
    with Typist(folder, XDG_STATE_HOME=str(folder), PYTHONPATH=os.pathsep.join(_spoiled(folder))) as typist:
        typist.type("SYST decay", "SIMU 0 1")
        typist.expect("internal error: ZeroDivisionError")
        typist.type("DISP rate")
        typist.expect("rate  1")
        assert "Traceback" not in typist.seen


def _spoiled(folder: Path) -> list[str]:
    """A path on which runs fail in a way nobody foresaw."""
    (folder / "sitecustomize.py").write_text(
        "import simnon.simulation as simulation\nsimulation.Simulator.begin = lambda self, options: 1 / 0\n",
        "utf-8",
    )
    return [str(folder), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
