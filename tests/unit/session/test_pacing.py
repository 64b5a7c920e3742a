"""PACE and OPERATE: what an operator does during a run is in the journal, and replaying it gives the same numbers."""

from pathlib import Path

import numpy as np
import pytest

from simnon.session import Changed, Failed, Paced, RunEnded, Session
from tests.unit.session.sessions import new_session


def operated_live(folder: Path) -> Session:
    """W becomes 2 during the fourth piece and 3 during the tenth."""
    session = new_session(folder)
    list(session.execute("SYST osc"))
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 4:
            session.workspace.operations.append(("W", 2.0))
        if len(waits) == 10:
            session.workspace.operations.append(("W", 3.0))

    session.workspace.wait = wait
    list(session.execute("PACE 0 10 10"))
    assert len(waits) == 19
    return session


def test_a_paced_run_shows_its_pieces_and_ends(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    list(session.execute("SYST osc"))

    *pieces, ended = session.execute("PACE 0 1 2")

    assert [each.time for each in pieces if isinstance(each, Paced)] == pytest.approx([0.1 * k for k in range(1, 11)])
    assert isinstance(ended, RunEnded)


def test_without_changes_it_is_the_solution(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    for line in ("SYST osc", "PACE 0 10 5"):
        list(session.execute(line))

    run = session.workspace.run_named("")
    assert run["X"] == pytest.approx(np.cos(run.t), abs=1e-5)


def test_a_change_acts_from_the_next_piece_on(tmp_path: Path) -> None:
    run = operated_live(tmp_path).workspace.run_named("")

    # a frequency of 1 until t = 2, then of 2 until t = 5: the phase is continuous, the amplitude follows the energy
    before = run.t <= 2.0
    assert run["X"][before] == pytest.approx(np.cos(run.t[before]), abs=1e-5)
    during = (run.t > 2.0) & (run.t <= 5.0)
    t = run.t[during] - 2.0
    expected = np.cos(2.0) * np.cos(2 * t) - np.sin(2.0) / 2 * np.sin(2 * t)
    assert run["X"][during] == pytest.approx(expected, abs=1e-5)


def test_the_journal_has_each_change_with_its_time(tmp_path: Path) -> None:
    session = operated_live(tmp_path)

    assert [entry.line for entry in session.workspace.journal][1:] == [
        "PACE 0 10 10",
        "OPERATE W: 2.0 AT 2.0",
        "OPERATE W: 3.0 AT 5.0",
    ]


def test_replaying_the_journal_gives_the_same_run_bit_for_bit(tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()
    (tmp_path / "again").mkdir()
    session = operated_live(tmp_path / "live")

    replayed = new_session(tmp_path / "again")
    for entry in session.workspace.journal:
        assert not any(isinstance(each, Failed) for each in replayed.execute(entry.line))

    one, other = session.workspace.run_named(""), replayed.workspace.run_named("")
    assert np.array_equal(one.t, other.t)
    assert all(np.array_equal(one[name], other[name]) for name in one.names)
    assert replayed.workspace.given == session.workspace.given
    assert replayed.workspace.paced == session.workspace.paced
    assert replayed.workspace.journal == session.workspace.journal


def test_a_change_by_a_command_is_the_same_as_one_by_hand(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    for line in ("SYST osc", "PACE 0 10 10 /operated"):
        list(session.execute(line))

    outcomes = list(session.execute("OPERATE w: 2 AT 1.7"))

    assert Changed("W", 1.0, 2.0) in outcomes
    assert session.workspace.run_named("operated") is session.workspace.run_named("")
    assert session.workspace.given.parameters["W"] == 2.0


def test_an_interrupted_run_keeps_what_there_is(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    list(session.execute("SYST osc"))

    for outcome in session.execute("PACE 0 10 1"):
        if isinstance(outcome, Paced) and outcome.time > 2:
            session.interrupt()

    assert 2 < session.workspace.run_named("").t[-1] < 3


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("PACE 1", "bad-command"),
        ("PACE 0 10 0", "bad-command"),
        ("PACE 10 0", "bad-command"),
        ("PACE 0 1E9", "bad-command"),
        ("OPERATE w: 2", "bad-command"),
        ("OPERATE w: 2 v: 3 AT 1", "bad-command"),
        ("OPERATE w: 2 AT 11", "outside-run"),
        ("OPERATE x: 2 AT 1", "not-a-parameter"),
        ("OPERATE z: 2 AT 1", "unknown-variable"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, line: str, code: str) -> None:
    session = new_session(tmp_path)
    for each in ("SYST osc", "PACE 0 10 10"):
        list(session.execute(each))

    (failed,) = session.execute(line)

    assert isinstance(failed, Failed)
    assert failed.code == code


def test_operate_needs_a_run(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    list(session.execute("SYST osc"))

    (failed,) = session.execute("OPERATE w: 2 AT 1")

    assert isinstance(failed, Failed)
    assert failed.code == "no-run"
