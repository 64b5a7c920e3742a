"""LINEAR: the linear model around a point, kept by name, shown and written."""

from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session
from simnon.session.outcome import Noted, Printed, Tabulated, Valued, Wrote
from tests.unit.session.sessions import executed, failure, give, new_session, output_of

VAT = """CONTINUOUS SYSTEM vat
INPUT q
STATE h
DER dh
dh = q - 2*SQRT(h)
q: 2
h: 4
END
"""
LOOP = """CONTINUOUS SYSTEM loop
STATE x i
DER dx di
dx = u - x
di = 3 - x
u = k*(3 - x) + i
late = DELAY(x, lag, 0)
k: 2
lag: 0.5
END
"""
SERVO = """DISCRETE SYSTEM servo
STATE i
NEW ni
INPUT y
TIME t
TSAMP ts
ni = i - 0.1*y
u = i - 0.5*y
ts = t + 0.2
y: 0
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    for name, text in (("vat", VAT), ("loop", LOOP), ("servo", SERVO)):
        (tmp_path / f"{name}.t").write_text(text, "utf-8")
    return executed(new_session(tmp_path), "SYST vat")


def test_the_point_can_be_an_instant_of_the_last_run(session: Session) -> None:
    executed(session, "SIMU 0 3", "LINEAR q TO h AT:1.5")
    run = session.workspace.run_named("")
    level = float(np.interp(1.5, run.t, run["h"]))

    assert session.workspace.linear_named("").A[0, 0] == pytest.approx(-(level**-0.5), rel=1e-3)
    assert failure(session, "LINEAR q TO h AT:4").code == "outside-the-run"
    assert failure(session, "LINEAR q TO h AT:1 -RUN").code == "bad-command"


def test_the_model_is_made_at_the_present_values_and_shown(session: Session) -> None:
    heading, poles, verdict, zeros, gains = give(session, "LINEAR q TO h /g")

    assert heading == Printed("q -> h, 1 state: h")
    assert isinstance(poles, Tabulated)
    assert [column.tolist() for column in poles.columns] == [[-0.5], [0.0], [2.0], [0.5], [1.0]]
    assert verdict == Printed("stable")
    assert zeros == Printed("zeros: none")
    assert isinstance(gains, Valued)
    assert [(row.group, row.name, row.value) for row in gains.rows] == [("static gain", "h/q", 2.0)]
    assert session.workspace.linear_named("") is session.workspace.linear_named("G")


def test_given_values_count(session: Session) -> None:
    executed(session, "INIT h: 1", "LINEAR q TO h")

    assert session.workspace.linear_named("").A.tolist() == [[-1.0]]


def test_the_point_can_be_the_end_of_the_last_run(session: Session) -> None:
    executed(session, "SIMU 0 100", "INIT h: 9", "LINEAR q -> h -RUN")

    assert session.workspace.linear_named("").A[0, 0] == pytest.approx(-1.0)


def test_an_earlier_model_stays_under_its_name(session: Session) -> None:
    executed(session, "LINEAR q TO h /far", "INIT h: 1", "LINEAR q->h")

    assert session.workspace.linear_named("far").A.tolist() == [[-0.5]]
    assert session.workspace.linear_named("").A.tolist() == [[-1.0]]


def test_a_loop_has_the_sign_of_negative_feedback(session: Session) -> None:
    executed(session, "SYST loop", "LINEAR u -LOOP")
    model = session.workspace.linear_named("")

    # L = (k + 1/s)/(s + 1), and s = 1j
    value = model.C @ np.linalg.solve(1j * np.eye(2) - model.A, model.B) + model.D
    assert value[0, 0] == pytest.approx((2 + 1 / 1j) / (1j + 1))


def test_states_that_do_not_matter_can_be_left_out(session: Session) -> None:
    executed(session, "SYST loop", "LINEAR u TO x /all", "LINEAR u TO x -MINIMAL /few")

    assert [len(session.workspace.linear_named(name).states) for name in ("all", "few")] == [2, 1]


def test_delays_are_kept_unless_they_are_approximated(session: Session) -> None:
    text = output_of(executed(session, "SYST loop"), "LINEAR k TO late /exact")
    executed(session, "LINEAR k TO late PADE:2 /near")

    assert "delays 0.5" in text
    assert session.workspace.linear_named("exact").delays == (0.5,)
    assert session.workspace.linear_named("near").delays == ()
    assert len(session.workspace.linear_named("near").states) == 4


def test_a_sampled_model_is_shown_with_its_period(session: Session) -> None:
    outcomes = give(executed(session, "SYST servo"), "LINEAR y TO u")

    assert Printed("not stable, sampled every 0.2") in outcomes


def test_corners_are_noted(session: Session) -> None:
    outcomes = give(executed(session, "SYST tank regulator level"), "LINEAR valve[tank] TO level")

    assert any(isinstance(each, Noted) and "corner" in each.text for each in outcomes)


def test_matrices_have_the_names_of_their_rows_and_columns(session: Session) -> None:
    executed(session, "SYST loop", "LINEAR u TO x /g", "LINEAR u -LOOP")
    (shown,) = give(session, "LINEAR -SHOW /g")

    assert isinstance(shown, Printed)
    assert [line.split() for line in shown.text.splitlines()] == [
        *(["A", "x", "i"], ["x", "-1", "0"], ["i", "-1", "0"], []),
        *(["B", "u"], ["x", "1"], ["i", "0"], []),
        *(["C", "x", "i"], ["x", "1", "0"], []),
        *(["D", "u"], ["x", "0"]),
    ]


def test_the_text_is_a_system_that_can_be_compiled(session: Session, tmp_path: Path) -> None:
    *_, wrote = give(session, "LINEAR q TO h -TEXT near")

    assert wrote == Wrote(tmp_path / "near.t")
    (tmp_path / "joined.t").write_text("CONNECTING SYSTEM joined\nq[near] = 1\nEND\n", "utf-8")
    executed(session, "SYST near joined", "SIMU 0 100")
    assert session.workspace.run_named("").final["h_2"] == pytest.approx(2.0, abs=1e-5)


def test_a_file_of_the_user_is_replaced_only_with_force(session: Session, tmp_path: Path) -> None:
    executed(session, "LINEAR q TO h /g")

    assert failure(session, "LINEAR -TEXT vat.t /g").code == "not-ours"
    assert (tmp_path / "vat.t").read_text("utf-8") == VAT
    executed(session, "LINEAR -TEXT vat.t -FORCE /g")
    assert (tmp_path / "vat.t").read_text("utf-8") != VAT


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("LINEAR", "bad-command"),
        ("LINEAR q", "bad-command"),
        ("LINEAR q TO", "bad-command"),
        ("LINEAR q TO h TO h", "bad-command"),
        ("LINEAR q q TO h", "given-twice"),
        ("LINEAR qq TO h", "unknown-variable"),
        ("LINEAR q h -LOOP", "bad-command"),
        ("LINEAR q TO h -RUN", "no-run"),
        ("LINEAR q TO h -FAST", "unknown-option"),
        ("LINEAR q TO h PAD:3", "bad-command"),
        ("LINEAR q TO h PADE:3 PADE:4", "given-twice"),
        ("LINEAR q TO h -TEXT", "bad-command"),
        ("LINEAR q TO h -FORCE", "bad-command"),
        ("LINEAR q TO h -TEXT ../x.t", "outside-folder"),
        ("LINEAR q TO h -TEXT 2x.t", "bad-name"),
        ("LINEAR -SHOW", "no-linear-model"),
        ("LINEAR -SHOW -RUN", "bad-command"),
        ("LINEAR -SHOW /none", "no-linear-model"),
    ],
)
def test_mistakes_are_explained(session: Session, line: str, code: str) -> None:
    failed = failure(session, line)

    assert failed.code == code
    assert failed.hint
    assert session.workspace.linear_models == {}


def test_a_file_of_matlab_is_written_and_read_back(session: Session, tmp_path: Path) -> None:
    executed(session, "LINEAR q TO h /G", "LINEAR -MAT plant /G", "LINEAR -FROM plant.mat /P -TEXT copy.t")
    there, back = session.workspace.linear_named("G"), session.workspace.linear_named("P")

    assert (back.A, back.B, back.C, back.D) == (there.A, there.B, there.C, there.D)
    assert (back.states, back.inputs, back.outputs, back.period) == (("h",), ("q",), ("h",), 0.0)
    assert (tmp_path / "copy.t").read_text("utf-8").startswith("CONTINUOUS SYSTEM copy")
    executed(session, "SYST copy", "SIMU 0 1")


def test_a_reduction_keeps_what_matters_and_bounds_the_error(session: Session) -> None:
    executed(session, "SYST loop", "LINEAR k TO x /G")
    note = give(session, "LINEAR k TO x REDUCE:1 /R")[-1]
    whole, reduced = session.workspace.linear_named("G"), session.workspace.linear_named("R")

    frequencies = np.logspace(-2, 2, 50)
    difference = whole.frequency_response(frequencies).values - reduced.frequency_response(frequencies).values
    assert isinstance(note, Noted)
    assert len(reduced.states) == 1
    assert 0.0 < np.abs(difference).max() <= float(note.text.split("at most ")[1].split()[0])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("LINEAR -FROM none.mat", "file-not-found"),
        ("LINEAR -FROM vat.t", "unreadable-file"),
        ("LINEAR q TO h -FROM plant.mat", "bad-command"),
        ("LINEAR -FROM plant.mat AT:1", "bad-command"),
        ("LINEAR -MAT", "bad-command"),
        ("LINEAR q TO h REDUCE:9", "bad-argument"),
        ("LINEAR -FORCE -SHOW", "bad-command"),
    ],
)
def test_mistakes_with_files_and_orders_are_explained(session: Session, line: str, code: str) -> None:
    executed(session, "LINEAR q TO h")
    failed = failure(session, line)

    assert failed.code == code
    assert failed.hint or "expected an integer" in failed.message


ROUND = """CONTINUOUS SYSTEM round
STATE x y
DER dx dy
r = x^2 + y^2
dx = x - y - x*r + u
dy = x + y - y*r
u: 0
x: 1
END
"""


def test_around_an_orbit_there_are_multipliers_and_a_table_of_matrices(session: Session, tmp_path: Path) -> None:
    """On the unit circle, small changes of the radius shrink by exp(-2 t)."""
    (tmp_path / "round.t").write_text(ROUND, "utf-8")
    executed(session, "SYST round")
    table, note = give(session, "LINEAR u TO r PERIOD:2*3.14159265358979")
    kept = session.workspace.run_named("ORBIT")

    assert isinstance(table, Tabulated)
    assert table.columns[0].tolist() == pytest.approx([1.0, np.exp(-4 * np.pi)], abs=1e-8)
    assert note == Noted("100 rows of A(x,x), A(x,y), A(y,x), A(y,y), B(x,u), C(r,x), C(r,y) as /ORBIT")
    assert kept["A(x,x)"] == pytest.approx(-2 * np.cos(kept.t) ** 2, abs=1e-7)
    executed(session, "EXPORT orbit.csv /ORBIT")
    assert failure(session, "LINEAR u TO r PERIOD:3").code == "no-orbit"
    assert failure(session, "LINEAR u TO r PERIOD:0").code == "bad-argument"
    assert failure(session, "LINEAR u TO r PERIOD:3 AT:1").code == "bad-command"
