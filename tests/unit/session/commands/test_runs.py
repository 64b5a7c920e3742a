"""SIMU, STORE, ALGOR, ERROR, WHY, MODEL: runs and reports about them."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session
from simnon.session.outcome import Advanced, Failed, Noted, PageDrawn, RunEnded
from simnon.simulation import StopKind
from tests.unit.session.sessions import COUNTER, executed, failure, give, new_session, output_of

BLOWUP = """CONTINUOUS SYSTEM BLOWUP
STATE X
DER DX
DX = X*X
X:1
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return executed(new_session(tmp_path), "SYST OSC")


def test_a_run_ends_with_its_reason(session: Session) -> None:
    (ended,) = give(session, "SIMU 0 10")

    assert isinstance(ended, RunEnded)
    assert (ended.stop.kind, ended.stop.time) == (StopKind.END, 10.0)


@pytest.mark.parametrize("line", ["SIMU 0 10/slow", "SIMU 0 10 /slow", "SIMU/slow 0 10"])
def test_a_run_is_kept_under_a_name(session: Session, line: str) -> None:
    executed(session, line, "SIMU 0 5")

    assert session.workspace.run_named("slow").t[-1] == 10.0
    assert session.workspace.run_named("").t[-1] == 5.0


def test_a_continued_run_equals_an_uninterrupted_one(session: Session) -> None:
    whole = executed(session, "SIMU 0 10").workspace.run_named("")
    parts = executed(session, "SIMU 0 4", "SIMU 4 10 -CONT").workspace.run_named("")

    assert parts.t[0] == 0.0
    assert parts["X"][-1] == pytest.approx(whole["X"][-1], abs=1e-5)


def test_changed_parameters_apply_to_the_continued_run(session: Session) -> None:
    executed(session, "ERROR 1e-9", "SIMU 0 2", "PAR W:0", "SIMU 4 -CONT")
    run = session.workspace.run_named("")

    assert run["X"][-1] == pytest.approx(np.cos(2) - 2 * np.sin(2), abs=1e-7)


@pytest.mark.parametrize("start", [0, 10])
def test_a_discrete_state_is_kept_when_parameters_change(session: Session, tmp_path: Path, start: int) -> None:
    (tmp_path / "begun.t").write_text(COUNTER.replace("END\n", "N0:5\nINITIAL\nN = N0\nEND\n"), "utf-8")
    executed(session, "SYST begun", f"SIMU {start} {start + 2.5}", "PAR N0:100", f"SIMU {start + 5.5} -CONT")

    assert session.workspace.run_named("").final["N"] == 5 + 5


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("SIMU 3 9 -CONT", "bad-command"),
        ("SIMU -CONT", "bad-command"),
        ("SIMU 1 -CONT", "bad-option"),
        ("SIMU 9 -CONT /nix", "no-run"),
        ("SIMU 0 1 2 3", "bad-command"),
        ("SIMU 0 1 -1", "bad-option"),
        ("SIMU a b", "unknown-variable"),
    ],
)
def test_impossible_runs_are_refused(session: Session, line: str, code: str) -> None:
    executed(session, "SIMU 0 2")

    assert failure(session, line).code == code


def test_a_run_of_a_different_model_cannot_be_continued(session: Session) -> None:
    executed(session, "SIMU 0 2", "SYST COUNT")

    assert failure(session, "SIMU 4 -CONT").code == "cannot-continue"


def test_a_failed_run_is_explained(session: Session, tmp_path: Path) -> None:
    (tmp_path / "blowup.t").write_text(BLOWUP)
    (ended,) = give(executed(session, "SYST BLOWUP"), "SIMU 0 2")
    assert isinstance(ended, RunEnded)
    assert ended.stop.kind is StopKind.FAILURE

    assert "t = 1" in output_of(session, "WHY")
    assert failure(session, "SIMU 3 -CONT").code == "cannot-continue"
    assert "nothing was changed" in output_of(session, "WHY")


