"""OPTCON: the controls are found, the run with them is the last one, and the tables are written."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Advanced, Changed, Noted, PageDrawn, Printed, Wrote
from tests.unit.session.sessions import executed, failure, give, new_session

CART = """CONTINUOUS SYSTEM cart
INPUT u
STATE x v w
DER dx dv dw
dx = v
dv = u
dw = u^2/2
u: 0
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "cart.t").write_text(CART, "utf-8")
    connected = "CONNECTING SYSTEM all\nu[cart] = u[steer]\nEND\n"
    (tmp_path / "all.t").write_text(connected, "utf-8")
    return executed(new_session(tmp_path), "SYST cart", "SIMU 0 1")


def test_the_tables_lead_to_the_goal_when_they_are_connected(session: Session) -> None:
    outcomes = give(session, "OPTCON w u[-9, 9] INTERVALS:4 END x:1 v: 0 -LINEAR -TEXT steer.t /best")

    assert any(isinstance(each, Advanced) for each in outcomes)
    (said,) = (each.text for each in outcomes if isinstance(each, Printed))
    assert said.startswith("criterion 6 after")
    assert any(isinstance(each, PageDrawn) for each in outcomes)
    assert any(isinstance(each, Wrote) for each in outcomes)
    assert session.workspace.run_named("best").final["x"] == pytest.approx(1.0, abs=1e-6)
    executed(session, "SYST cart steer all", "SIMU 0 1")
    assert session.workspace.run_named("").final["x[cart]"] == pytest.approx(1.0, abs=1e-6)


def test_free_values_are_set_and_undone(session: Session) -> None:
    outcomes = give(session, "OPTCON x u[-1,1] INTERVALS:2 FREE v[0,2] PATH v[-1E31,2.5] -MAX")

    assert [(each.name, round(each.new, 4)) for each in outcomes if isinstance(each, Changed)] == [("v", 2.0)]
    executed(session, "UNDO")
    assert session.workspace.given.initial == {}


def test_a_free_end_is_found(session: Session) -> None:
    outcomes = give(session, "OPTCON TIME u[-1,1] INTERVALS:4 END x:1 v:0 STOP[1,5]")

    assert any(isinstance(each, Printed) and each.text.startswith("criterion 2 after") for each in outcomes)


def test_an_interruption_changes_nothing(session: Session) -> None:
    before = session.workspace.runs
    outcomes = []
    for outcome in session.execute("OPTCON w u INTERVALS:4 END x:1"):
        outcomes.append(outcome)
        session.interrupt()

    assert any(isinstance(each, Noted) and "nothing has changed" in each.text for each in outcomes)
    assert session.workspace.runs == before


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("OPTCON w", "bad-command"),
        ("OPTCON w u u", "given-twice"),
        ("OPTCON w q", "unknown-variable"),
        ("OPTCON w u x:1", "bad-command"),
        ("OPTCON w u INTERVAL:5", "bad-command"),
        ("OPTCON w u END x+1", "bad-command"),
        ("OPTCON w u -LINEA", "unknown-option"),
        ("OPTCON w u -FORCE", "bad-command"),
        ("OPTCON TIME u", "bad-option"),
        ("OPTCON w u STOP[5,1]", "bad-option"),
        ("OPTCON w x", "not-a-parameter"),
        ("OPTCON w u INTERVALS:1e12", "too-large"),
    ],
)
def test_mistakes_are_explained(session: Session, line: str, code: str) -> None:
    assert failure(session, line).code == code
