"""DISP, WRITE and expressions before a run: the values at the start, with the current parameters and initial values."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.calculator import evaluate
from simnon.session.outcome import Printed, Valued
from simnon.session.workspace import LAST
from tests.unit.session.sessions import executed, give, session_with

SYSTEM = """CONTINUOUS SYSTEM S
OUTPUT Y
STATE X
DER DX
TIME T
DX = -W*X
Y = 10*X
Z = Y + T
INITIAL
W = 6/PER
PER: 3
X: 2
END
"""
LOOP = """CONTINUOUS SYSTEM L
STATE X
DER DX
DX = -Y
Y = X - K*ABS(Y)
X: 3
K: 0.5
END
"""
HELD = """DISCRETE SYSTEM D
OUTPUT Y
STATE N
NEW NN
TIME T
TSAMP TS
Y = N + 1
NN = N + 1
TS = T + 1
Y: 7
N: 4
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return executed(session_with(tmp_path, s=SYSTEM, loop=LOOP, held=HELD), "SYST s")


def shown(session: Session, line: str) -> dict[str, float]:
    (valued,) = [outcome for outcome in give(session, line) if isinstance(outcome, Valued)]
    return {row.name: row.value for row in valued.rows}


def test_an_output_is_shown_as_it_is_at_the_start(session: Session) -> None:
    assert shown(session, "DISP Y Z DX") == {"Y": 20.0, "Z": 20.0, "DX": -4.0}
    assert give(session, "WRITE Y Y+1") == [Printed("20 21")]


def test_it_follows_the_current_values(session: Session) -> None:
    executed(session, "SIMU 5 6", "SYST s", "INIT X: 4", "PAR PER: 6")

    assert shown(session, "DISP Y W DX Z T") == {"Y": 40.0, "W": 1.0, "DX": -4.0, "Z": 45.0, "T": 5.0}


def test_disp_alone_shows_everything_whatever_was_shown_before(session: Session) -> None:
    executed(session, "DISP X")

    assert shown(session, "DISP") == {"X": 2.0, "PER": 3.0, "Y": 20.0, "DX": -4.0, "Z": 20.0, "W": 2.0}


def test_a_variable_of_initial_is_stored_and_shown_like_any_other(session: Session) -> None:
    executed(session, "STORE W", "SIMU 0 1", "PAR PER: 1", "ASHOW W")

    assert shown(session, "DISP W") == {"W": 2.0}
    assert evaluate(session.workspace, "MAX(W)") == 2.0
    assert set(session.workspace.runs[LAST]["W"]) == {2.0}


def test_a_variable_of_initial_is_named_by_info(session: Session) -> None:
    (reply,) = give(session, "INFO S")

    assert isinstance(reply, Printed)
    assert "    W  initial" in reply.text.splitlines()


def test_a_loop_is_solved_for_what_is_shown(session: Session) -> None:
    executed(session, "SYST loop")

    assert shown(session, "DISP Y")["Y"] == pytest.approx(2.0, rel=1e-9)


def test_a_held_output_has_its_initial_value_before_the_first_sample(session: Session) -> None:
    executed(session, "SYST held")

    assert shown(session, "DISP Y N TS") == {"Y": 7.0, "N": 4.0, "TS": 0.0}


@pytest.mark.parametrize("line", ["LIST s", "INFO S"])
def test_list_and_info_alone_do_not_repeat_their_arguments(session: Session, line: str) -> None:
    alone = line.split(maxsplit=1)[0]
    before = give(session, alone)
    give(session, line.replace(" s", " loop"))

    assert give(session, alone) == before
