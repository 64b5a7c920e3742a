"""BRANCH: the equilibria over a parameter, drawn, labelled, and continued from labels."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Changed, Noted, PageDrawn, Printed
from tests.unit.session.sessions import executed, failure, give, new_session

WELLS = """CONTINUOUS SYSTEM wells
STATE x [m]
DER dx
y = 2*x
dx = a + b*x - x^3
a: -2 [N]
b: 1
x: -1.5
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "wells.t").write_text(WELLS, "utf-8")
    return executed(new_session(tmp_path), "SYST wells")


def labels(session: Session) -> tuple[str, ...]:
    return session.workspace.diagram_named("").branches.labels


def test_the_branch_is_drawn_and_its_points_are_listed(session: Session) -> None:
    table, drawn = give(session, "BRANCH a -2 2")

    assert isinstance(table, Printed)
    assert [line.split()[0] for line in table.text.split("\n")[1:]] == ["EP1", "LP1", "LP2", "EP2"]
    assert isinstance(drawn, PageDrawn)
    area = drawn.figure.areas[0]
    assert (area.horizontal.label, area.horizontal.unit, area.vertical.label) == ("a", "N", "x")
    assert [word.text for word in area.words] == ["LP1", "LP2"]


def test_another_variable_can_be_shown_without_following_again(session: Session) -> None:
    executed(session, "BRANCH a -2 2")
    before = session.workspace.diagrams

    (drawn,) = give(session, "BRANCH SHOW:y")

    assert isinstance(drawn, PageDrawn)
    assert drawn.figure.areas[0].vertical.label == "y"
    assert session.workspace.diagrams is before


def test_a_fold_is_followed_over_two_parameters_and_added(session: Session) -> None:
    executed(session, "BRANCH a -2 2 /d")
    table, drawn = give(session, "BRANCH a -2 2 b -1 3 -FROM LP1 /d")

    assert isinstance(table, Printed)
    assert [line.split()[0] for line in table.text.split("\n")[1:]] == ["EP3", "CP1", "EP4"]
    assert isinstance(drawn, PageDrawn)
    assert drawn.figure.areas[0].vertical.label == "b"
    assert labels(session) == ("EP1", "LP1", "LP2", "EP2", "EP3", "CP1", "EP4")


def test_a_point_is_taken_for_the_runs_that_follow_and_undone(session: Session) -> None:
    executed(session, "BRANCH a -2 2")
    changes = give(session, "BRANCH -TAKE LP2")

    assert [(c.name, round(c.new, 6)) for c in changes if isinstance(c, Changed)] == [("a", -0.3849), ("x", 0.57735)]
    executed(session, "SAVE fold", "UNDO")
    assert session.workspace.given.parameters == {}
    executed(session, "GET fold")
    assert session.workspace.given.initial["x"] == pytest.approx(0.57735, abs=1e-6)


def test_bounds_points_and_the_end_of_a_run_are_taken_into_account(session: Session) -> None:
    executed(session, "PAR a: 0.1", "SIMU 0 30", "BRANCH a -2 2 y[-4, 1] -RUN")
    notes = [each.text for each in give(session, "BRANCH a -2 2 POINTS: 5") if isinstance(each, Noted)]

    assert len(notes) == 2
    assert "the maximum" in notes[0]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("BRANCH", "bad-command"),
        ("BRANCH a 1", "bad-command"),
        ("BRANCH a", "bad-command"),
        ("BRANCH c 0 1", "unknown-variable"),
        ("BRANCH a -2 2 STEPS:3", "bad-command"),
        ("BRANCH a -2 2 -FROM", "bad-command"),
        ("BRANCH a -2 2 -FROM LP1", "no-diagram"),
        ("BRANCH -TAKE LP1", "no-diagram"),
        ("BRANCH a -2 2 -TAKE LP1", "bad-command"),
        ("BRANCH a -2 2 POINTS:0", "bad-argument"),
        ("BRANCH a -2 2 a -2 2", "given-twice"),
        ("BRANCH a 2 -2", "bad-range"),
    ],
)
def test_mistakes_are_reported(session: Session, line: str, code: str) -> None:
    assert failure(session, line).code == code


