"""The lunar landing of Cellier (1991) in DARE-P, as printed in the chapter, through a session."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.calculator import evaluate
from simnon.session.outcome import Failed, PageDrawn, RunEnded

CORPUS = Path(__file__).parents[1] / "corpus" / "darep"


def execute(session: Session, *lines: str) -> list[object]:
    outcomes: list[object] = []
    for line in lines:
        outcomes += session.execute(line)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Failed)], outcomes
    return outcomes


@pytest.fixture
def session() -> Session:
    return Session(CORPUS, is_interactive=False)


def test_the_lander_reaches_the_ground_as_the_chapter_says(session: Session) -> None:
    outcomes = execute(session, "SYST lunar.dar", "ERROR 1e-11", "SIMU")

    ended = next(outcome for outcome in outcomes if isinstance(outcome, RunEnded))
    assert ended.stop.time == pytest.approx(211.75540, abs=5e-6)
    assert evaluate(session.workspace, "V") == pytest.approx(-4.238275, abs=5e-7)


@pytest.mark.parametrize(
    ("time", "height", "speed", "mass"),
    [(43.2, 9933.6908, -111.4929, 603.37936), (210.0, 4.92783, -1.376190, 542.94505)],
)
def test_the_lander_is_where_the_chapter_says(
    session: Session, time: float, height: float, speed: float, mass: float
) -> None:
    execute(session, "SYST lunar.dar", "ERROR 1e-11", f"SIMU 0 {time}")

    found = [evaluate(session.workspace, name) for name in ("H", "V", "XM")]
    assert found[0] == pytest.approx(height, abs=5e-5 if time < 100 else 5e-6)
    assert found[1] == pytest.approx(speed, abs=5e-5 if time < 100 else 5e-7)
    assert found[2] == pytest.approx(mass, abs=5e-6)


def test_the_program_determines_the_run_and_what_is_drawn(session: Session) -> None:
    outcomes = execute(session, "SYST lunar.dar", "SIMU", "ASHOW")

    settings = session.workspace.settings
    assert (settings.start, settings.stop) == (0.0, 230.0)
    assert settings.spacing == 230.0 / 300.0
    figure = next(outcome for outcome in reversed(outcomes) if isinstance(outcome, PageDrawn)).figure
    assert "H" in repr(figure)


def test_a_darep_system_can_be_connected_to_a_simnon_system(tmp_path: Path) -> None:
    (tmp_path / "plant.dar").write_text(" $D1\n   X. = -X + U\nEND\nX = 1.0, U = 0.0, TMAX = 2.0\nEND\n")
    (tmp_path / "source.t").write_text("CONTINUOUS SYSTEM source\nINPUT y\nOUTPUT u\nu = 2*y\nEND\n")
    (tmp_path / "both.t").write_text("CONNECTING SYSTEM both\ny[source] = X[plant]\nEND\n")
    session = Session(tmp_path, is_interactive=False)

    execute(session, "SYST plant.dar source both", "SIMU")

    assert evaluate(session.workspace, "u[source]") == pytest.approx(2 * 0.1353352832366127, rel=1e-5)


def test_the_iteration_of_section_2_6_gives_the_tahini(session: Session) -> None:
    """As in CSMP, with f(x) = 1 + 0.5*cos(x) and g(x) = 0.8*x; the batch kept in the freezer is that of today."""
    execute(session, "SYST tahini.dar", "SIMU")

    found = [evaluate(session.workspace, name) for name in ("tahini", "taratoor", "X")]
    assert found == pytest.approx([1.0120495817513, 1.2650619771892, 2.0240991635027], abs=1e-9)


def test_each_graph_has_its_own_axes(session: Session) -> None:
    outcomes = execute(session, "SYST lunar.dar", "SIMU", "ASHOW")

    figure = next(outcome for outcome in reversed(outcomes) if isinstance(outcome, PageDrawn)).figure
    assert [[curve.label for curve in area.curves] for area in figure.areas] == [["H"], ["V"]]


def test_a_run_reports_what_the_program_would_write(tmp_path: Path) -> None:
    (tmp_path / "high.dar").write_text(
        " $D1\n   PROCED Y = X\n   Y = 2.0*X\n   IF (Y.GT.1.0) WRITE(6,21) Y\n"
        "21 FORMAT(' Y IS HIGH', F8.3)\n   ENDPRO\n   X. = 1.0\nEND\nX = 0.0, TMAX = 1.0\nEND\n"
    )
    outcomes = execute(Session(tmp_path, is_interactive=False), "SYST high.dar", "SIMU")

    (ended,) = [outcome for outcome in outcomes if isinstance(outcome, RunEnded)]
    assert ended.notes == ("Y_IS_HIGH left its range 0..0.5 at t = 0.5",)
