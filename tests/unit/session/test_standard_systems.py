"""The standard systems: each compiles without diagnostics and does what its first line promises."""

import math
from pathlib import Path

import numpy as np
import pytest

from simnon import load
from simnon.session.outcome import Diagnosed
from simnon.session.standard_systems import standard_folder
from simnon.simulation import Trajectory
from tests.unit.session.sessions import failure, replies, session_with

NAMES = sorted(path.stem for path in standard_folder().glob("*.t"))

LAG = """CONTINUOUS SYSTEM lag
INPUT u
OUTPUT y
STATE x
DER dx
dx = u - x
y = x
u: 0
END
"""


def run_of(folder: Path, connections: str, *lines: str) -> Trajectory:
    """The last run of a session with one connecting system, LAG and the standard systems it names."""
    session = session_with(folder, lag=LAG, con=f"CONNECTING SYSTEM con\nTIME t\n{connections}\nEND\n")
    replies(session, *lines)
    return session.workspace.run_named("")


@pytest.mark.parametrize("name", NAMES)
def test_a_standard_system_is_found_without_diagnostics(name: str, tmp_path: Path) -> None:
    inputs = {"delay": "u[delay] = t", "pid": "y[pid] = t"}
    session = session_with(
        tmp_path, lag=LAG, con=f"CONNECTING SYSTEM con\nTIME t\nu[lag] = t\n{inputs.get(name, '')}\nEND\n"
    )

    outcomes = replies(session, f"SYST lag {name} con")

    assert not [outcome for outcome in outcomes if isinstance(outcome, Diagnosed)]


def test_the_users_own_system_of_the_same_name_takes_precedence(tmp_path: Path) -> None:
    session = session_with(tmp_path, delay="CONTINUOUS SYSTEM delay\nTIME t\ny = 2*t\nEND\n")

    replies(session, "SYST delay")

    assert session.workspace.system.files == (tmp_path / "delay.t",)


def test_a_standard_system_is_not_edited_but_the_others_are(tmp_path: Path) -> None:
    session = session_with(tmp_path, lag=LAG, con="CONNECTING SYSTEM con\nTIME t\nu[delay] = t\nu[lag] = 1\nEND\n")

    replies(session, "SYST delay lag con -EDIT", "E", "E")

    assert session.workspace.model.name == "con"


def test_delay_gives_the_delayed_input(tmp_path: Path) -> None:
    run = run_of(tmp_path, "u[delay] = SIN(t)", "SYST delay con", "PAR TDELAY: 2 Y0: 5", "SIMU 0 10")

    assert run.final["y[delay]"] == pytest.approx(math.sin(8), abs=1e-6)
    assert run["y[delay]"][0] == 5


def test_noise_is_white_normal_and_seeded(tmp_path: Path) -> None:
    lines = ("SYST noise lag con", "PAR STDEV: 2 MEAN: 3 DT: 0.5", "SIMU 0 5000 0.5")
    run = run_of(tmp_path, "u[lag] = e1[noise]", *lines)
    first, second = run["e1[noise]"], run["e2[noise]"]

    assert np.mean(first) == pytest.approx(3, abs=0.08)
    assert np.std(first) == pytest.approx(2, abs=0.06)
    assert abs(np.corrcoef(first[1:], first[:-1])[0, 1]) < 0.04
    assert abs(np.corrcoef(first, second)[0, 1]) < 0.04
    again = run_of(tmp_path, "u[lag] = e1[noise]", *lines)
    assert np.array_equal(again["e1[noise]"], first)
    other = run_of(tmp_path, "u[lag] = e1[noise]", lines[0], "PAR NODD: 21", lines[2])
    assert not np.array_equal(other["e1[noise]"], (first - 3) / 2)


def test_bandnoise_has_its_deviation_and_bandwidth_from_the_start(tmp_path: Path) -> None:
    lines = ("SYST bandnoise lag con", "PAR STDEV: 2 W: 0.5 DT: 0.2", "SIMU 0 20000 0.2")
    run = run_of(tmp_path, "u[lag] = e1[bandnoise]", *lines)
    noise = run["e1[bandnoise]"]

    assert np.std(noise) == pytest.approx(2, rel=0.05)
    ten_samples_apart = np.corrcoef(noise[10:], noise[:-10])[0, 1]
    assert ten_samples_apart == pytest.approx(math.exp(-0.5 * 2), abs=0.05)


def test_pid_removes_the_error_and_does_not_wind_up(tmp_path: Path) -> None:
    connections = "u[lag] = u[pid]\ny[pid] = y[lag]\nyref[pid] = IF t < 60 THEN 2 ELSE 0.5"
    lines = ("SYST lag pid con", "PAR K: 2 TI: 2 TD: 0.1 DT: 0.1 UHIGH: 1 ULOW: 0 TT: 1", "SIMU 0 70")
    limited = run_of(tmp_path, connections, *lines)
    wound = run_of(tmp_path, connections, *lines[:-1], "PAR TT: 0", "SIMU 0 70")

    assert np.max(limited["u[pid]"]) == 1
    assert limited.final["y[lag]"] == pytest.approx(0.5, abs=0.02)
    assert wound.final["y[lag]"] > 0.9


def test_signals_begin_at_t0(tmp_path: Path) -> None:
    lines = ("SYST signals lag con", "PAR T0: 1 AMP: 3 PERIOD: 2 WIDTH: 0.5", "SIMU 0 2.25")
    run = run_of(tmp_path, "u[lag] = step[signals]", *lines)

    final = {name: run.final[f"{name}[signals]"] for name in ("step", "ramp", "sine", "square", "pulse")}
    assert final == pytest.approx(
        {"step": 3, "ramp": 3.75, "sine": 3 * math.sin(math.pi * 1.25), "square": -3, "pulse": 0}
    )
    assert run["step[signals]"][0] == run["square[signals]"][0] == 0


def test_an_unconnected_delay_is_an_error_of_the_model(tmp_path: Path) -> None:
    session = session_with(tmp_path, lag=LAG, con="CONNECTING SYSTEM con\nu[lag] = 1\nEND\n")

    assert failure(session, "SYST lag delay con").code == "model-error"


def test_every_standard_system_can_be_loaded_by_itself_or_needs_inputs_only() -> None:
    for name in NAMES:
        if name not in ("delay", "pid"):
            load(standard_folder() / f"{name}.t")
