"""Every name that is looked up and not found suggests the nearest one that exists."""

from pathlib import Path

import pytest

from simnon.session import Session
from tests.unit.session.sessions import executed, failure, give, new_session

MACRO = ("MACRO JUMP", "LABEL again", "READ N {}", "GOTO {}", "END")


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "results").mkdir()
    session = new_session(tmp_path)
    lines = ("SYST OSC", "LET GAIN = 3", "SIMU 0 1 /slow", "SWEEP W[1,2,2] MAX(X) /tuning", "ASHOW X")
    return executed(session, *lines)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("SMIU 0 1", "SIMU"),
        ("SIMU 0 1 -MRAK", "-MARK"),
        ("SYST OSK", "OSC"),
        ("GET OSK.T", "OSC.T"),
        ("SYST OSC -DIALECT CSPM", "CSMP"),
        ("SHOW X/slwo", "SLOW"),
        ("SHOW X -POINT", "-POINTS"),
        ("SHOW XX", "X"),
        ("PLOT -OF", "-OFF"),
        ("PAR WW: 1", "W"),
        ("INIT XX: 1", "X"),
        ("PAR W: GANI", "GAIN"),
        ("DISP GIAN*2", "GAIN"),
        ("DISP MXA(X)", "max"),
        ("FREE GIAN", "GAIN"),
        ("STORE XX", "X"),
        ("ALGOR RK44", "rk4"),
        ("TURN ECOH ON", "ECHO"),
        ("TURN ECHO OFFF", "OFF"),
        ("MODEL -EQUATION", "-EQUATIONS"),
        ("MODEL -AFTER ordr", "order"),
        ("SWEEP W[1,2,2] -ZPI", "-ZIP"),
        ("SWEEP W[1,2,2] MXA(X)", "max"),
        ("SAMPLE W~NORML(1,2)", "normal"),
        ("SAMPLE W~NORMAL(1,2) -LATN", "-LATIN"),
        ("MAP MAX(X)/tunign", "TUNING"),
        ("MAP MAX(X) WW", "W"),
        ("MAP MXA(X)", "max(X)"),
        ("FAN X -BAND", "-BANDS"),
        ("OPTIM X W -SIMPLX", "-SIMPLEX"),
        ("OPTIM X W TOLL:1", "TOL"),
        ("OPTIM XX W", "X"),
        ("HCOPY page.svgg", ".svg"),
        ("EXPORT x.cvs", ".csv"),
        ("JOURNAL reslts/j.t", "results"),
        ("ALLOW reslts", "results"),
        ("HELP SMIU", "SIMU"),
        ("INFO electricl", "electrical"),
    ],
)
def test_a_misspelled_name_has_a_hint(session: Session, line: str, meant: str) -> None:
    hint = failure(session, line).hint

    assert "did you mean" in hint
    assert meant in hint


@pytest.mark.parametrize(("kind", "label", "meant"), [("INTT", "again", "INT"), ("INT", "agian", "again")])
def test_so_have_the_words_of_a_macro(session: Session, kind: str, label: str, meant: str) -> None:
    lines = [line.format(kind if "READ" in line else label) for line in MACRO]
    outcomes = give(session, *lines, "JUMP", "1")

    assert f"did you mean '{meant}'?" in str(outcomes)