def test_an_unknown_label_is_suggested(session: Session) -> None:
    executed(session, "BRANCH a -2 2")

    assert failure(session, "BRANCH -TAKE LP3").hint.startswith("did you mean LP")


def test_the_settings_in_a_program_of_xpp_are_those_of_a_bare_branch(tmp_path: Path) -> None:
    program = "par r=0.5\nx'=10*(y-x)\ny'=r*x-y-x*z\nz'=x*y-8*z/3\n@ parmin=0,parmax=30,ds=.3,dsmax=1.5\ndone\n"
    (tmp_path / "lorenz.ode").write_text(program, "utf-8")
    session = executed(new_session(tmp_path), "SYST lorenz", "BRANCH")

    assert session.workspace.diagram_named("").branches.at("HB1")["r"] == pytest.approx(470 / 19, abs=1e-8)


def test_periodic_orbits_are_followed_from_a_hopf_point(tmp_path: Path) -> None:
    lines = ("STATE x y", "DER dx dy", "r = x^2 + y^2", "dx = p*x - y - x*r", "dy = x + p*y - y*r", "p: -0.5")
    text = "\n".join(("CONTINUOUS SYSTEM osc", *lines, "END\n"))
    (tmp_path / "osc.t").write_text(text, "utf-8")
    session = executed(new_session(tmp_path), "SYST osc", "BRANCH p -1 1", "BRANCH -FROM HB1")

    equilibria, orbits = session.workspace.diagram_named("").branches
    assert (equilibria.kind, orbits.kind) == ("equilibria", "cycles")
    assert orbits["x"] ** 2 == pytest.approx(orbits["p"], abs=1e-4)


VAN_DER_POL = """CONTINUOUS SYSTEM vdpol
STATE x y
DER dx dy
dx = y
dy = mu*(1 - x^2)*y - x
mu: 1
x: 1
END
"""


def test_a_branch_can_start_from_the_orbit_of_the_last_run(tmp_path: Path) -> None:
    (tmp_path / "vdpol.t").write_text(VAN_DER_POL, "utf-8")
    session = executed(new_session(tmp_path), "SYST vdpol", "SIMU 0 40", "BRANCH mu 0.5 2 -CYCLE")

    (branch,) = session.workspace.diagram_named("").branches
    assert (branch.kind, branch.ends) == ("cycles", ("mu has reached 0.5", "mu has reached 2"))
    assert branch["period"][-1] == pytest.approx(7.6298744, abs=1e-5)


def test_a_branch_has_one_start(session: Session) -> None:
    assert failure(session, "BRANCH a -2 2 -RUN -CYCLE").message == "-RUN and -CYCLE are different starts"


def test_labels_can_be_clicked_to_follow_the_branch_from_there(session: Session) -> None:
    *_, drawn = give(session, "BRANCH a -2 2 SHOW:y /wells")

    assert isinstance(drawn, PageDrawn)
    lines = [word.line for word in drawn.figure.areas[0].words]
    assert lines == ["BRANCH -FROM LP1 SHOW:y /wells", "BRANCH -FROM LP2 SHOW:y /wells"]
    *_, again = give(session, lines[0])
    assert isinstance(again, PageDrawn)
    assert again.figure.areas[0].vertical.label == "y"
    assert len(session.workspace.diagram_named("wells").branches) == 2


@pytest.mark.parametrize(
    ("line", "setting"),
    [
        ("BRANCH a -2 2 POINTS:0", "POINTS"),
        ("BRANCH a -2 2 LARGEST:0", "LARGEST"),
        ("BASIN x[-1,1,3] a[-1,1,3] NEAR:0", "NEAR"),
        ("POINCARE PERIOD:0 x", "PERIOD"),
    ],
)
def test_messages_name_the_setting_that_was_written(session: Session, line: str, setting: str) -> None:
    assert failure(session, line).message.startswith(f"{setting}: expected ")
