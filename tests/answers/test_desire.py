"""The lunar landing of Cellier (1991) in DESIRE, and experiments with loops and jumps, through a session."""

import shutil
from math import cos, exp, pi, sin, sqrt
from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.calculator import evaluate
from simnon.session.outcome import PageDrawn, RunEnded
from tests.answers.test_darep import execute

CORPUS = Path(__file__).parents[1] / "corpus" / "desire"


@pytest.fixture
def session() -> Session:
    return Session(CORPUS, is_interactive=False)


def landed_by_heun(stop: float) -> tuple[float, float, float]:
    """Plain Heun steps of 0.1 with the thrust of each phase."""

    def rates(h: float, v: float, m: float, thrust: float) -> tuple[float, float, float]:
        return v, 1.0 / m * (thrust - m * (4.925e12 / (h + 1738.0e3) ** 2)), -0.000277 * abs(thrust)

    h, v, m = 59404.0, -2003.0, 1038.358
    for k in range(round(stop / 0.1)):
        thrust = 36350.0 if k < 432 else 1308.0 if k < 2100 else 0.0
        a = rates(h, v, m, thrust)
        b = rates(h + 0.1 * a[0], v + 0.1 * a[1], m + 0.1 * a[2], thrust)
        h, v, m = (x + 0.05 * (p + q) for x, p, q in zip((h, v, m), a, b, strict=True))
    return h, v, m


@pytest.mark.parametrize("time", [43.2, 210.0])
def test_the_lander_follows_heuns_method(session: Session, time: float) -> None:
    execute(session, "SYST lunar.src", f"SIMU 0 {time}")

    found = [evaluate(session.workspace, name) for name in ("h", "v", "m")]
    assert found == pytest.approx(landed_by_heun(time), rel=1e-8)


def test_the_lander_lands_as_in_the_chapter_except_for_the_method(session: Session) -> None:
    outcomes = execute(session, "SYST lunar.src", "SIMU")

    ended = next(outcome for outcome in outcomes if isinstance(outcome, RunEnded))
    assert ended.stop.message == "term -h"
    assert ended.stop.time == pytest.approx(211.75540, abs=0.02)
    assert evaluate(session.workspace, "v") == pytest.approx(-4.238275, abs=0.03)
    execute(session, "ALGOR HEUN 0.0005", "SIMU")
    assert evaluate(session.workspace, "v") == pytest.approx(-4.238275, abs=2e-6)


def test_the_program_determines_the_run(session: Session) -> None:
    execute(session, "SYST lunar.src")

    settings = session.workspace.settings
    assert (settings.start, settings.stop, settings.spacing) == (0.0, 230.0, 0.2)
    assert (settings.method, settings.step) == ("heun", 0.1)
    assert session.workspace.last_arguments["ASHOW"] == "hs vs ms"


@pytest.mark.slow
def test_the_experiment_of_the_lander_doubles_the_scale_once(tmp_path: Path) -> None:
    shutil.copy(CORPUS / "lunar.src", tmp_path)
    session = Session(tmp_path, is_interactive=False)
    outcomes = execute(session, "SYST lunar.src", "LUNAR")

    assert len([outcome for outcome in outcomes if isinstance(outcome, RunEnded)]) == 2
    figure = [outcome for outcome in outcomes if isinstance(outcome, PageDrawn)][-1].figure
    assert {(area.vertical.low, area.vertical.high) for area in figure.areas} == {(-2.0, 2.0)}
    assert (tmp_path / "lunar.svg").exists()


def program(folder: Path, text: str) -> Session:
    (folder / "try.src").write_text(text)
    session = Session(folder, is_interactive=False)
    execute(session, "SYST try.src")
    return session


def test_runs_in_a_loop_change_values(tmp_path: Path) -> None:
    session = program(
        tmp_path,
        "x = 1 | k = 0 | TMAX = 1 | DT = 0.001 | sum = 0\nfor k = 1 to 3\ndrunr\nsum = sum + x\nnext\n"
        "DYNAMIC\nd/dt x = -k*x\n",
    )
    outcomes = execute(session, "TRY", "TRY")

    assert len([outcome for outcome in outcomes if isinstance(outcome, RunEnded)]) == 6
    assert evaluate(session.workspace, "x") == pytest.approx(exp(-3), rel=1e-5)


def test_drun_continues_the_last_run(tmp_path: Path) -> None:
    session = program(
        tmp_path,
        "x = 1 | k = 1 | TMAX = 1 | DT = 0.001 | NN = 11\ndrun\nk = 2\ndrun\nDYNAMIC\nd/dt x = -k*x\n",
    )
    outcomes = execute(session, "TRY")

    times = [outcome.stop.time for outcome in outcomes if isinstance(outcome, RunEnded)]
    assert times == [1.0, 2.0]
    assert evaluate(session.workspace, "x") == pytest.approx(exp(-3), rel=1e-5)


def test_reset_starts_again(tmp_path: Path) -> None:
    session = program(
        tmp_path,
        "x = 1 | k = 1 | TMAX = 1 | DT = 0.001\nlabel AGAIN\ndrun\nreset\nk = k + 1\n"
        "if k < 4 and k > 0 then go to AGAIN proceed\nDYNAMIC\nd/dt x = -k*x\n",
    )
    outcomes = execute(session, "TRY")

    times = [outcome.stop.time for outcome in outcomes if isinstance(outcome, RunEnded)]
    assert times == [1.0, 1.0, 1.0]
    assert evaluate(session.workspace, "x") == pytest.approx(exp(-3), rel=1e-5)


