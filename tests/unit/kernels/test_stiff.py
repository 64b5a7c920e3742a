"""Stiff systems: the method for them, its Jacobian, and the automatic choice."""

import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon import Model
from simnon.compiler import compile_run
from simnon.simulation import RunOptions
from simnon.simulation.prepared_run import PreparedRun
from simnon.simulation.run import Run

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
PASSING = """CONTINUOUS SYSTEM passing
STATE x y
DER dx dy
TIME t
rate = 1 + 1e5*EXP(-((t - 20)/6)^6)
dx = -rate*(x - y)
dy = COS(5*t)
x: 1
END
"""
CELLS = 20


@cache
def loaded(text: str) -> Model:
    return simnon.load(text)


def heat(cells: int) -> str:
    """The heat equation on a grid: too many states for the loops to be unrolled."""
    names = [f"u{i}" for i in range(1, cells + 1)]
    around = ["0", *names, "0"]
    lines = [f"du{i} = k*({around[i - 1]} - 2*u{i} + {around[i + 1]})" for i in range(1, cells + 1)]
    starts = [f"u{i}: {math.sin(math.pi * i / (cells + 1))!r}" for i in range(1, cells + 1)]
    head = [line for name in names for line in (f"STATE {name}", f"DER d{name}")]
    return "\n".join(["CONTINUOUS SYSTEM heat", *head, *lines, *starts, f"k: {(cells + 1.0) ** 2}", "END", ""])


@pytest.mark.parametrize("method", ["rodas5p", "auto"])
def test_the_reactions_of_robertson_end_as_known(method: str) -> None:
    """Mazzia and Magherini 2008, Test set for initial value problem solvers, problem ROBER."""
    run = loaded(ROBERTSON).simulate(0, 1e11, method=method, rtol=1e-7, atol=1e-16)

    assert run.final["a"] == pytest.approx(0.2083340149701255e-07, rel=1e-5)
    assert run.final["b"] == pytest.approx(0.8333360770334713e-13, rel=1e-5)
    assert run.final["c"] == pytest.approx(0.9999999791665050, rel=1e-7)


def test_only_accuracy_limits_the_steps_of_a_very_stiff_equation() -> None:
    run = loaded(FORCED).simulate(0, 10, method="rodas5p", rtol=1e-6, atol=1e-6)

    assert run.statistics.steps < 100
    assert float(np.max(np.abs(run["x"] - np.cos(run.t)))) < 1e-5


def test_the_interpolant_is_accurate_for_stiff_systems() -> None:
    run = loaded(FORCED).simulate(0, 10, method="rodas5p", rtol=1e-6, atol=1e-6, spacing=0.01)

    assert float(np.max(np.abs(run["x"] - np.cos(run.t)))) < 1e-5


def test_many_states_are_solved_for_too() -> None:
    run = simnon.load(heat(CELLS)).simulate(0, 0.1, method="rodas5p", rtol=1e-7, atol=1e-10)

    rate = 4 * (CELLS + 1) ** 2 * np.sin(np.pi / 2 / (CELLS + 1)) ** 2
    exact = np.exp(-rate * 0.1) * np.sin(np.pi * np.arange(1, CELLS + 1) / (CELLS + 1))
    assert [run.final[f"u{i}"] for i in range(1, CELLS + 1)] == pytest.approx(exact.tolist(), rel=1e-5)
    assert run.statistics.steps < 60


@pytest.mark.parametrize("text", [VDPOL, FORCED])
def test_without_formulas_the_jacobian_is_computed_by_differences(text: str) -> None:
    model = loaded(text)
    assert model._simulator.program is not None
    code = compile_run(model._simulator, "rodas5p")
    options = RunOptions(0.0, 2.0, method="rodas5p")

    run = Run(
        PreparedRun(
            model._simulator,
            lambda _: code,
            options,
            model._simulator.start_values(options),
            model._simulator._stored(None),
        ),
        options,
    )
    trajectory = model._simulator.trajectory(run, run.resume())
    exact = model.simulate(0, 2, method="rodas5p")

    assert trajectory.final["x"] == pytest.approx(exact.final["x"], abs=1e-6)
    assert trajectory.statistics.steps < 1.2 * exact.statistics.steps


