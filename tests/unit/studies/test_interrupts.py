"""Ctrl-C in a run that belongs to a study ends the study: a run that is cut off is no result."""

from collections.abc import Callable

import numpy as np
import pytest

import simnon
from simnon.simulation import Run

OSCILLATOR = """CONTINUOUS SYSTEM s
INPUT u
STATE x v
DER dx dv
dx = v
dv = m*(1 - x^2)*v - x + u
m: 1
u: 0
x: 1
END
"""
BALL = """CONTINUOUS SYSTEM s
STATE h v
DER dh dv
dh = v
dv = -9.81
WHEN h < 0
  v = -0.8*PRE(v) + 1
END
h: 1
END
"""
SATURATED = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 1 - TANH(20*x)*1.5\nx: 9\nEND\n"
GRID = np.linspace(-1.0, 1.0, 4)


def instant_of_a_run() -> Callable[[], object]:
    model = simnon.load(OSCILLATOR)
    run = model.simulate(0, 40)
    return lambda: model.linearize(["u"], ["x"], at=run, time=3.3)


def equilibrium_that_runs_lead_to() -> Callable[[], object]:
    return simnon.load(SATURATED).equilibrium


def periodic_orbit() -> Callable[[], object]:
    model = simnon.load(OSCILLATOR)
    run = model.simulate(0, 40)
    return lambda: model.linearize_orbit(["u"], ["x"], 6.66329, at=run)


def cycle_with_events() -> Callable[[], object]:
    model = simnon.load(BALL)
    run = model.simulate(0, 60)
    return lambda: model.cycle(run)


def fit() -> Callable[[], object]:
    model = simnon.load(OSCILLATOR)
    return lambda: model.fit({"t": [0.0, 1.0, 2.0], "x": [1.0, 0.5, -0.3]}, ["m"])


def band() -> Callable[[], object]:
    found = simnon.load(OSCILLATOR).fit({"t": [0.0, 1.0, 2.0], "x": [1.0, 0.5, -0.3]}, ["m"])
    return lambda: found.band("v")


def basins() -> Callable[[], object]:
    model = simnon.load(OSCILLATOR)
    return lambda: model.basins({"x": GRID, "v": GRID}, 0, 20)


def optimal_control() -> Callable[[], object]:
    model = simnon.load(OSCILLATOR)
    return lambda: model.optimal_control(0, 1, controls={"u": (-1, 1)}, minimise="x", intervals=2, iterations=2)


STUDIES = (
    instant_of_a_run,
    equilibrium_that_runs_lead_to,
    periodic_orbit,
    cycle_with_events,
    fit,
    band,
    basins,
    optimal_control,
)


@pytest.mark.parametrize("prepare", STUDIES, ids=lambda prepare: prepare.__name__)
def test_an_interrupt_ends_the_study(
    prepare: Callable[[], Callable[[], object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    study = prepare()

    def interrupt(_: Run) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "_status", interrupt)
    monkeypatch.setattr("simnon.simulation.repeated_run._Kept.rows", lambda *_: None)
    with pytest.raises(KeyboardInterrupt):
        study()