def test_store_chooses_and_adds(session: Session) -> None:
    assert output_of(session, "STORE") == "everything"
    executed(session, "STORE X", "SIMU 0 1")
    assert list(session.workspace.run_named("").columns) == ["X"]

    executed(session, "STORE V -ADD", "SIMU")
    assert list(session.workspace.run_named("").columns) == ["X", "V"]
    executed(session, "STORE -ALL", "SIMU")
    assert "E" in session.workspace.run_named("").columns


@pytest.mark.parametrize(
    ("word", "method"),
    [("HAMPC", "hampc"), ("RK", "dopri5"), ("das", "rodas5p"), ("auto", "dopri5"), ("DOP853", "dop853")],
)
def test_the_method_is_chosen_by_name(session: Session, word: str, method: str) -> None:
    executed(session, f"ALGOR {word}", "SIMU 0 1")

    assert session.workspace.run_named("").statistics.method == method


def test_a_step_belongs_to_a_method_of_fixed_step(session: Session) -> None:
    executed(session, "ALGOR RKFIX 0.25", "SIMU 0 1")
    assert session.workspace.run_named("").statistics.steps == 4

    assert failure(session, "ALGOR RK 0.1").code == "bad-command"
    assert failure(session, "ALGOR RK5").code == "unknown-method"


def test_the_tolerance_matters(session: Session) -> None:
    def error(line: str) -> float:
        executed(session, line, "SIMU 0 50")
        return abs(session.workspace.run_named("").final["X"] - math.cos(50))

    assert error("ERROR 1e-10") < 1e-7 < error("ERROR 1e-3")
    assert failure(session, "ERROR 2").code == "bad-command"


def test_curves_are_drawn_during_a_long_run(session: Session) -> None:
    executed(session, "SYST COUNT", "STORE N", "PLOT N")
    kinds = []
    for outcome in session.execute("SIMU 0 1E9 1E6"):
        kinds.append((type(outcome), getattr(outcome, "is_passing", None)))
        if len(kinds) > 4:
            session.interrupt()

    assert kinds[:2] == [(Advanced, None), (PageDrawn, True)]
    assert kinds[-2:] == [(PageDrawn, False), (RunEnded, None)]


def test_verify_reports_the_accuracy(session: Session) -> None:
    text = output_of(executed(session, "TURN VERIFY ON", "STORE X"), "SIMU 0 10")

    assert text.startswith("X:")


def test_model_shows_what_is_loaded(session: Session) -> None:
    executed(session, "SYST TANK REGULATOR LEVEL")

    assert "1 continuous, 1 sampled" in output_of(session, "MODEL")
    assert "outflow[tank] = " in output_of(session, "MODEL -EQUATIONS")
    assert "t < small" not in output_of(session, "MODEL -EVENTS")
    assert "at a known time" in output_of(session, "MODEL -EVENTS")
    assert output_of(session, "MODEL -LOOPS") == "no algebraic loops"
    assert failure(session, "MODEL -NIX").code == "bad-command"


