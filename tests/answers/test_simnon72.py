"""The programs and sessions of RE-113 (1972), unchanged, give the numbers and the picture printed there."""

import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from simnon.figures import Array
from simnon.frontends import main
from simnon.session import Failed, PageDrawn, Printed, Session
from simnon.simulation import Trajectory

CORPUS = Path(__file__).parents[1] / "corpus" / "simnon72"
SESSIONS = ("2A", "2B", "TREDI", "TRIOD")


def open_session(folder: Path, dialect: str = "") -> Session:
    for path in CORPUS.glob("*.NON"):
        shutil.copy(path, folder)
    return Session(folder, is_interactive=False, dialect=dialect)


def last_run(session: Session, *lines: str) -> Trajectory:
    outcomes = [outcome for line in lines for outcome in session.execute(line)]
    assert not [outcome for outcome in outcomes if isinstance(outcome, Failed)]
    return session.workspace.runs[""]


def played(session: Session, name: str) -> list[Trajectory]:
    """The runs of a session of the corpus."""
    runs: list[Trajectory] = []
    for line in (CORPUS / f"{name}.session.txt").read_text("utf-8").splitlines():
        assert not [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)]
        run = session.workspace.runs.get("")
        if run is not None and (not runs or run is not runs[-1]):
            runs.append(run)
    assert session.is_over
    return runs


def rising_zeros(t: Array, y: Array) -> Array:
    at = np.flatnonzero((y[:-1] < 0) & (y[1:] >= 0))
    return t[at] - y[at] * (t[at + 1] - t[at]) / (y[at + 1] - y[at])


@pytest.mark.parametrize("name", SESSIONS)
def test_the_sessions_run_as_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--as", "simnon72", str(CORPUS / f"{name}.session.txt")]) == 0
    assert "ERR" not in capsys.readouterr().out.replace("ERRORS", "")


def test_the_triode_oscillator_has_its_limit_cycle(tmp_path: Path) -> None:
    session = open_session(tmp_path)
    run = last_run(session, "SYST TRIOD", "INIT X1: 0.25", "SIMU 0 100 0.01")
    late = run.t > 60
    x1, x2 = run["X1"][late], run["X2"][late]

    assert np.max(np.abs(x1)) == pytest.approx(2.32, abs=5e-3)
    assert np.max(np.abs(x2)) == pytest.approx(2.92, abs=5e-3)
    assert np.diff(rising_zeros(run.t[late], x1)) == pytest.approx(6.50, abs=5e-3)


def test_the_session_of_the_triode_ends_near_its_limit_cycle(tmp_path: Path) -> None:
    runs = played(open_session(tmp_path, "simnon72"), "TRIOD")

    assert len(runs) == 7
    assert np.max(runs[0]["X1"][runs[0].t > 15]) == pytest.approx(2.32, abs=2e-2)
    assert np.max(runs[-1]["X1"][runs[-1].t > 15]) == pytest.approx(2.32, abs=2e-2)


def test_the_equation_of_2a_has_its_root(tmp_path: Path) -> None:
    run = last_run(open_session(tmp_path), "SYST 2A", "SIMU 0 2.5")

    assert f"{run.final['X1']:.5f}" == "3.03089"
    assert run.final["DX1"] == pytest.approx(0.0, abs=1e-5)
    longer = last_run(open_session(tmp_path), "SYST 2A", "ERROR 1E-10", "SIMU 0 10")
    assert longer.final["X1"] == pytest.approx(3.0308937799, abs=1e-7)


def test_disp_after_2a_prints_the_solution(tmp_path: Path) -> None:
    session = open_session(tmp_path, "simnon72")
    for line in ("SYSDK 2A", "SIMU 0 2.5 100 1E-6"):
        list(session.execute(line))
    (shown,) = [outcome.text for outcome in session.execute("DISP") if isinstance(outcome, Printed)]

    words = shown.split()
    assert " ".join((*words[:10], *words[11:])) == (
        "PRESENT VALUE OF <IDENTIFIER>:S <STATE VARIABLE> X1 0.303089E+01 <DERIVATIVE> DX1 "
        "<TIME> T 0.250000E+01 INITIAL VALUE OF <STATE VARIABLE>:S X1 0.200000E+01"
    )
    assert float(words[10]) == pytest.approx(0.0, abs=1e-5)


def test_the_piecewise_linear_system_spirals_as_printed(tmp_path: Path) -> None:
    long, stable, unstable, *bounds, switched = played(open_session(tmp_path, "simnon72"), "2B")
    angle = np.unwrap(np.arctan2(long["X2"], long["X1"]))

    assert abs(angle[-1] - angle[0]) / (2 * np.pi) == pytest.approx(22.588, abs=5e-4)
    assert np.hypot(stable.final["X1"], stable.final["X2"]) == pytest.approx(0.5272, abs=5e-5)
    assert np.hypot(unstable.final["X1"], unstable.final["X2"]) == pytest.approx(1.1612, abs=5e-5)
    assert [(run.t[0], run.t[-1], len(run)) for run in bounds] == [(-1.2, 1.2, 101), (-0.35, 0.35, 101)]
    assert bounds[0]["X2A"] == pytest.approx(bounds[0].t / 3.03089)
    assert bounds[1]["X2B"] == pytest.approx(-bounds[1].t * 3.03089)
    assert set(switched["OMR1"]) == {1.0, -1.0}


def test_tredi_draws_a_cube_within_a_cube(tmp_path: Path) -> None:
    session = open_session(tmp_path, "simnon72")
    lines = (CORPUS / "TREDI.session.txt").read_text("utf-8").splitlines()
    outcomes = [outcome for line in lines for outcome in session.execute(line)]
    figure = [outcome.figure for outcome in outcomes if isinstance(outcome, PageDrawn)][-1]
    (curve,) = figure.areas[0].curves
    points = [(round(x), round(y)) for x, y in zip(curve.x, curve.y, strict=True)]
    drawn = {frozenset(pair) for pair in pairwise(points)}

    def face(x: int, y: int, side: int) -> list[tuple[int, int]]:
        return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]

    def edges(corners: list[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
        return {frozenset(pair) for pair in pairwise([*corners, corners[0]])}

    outer_front, outer_back, inner_front, inner_back = (
        face(0, 0, 40),
        face(14, 8, 40),
        face(18, 16, 13),
        face(23, 19, 13),
    )
    assert len(points) == 35
    for corners in (outer_front, outer_back, inner_front, inner_back):
        assert edges(corners) <= drawn
    between = {frozenset(pair) for pair in zip(outer_front, outer_back, strict=True)}
    between |= {frozenset(pair) for pair in zip(outer_front, inner_front, strict=True)}
    between |= {frozenset(pair) for pair in zip(outer_back, inner_back, strict=True)}
    between |= {frozenset(pair) for pair in zip(inner_front, inner_back, strict=True)}
    faces = edges(outer_front) | edges(outer_back) | edges(inner_front) | edges(inner_back)
    assert drawn - faces <= between
    assert (curve.label, figure.areas[0].horizontal.label) == ("Y", "X")
    assert figure.areas[0].title == 'PLOT X←Y " PICTURE 12: THREE DIMENSION FIGURE'
