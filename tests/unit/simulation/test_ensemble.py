"""run_members: each member is bit for bit the single run with its numbers, however it is computed."""

from pathlib import Path

import numpy as np
import pytest

from simnon import Model, load
from simnon.simulation import MemberOutputs, MemberResults, RunOptions, run_members
from tests.seeds import first_fast

EXAMPLES = Path(__file__).parents[3] / "examples"
VDPOL = """CONTINUOUS SYSTEM vdpol
STATE x y
DER dx dy
dx = y
dy = mu*(1 - x^2)*y - x
mu: 1
x: 2
END
"""
BALL = """CONTINUOUS SYSTEM ball
STATE h v
DER dh dv
dh = v
dv = -g
WHEN h < 0
  v = -k*PRE(v)
  bounces = PRE(bounces) + 1
END
STOP WHEN bounces >= 5
h: 10
g: 9.81
k: 0.9
bounces: 0
END
"""
TANK = tuple(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t"))


def check_members(model: Model, members: np.ndarray, names: list[str], options: RunOptions, final: list[str]) -> None:
    ensemble = run_members(model._simulator, members, names, options, MemberOutputs(final=final))
    for member, row in enumerate(members):
        numbers = dict(zip(names, row.tolist(), strict=True))
        parameters = {
            name: value
            for name, value in numbers.items()
            if model._simulator.is_parameter(model._simulator.names.find(name))
        }
        initial = {name: value for name, value in numbers.items() if name not in parameters}
        run = model.simulate(
            options.start,
            options.stop,
            parameters={**options.parameters, **parameters},
            initial={**options.initial, **initial},
            method=options.method,
            seed=options.seed + member,
            spacing=options.stop - options.start,
        )
        assert [ensemble.final[model._simulator.names.find(name)][member] for name in final] == [
            run.final[n] for n in final
        ]
        assert ensemble.codes[member] == run.stop.code
        assert ensemble.times[member] == run.stop.time
        assert ensemble.steps[member] == run.statistics.steps


@pytest.mark.parametrize("method", first_fast(["auto", "rodas5p", "rk4", "dopri5", "dop853", "hampc"], 3))
def test_members_are_single_runs_with_every_method(method: str) -> None:
    model = load(VDPOL)
    members = np.column_stack([np.linspace(0.1, 5, 11), np.linspace(-2, 2, 11)])

    check_members(model, members, ["mu", "y"], model._simulator.options(0, 8, method=method), ["x", "y"])


def test_members_with_events_and_a_stop_are_single_runs() -> None:
    model = load(BALL)

    check_members(
        model, np.linspace(0.3, 0.95, 21)[:, None], ["k"], model._simulator.options(0, 60), ["h", "v", "bounces"]
    )


def test_members_of_a_sampled_loop_are_single_runs() -> None:
    model = load(*TANK)
    gain, ti = np.meshgrid(np.linspace(0.2, 5, 4), np.linspace(10, 200, 4))

    members = np.column_stack([gain.ravel(), ti.ravel()])
    check_members(model, members, ["gain", "ti"], model._simulator.options(0, 130), ["level"])


ALONE = ("tank", "regulator", "level", "vdpol")
OFTEN = ("ball", "multirate", "noise")
"""The others take long to compile, and are slow tests."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(p, id=p.stem, marks=[] if p.stem in OFTEN else [pytest.mark.slow])
        for p in sorted(EXAMPLES.glob("*.t"))
        if p.stem not in ALONE
    ],
)
def test_members_of_every_example_are_single_runs(path: Path) -> None:
    model = load(path)
    name = next(iter(model.parameters), None) or model.states[0]
    start = model.parameters.get(name, 1.0)

    members = start * np.linspace(0.9, 1.1, 5)[:, None]
    check_members(model, members, [name], model._simulator.options(0, 5), list(model.states))


def test_a_stiff_member_continues_like_a_single_run() -> None:
    model = load(VDPOL)

    check_members(model, np.array([[1.0], [300.0], [2.0]]), ["mu"], model._simulator.options(0, 100), ["x"])


def test_a_failing_member_does_not_affect_its_neighbours() -> None:
    model = load("CONTINUOUS SYSTEM burst\nSTATE x\nDER dx\ndx = a*x^2\nx: 1\na: 1\nEND\n")
    members = np.array([[0.1], [2.0], [-1.0], [3.0], [0.2]])

    ensemble = run_members(
        model._simulator,
        members,
        ["a"],
        model._simulator.options(0, 1, method="dopri5"),
        MemberOutputs(final=["x"]),
        width=4,
    )

    assert list(ensemble.codes) == ["end", "step-too-small", "end", "step-too-small", "end"]
    assert ensemble.final["x"][[0, 2, 4]] == pytest.approx([1 / 0.9, 0.5, 1.25], rel=1e-6)


def ensemble_of_oscillators(width: int, threads: int, spacing: float | None) -> MemberResults:
    model = load(VDPOL)
    members = np.linspace(0.1, 5, 203)[:, None]
    keep = MemberOutputs(final=["x"], reduced=["x", "y"], curves=["y"] if spacing else [])
    return run_members(
        model._simulator,
        members,
        ["mu"],
        model._simulator.options(0, 10, spacing=spacing),
        keep,
        width=width,
        threads=threads,
    )


@pytest.mark.parametrize("spacing", [None, 0.25])
def test_lanes_and_threads_make_no_difference(spacing: float | None) -> None:
    expected = ensemble_of_oscillators(1, 1, spacing)
    for width, threads in ((4, 1), (8, 2), (16, 3)):
        found = ensemble_of_oscillators(width, threads, spacing)

        assert np.array_equal(found.final["x"], expected.final["x"])
        for name in ("x", "y"):
            assert np.array_equal(found.minimum[name], expected.minimum[name])
            assert np.array_equal(found.maximum[name], expected.maximum[name])
            assert np.array_equal(found.integral[name], expected.integral[name])
        assert np.array_equal(found.curve_times, expected.curve_times)
        assert all(np.array_equal(found.curves[name], expected.curves[name]) for name in found.curves)


def test_curves_and_reductions_are_those_of_single_runs() -> None:
    model = load(VDPOL)
    members = np.linspace(0.1, 5, 9)[:, None]
    keep = MemberOutputs(reduced=["x"], curves=["x", "y"])

    ensemble = run_members(model._simulator, members, ["mu"], model._simulator.options(0, 10, spacing=0.1), keep)

    for member, (mu,) in enumerate(members):
        run = model.simulate(0, 10, parameters={"mu": mu}, spacing=0.1)
        assert np.array_equal(ensemble.curve_times[member], run.t)
        assert np.array_equal(ensemble.curves["x"][member], run["x"])
        assert np.array_equal(ensemble.curves["y"][member], run["y"])
        assert ensemble.minimum["x"][member] == run["x"].min()
        assert ensemble.maximum["x"][member] == run["x"].max()
        assert ensemble.integral["x"][member] == pytest.approx(np.trapezoid(run["x"], run.t), rel=1e-12, abs=1e-12)


def test_an_ensemble_without_members_is_empty() -> None:
    model = load(VDPOL)

    ensemble = run_members(
        model._simulator, np.zeros((0, 1)), ["mu"], model._simulator.options(0, 1), MemberOutputs(final=["x"])
    )

    assert len(ensemble.codes) == len(ensemble.final["x"]) == 0


NEGATED = """CONTINUOUS SYSTEM s
STATE v
DER dv
VARIABLE i j
i + j = 0
dv = i
i = -k*v
k: 1
v: 1
END
"""


def test_a_negated_alias_has_the_right_sign_in_lanes() -> None:
    model = load(NEGATED)
    members = np.linspace(1, 3, 5)[:, None]
    options = model._simulator.options(0, 1, spacing=0.25)

    assert {"i", "j"} & model._simulator.negated
    check_members(model, members, ["k"], options, ["i", "j", "v"])
    ensemble = run_members(model._simulator, members, ["k"], options, MemberOutputs(curves=["i", "j"]))
    for member, (k,) in enumerate(members):
        run = model.simulate(0, 1, parameters={"k": float(k)}, spacing=0.25)
        for name in ("i", "j"):
            assert np.array_equal(ensemble.curves[name][member], run[name])


def test_members_are_recorded_at_given_times() -> None:
    model = load(VDPOL)
    times = (0.3, 1.0, 4.7)
    options = RunOptions(0.0, 5.0, times=times)
    found = run_members(model._simulator, np.array([[0.5], [2.0]]), ["mu"], options, MemberOutputs(curves=["y"]))

    for member, mu in enumerate((0.5, 2.0)):
        run = model.simulate(0, 5, parameters={"mu": mu}, times=times)
        assert found.curve_times[member].tolist() == list(times)
        assert found.curves["y"][member].tolist() == run["y"].tolist()
