"""CYCLE: the periodic orbit of a run is shown, drawn, and becomes the start of runs."""

from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session
from simnon.session.outcome import Changed, PageDrawn, Printed, Tabulated, Valued
from tests.unit.session.sessions import executed, failure, new_session, replies

VAN_DER_POL = """CONTINUOUS SYSTEM vdpol
STATE x [m] y
DER dx dy
dx = y
dy = (1 - x^2)*y - x
x: 1
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "vdpol.t").write_text(VAN_DER_POL, "utf-8")
    return executed(new_session(tmp_path), "SYST vdpol", "SIMU 0 40", "SIMU 0 5 /short", "SIMU 0 50")


def test_period_extremes_and_multipliers_are_shown_and_runs_start_on_the_orbit(session: Session) -> None:
    values, multipliers, verdict, drawn, *changes = replies(session, "CYCLE x")

    assert isinstance(values, Valued)
    shown = {row.name: (row.value, row.unit) for row in values.rows}
    assert shown["period"][0] == pytest.approx(6.6632868593, rel=1e-8)
    assert shown["max(x)"][0] == pytest.approx(2.00862, abs=1e-5)
    assert shown["max(x)"][1] == "m"
    assert isinstance(multipliers, Tabulated)
    assert multipliers.columns[0] == pytest.approx([8.59695e-4], rel=1e-5)
    assert isinstance(verdict, Printed)
    assert verdict.text.startswith("stable; the trivial multiplier is 1 with an error of ")
    assert isinstance(drawn, PageDrawn)
    assert [change.name for change in changes if isinstance(change, Changed)] == ["x", "y"]
    period = shown["period"][0]
    executed(session, "ERROR 1E-9", f"SIMU 0 {period}")
    run = session.workspace.run_named("")
    assert run["x"][[0, -1]] == pytest.approx(np.full(2, run["x"][0]), rel=1e-6)


def test_with_show_nothing_is_given(session: Session) -> None:
    assert not any(isinstance(each, Changed | PageDrawn) for each in replies(session, "CYCLE PERIOD=2*3.3 -SHOW"))
    assert session.workspace.given.initial == {}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("CYCLE /short", "no-cycle"),
        ("CYCLE /other", "no-run"),
        ("CYCLE z", "unknown-variable"),
        ("CYCLE PERIOD=-1", "bad-command"),
        ("CYCLE LENGTH=1", "bad-command"),
        ("CYCLE x x", "given-twice"),
    ],
)
def test_mistakes_are_reported(session: Session, line: str, code: str) -> None:
    assert failure(session, line).code == code


def test_a_run_at_rest_is_no_cycle_and_warns_of_nothing(session: Session) -> None:
    executed(session, "INIT x: 0 y: 0", "SIMU 0 10")

    failed = failure(session, "CYCLE PERIOD=2")

    assert (failed.code, failed.message) == ("no-cycle", "the run rests at an equilibrium")
