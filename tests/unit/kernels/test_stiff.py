"""Stiff systems: the method for them, its Jacobian, and the automatic choice."""

import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.compiler import compile_run
from simnon.simulation import Model, RunOptions
from simnon.simulation.run import Run
from simnon.targets import CompiledProgram

EXAMPLES = Path(__file__).parents[3] / "examples"
ROBERTSON = (EXAMPLES / "robertson.t").read_text("utf-8")
VDPOL = (EXAMPLES / "vdpol.t").read_text("utf-8")
FORCED = """CONTINUOUS SYSTEM forced
STATE x
DER dx
TIME t
dx = -1e6*(x - COS(t)) - SIN(t)
x: 1
END
"""
SWITCHED = """CONTINUOUS SYSTEM switched
STATE x y
DER dx dy
TIME t
dx = -1e5*(x - y)
dy = IF y > 1 THEN -1 ELSE -2
y: 2
x: 2
STOP WHEN y < 0 'empty'
END
"""
CELLS = 20


@cache
def loaded(text: str) -> Model:
    return simnon.load(text)


def heat() -> str:
    """The heat equation on a grid: too many states for the loops to be written out."""
    names = [f"u{i}" for i in range(1, CELLS + 1)]
    around = ["0", *names, "0"]
    lines = [f"du{i} = k*({around[i - 1]} - 2*u{i} + {around[i + 1]})" for i in range(1, CELLS + 1)]
    starts = [f"u{i}: {math.sin(math.pi * i / (CELLS + 1))!r}" for i in range(1, CELLS + 1)]
    head = ["CONTINUOUS SYSTEM heat", f"STATE {' '.join(names)}", f"DER {' '.join('d' + name for name in names)}"]
    return "\n".join([*head, *lines, *starts, f"k: {(CELLS + 1.0) ** 2}", "END", ""])


@pytest.mark.parametrize("method", ["rodas5p", "auto"])
def test_the_reactions_of_robertson_end_as_known(method: str) -> None:
    """Mazzia and Magherini 2008, Test set for initial value problem solvers, problem ROBER."""
    run = loaded(ROBERTSON).simulate(0, 1e11, method=method, rtol=1e-7, atol=1e-16)

    assert run.final["a"] == pytest.approx(0.2083340149701255e-07, rel=1e-5)
    assert run.final["b"] == pytest.approx(0.8333360770334713e-13, rel=1e-5)
    assert run.final["c"] == pytest.approx(0.9999999791665050, rel=1e-7)


def test_a_very_stiff_equation_takes_steps_for_its_accuracy_only() -> None:
    run = loaded(FORCED).simulate(0, 10, method="rodas5p", rtol=1e-6, atol=1e-6)

    assert run.statistics.steps < 100
    assert float(np.max(np.abs(run["x"] - np.cos(run.t)))) < 1e-5


def test_the_interpolant_is_good_for_stiff_systems() -> None:
    run = loaded(FORCED).simulate(0, 10, method="rodas5p", rtol=1e-6, atol=1e-6, spacing=0.01)

    assert float(np.max(np.abs(run["x"] - np.cos(run.t)))) < 1e-5


def test_many_states_are_solved_for_too() -> None:
    run = simnon.load(heat()).simulate(0, 0.1, method="rodas5p", rtol=1e-7, atol=1e-10)

    rate = 4 * (CELLS + 1) ** 2 * np.sin(np.pi / 2 / (CELLS + 1)) ** 2
    exact = np.exp(-rate * 0.1) * np.sin(np.pi * np.arange(1, CELLS + 1) / (CELLS + 1))
    assert [run.final[f"u{i}"] for i in range(1, CELLS + 1)] == pytest.approx(exact.tolist(), rel=1e-5)
    assert run.statistics.steps < 60


@pytest.mark.parametrize("text", [VDPOL, FORCED])
def test_without_formulas_the_jacobian_is_found_by_differences(text: str) -> None:
    model = loaded(text)
    assert model.program is not None
    assert isinstance(model.compiled.executable, CompiledProgram)
    code = compile_run(model.compiled.executable, model.program, "rodas5p")
    options = RunOptions(0.0, 2.0, method="rodas5p")

    run = Run(model.compiled, lambda _: code, options, model._start_values(options), model._stored(None))
    trajectory = model.trajectory(run, run.go_on())
    exact = model.simulate(0, 2, method="rodas5p")

    assert trajectory.final["x"] == pytest.approx(exact.final["x"], abs=1e-6)
    assert trajectory.statistics.steps < 1.2 * exact.statistics.steps


def test_the_automatic_choice_changes_the_method_and_says_so() -> None:
    run = loaded(VDPOL).simulate(0, 2000, parameters={"mu": 1000})

    assert run.statistics.method == "dopri5, rodas5p"
    assert [note.partition(":")[0] for note in run.notes] == ["the system is stiff"]
    exact = loaded(VDPOL).simulate(0, 2000, parameters={"mu": 1000}, method="rodas5p", rtol=1e-10, atol=1e-12)
    assert run.final["x"] == pytest.approx(exact.final["x"], abs=1e-4)


def test_the_automatic_choice_stays_where_the_system_is_not_stiff() -> None:
    run = loaded(VDPOL).simulate(0, 100)

    assert run.statistics.method == "dopri5"
    assert run.notes == ()


def test_events_are_found_after_the_method_has_changed() -> None:
    run = loaded(SWITCHED).simulate(0, 5)

    assert run.statistics.method == "dopri5, rodas5p"
    assert [event.time for event in run.events if event.name == "y > 1"] == pytest.approx([1.0], abs=1e-9)
    assert run.stop.time == pytest.approx(1.5, abs=1e-9)


def test_the_answer_does_not_depend_on_what_is_recorded_when_the_method_changes() -> None:
    model = loaded(SWITCHED)

    assert model.simulate(0, 1.2).final == model.simulate(0, 1.2, spacing=0.01).final
