"""`FORGET` discards what is kept under a name; `HIDE` removes curves from the page."""

from pathlib import Path

import pytest

from simnon.session import Session
from tests.unit.session.sessions import executed, failure, new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    made = new_session(tmp_path)
    return executed(made, "SYST OSC", "SIMU 0 1 /slow", "SWEEP W=1,2 X /swept", "SIMU 0 2", "ASHOW X V", "SHOW X/slow")


def labels(session: Session) -> list[str]:
    return [curve.label for area in session.workspace.page.figure.areas for curve in area.curves]


def test_runs_and_sweeps_are_forgotten_by_name_and_the_last_run_stays(session: Session) -> None:
    executed(session, "FORGET slow /swept")

    assert list(session.workspace.runs) == [""]
    assert "SWEPT" not in session.workspace.studies
    assert labels(session) == ["X", "V", "X/slow"]
    assert failure(session, "SHOW V/slow").code == "no-run"


def test_a_name_that_is_not_kept_is_refused_before_anything_is_forgotten(session: Session) -> None:
    failed = failure(session, "FORGET slow slwo")

    assert failed.code == "no-run"
    assert "SLOW" in failed.hint
    assert "SLOW" in session.workspace.runs


@pytest.mark.parametrize("line", ["FORGET", "FORGET /", "FORGET slow SLOW", "FORGET slow -ALL"])
def test_words_without_a_meaning_are_refused(session: Session, line: str) -> None:
    assert failure(session, line).code in ("bad-command", "no-run", "given-twice", "unknown-option")


@pytest.mark.parametrize(
    ("line", "left"),
    [("HIDE /SLOW", ["X", "V"]), ("HIDE x/slow", ["X", "V"]), ("HIDE X V", ["X/slow"]), ("HIDE 'X'", ["V", "X/slow"])],
)
def test_curves_are_hidden_by_name_or_by_run(session: Session, line: str, left: list[str]) -> None:
    executed(session, line)

    assert labels(session) == left


def test_a_hidden_curve_is_shown_again_on_the_same_axes(session: Session) -> None:
    axes = session.workspace.page.figure.areas[0].vertical
    executed(session, "HIDE X V X/slow", "SHOW X/slow")

    assert labels(session) == ["X/slow"]
    assert session.workspace.page.figure.areas[0].vertical == axes


def test_a_curve_that_is_not_there_is_refused_with_the_nearest(session: Session) -> None:
    failed = failure(session, "HIDE X/slo")

    assert (failed.code, "X/slow" in failed.hint) == ("no-curve", True)


def test_what_is_hidden_stays_hidden_while_curves_follow_the_runs(session: Session) -> None:
    executed(session, "HIDE /slow", "TURN LIVE ON", "PAR W:2", "SIMU")

    assert labels(session) == ["X", "V"]