def test_formulas_that_overflow_are_replaced_by_differences() -> None:
    """The derivative of 1/(1 + EXP(z)) is infinity over infinity for large z."""
    model = simnon.load(PASSING.replace("EXP(-((t - 20)/6)^6)", "1/(1 + EXP(800*(t - 1)))"))

    run = model.simulate(0, 3, method="rodas5p", rtol=1e-7)

    assert run.stop.code == "end"
    assert run.final["y"] == pytest.approx(math.sin(15) / 5, abs=1e-5)


def test_the_automatic_choice_changes_the_method_and_reports_it() -> None:
    run = loaded(VDPOL).simulate(0, 2000, parameters={"mu": 1000})

    assert run.statistics.method == "dopri5, rodas5p"
    assert [note.partition(":")[0] for note in run.notes] == ["the system is stiff"]
    exact = loaded(VDPOL).simulate(0, 2000, parameters={"mu": 1000}, method="rodas5p", rtol=1e-10, atol=1e-12)
    assert run.final["x"] == pytest.approx(exact.final["x"], abs=1e-4)


def test_the_automatic_choice_returns_when_stiffness_is_over() -> None:
    run = loaded(PASSING).simulate(0, 60)

    assert run.statistics.method == "dopri5, rodas5p, dopri5"
    assert [note.partition(":")[0] for note in run.notes] == ["the system is stiff", "the system is no longer stiff"]
    exact = loaded(PASSING).simulate(0, 60, method="rodas5p", rtol=1e-10, atol=1e-12)
    assert run.final["x"] == pytest.approx(exact.final["x"], abs=1e-5)


def test_the_automatic_choice_does_not_alternate_with_an_oscillation() -> None:
    """The jumps of the oscillator need no method for stiff systems, but are over before that is certain."""
    run = loaded(VDPOL).simulate(0, 30000, parameters={"mu": 1000})

    assert len(run.notes) <= 5


def test_the_return_does_not_depend_on_what_is_recorded() -> None:
    model = loaded(PASSING)

    assert model.simulate(0, 40).final == model.simulate(0, 40, spacing=0.01, store=["x"]).final


def test_a_run_whose_method_returns_can_be_resumed() -> None:
    model = loaded(PASSING)
    left = model.simulate(0, 20)

    assert model.resume(left, 40).statistics.method == "dopri5, rodas5p, dopri5"


def test_jacobians_and_factorizations_are_counted() -> None:
    found = loaded(VDPOL).simulate(0, 100, parameters={"mu": 100}, method="rodas5p").statistics

    assert found.factorizations == found.steps
    assert found.jacobians == found.steps - found.rejected
    assert loaded(VDPOL).simulate(0, 10).statistics.jacobians == 0


def test_few_steps_are_rejected_while_a_fast_component_builds_up() -> None:
    found = loaded(VDPOL).simulate(0, 3000, parameters={"mu": 1000}, method="rodas5p").statistics

    assert found.rejected < 0.05 * found.steps


def test_many_states_in_a_narrow_band_change_the_method_too() -> None:
    run = simnon.load(heat(450)).simulate(0, 1e-3)

    assert run.statistics.method == "dopri5, rodas5p"


def test_many_fully_coupled_states_keep_the_method_and_the_run_reports_it() -> None:
    names = [f"u{i}" for i in range(401)]
    head = [line for name in names for line in (f"STATE {name}", f"DER d{name}", f"{name}: 1")]
    sums = [f"p{i} = {names[i]} + {f'p{i - 1}' if i else '0'}" for i in range(401)]
    lines = [f"d{name} = p400/401 - 1e4*{name} + p{i}*1e-3" for i, name in enumerate(names)]
    model = simnon.load("\n".join(["CONTINUOUS SYSTEM full", *head, *sums, *lines, "END", ""]))

    run = model.simulate(0, 0.1)

    assert run.statistics.method == "dopri5"
    assert [note.partition(" from")[0] for note in run.notes] == ["the system is stiff"]
    assert model._simulator._jacobian is None


def test_the_automatic_choice_keeps_the_method_if_the_system_is_not_stiff() -> None:
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
