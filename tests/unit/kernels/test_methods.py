"""The methods: they land on samples and time events, find events, meet their tolerances, and run as plain Python."""

import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon import Model
from simnon.kernels import METHODS
from simnon.simulation import RunOptions, StopKind
from simnon.simulation.prepared_run import PreparedRun
from simnon.simulation.run import Run
from simnon.source import UserError
from tests.answers.running import PRESENT
from tests.unit.kernels.plain_runs import run_plainly

EXAMPLES = Path(__file__).parents[3] / "examples"
FIXED = [name for name, method in METHODS.items() if method.is_fixed]
ADAPTIVE = [name for name, method in METHODS.items() if not (method.is_fixed or method.has_library_steps)]
CLOCK = """CONTINUOUS SYSTEM plant
STATE x
DER dx
INPUT u
TIME t
push = IF t > 0.25 THEN 1 ELSE 0
dx = u + push
END

DISCRETE SYSTEM clock
STATE n
NEW nn
TIME t
TSAMP ts
OUTPUT y
y = n
nn = n + 1
ts = t + 0.1
END

CONNECTING SYSTEM both
u[plant] = y[clock]
END
"""
COUNTER = "DISCRETE SYSTEM c\nSTATE n\nNEW nn\nTIME t\nTSAMP ts\nnn = n + 1\nts = t + 0.5\nEND\n"
OSCILLATOR = "CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\ndx = y\ndy = -x\nx: 1\nEND\n"
DECAY = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -5*(x - 2)\nEND\n"
TO_INFINITY = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = x*x\nx: 1\nEND\n"
BALL = (EXAMPLES / "ball.t").read_text("utf-8")
VDPOL = (EXAMPLES / "vdpol.t").read_text("utf-8")
LANDED = 1e-12


@cache
def loaded(text: str) -> Model:
    return simnon.load(text)


def bounces(count: int) -> list[float]:
    """The times at which the ball of the example touches the ground."""
    fall = math.sqrt(2 * 10 / 9.81)
    times = [fall]
    for k in range(1, count):
        times.append(times[-1] + 2 * fall * 0.9**k)
    return times


@pytest.mark.parametrize("method", PRESENT)
def test_a_run_lands_on_samples_and_time_events(method: str) -> None:
    run = loaded(CLOCK).simulate(0, 1, method=method, step=0.03 if method in FIXED else None)

    twice = sorted({float(t) for t, later in zip(run.t, run.t[1:], strict=False) if t == later})
    assert twice == pytest.approx([0.1, 0.2, 0.25, *(k / 10 for k in range(3, 11))], abs=LANDED)
    assert 0.25 in twice
    assert run["x"][-1] == pytest.approx(5.25, abs=1e-9)


@pytest.mark.parametrize("method", [name for name in PRESENT if name not in ("euler", "cvode")])
def test_the_bounces_of_a_ball_are_found(method: str) -> None:
    run = loaded(BALL).simulate(0, 9, method=method)

    found = [event.time for event in run.events if event.name == "v"]
    assert found == pytest.approx(bounces(4), abs=1e-9)


def test_euler_finds_the_bounces_to_its_order() -> None:
    def error(step: float) -> float:
        run = loaded(BALL).simulate(0, 5, method="euler", step=step)
        return abs([event.time for event in run.events if event.name == "v"][1] - bounces(2)[1])

    assert error(0.005) / error(0.0025) == pytest.approx(2, rel=0.05)


@pytest.mark.parametrize("method", ADAPTIVE)
@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize("text", [OSCILLATOR, DECAY])
def test_the_error_is_proportional_to_the_tolerance(method: str, rtol: float, text: str) -> None:
    run = loaded(text).simulate(0, 10, method=method, rtol=rtol, atol=rtol)

    exact = np.cos(run.t) if text is OSCILLATOR else 2 - 2 * np.exp(-5 * run.t)
    assert float(np.max(np.abs(run["x"] - exact))) < 30 * rtol


def test_hampc_halves_and_doubles_its_step_without_starting_again() -> None:
    model = loaded(VDPOL)

    run = model.simulate(0, 20, method="hampc")
    exact = model.simulate(0, 20, method="dop853", rtol=1e-12, atol=1e-14)

    assert run.final["x"] == pytest.approx(exact.final["x"], abs=1e-4)
    assert run.statistics.rejected > 10
    assert run.statistics.evaluations < 2.2 * run.statistics.steps


@pytest.mark.parametrize("method", PRESENT)
@pytest.mark.parametrize("text", [BALL, VDPOL])
def test_a_run_is_the_same_as_plain_python(method: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = loaded(text)
    options = RunOptions(0.0, 2.0, method=method, spacing=0.3, step=0.1 if method in FIXED else None)

    compiled = model.simulate(0, 2, method=method, spacing=0.3, step=options.step)
    plain = run_plainly(model, options, monkeypatch)

    assert plain.t.tolist() == compiled.t.tolist()
    assert {name: plain[name].tolist() for name in model.states} == {
        name: compiled[name].tolist() for name in model.states
    }
    assert plain.events == compiled.events


@pytest.mark.parametrize("method", PRESENT)
def test_what_is_recorded_does_not_change_the_answer(method: str) -> None:
    model = loaded(BALL)

    assert model.simulate(0, 5, method=method).final == model.simulate(0, 5, method=method, spacing=0.01).final


@pytest.mark.parametrize("method", ["auto", *PRESENT])
@pytest.mark.parametrize("text", [BALL, VDPOL])
def test_a_run_can_be_resumed(method: str, text: str) -> None:
    model = loaded(text)
    options = RunOptions(0.0, 5.0, method=method)
    run = Run(
        PreparedRun(
            model._simulator,
            model._simulator._code,
            options,
            model._simulator.start_values(options),
            model._simulator._stored(None),
        ),
        options,
    )
    run._budget = 3.0

    trajectory = model._simulator.trajectory(run, run.resume())

    assert trajectory.final == model.simulate(0, 5, method=method).final


@pytest.mark.parametrize("method", PRESENT)
def test_a_model_without_states_runs(method: str) -> None:
    run = loaded(COUNTER).simulate(0, 2, method=method)

    assert run.final["n"] == 4


@pytest.mark.parametrize("method", PRESENT)
def test_a_solution_that_grows_without_bound_ends_the_run(method: str) -> None:
    run = loaded(TO_INFINITY).simulate(0, 2, method=method)

    assert run.stop.kind is StopKind.FAILURE


@pytest.mark.parametrize("method", FIXED)
def test_a_run_of_fixed_step_has_a_hundred_steps_by_default(method: str) -> None:
    model = loaded(OSCILLATOR)

    assert model.simulate(0, 10, method=method).statistics.steps == 100
    assert model.simulate(0, 10, method=method, step=0.5).statistics.steps == 20
    times = sorted(set(model.simulate(0, 1, method=method, step=0.3).t.tolist()))
    assert times == pytest.approx([0, 0.3, 0.6, 0.9, 1])


@pytest.mark.parametrize(("method", "step"), [("rk4", 0.0), ("rk4", math.nan), ("rk4", -1.0), ("dopri5", 0.1)])
def test_an_invalid_step_is_rejected(method: str, step: float) -> None:
    with pytest.raises(UserError, match="step"):
        loaded(OSCILLATOR).simulate(0, 1, method=method, step=step)
