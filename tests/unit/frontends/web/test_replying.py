"""What the command window says of an outcome, and in which tone."""

from pathlib import Path

import pytest

from simnon.figures import Area, Figure
from simnon.frontends.web import replying
from simnon.frontends.web.replying import text_of, tone_of
from simnon.session import (
    Advanced,
    Changed,
    Diagnosed,
    Echoed,
    Ended,
    Failed,
    Noted,
    Outcome,
    PageDrawn,
    Printed,
    WindowsRequested,
    Wrote,
)
from simnon.session.outcome import RunEnded
from simnon.simulation import StopKind
from tests.unit.session.sessions import give, new_session


@pytest.mark.parametrize(
    ("outcome", "tone"),
    [
        (PageDrawn(Figure(1, 1, (Area(),))), ""),
        (Advanced(1.0, 0.0, 2.0), ""),
        (WindowsRequested(), ""),
        (Ended(), ""),
        (Echoed("SIMU"), "echo"),
        (Noted("a remark"), "note"),
        (Failed("bad", "no"), "error"),
        (Diagnosed(()), "error"),
        (Printed("42"), "plain"),
        (Changed("W", 1.0, 2.0), "plain"),
        (Wrote(Path("a.csv")), "plain"),
    ],
)
def test_every_outcome_has_its_tone(outcome: Outcome, tone: str) -> None:
    assert tone_of(outcome) == tone


def test_the_end_of_a_run_is_an_error_only_if_the_run_has_failed(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    (tmp_path / "BLOW.T").write_text("CONTINUOUS SYSTEM BLOW\nSTATE X\nDER DX\nDX = X*X\nX:1\nEND\n")
    ends = [
        each for each in give(session, "SYST OSC", "SIMU 0 1", "SYST BLOW", "SIMU 0 2") if isinstance(each, RunEnded)
    ]

    assert [each.stop.kind for each in ends] == [StopKind.END, StopKind.FAILURE]
    assert [tone_of(each) for each in ends] == ["plain", "error"]


def test_a_reply_of_any_length_is_cut_and_says_where_the_rest_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replying, "MAX_TEXT", 5)

    assert text_of(Printed("12345"), Path()) == "12345"
    assert text_of(Printed("12345678"), Path()) == "12345\n... 3 more characters; WPRINT shows tables of any length"
