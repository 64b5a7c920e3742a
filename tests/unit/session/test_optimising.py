"""OPTIM and OPTA in a session: the optimum, the report, and the state afterwards."""

import math
import re
from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Advanced, Changed, Failed, Noted, Outcome, Printed, RunEnded, Tabulated
from simnon.simulation import Run
from simnon.source import libraries
from tests.unit.session.sessions import failure, replies, session_with

SHOT = """CONTINUOUS SYSTEM shot
STATE x y
DER dx dy
TIME t
dx = speed*COS(angle)
dy = speed*SIN(angle) - g*t
range = x + 0*y
STOP WHEN y < 0 'on the ground'
speed: 10
angle: 0.3
g: 10
END
"""
DECAY = """CONTINUOUS SYSTEM decay
INPUT k
OUTPUT y cost
STATE x w
DER dx dw
dx = -k*x
dw = x^2 + k^2
y = x
cost = w
x: 1
END
"""
CON = """CONNECTING SYSTEM con
k[decay] = p1[opta]
loss[opta] = cost[decay]
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return session_with(tmp_path, shot=SHOT, decay=DECAY, con=CON)


def of_kind(kind: type[Outcome], outcomes: list[Outcome]) -> list[Outcome]:
    return [outcome for outcome in outcomes if isinstance(outcome, kind)]


def test_optim_finds_the_angle_of_the_longest_shot(session: Session) -> None:
    outcomes = replies(session, "SYST shot", "SIMU 0 10", "OPTIM RANGE ANGLE[0.1,1.5] -MAX")

    workspace = session.workspace
    assert workspace.given.parameters["angle"] == pytest.approx(math.pi / 4, abs=1e-4)
    assert workspace.run_named("").final["range"] == pytest.approx(10, abs=1e-6)
    assert [type(outcome) for outcome in outcomes[-4:]] == [Tabulated, Changed, Printed, RunEnded]
    assert of_kind(Advanced, outcomes)
    (summary,) = [outcome.text for outcome in outcomes if isinstance(outcome, Printed)]
    first, last = summary.splitlines()
    assert first.startswith("largest RANGE: 10 after ")
    assert re.fullmatch(r"last steps: angle [0-9.e-]+", last)


@pytest.mark.parametrize("option", ["-SIMPLEX", "-GRADIENT", "-GLOBAL", "-MULTIPLIER"])
def test_every_method_of_optim_finds_the_optimum(session: Session, option: str) -> None:
    replies(session, "SYST shot", "SIMU 0 10", f"OPTIM RANGE ANGLE[0.1, 1.5] -MAX {option}")

    assert session.workspace.given.parameters["angle"] == pytest.approx(math.pi / 4, abs=2e-3)


def test_the_loss_can_be_an_expression_over_the_run_and_constraints_are_met(session: Session) -> None:
    """A shot no higher than 1: v²sin²/2g = 1, so that sin = sqrt(0.2)."""
    replies(session, "SYST shot", "STORE x y", "SIMU 0 10")

    replies(session, "OPTIM -FINAL(X) ANGLE[0.1,1.5] MAX(Y) <= 1 TOL:1e-6")

    assert math.sin(session.workspace.given.parameters["angle"]) == pytest.approx(math.sqrt(0.2), rel=2e-2)


def test_an_equality_constraint_is_met(session: Session) -> None:
    replies(session, "SYST shot", "SIMU 0 10", "OPTIM SPEED SPEED[5,20] ANGLE[0.1,1.4] RANGE = 16")

    given = session.workspace.given.parameters
    assert given["speed"] == pytest.approx(math.sqrt(160), rel=1e-4)
    assert given["angle"] == pytest.approx(math.pi / 4, abs=2e-2)


def test_the_multiplier_method_reports_its_multipliers(session: Session) -> None:
    """The smallest speed for a range of r is sqrt(r g); one more metre takes sqrt(g/r)/2 more of it."""
    outcomes = replies(
        session, "SYST shot", "SIMU 0 10", "OPTIM SPEED SPEED[5,20] ANGLE[0.1,1.4] RANGE = 16 -MULTIPLIER"
    )

    assert session.workspace.given.parameters["speed"] == pytest.approx(math.sqrt(160), rel=1e-4)
    (said,) = (outcome.text for outcome in outcomes if isinstance(outcome, Printed))
    name, multiplier = said.splitlines()[-1].removeprefix("multipliers: ").split()
    assert name == "RANGE=16"
    assert -float(multiplier) == pytest.approx(math.sqrt(10 / 16) / 2, rel=1e-2)


def test_opta_has_the_multiplier_method(session: Session, tmp_path: Path) -> None:
    (tmp_path / "con.t").write_text(CON.replace("loss", "c1[opta] = y[decay] - 0.5\nloss"), encoding="utf-8")

    outcomes = replies(session, "SYST decay opta con", "PAR LOW1: 0 HIGH1: 5 START1: 3 METHOD: 4", "SIMU 0 1")

    assert session.workspace.given.parameters["START1[OPTA]"] == pytest.approx(math.log(2), abs=1e-4)
    assert any(isinstance(outcome, Printed) and "multipliers: C1[OPTA] " in outcome.text for outcome in outcomes)


def test_the_table_has_the_improvements_and_ends_with_the_optimum(session: Session) -> None:
    outcomes = replies(session, "SYST shot", "SIMU 0 10", "OPTIM RANGE ANGLE[0.1,1.5] -MAX")

    (table,) = of_kind(Tabulated, outcomes)
    assert isinstance(table, Tabulated)
    assert table.names == ("RUN", "RANGE", "angle")
    assert table.columns[1].tolist() == sorted(table.columns[1].tolist())
    assert table.columns[2][-1] == session.workspace.given.parameters["angle"]
    assert len(table.columns[0]) <= 12


def test_undo_restores_the_previous_values(session: Session) -> None:
    replies(session, "SYST shot", "PAR ANGLE: 0.4", "SIMU 0 10")
    before = session.workspace.given

    replies(session, "OPTIM RANGE ANGLE -MAX")

    assert session.workspace.undone[-1] is before


def test_an_interruption_keeps_the_best_values_and_reports_it(session: Session) -> None:
    replies(session, "SYST shot", "SIMU 0 10")
    outcomes = []
    for outcome in session.execute("OPTIM RANGE ANGLE[0.1,1.5] -MAX"):
        outcomes.append(outcome)
        if isinstance(outcome, Advanced) and outcome.time == 5:
            session.interrupt()

    assert "interrupted" in next(o.text for o in outcomes if isinstance(o, Printed))
    assert any(isinstance(o, Noted) and "so far" in o.text for o in outcomes)
    assert session.workspace.given.parameters["angle"] > 0.3


def test_an_interruption_in_the_first_run_is_reported_and_changes_nothing(session: Session) -> None:
    replies(session, "SYST shot", "SIMU 0 10")
    before = session.workspace.given
    outcomes = session.execute("OPTIM RANGE ANGLE[0.1,1.5] -MAX")
    advance = Run.advance

    with pytest.MonkeyPatch.context() as patch:
        # The interruption comes during the first run, before any report.
        patch.setattr(Run, "advance", lambda run: (session.interrupt(), advance(run))[1])
        (failed,) = outcomes

    assert isinstance(failed, Failed)
    assert failed.code == "interrupted"
    assert session.workspace.given is before


def test_an_abandoned_search_changes_nothing(session: Session) -> None:
    replies(session, "SYST shot", "SIMU 0 10")
    before = session.workspace.given
    going = iter(session.execute("OPTIM RANGE ANGLE[0.1,1.5] -MAX"))
    next(going)

    going.close()  # type: ignore[attr-defined]

    assert session.workspace.given is before


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("OPTIM", "bad-command"),
        ("OPTIM RANGE", "bad-command"),
        ("OPTIM RANGE ANGEL", "unknown-variable"),
        ("OPTIM RNAGE ANGLE", "unknown-variable"),
        ("OPTIM RANGE X", "not-a-parameter"),
        ("OPTIM RANGE ANGLE[2,3]", "bad-bounds"),
        ("OPTIM RANGE ANGLE -GLOBAL", "bad-bounds"),
        ("OPTIM RANGE ANGLE -GLOBL", "unknown-option"),
        ("OPTIM RANGE ANGLE -GLOBAL -SIMPLEX", "bad-command"),
        ("OPTIM RANGE ANGLE 1<X<2", "bad-command"),
        ("OPTIM RANGE ANGLE STEP:1", "bad-command"),
        ("OPTIM RANGE ANGLE 5", "bad-command"),
        ("OPTIM FOO(RANGE) ANGLE", "bad-expression"),
        ("OPTIM RANGE+ ANGLE", "bad-command"),
        ("OPTIM LN(-RANGE) ANGLE", "no-loss"),
        ("OPTIM RANGE ANGLE[0,1] angle[1,2]", "given-twice"),
        ("OPTIM RANGE ANGLE RUNS:5 RUNS:6", "given-twice"),
        ("OPTIM RANGE ANGLE RUNS:2.5", "bad-argument"),
    ],
)
def test_a_wrong_line_is_refused_and_changes_nothing(session: Session, line: str, code: str) -> None:
    replies(session, "SYST shot", "SIMU 0 10")
    before = session.workspace.given

    assert failure(session, line).code == code
    assert session.workspace.given is before


def test_a_missing_library_is_named_with_a_hint(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    replies(session, "SYST shot", "SIMU 0 10")
    monkeypatch.setattr(libraries, "find_spec", lambda _name: None)

    failed = failure(session, "OPTIM RANGE ANGLE -MAX")

    assert (failed.code, failed.hint) == ("missing-library", "install simnon[studies]")


def test_opta_drives_repeated_runs(session: Session) -> None:
    """The cost is (1 - exp(-2k))/2k + k² at t = 1; its derivative is zero at k = 0.32720."""
    outcomes = replies(session, "SYST decay opta con", "SIMU 0 1")

    k = session.workspace.given.parameters["START1[OPTA]"]
    slope = (math.exp(-2 * k) * (2 * k + 1) - 1) / (2 * k * k) + 2 * k
    assert slope == pytest.approx(0, abs=1e-3)
    assert session.workspace.run_named("").final["k[decay]"] == k
    assert len(of_kind(RunEnded, outcomes)) == 1


def test_opta_respects_constraints_and_bounds(session: Session, tmp_path: Path) -> None:
    (tmp_path / "con.t").write_text(CON.replace("loss", "c1[opta] = y[decay] - 0.5\nloss"), encoding="utf-8")

    replies(session, "SYST decay opta con", "PAR LOW1: 0 HIGH1: 5 START1: 3", "SIMU 0 1")

    assert session.workspace.given.parameters["START1[OPTA]"] == pytest.approx(math.log(2), abs=1e-4)


def test_with_opta_off_there_is_a_single_run(session: Session) -> None:
    outcomes = replies(session, "SYST decay opta con", "PAR ON: 0 START1: 2", "SIMU 0 1")

    assert not of_kind(Tabulated, outcomes)
    assert session.workspace.run_named("").final["k[decay]"] == 2


@pytest.mark.parametrize(
    ("connections", "line", "code"),
    [
        ("k[decay] = p1[opta]", "SIMU 0 1", "no-loss"),
        ("k[decay] = 1\nloss[opta] = cost[decay]", "SIMU 0 1", "no-parameters"),
        ("k[decay] = p1[opta]\nloss[opta] = 1/0", "SIMU 0 1", "no-loss"),
    ],
)
def test_an_incomplete_opta_is_an_error_with_the_reason(
    session: Session, tmp_path: Path, connections: str, line: str, code: str
) -> None:
    (tmp_path / "con.t").write_text(f"CONNECTING SYSTEM con\n{connections}\nEND\n", encoding="utf-8")
    replies(session, "SYST decay opta con")

    assert failure(session, line).code == code


def test_an_unknown_method_of_opta_is_refused(session: Session) -> None:
    replies(session, "SYST decay opta con", "PAR METHOD: 7")

    assert failure(session, "SIMU 0 1").code == "bad-option"


ALONE = DECAY.replace("INPUT k\n", "").replace("x: 1", "x: 1\nk: 1").replace("SYSTEM decay", "SYSTEM alone")
RANGED = """CONTINUOUS SYSTEM ranged
STATE x w
DER dx dw
dx = -k*x
dw = x^2 + k^2
loss = w
k: 1
RANGE k: 0.4..5
limit: 0.45
REQUIRE k >= limit 'k too small'
x: 1
END
"""


def runs_in(outcomes: list[Outcome]) -> int:
    text = next(outcome.text for outcome in outcomes if isinstance(outcome, Printed))
    return int(text.partition(" after ")[2].split()[0])


def notes_in(outcomes: list[Outcome]) -> str:
    return "\n".join(outcome.text for outcome in outcomes if isinstance(outcome, Noted))


@pytest.mark.parametrize("loss", ["W", "FINAL(W)+0*X", "INTEGRAL(X^2)+K^2", "W + K*0"])
def test_exact_derivatives_save_runs_and_give_the_same_answer(session: Session, tmp_path: Path, loss: str) -> None:
    (tmp_path / "alone.t").write_text(ALONE, encoding="utf-8")
    replies(session, "SYST alone", "PAR K:3", "ERROR 1E-8", "SIMU 0 1")
    with_them = replies(session, f"OPTIM {loss} K")
    k = session.workspace.given.parameters["k"]
    replies(session, "PAR K:3")
    without = replies(session, f"OPTIM {loss} K -QUADRATIC")

    assert k == pytest.approx(session.workspace.given.parameters["k"], abs=2e-4)
    assert runs_in(with_them) < runs_in(without)
    assert "without exact derivatives" not in notes_in(with_them)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("OPTIM RANGE ANGLE[0.1,1.5] -MAX", "the end of the run moves"),
        ("OPTIM MAX(Y) ANGLE[0.1,1.5] -MAX", "MAX has corners"),
        ("OPTIM ABS(X-5) ANGLE[0.1,1.5]", "ABS has corners"),
    ],
)
def test_the_reason_for_a_search_without_derivatives_is_noted(session: Session, line: str, why: str) -> None:
    outcomes = replies(session, "SYST shot", "STORE x y range", "SIMU 0 10", line)

    assert f"without exact derivatives: {why}" in notes_in(outcomes)


def test_a_model_that_refuses_derivatives_is_optimised_without(session: Session, tmp_path: Path) -> None:
    clocks = "".join(f"DISCRETE SYSTEM {n}\nTIME t\nTSAMP s\ns = t + h\nh: 0.25\nEND\n" for n in ("first", "second"))
    parts = "CONNECTING SYSTEM timed\nSYSTEM a: alone\nSYSTEM b: first\nSYSTEM c: second\nEND\n"
    (tmp_path / "timed.t").write_text(f"{ALONE}{clocks}{parts}", encoding="utf-8")
    outcomes = replies(session, "SYST timed", "SIMU 0 1", "OPTIM a.w a.k[0.1,3] b.h[0.2,0.5]")

    assert "without exact derivatives: the sampling times of 'b' depend on b.h" in notes_in(outcomes)
    assert runs_in(outcomes) > 1


@pytest.mark.parametrize("option", ["", "-QUADRATIC", "-SIMPLEX", "-GRADIENT", "-GLOBAL", "-MULTIPLIER"])
def test_trials_outside_a_range_or_requirement_do_not_end_the_search(
    session: Session, tmp_path: Path, option: str
) -> None:
    """Without the requirement the optimum is below it; the range bounds the search."""
    (tmp_path / "ranged.t").write_text(RANGED, encoding="utf-8")
    outcomes = replies(session, "SYST ranged", "SIMU 0 1", f"OPTIM LOSS K[-1,6] {option}")

    assert not of_kind(Failed, outcomes)
    assert 0.45 <= session.workspace.given.parameters["k"] < 0.6
    replies(session, "UNDO", "PAR LIMIT:-9")
    outcomes = replies(session, f"OPTIM LOSS K[-1,6] {option}")
    assert not of_kind(Failed, outcomes)
    assert session.workspace.given.parameters["k"] == pytest.approx(0.4, abs=2e-3)


def test_opta_uses_exact_derivatives(session: Session) -> None:
    replies(session, "SYST decay opta con", "PAR START1: 3", "ERROR 1E-8")
    with_them = replies(session, "SIMU 0 1")
    found = session.workspace.given.parameters["START1[OPTA]"]
    without = replies(session, "PAR START1: 3 METHOD: 5", "SIMU 0 1")

    assert found == pytest.approx(session.workspace.given.parameters["START1[OPTA]"], abs=2e-4)
    assert runs_in(with_them) < runs_in(without)
