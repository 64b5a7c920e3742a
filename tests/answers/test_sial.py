"""SIAL/74: the tables printed by Alfonseca (1974) digit for digit, stateful blocks, and mixed models."""

import itertools
import math
from pathlib import Path

import pytest

from simnon import load
from simnon.session import Session
from simnon.session.outcome import Failed
from simnon.simulation import Trajectory

CORPUS = Path(__file__).parents[1] / "corpus" / "sial"
BEFORE_TABLE = {
    1: ["SIMU 0 .13 .02"],
    2: ["PAR P1: .158", "SIMU"],
    3: ["PAR P1: .316", "SIMU 0 1 .05"],
    4: ["PAR P1: .25 CI1: .5", "SIMU 0 2 .1"],
}


def exponent_form(value: float) -> str:
    mantissa, _, exponent = f"{value:.3E}".partition("E")
    return f"{mantissa}E{'-' if exponent[0] == '-' else ''}{exponent[1:]}"


def printed_rows(number: int) -> list[list[str]]:
    return [line.split(",") for line in (CORPUS / f"gravitacion_{number}.csv").read_text("utf-8").splitlines()[2:]]


def execute(session: Session, *lines: str) -> Trajectory:
    for line in lines:
        assert not [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)], line
    return session.workspace.run_named("")


@pytest.mark.parametrize("number", BEFORE_TABLE)
def test_the_printed_tables_are_reproduced_digit_for_digit(number: int) -> None:
    run = execute(Session(CORPUS), "SYST gravitacion", *BEFORE_TABLE[number])

    columns = [run[name].tolist() for name in ("Z5", "Z11", "Z4")]
    rows = [
        [f"{t:.4f}".removeprefix("0"), *map(exponent_form, values)]
        for t, *values in zip(run.t.tolist(), *columns, strict=True)
    ]
    assert rows == printed_rows(number)


def test_the_bessel_equation_follows_the_function_within_the_error_of_the_step() -> None:
    run = execute(Session(CORPUS), "SYST bessel", "SIMU")

    exact = [bessel_function(t) for t in run.t]
    assert run.t.tolist() == [0.5 * k for k in range(11)]
    assert max(abs(z - j) for z, j in zip(run["Z3"], exact, strict=True)) < 0.05
    assert round(float(run["Z3"][-1]), 3) == -0.185


def bessel_function(x: float) -> float:
    """J0 by its series."""
    return math.fsum((-1) ** k * (x / 2) ** (2 * k) / math.factorial(k) ** 2 for k in range(30))


def test_a_session_uses_the_run_and_the_plot_of_the_program() -> None:
    session = Session(CORPUS)
    run = execute(session, "SYST gravitacion", "SIMU", "ASHOW")

    (area,) = session.workspace.page.figure.areas
    assert (run.t[-1], run.statistics.method, run.statistics.steps) == (0.3, "euler", 300)
    assert [(curve.label, area.horizontal.label) for curve in area.curves] == [("Z15", "Z14")]
    assert session.workspace.last_arguments["PRINT"] == "Z5 Z11 Z4"


def run_of(tmp_path: Path, lines: str, stop: float, spacing: float) -> Trajectory:
    """The diagram, exactly integrated."""
    path = tmp_path / "diagram.sial"
    path.write_text(f"DIAGRAM\n{lines}\n//\nTM←{stop}\nINTEG←VARIABLE\n", "utf-8")
    return load(path).simulate(0.0, stop, spacing=spacing, rtol=1e-10, atol=1e-12)


def values(run: Trajectory, name: str) -> list[float]:
    return [round(float(value), 6) + 0.0 for value in run[name]]


def test_a_limited_integrator_stays_at_its_limits(tmp_path: Path) -> None:
    run = run_of(tmp_path, "CUADRA 4\n0 -.5 1 1 INTLIM 1", 6.0, 0.5)

    assert values(run, "Z2") == [0, 0.5, 1, 1, 1, 0.5, 0, -0.5, -0.5, 0, 0.5, 1, 1]


def test_a_controlled_integrator_operates_holds_and_is_reset(tmp_path: Path) -> None:
    run = run_of(tmp_path, "CONST 1\nPULSO 1 2\nPULSO 4 1\n3 1 INTMOD 1 2 3", 6.0, 1.0)

    assert values(run, "Z4") == [3, 3, 4, 5, 3, 3, 3]


