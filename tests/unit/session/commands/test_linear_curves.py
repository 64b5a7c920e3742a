"""BODE, NYQUIST, NICHOLS, SIGMA, PZMAP, ROOTLOCUS, STEP: linear models on the page."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import PageDrawn, Printed, Tabulated, Wrote
from tests.unit.session.sessions import executed, failure, give, new_session

PLANT = """CONTINUOUS SYSTEM plant
INPUT u v
OUTPUT y late
STATE x1 x2 x3
DER d1 d2 d3
d1 = u - x1
d2 = x1 - x2
d3 = x2 - x3 + v
y = 4*x3
late = DELAY(y, 1, 0)
u: 0
v: 0
END
"""
DRAWING = ("BODE", "NYQUIST", "NICHOLS", "SIGMA", "PZMAP", "ROOTLOCUS", "STEP")


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "plant.t").write_text(PLANT, "utf-8")
    lines = ("SYST plant", "LINEAR u v TO y /wide", "LINEAR u TO late /late", "LINEAR u TO y /g")
    return executed(new_session(tmp_path), *lines)


@pytest.mark.parametrize("name", DRAWING)
def test_the_last_model_is_drawn_and_goes_to_a_file(session: Session, name: str, tmp_path: Path) -> None:
    drawn, *_ = give(session, name)

    assert isinstance(drawn, PageDrawn)
    assert drawn.figure is session.workspace.page.figure
    assert give(session, "HCOPY page.svg") == [Wrote(tmp_path / "page.svg")]
    assert give(session, name)[0] == drawn


def test_margins_are_printed(session: Session) -> None:
    # 4/(s + 1)^3 has the phase -180 degrees at the square root of 3, where its gain is 1/2.
    _, margins = give(session, "BODE")

    assert isinstance(margins, Printed)
    assert margins.text.splitlines()[0] == "gain margin   2 at 1.7321 rad/s"
    assert give(session, "NYQUIST")[1] == give(session, "NICHOLS")[1] == margins


def test_margins_of_several_models_have_their_names(session: Session) -> None:
    drawn, first, second = give(session, "BODE g late")

    assert isinstance(drawn, PageDrawn)
    assert [curve.label for curve in drawn.figure.areas[0].curves] == ["g", "late"]
    assert isinstance(first, Printed)
    assert isinstance(second, Printed)
    assert [first.text.splitlines()[0], second.text.splitlines()[0]] == ["g:", "late:"]


def test_several_signals_have_no_margins(session: Session) -> None:
    (drawn,) = give(session, "BODE wide")

    assert isinstance(drawn, PageDrawn)
    assert [curve.label for curve in drawn.figure.areas[1].curves] == ["y/u", "y/v"]


def test_a_bode_diagram_takes_the_page_and_the_next_axes_return_to_the_split(session: Session) -> None:
    executed(session, "SIMU 0 1", "BODE")
    assert (session.workspace.page.figure.rows, session.workspace.page.figure.columns) == (2, 1)

    executed(session, "BODE", "ASHOW y")
    assert len(session.workspace.page.figure.areas) == 1
    executed(session, "SPLIT 1 2", "PZMAP", "STEP")
    assert [area.horizontal.label for area in session.workspace.page.figure.areas] == ["Re s", "t"]


def test_a_measured_response_is_that_of_the_linear_model(session: Session) -> None:
    # 4/(s + 1)^3 at 1 rad/s has the gain 4/2^1.5 and the phase -135 degrees.
    table, drawn = give(session, "BODE g -MEASURED AMPLITUDE:0.1 POINTS:1 LOW:1 HIGH:1")

    assert isinstance(table, Tabulated)
    assert table.names == ("frequency", "gain", "phase", "distortion")
    assert [column[0] for column in table.columns[:3]] == pytest.approx([1.0, 2**0.5, -135.0], rel=1e-4)
    assert abs(table.columns[3][0]) < 1e-4
    assert isinstance(drawn, PageDrawn)


def test_the_locus_of_a_parameter_says_where_the_stability_changes(session: Session, tmp_path: Path) -> None:
    # The eigenvalues of x'' = (a - 2) x' - x are stable as long as a is less than 2.
    text = "CONTINUOUS SYSTEM swing\nSTATE x v\nDER dx dv\ndx = v\ndv = (a - 2)*v - x\na: 1\nEND\n"
    (tmp_path / "swing.t").write_text(text)
    executed(session, "SYST swing")
    drawn, *said = give(session, "ROOTLOCUS a FROM:1 TO:2*1.5")

    assert isinstance(drawn, PageDrawn)
    assert drawn.figure is session.workspace.page.figure
    assert [each.text for each in said if isinstance(each, Printed)] == ["the stability changes at a = 2"]


def test_settings_choose_what_is_seen(session: Session) -> None:
    executed(session, "STEP STOP: 3*2")
    (area,) = session.workspace.page.figure.areas
    assert area.horizontal.high == 6.0

    executed(session, "BODE LOW:0.1 HIGH:10")
    horizontal = session.workspace.page.figure.areas[0].horizontal
    assert (horizontal.low, horizontal.high) == pytest.approx((0.1, 10.0))
    executed(session, "NYQUIST MS:1.25")
    assert "Ms = 1.25" in [words.text for words in session.workspace.page.figure.areas[0].words]
    executed(session, "ROOTLOCUS g GAIN:2")
    assert "K = 2" in [words.text for words in session.workspace.page.figure.areas[0].words]


@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("BODE gg", "no-linear-model", "did you mean 'G'?"),
        ("BODE g G", "given-twice", "once"),
        ("BODE LOW:2", "bad-command", "LOW:0.01 HIGH:100"),
        ("BODE LOW:2 HIGH:1", "bad-command", "LOW:0.01 HIGH:100"),
        ("BODE LO:2", "bad-command", "did you mean LOW:?"),
        ("BODE LOW:", "bad-command", "a value"),
        ("PZMAP STOP:2", "bad-command", "none"),
        ("NYQUIST MS:0", "bad-argument", ""),
        ("STEP STOP:0", "bad-argument", ""),
        ("STEP -FAST", "unknown-option", "no options"),
        ("NYQUIST wide", "several-signals", "LINEAR"),
        ("ROOTLOCUS late", "has-delays", "PADE:"),
        ("ROOTLOCUS g late", "bad-command", "one name"),
        ("ROOTLOCUS u FROM:1", "bad-command", "FROM:value TO:value"),
        ("ROOTLOCUS FROM:1 TO:2", "bad-command", "FROM:value TO:value"),
        ("ROOTLOCUS u FROM:1 TO:2 GAIN:1", "bad-command", "FROM:value TO:value"),
        ("BODE wide -MEASURED AMPLITUDE:1", "several-signals", "LINEAR"),
        ("BODE g -MEASURED", "bad-command", "AMPLITUDE:"),
        ("BODE g AMPLITUDE:1", "bad-command", "give both or none"),
        ("BODE g -MEASURED AMPLITUDE:1 LOW:2 HIGH:1", "bad-command", "LOW:0.01 HIGH:100"),
        ("BODE g -MEASURED AMPLITUDE:1 POINTS:0", "bad-argument", ""),
    ],
)
def test_mistakes_are_explained(session: Session, line: str, code: str, hint: str) -> None:
    failed = failure(session, line)

    assert failed.code == code
    assert hint in failed.hint


@pytest.mark.parametrize("name", DRAWING)
def test_without_a_model_there_is_nothing_to_draw(tmp_path: Path, name: str) -> None:
    failed = failure(new_session(tmp_path), name)

    assert (failed.code, failed.hint) == ("no-linear-model", "LINEAR input TO output makes one")


@pytest.mark.parametrize(
    ("line", "setting"),
    [
        ("NYQUIST g MS:0.5", "MS"),
        ("STEP g STOP:-1", "STOP"),
        ("ROOTLOCUS u FROM:5 TO:1", "TO"),
        ("LINEAR u TO y REDUCE:9", "REDUCE"),
        ("LINEAR u TO late PADE:99", "PADE"),
    ],
)
def test_messages_name_the_setting_that_was_written(session: Session, line: str, setting: str) -> None:
    assert failure(session, line).message.startswith(f"{setting}: expected ")


def test_the_hint_for_an_unknown_model_keeps_it_under_that_name(session: Session, tmp_path: Path) -> None:
    assert failure(session, "NICHOLS g /other").hint == "the names are WIDE, LATE, G"
    assert failure(new_session(tmp_path), "NICHOLS /other").hint == "LINEAR input TO output /other keeps one"
