"""`fma`: every engine gives the same bits, close to those without it; a run says that it was used."""

import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import simnon
from simnon import Model
from simnon.simulation import EnsemblePlan, MemberOutputs, Trajectory, run_slice, trajectory_of
from simnon.targets import TARGETS
from simnon.targets.interpreter.arithmetic import fused_multiply_add
from tests.unit.targets.small_programs import apply, give, program_of, state

EXAMPLES = Path(__file__).parents[2] / "examples"
TANK = tuple(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t"))
CHAIN = """CONTINUOUS SYSTEM chain
STATE x[1..12]
DER dx[1..12]
dx[1] = k*(x[2] - 2*x[1] + 1) - x[1]^3
dx[i] = k*(x[i+1] - 2*x[i] + x[i-1]) - x[i]^3 FOR i = 2..11
dx[12] = k*(x[11] - x[12]) - x[12]^3
k: 30
END
"""


def bits(run: Trajectory) -> list[bytes]:
    return [run.t.tobytes(), *(column.tobytes() for column in run.columns.values())]


RELAY = """CONTINUOUS SYSTEM r{}
STATE x
DER dx
dx = u + k*x
WHEN x > 1
  u = -1
END
WHEN x < -1
  u = 1
END
u: 1
k: 0.{}
END
"""
RELAYS = (*(RELAY.format(i, i + 1) for i in range(34)), "CONNECTING SYSTEM all\nEND\n")
MODELS: dict[str, tuple[Sequence[str | Path], dict[str, object]]] = {
    "lorenz": ([EXAMPLES / "lorenz.t"], {"stop": 2.0}),
    "tank": (TANK, {"stop": 5.0}),
    "stiff": ([EXAMPLES / "robertson.t"], {"stop": 100.0, "method": "rodas5p"}),
    "band": ([CHAIN], {"stop": 0.5, "method": "rodas5p"}),
    "dop853": ([EXAMPLES / "lorenz.t"], {"stop": 2.0, "method": "dop853"}),
    "islands": (RELAYS, {"stop": 1.5}),
}
"""The texts, and the options of a run."""


def both(*texts: str | Path) -> tuple[Model, Model]:
    return simnon.load(*texts, fma=True), simnon.load(*texts)


def run(model: Model, options: dict[str, object], **more: object) -> Trajectory:
    return model.simulate(0.0, **{"points": 20, **options, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", MODELS)
def test_all_engines_agree_and_differ_from_separate_roundings(name: str) -> None:
    texts, options = MODELS[name]
    model, plain = both(*texts)

    first = run(model, options)
    interpreted = run(model, options, target="interpreter")
    model.finish_compiling()
    specialised = run(model, options)
    without = run(plain, options)

    assert bits(first) == bits(specialised) == bits(interpreted)
    assert bits(first) != bits(without)
    for variable, column in first.columns.items():
        assert column[-1] == pytest.approx(without.columns[variable][-1], rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("name", ["lorenz", "tank", "stiff", pytest.param("islands", marks=pytest.mark.slow)])
def test_lanes_agree_with_single_runs(name: str) -> None:
    texts, options = MODELS[name]
    model = simnon.load(*texts, fma=True)
    simulator = model._simulator
    parameter = next(iter(model.parameters))
    members = model.parameters[parameter] * np.linspace(1.0, 1.1, 5)[:, None]
    state = model.states[0]
    given = simulator.options(0.0, **options)  # type: ignore[arg-type]

    ensembles = [
        run_slice(EnsemblePlan(simulator, [parameter], given, MemberOutputs(final=[state]), width), members).final[
            state
        ]
        for width in (0, 2)
    ]
    single = [
        model.simulate(0.0, parameters={parameter: value}, **options).final[state]  # type: ignore[arg-type]
        for value in members[:, 0].tolist()
    ]

    assert [ensemble.tolist() for ensemble in ensembles] == [single, single]


def test_a_run_its_table_and_a_sweep_say_that_it_was_used() -> None:
    fused, plain = both(EXAMPLES / "lorenz.t")
    results = [model.simulate(0, 1, points=10) for model in (fused, plain)]
    read = [trajectory_of(result.table()) for result in results]
    sweeps = [model.sweep({"sigma": [9.0, 10.0]}, 0, 1, keep=["final(x)"]) for model in (fused, plain)]

    assert [result.provenance.fma for result in results] == [True, False]
    assert [each.provenance.fma for each in read] == [True, False]
    assert ["fma" in each.provenance for each in sweeps] == [True, False]
    assert fused != plain
    assert fused._simulator.recipe.compiled().program.is_fused


def test_derived_models_are_fused_too() -> None:
    simulator = simnon.load(EXAMPLES / "lorenz.t", fma=True)._simulator

    assert simulator.with_sensitivities(["sigma"], []).program.is_fused
    assert simulator.jacobian_program is not None
    assert simulator.jacobian_program.is_fused


def test_a_wrong_value_of_fma_is_refused() -> None:
    with pytest.raises(simnon.UserError, match="fma: expected True or False"):
        simnon.load(EXAMPLES / "lorenz.t", fma="yes")  # type: ignore[arg-type]


SMALL = 2.0**-30
KNOWN = [
    (1.0 + SMALL, 1.0 - SMALL, -1.0, -(SMALL**2)),
    (1e308, 10.0, -math.inf, -math.inf),
    (1e308, 10.0, -1e308, math.inf),
    (-1e308, 10.0, 0.0, -math.inf),
    (1e200, 1e200, math.nan, math.nan),
    (5e-324, 0.5, 0.0, 0.0),
    (5e-324, -0.5, 0.0, -0.0),
    (5e-324, 0.75, 0.0, 5e-324),
    (3.0, -2.0, 6.0, 0.0),
    (0.0, -1.0, -0.0, -0.0),
    (0.0, -1.0, 0.0, 0.0),
    (math.inf, 0.0, 1.0, math.nan),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("a", "b", "c", "expected"), KNOWN)
def test_known_answers(target: str, a: float, b: float, c: float, expected: float) -> None:
    code = TARGETS[target].build(program_of(give(apply("fma", state(0), state(1), state(2)))))
    out = np.zeros(1)

    code.call("outputs", 0.0, np.array([a, b, c]), np.zeros(1), out)

    assert repr(out[0]) == repr(np.float64(expected))


@given(st.floats(), st.floats(), st.floats())
@example(1.0 + SMALL, 1.0 - SMALL, -1.0)
def test_the_interpreter_rounds_once(a: float, b: float, c: float) -> None:
    found = fused_multiply_add(a, b, c)

    if all(map(math.isfinite, (a, b, c))) and math.isfinite(found):
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        error = abs(Fraction(found) - exact)
        for neighbour in (math.nextafter(found, math.inf), math.nextafter(found, -math.inf)):
            assert not math.isfinite(neighbour) or error <= abs(Fraction(neighbour) - exact)
