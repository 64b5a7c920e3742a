"""SENS: a run with derivatives, which are drawn and shown."""

import math
from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session
from simnon.session.outcome import PageDrawn, RunEnded, Valued
from tests.unit.session.sessions import executed, failure, new_session, replies

DECAY = """CONTINUOUS SYSTEM decay
STATE x [m]
DER dx
TIME t [s]
dx = -k*x
twice = 2*x
k: 0.5 [1/s]
x: 3
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "decay.t").write_text(DECAY, "utf-8")
    return executed(new_session(tmp_path), "SYST decay", "ERROR 1E-9", "SIMU 0 2")


def test_derivatives_are_shown_at_the_end_of_the_run(session: Session) -> None:
    drawn, ended, values = (each for each in replies(session, "SENS x twice BY k x") if not hasattr(each, "start"))

    assert isinstance(drawn, PageDrawn)
    assert isinstance(ended, RunEnded)
    assert isinstance(values, Valued)
    by_k, by_start = -2 * 3 * math.exp(-1.0), math.exp(-1.0)
    assert {row.name: row.value for row in values.rows} == pytest.approx(
        {
            "d(x)/d(k)": by_k,
            "d(x)/d(INIT(x))": by_start,
            "d(twice)/d(k)": 2 * by_k,
            "d(twice)/d(INIT(x))": 2 * by_start,
        },
        rel=1e-7,
    )
    assert [row.unit for row in values.rows][:2] == ["m*s", "m/m"]


def test_their_curves_are_drawn_and_the_run_is_kept(session: Session) -> None:
    executed(session, "PAR k: 1", "SENS x BY k /first", "ASHOW x")
    run = session.workspace.run_named("first")

    assert run is session.workspace.run_named("")
    assert run["d(x)/d(k)"] == pytest.approx(-3 * run.t * np.exp(-run.t), abs=1e-7)
    executed(session, "SENS x BY k")
    (curve,) = session.workspace.page.figure.areas[0].curves
    assert curve.label == "d(x)/d(k)"


def test_the_run_can_be_continued_and_linearised(session: Session) -> None:
    executed(session, "SENS x BY k", "SIMU 7 -CONT")
    run = session.workspace.run_named("")
    assert run.t[-1] == 7.0
    assert run["d(x)/d(k)"][-1] == pytest.approx(-3 * 7 * math.exp(-3.5), abs=1e-7)
    executed(session, "LINEAR k TO x -RUN", "EQUIL -RUN -SHOW")


def test_derivatives_are_recorded_even_if_little_is_stored(session: Session) -> None:
    executed(session, "STORE twice", "SENS x BY k")

    assert set(session.workspace.run_named("").columns) == {"twice", "x", "d(x)/d(k)"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("SENS x", "bad-command"),
        ("SENS BY k", "bad-command"),
        ("SENS x BY", "bad-command"),
        ("SENS x x BY k", "given-twice"),
        ("SENS x BY kk", "unknown-variable"),
        ("SENS k BY k", "not-a-variable"),
        ("SENS x BY dx", "not-a-parameter"),
        ("SENS x BY k -FAST", "unknown-option"),
    ],
)
def test_mistakes_are_explained(session: Session, line: str, code: str) -> None:
    failed = failure(session, line)

    assert failed.code == code
    assert failed.hint


@pytest.mark.parametrize(("level", "is_noted"), [(0.0, True), (0.5, False)])
def test_a_run_that_starts_at_a_corner_says_so(tmp_path: Path, level: float, is_noted: bool) -> None:
    text = "CONTINUOUS SYSTEM leak\nSTATE x\nDER dx\ndx = 1 - MAX(x, level)\nlevel: 0\nx: 0\nEND\n"
    (tmp_path / "leak.t").write_text(text, "utf-8")
    session = executed(new_session(tmp_path), "SYST leak", f"PAR level:{level}", "SIMU 0 1")

    (ended,) = (each for each in replies(session, "SENS x BY level") if isinstance(each, RunEnded))

    told = [note for note in ended.notes if note.startswith("the run starts at a corner, MAX(x, level)")]
    assert bool(told) is is_noted