def test_nothing_works_without_a_model(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    for line in ("PAR W:1", "SIMU 0 1", "MODEL", "STORE X", "DISP", "SAVE x", "LIST"):
        failed = failure(session, line)
        assert isinstance(failed, Failed)
        assert failed.code == "no-model", line


def test_model_shows_the_code_of_systems_of_1972(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    (tmp_path / "RAMP.NON").write_text("DX1=K+1\nK:2\n*END\n", "utf-8")

    listing = output_of(session, "SYST RAMP.NON", "MODEL -CODE")

    assert listing.split("RPN")[1].split()[1::2] == ["18491", "17299", "16000", "17001", "7000", "19000"]
    assert failure(session, "MODEL -CODE x").code == "bad-command"
    executed(session, "SYST OSC")
    assert ".non" in failure(session, "MODEL -CODE").hint


def test_one_time_is_the_start_and_a_note_says_what_is_run(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST OSC", "SIMU 0 30")

    noted, *_ = give(session, "SIMU 10")

    assert isinstance(noted, Noted)
    assert "from 10 to 30; SIMU 0 10 runs from 0 to 10" in noted.text


def test_the_interpreter_gives_the_same_numbers_as_machine_code(session: Session) -> None:
    code = executed(session, "SIMU 0 1").workspace.run_named("")
    interpreted = executed(session, "TURN INTERPRETER ON", "SIMU").workspace.run_named("")

    assert interpreted.provenance.machine != code.provenance.machine
    assert interpreted.provenance.options.target == "interpreter"
    assert interpreted.t.tobytes() == code.t.tobytes()
    assert all(interpreted[name].tobytes() == code[name].tobytes() for name in code.columns)
    back = executed(session, "TURN INTERPRETER OFF", "SIMU").workspace.run_named("")
    assert back.provenance.machine == code.provenance.machine


ROD = """CONTINUOUS SYSTEM rod    " a pendulum in the coordinates of its end
STATE x y vx vy
DER dx dy dvx dvy
VARIABLE pull
dx = vx
dy = vy
dvx = -pull*x
dvy = -pull*y - g
x^2 + y^2 = 1
g: 10
x: 1
vy: 0
END
"""
PART_OF_COMPILER = re.compile(r"\b(choice|chosen|pivot|mode|guard|condition|held|parameter|reciprocal|start|der)\.\d")


def test_reports_have_no_names_of_the_compiler(session: Session, tmp_path: Path) -> None:
    (tmp_path / "rod.t").write_text(ROD, "utf-8")
    executed(session, "SYST rod", "SIMU 0 3")
    names = [entry.name for entry in session.workspace.run_named("").events]
    reports = [output_of(session, line) for line in ("WHY", "MODEL", "MODEL -EQUATIONS", "MODEL -LOOPS")]

    assert "choice of x or y as state" in names
    assert len(names) == len(session.workspace.run_named("").events)
    assert not [text for text in (*names, *reports) if PART_OF_COMPILER.search(text)]


def test_sorted_equations_are_those_of_the_user(session: Session, tmp_path: Path) -> None:
    text = "CONTINUOUS SYSTEM belt\nSTATE s v\nDER ds dv\nds = v\ndv = (k*s - SIGN(v - 1))/m + DELAY(v, 2)\n"
    (tmp_path / "belt.t").write_text(f"{text}k: 1\nm: 2\nEND\n")

    assert output_of(session, "SYST belt", "MODEL -EQUATIONS").splitlines() == [
        "belt",
        "  state",
        "    ds = v",
        "    dv = (k*s - SIGN(v - 1))/m + DELAY(v, 2)",
    ]
    assert output_of(session, "MODEL -EVENTS") == "SIGN(v - 1): changes sign, belt.t line 5"


def test_an_error_names_the_text_of_a_delay(tmp_path: Path) -> None:
    session = new_session(tmp_path, is_interactive=False)
    (tmp_path / "echo.t").write_text("CONTINUOUS SYSTEM echo\nTIME t\ny = DELAY(t, 1 + y)\nEND\n")

    messages = [diagnostic.message for diagnostic in failure(session, "SYST echo").diagnostics]
    assert messages[0].startswith("1 + y, DELAY(t, 1 + y): this loop goes through the lag")


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("ERROR 1e-4 1e-5 0.1", "relative 0.0001, absolute 1e-05, longest step 0.1"),
        ("ERROR 1e-4", "relative 0.0001, absolute 1e-07"),
        ("ERROR 1e-4 0", "relative 0.0001, absolute 0"),
        ("ALGOR RK4 0.01", "rk4, step 0.01"),
        ("STORE X", "X"),
        ("PLOT V", "V"),
    ],
)
def test_a_setting_alone_is_shown(session: Session, line: str, shown: str) -> None:
    command = line.split(maxsplit=1)[0]

    assert shown in output_of(session, line, command)
    assert shown in output_of(session, command)