def test_a_lag_and_a_delay(tmp_path: Path) -> None:
    run = run_of(tmp_path, "ESCLN 0\n0 2 ATRASO 1\nTIEMPO\n1 RETARD 3", 3.0, 1.0)

    assert values(run, "Z2") == [round(1 - math.exp(-t / 2), 6) for t in range(4)]
    assert values(run, "Z4") == [0, 0, 1, 2]


def test_a_derivative_begins_at_zero_and_follows(tmp_path: Path) -> None:
    run = run_of(tmp_path, "RAMPA 5\n.1 DERIV 1", 2.0, 1.0)

    assert values(run, "Z2") == [0, round(1 - math.exp(-10), 6), 1]


def test_a_relay_has_two_levels(tmp_path: Path) -> None:
    run = run_of(tmp_path, "TRIANG 4\n-.5 .5 RELE 1", 4.0, 0.4)

    assert values(run, "Z2") == [0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0]


def test_a_flip_flop_is_set_and_reset_and_a_counter_counts(tmp_path: Path) -> None:
    run = run_of(tmp_path, "TREN 2 .5\nPULSO 1 .1\n1 BIEST 1 2\n5 CONTAD 1", 4.5, 0.75)

    assert values(run, "Z3") == [1, 1, 0, 1, 1, 1, 1]
    assert values(run, "Z4") == [6, 6, 6, 7, 7, 7, 8]


def test_samples_are_held(tmp_path: Path) -> None:
    run = run_of(tmp_path, "RAMPA 1\n.5 MUEST 1\nPULSO 1 .5\nSEGRET 1 3", 2.0, 0.25)

    assert values(run, "Z2") == [1, 1, 1.5, 1.5, 2, 2, 2.5, 2.5, 3]
    assert values(run, "Z4") == [1, 1, 1, 1, 2, 2.25, 2.5, 2.5, 2.5]


def test_simultaneous_samples_see_the_values_held_by_the_others(tmp_path: Path) -> None:
    run = run_of(tmp_path, "CONST 1\n.5 MUEST 3\n1 1 SUM 1 2\n.5 MUEST 2", 2.0, 0.5)

    assert values(run, "Z2") == [1, 2, 3, 4, 5]
    assert values(run, "Z4") == [0, 1, 2, 3, 4]


def test_noise_is_uniform_and_repeats_with_its_seed(tmp_path: Path) -> None:
    run = run_of(tmp_path, "RUIDO .01 1\nRUIDO .01 1\nRUIDO .01 2", 20.0, 0.005)
    noise = run["Z1"]

    assert run["Z2"].tolist() == noise.tolist() != run["Z3"].tolist()
    assert noise[0] == 2 * 16807 / 2147483647 - 1
    assert max(abs(noise)) <= 1
    assert abs(noise.mean()) < 0.05
    assert abs(noise.var() - 1 / 3) < 0.03
    assert sum(one == other for one, other in itertools.pairwise(noise.tolist())) == 2000


def test_a_run_ends_when_fin_becomes_true(tmp_path: Path) -> None:
    run = run_of(tmp_path, "TIEMPO\nESCLN 1.5\nFIN 2", 4.0, 0.5)

    assert (run.stop.message, run.stop.time) == ("FIN, block 3", 1.5)


def test_blocks_are_connected_to_a_system_in_a_different_language(tmp_path: Path) -> None:
    (tmp_path / "loop.sial").write_text("LOOP\nENTRAD\n1 1 INTEGR 1\n//\nTM←2\nΔ←.001\nII←.5\n", "utf-8")
    (tmp_path / "plant.t").write_text("CONTINUOUS SYSTEM plant\nINPUT u\nOUTPUT y\ny = -k*u\nk: 1\nEND\n", "utf-8")
    (tmp_path / "both.t").write_text("CONNECTING SYSTEM both\nZ1[LOOP] = y[plant]\nu[plant] = Z2[LOOP]\nEND\n", "utf-8")

    run = execute(Session(tmp_path), "SYST loop.sial plant.t both.t", "SIMU")

    assert run.t.tolist() == [0.0, 0.5, 1.0, 1.5, 2.0]
    assert abs(run["Z2[LOOP]"][-1] - math.exp(-2)) < 1e-3
