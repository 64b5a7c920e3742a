"""Complete runs: examples and programs of the corpus give the same bits on the interpreter as in machine code."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon import Model
from simnon.languages import DIALECTS
from simnon.program import Array
from simnon.simulation import StopKind, Trajectory
from tests.seeds import these_fast
from tests.targets.comparing import same_bits

ROOT = Path(__file__).parents[2]
EXAMPLES, CORPUS = ROOT / "examples", ROOT / "tests" / "corpus"
OPTIMUM, SYSTEMS = EXAMPLES / "optimum", ROOT / "src" / "simnon" / "session" / "systems"
BASIN = "CONNECTING SYSTEM filled\nvalve[basin] = 0.5\nhole[basin] = 0.01\nEND\n"
CART = "\n".join(["CONNECTING SYSTEM pushed", *(f"f{i}[cart] = {9 - 2 * i}" for i in range(1, 9)), "END\n"])
TOGETHER: dict[str, list[Path | str]] = {
    "level": [EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t")],
    "tank study": [EXAMPLES / "tank-study" / name for name in ("tank.t", "dpid.t", "regtank.t")],
    "basin": [OPTIMUM / "basin.t", BASIN],
    "cart": [OPTIMUM / "cart.t", CART],
    "loop": [OPTIMUM / "basin.t", SYSTEMS / "pid.t", OPTIMUM / "loop.t"],
    "steer": [OPTIMUM / "cart.t", SYSTEMS / "opta.t", OPTIMUM / "steer.t"],
}
PARTS = {path for paths in TOGETHER.values() for path in paths}
MACROS = {OPTIMUM / "steering.t", OPTIMUM / "tuning.t"}
ALONE = [path for path in EXAMPLES.rglob("*.t") if path not in PARTS | MACROS]
PROGRAMS = [path for path in CORPUS.rglob("*.*") if path.suffix.lower() in DIALECTS]
MODELS = TOGETHER | {path.name: [path] for path in sorted([*ALONE, *PROGRAMS])}
STOP, SHORT_STOP = 3.0, 0.01
SHORT = ("drive.t", "rectifier.t")
"""These take thousands of steps per second."""
LARGE = "walkers.ode"
NOTHING_TO_CHANGE = "TREDI.NON"
"""It has neither parameters nor states."""
CHANGEABLE = [name for name in MODELS if name != NOTHING_TO_CHANGE]
MEMBERS = 3


@cache
def loaded(name: str) -> Model:
    return simnon.load(*MODELS[name], trust=True)


def stop_of(name: str) -> float:
    return SHORT_STOP if name in SHORT else STOP


def assert_same(found: Trajectory, expected: Trajectory) -> None:
    assert same_bits((found.t, *arrays_of(found)), (expected.t, *arrays_of(expected)))
    assert list(found.events) == list(expected.events)
    assert (found.stop.code, found.stop.message, found.stop.time) == (
        expected.stop.code,
        expected.stop.message,
        expected.stop.time,
    )
    assert found.notes == expected.notes
    assert repr(dict(found.final)) == repr(dict(expected.final))


def arrays_of(run: Trajectory) -> list[Array]:
    return [np.ascontiguousarray(column) for column in run.columns.values()]


@pytest.mark.parametrize("name", these_fast(MODELS, *(name for name in MODELS if name != LARGE)))
def test_a_run_gives_the_same_bits(name: str) -> None:
    model, stop = loaded(name), stop_of(name)

    found = model.simulate(0, stop, target="interpreter")

    assert found.provenance.machine != model.simulate(0, 0).provenance.machine
    assert_same(found, model.simulate(0, stop))


@pytest.mark.slow
@pytest.mark.parametrize("method", ["rodas5p", "hampc", "rk4"])
@pytest.mark.parametrize("name", MODELS)
def test_a_run_by_a_different_method_gives_the_same_bits(name: str, method: str) -> None:
    model, stop = loaded(name), stop_of(name)

    assert_same(model.simulate(0, stop, method=method, target="interpreter"), model.simulate(0, stop, method=method))


def values_of(model: Model) -> dict[str, Array]:
    """A few of a parameter, or of an initial value."""
    changed = next(iter(model.parameters), None) or model.states[0]
    return {changed: np.linspace(0.9, 1.1, MEMBERS) * model.parameters.get(changed, 1.0)}


@pytest.mark.parametrize("name", these_fast(CHANGEABLE, "level", "ball.t", "neuron.ode", "difference.csl"))
def test_a_member_on_the_interpreter_is_a_run_in_machine_code(name: str) -> None:
    model, stop = loaded(name), stop_of(name)
    ((changed, values),) = values_of(model).items()

    members = model.sweep({changed: values}, 0, stop, seed=5, target="interpreter")

    given = "parameters" if changed in model.parameters else "initial"
    for number, value in enumerate(values.tolist()):
        run = model.simulate(0, stop, seed=5 + number, **{given: {changed: value}})  # type: ignore[arg-type]
        has_failed = run.stop.kind is StopKind.FAILURE
        assert members.stops[number] == run.stop.code
        for state in model.states:
            final = members[f"final({state})"][number]
            assert np.isnan(final) if has_failed else final == run.final[state]


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGEABLE)
def test_an_ensemble_gives_the_same_bits(name: str) -> None:
    model, stop = loaded(name), stop_of(name)
    values = values_of(model)
    kept = [f"{function}({state})" for state in model.states[:2] for function in ("final", "max", "mean")]

    found, expected = (
        model.sweep(values, 0, stop, keep=kept or None, seed=5, target=target) for target in ("interpreter", "llvm")
    )

    assert found.stops.tolist() == expected.stops.tolist()
    assert all(same_bits((found[label],), (expected[label],)) for label in kept)
