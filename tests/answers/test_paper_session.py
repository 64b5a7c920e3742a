"""The session of Elmqvist (1977), line by line as printed in the paper, and the levels it must give."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.calculator import evaluate
from simnon.session.outcome import Failed
from tests.answers.test_tank import DPID, REGTANK, TANK

BEFORE_FIGURE = {
    "FIG. 3": [
        "SYST TANK DPID REGTANK",
        "STORE H HREF QIN QOUT",
        '" TRY A PROPORTIONAL REGULATOR',
        '" WITH GAIN=1.',
        'PAR DT:5 " SET SAMPLING INTERVAL',
        "SIMU 0 200",
        "ASHOW H HREF QIN",
    ],
    "FIG. 4": ["PAR TI:50", "SIMU", "ASHOW H HREF QIN"],
    "FIG. 5": [
        'SAVE PIPAR " SAVE PARAMETERS',
        "SYST TANK DPID REGTANK - EDIT",
        'E " NO CHANGES IN TANK',
        "L DT/TI",
        "R NINTE=INTE+(IF ABS(E)<ELIM THEN DT/TI*E ELSE 0)",
        "I ELIM:1",
        "E",
        'E " NO CHANGES IN REGTANK',
        "",
        'GET PIPAR "RESTORE PARAMETERS',
        "STORE H HREF QIN QOUT",
        "SIMU",
        "ASHOW H HREF",
    ],
    "FIG. 6": [
        "MACRO SAMP",
        "FOR P=5 TO 25 STEP 10",
        "PAR DT:P",
        "SIMU",
        "SHOW H",
        "NEXT P",
        "END",
        "AXES H 0 200 V 0 3",
        "SAMP",
    ],
}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    for name, text in (("TANK.T", TANK), ("DPID.T", DPID), ("REGTANK.T", REGTANK)):
        (tmp_path / name).write_text(text)
    return Session(tmp_path)


def test_the_session_gives_the_levels_of_the_figures(session: Session) -> None:
    def follow(figure: str) -> None:
        for line in BEFORE_FIGURE[figure]:
            assert not [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)], line

    def value(text: str) -> float:
        return round(evaluate(session.workspace, text), 5)

    follow("FIG. 3")
    assert [value(f"AT(H, {t})") for t in (50, 200)] == [1.93480, 1.71036]
    follow("FIG. 4")
    assert [value("MAX(H)"), value("TMAX(H)"), value("AT(H, 200)")] == [2.38668, 40.0, 1.97342]
    follow("FIG. 5")
    assert [value("MAX(H)"), value("TMAX(H)"), value("AT(H, 200)")] == [2.03928, 55.0, 1.96792]
    follow("FIG. 6")
    assert [value("MAX(H)"), value("TMAX(H)"), value("AT(H, 200)")] == [2.38531, 25.0, 2.01035]
    (area,) = session.workspace.page.figure.areas
    assert [round(float(curve.y.max()), 5) for curve in area.curves] == [2.03928, 2.18732, 2.38531]
    assert [float(curve.x[curve.y.argmax()]) for curve in area.curves] == [55.0, 30.0, 25.0]