def test_an_if_takes_one_of_its_branches(tmp_path: Path) -> None:
    session = program(
        tmp_path,
        "x = 1 | k = 1 | TMAX = 1 | DT = 0.001 | n = 5\nif n >= 5 then\n k = 2\nelse\n k = 3\nproceed\ndrunr\n"
        "DYNAMIC\nd/dt x = -k*x\n",
    )
    execute(session, "TRY")

    assert evaluate(session.workspace, "x") == pytest.approx(exp(-2), rel=1e-5)


def test_an_experiment_of_one_run_needs_no_macro(tmp_path: Path) -> None:
    session = program(tmp_path, "x = 1 | TMAX = 1 | DT = 0.001\ndrunr\nDYNAMIC\nd/dt x = -x\n")

    assert not session.workspace.macros


def test_a_desire_system_can_be_connected_to_a_simnon_system(tmp_path: Path) -> None:
    (tmp_path / "plant.des").write_text("x = 1 | TMAX = 2 | DT = 0.001\ndrun\nDYNAMIC\nd/dt x = -x\n")
    (tmp_path / "source.t").write_text("CONTINUOUS SYSTEM source\nINPUT y\nOUTPUT u\nu = 2*y\nEND\n")
    (tmp_path / "both.t").write_text("CONNECTING SYSTEM both\ny[source] = x[plant]\nEND\n")
    session = Session(tmp_path, is_interactive=False)

    execute(session, "SYST plant.des source both", "SIMU")

    assert evaluate(session.workspace, "u[source]") == pytest.approx(2 * exp(-2), rel=1e-5)


def test_pic_writes_the_picture_of_the_last_run(tmp_path: Path) -> None:
    session = program(
        tmp_path,
        "x = 1 | TMAX = 1 | DT = 0.01\ndrunr\nDYNAMIC\nd/dt x = -x\nOUT\ndispt x\n/--\n/PIC 'decay.prc'\n/--\n",
    )
    execute(session, "TRY")

    assert (tmp_path / "decay.svg").read_text().startswith("<")


DAMPINGS = """n = 3 | ww = 400 | TMAX = 0.5 | DT = 0.0005 | NN = 11
ARRAY r[n]
STATE x[n], v[n]
for i = 1 to n | r[i] = 5*i | x[i] = 1 | next
drunr
r[2] = 30
drunr
DYNAMIC
Vectr d/dt x = v
Vectr d/dt v = -ww*x - r*v
"""
ONE = """r = {r} | ww = 400 | x = 1 | v = 0 | TMAX = 0.5 | DT = 0.0005 | NN = 11
drunr
DYNAMIC
d/dt x = v
d/dt v = -ww*x - r*v
"""
ROD = """n = 19 | TMAX = 0.1 | DT = 0.0002 | a = 400
STATE u[n]
for i = 1 to n | u[i] = sin(3.14159265358979*i/20) | next
drunr
DYNAMIC
Vectr d/dt u = a*(u{1} - 2*u + u{-1})
"""
STATE_SPACE = """TMAX = 2 | DT = 0.001
ARRAY A[2,2], b[2]
STATE x[2], y[2]
A[1,2] = 1 | A[2,1] = -4 | b[2] = 4
drunr
DYNAMIC
u = 1
Vectr d/dt x = A*x + b*u
Vectr d/dt y = A%*y + b
DOT e = x*x
"""


def test_a_vector_of_models_runs_as_each_of_them_alone(tmp_path: Path) -> None:
    session = Session(tmp_path, is_interactive=False)
    (tmp_path / "dampings.src").write_text(DAMPINGS)
    execute(session, "SYST dampings.src", "DAMPINGS")
    found = [evaluate(session.workspace, f"x[{i}]") for i in (1, 2, 3)]

    for damping, together in zip((5, 30, 15), found, strict=True):
        (tmp_path / "one.src").write_text(ONE.format(r=damping))
        execute(session, "SYST one.src", "SIMU")
        alone = evaluate(session.workspace, "x")
        frequency = sqrt(400 - damping**2 / 4)
        angle = frequency * 0.5
        exact = exp(-damping / 4) * (cos(angle) + damping / 2 / frequency * sin(angle))
        assert together == alone
        assert alone == pytest.approx(exact, abs=5e-5), "the error of the phase is (ww^1.5)*DT^2*t/6"


def test_shifted_vectors_are_the_heat_equation_with_cold_ends(tmp_path: Path) -> None:
    session = Session(tmp_path, is_interactive=False)
    (tmp_path / "rod.src").write_text(ROD)
    execute(session, "SYST rod.src", "SIMU")

    rate = 4 * 400 * sin(pi / 40) ** 2
    for i in (1, 10, 19):
        assert evaluate(session.workspace, f"u[{i}]") == pytest.approx(exp(-0.1 * rate) * sin(pi * i / 20), rel=1e-5)


def test_products_with_a_matrix_and_its_transpose(tmp_path: Path) -> None:
    """x1 = 1 - cos 2t; with the transpose, y' = (-4 y2, y1 + 4): y1 = 4 cos 2t - 4."""
    session = Session(tmp_path, is_interactive=False)
    (tmp_path / "space.src").write_text(STATE_SPACE)
    execute(session, "SYST space.src", "SIMU")

    x, y = ([evaluate(session.workspace, f"{name}[{i}]") for i in (1, 2)] for name in "xy")
    assert x == pytest.approx([1 - cos(4), 2 * sin(4)], abs=1e-5)
    assert y == pytest.approx([4 * cos(4) - 4, 2 * sin(4)], abs=1e-5)
    assert evaluate(session.workspace, "e") == pytest.approx(x[0] ** 2 + x[1] ** 2)
