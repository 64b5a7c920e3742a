"""FIT: the parameters get the values that explain a table best."""

from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session
from simnon.session.outcome import Changed, PageDrawn, Printed
from tests.unit.session.sessions import executed, failure, give, new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    text = "CONTINUOUS SYSTEM decay\nSTATE x\nDER dx\ndx = -k*x\nk: 1\nx: 1\nEND\n"
    (tmp_path / "decay.t").write_text(text, "utf-8")
    rows = [f"{t},{2 * np.exp(-0.3 * t)}" for t in np.arange(0.5, 5.0, 0.5)]
    (tmp_path / "data.csv").write_text("\n".join(["t,x", *rows]) + "\n", "utf-8")
    return executed(new_session(tmp_path), "SYST decay", "IMPORT data.csv")


def test_parameters_and_initial_values_are_found_set_and_drawn(session: Session) -> None:
    report, *changes, page = give(session, "FIT k x /data")

    assert isinstance(report, Printed)
    assert "k  0.3 ±" in report.text
    assert [(each.name, round(each.new, 5)) for each in changes if isinstance(each, Changed)] == [
        ("k", 0.3),
        ("x", 2.0),
    ]
    assert isinstance(page, PageDrawn)
    executed(session, "UNDO")
    assert session.workspace.given.parameters == {}


def test_bounds_hold(session: Session) -> None:
    outcomes = give(session, "FIT k[0.5, 2] x /data -HUBER")

    assert next(each.new for each in outcomes if isinstance(each, Changed)) == 0.5


def test_tables_have_values_of_their_own_and_local_parameters(session: Session, tmp_path: Path) -> None:
    rows = [f"{t},{3 * np.exp(-0.3 * t)}" for t in np.arange(0.5, 5.0, 0.5)]
    (tmp_path / "more.csv").write_text("\n".join(["t,x", *rows]) + "\n", "utf-8")
    executed(session, "IMPORT more.csv")
    report, *_ = give(session, "FIT k LOCAL x /data /more")
    assert isinstance(report, Printed)
    assert [line.split(" ±")[0].split() for line in report.text.splitlines()[:3]] == [
        ["k", "0.3"],
        ["x/DATA", "2"],
        ["x/MORE", "3"],
    ]
    report, *_ = give(session, "FIT k[0.1, 2] STARTS:3 /data x:2 /more x: 3 -PROFILE")
    assert isinstance(report, Printed)
    assert "k  0.3 ±" in report.text
    assert "3 of 3 starts led here" in report.text


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("FIT k", "bad-command"),
        ("FIT /data", "bad-command"),
        ("FIT k k /data", "given-twice"),
        ("FIT kk /data", "unknown-variable"),
        ("FIT dx /data", "not-a-parameter"),
        ("FIT k /nothing", "no-run"),
        ("FIT k /data -HUBER -SOFT", "bad-command"),
        ("FIT k+1 /data", "bad-command"),
        ("FIT k /data x", "bad-command"),
        ("FIT k LOCAL /data", "bad-command"),
        ("FIT k LOCAL x /data", "bad-option"),
        ("FIT k START:5 /data", "bad-command"),
        ("FIT k STARTS:5 /data", "bad-option"),
        ("FIT k /data kk:5", "unknown-variable"),
        ("FIT k /data -PROFIL", "unknown-option"),
    ],
)
def test_mistakes_are_explained(session: Session, line: str, code: str) -> None:
    failed = failure(session, line)

    assert failed.code == code
    assert failed.hint


def test_settings_can_follow_the_table(session: Session) -> None:
    report, *_ = give(session, "FIT k[0.1, 2] x[0, 5] /data STARTS:3")

    assert isinstance(report, Printed)
    assert "3 starts led here" in report.text
    assert failure(session, "FIT k[0.1, 2] /data STARTS:1e12").code == "too-large"
