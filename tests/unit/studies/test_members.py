"""Members in lanes equal members run one by one, to the last bit."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from simnon import Model, load
from simnon.program import Array
from simnon.studies import grid_design
from simnon.studies.members import Job, Members, Runner, run_elsewhere, run_one_by_one
from simnon.targets.llvm import natural_width
from tests.seeds import first_fast
from tests.unit.studies.models import BALL, ESCAPE, NOISY, OSCILLATOR, STIFF

OSCILLATOR_KEPT = ["final(x)", "min(x)", "max(v)", "mean(x)", "integral(v)", "at(x, 2)", "when(x < 0)", "when(x >= 1)"]
OSCILLATOR_KEPT += ["ever(v > 0.5)", "ever(x > 100)"]
CASES = {
    "oscillator": (OSCILLATOR, {"d": np.linspace(-0.1, 2, 7), "start(x)": np.linspace(-1, 1, 5)}, OSCILLATOR_KEPT),
    "ball": (BALL, {"e": np.linspace(0.3, 0.95, 29)}, ["max(v)", "when(v > 0)", "final(h)", "mean(h)", "at(h, 1)"]),
    "escape": (ESCAPE, {"a": np.linspace(-3, 3, 31)}, ["final(x)", "max(x)", "ever(x > 1.5)", "at(x, 3)"]),
    "noisy": (NOISY, {"a": np.linspace(0, 2, 19)}, ["final(s)", "min(s)", "when(s > 1)", "integral(s)"]),
    "stiff": (STIFF, {"mu": np.array([1.0, 1000.0, 2.0, 300.0])}, ["final(x)", "max(y)", "ever(y < -1)", "mean(x)"]),
}


def assert_same(one: Members, other: Members) -> None:
    assert one.stops.tolist() == other.stops.tolist()
    assert np.array_equal(one.times, other.times)
    assert np.array_equal(one.reduced, other.reduced, equal_nan=True)
    assert np.array_equal(one.curves, other.curves, equal_nan=True)


@pytest.mark.parametrize("case", ["oscillator", *(pytest.param(c, marks=pytest.mark.slow) for c in [*CASES][1:])])
@pytest.mark.parametrize("spacing", [pytest.param(None, marks=pytest.mark.slow), 0.25])
def test_lanes_of_any_width_equal_single_runs(case: str, spacing: float | None) -> None:
    text, values, kept = CASES[case]
    model = load(text)
    curves = list(model.states) if spacing else []
    study = model.study(grid_design(values), 0, 4, keep=[*kept, *curves], spacing=spacing, seed=11)
    numbers: Array = study.design.numbers(0, len(study.design))
    expected = run_one_by_one(model._simulator, study.job, 0, numbers)

    for width in (1, 4, 16):
        assert_same(Runner(model._simulator, study.job, width).run(0, numbers), expected)
    assert_same(
        Runner(model._simulator, study.job).run(2, numbers[2:]),
        run_one_by_one(model._simulator, study.job, 2, numbers[2:]),
    )


def test_a_worker_compiles_the_sources() -> None:
    model = load(OSCILLATOR)
    study = model.study(grid_design({"d": [0.1, 0.2]}), 0, 4)
    numbers = study.design.numbers(0, 2)

    assert_same(run_elsewhere(study.job, 0, numbers), run_one_by_one(model._simulator, study.job, 0, numbers))


@pytest.mark.parametrize(
    ("keep", "threads"),
    first_fast([(["final(x)", "x"], 1), ("all", 2), (["final(x)", "x"], 2), ("all", 1)], 2),
)
def test_a_stopped_run_ends_soon_with_the_completed_members(keep: list[str] | str, threads: int) -> None:
    model = load(OSCILLATOR)
    stiffness = [1.0, 2.0, 3.0, 4.0, *4 * [1e12]]
    spacing = None if keep == "all" else 1000.0
    study = model.study(grid_design({"k": stiffness}), 0, 1e4, keep=keep, spacing=spacing)
    numbers = study.design.numbers(0, len(study.design))
    members = stopped_after(0.2, model, study.job, numbers, threads)

    assert members.have_run.tolist() == 4 * [True] + 4 * [False]
    assert np.isnan(members.times).tolist() == 4 * [False] + 4 * [True]
    assert np.isnan(members.curves[:, 4:]).all()
    assert np.isnan(members.reduced[4:]).all()
    whole = Runner(model._simulator, study.job, width=4).run(0, numbers[:4])
    assert np.array_equal(members.reduced[:4], whole.reduced)
    assert np.array_equal(members.curves[:, :4], whole.curves)
    assert [len(rows) for rows in members.records] == [*map(len, whole.records), *(len(whole.records) * [0])]


def stopped_after(seconds: float, model: Model, job: Job, numbers: Array, threads: int) -> Members:
    """The completed members; on a busy machine it is tried again with more time, until the short ones are there."""
    runner = Runner(model._simulator, job, width=4)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(runner.run, 0, numbers, threads)
        time.sleep(seconds)
        runner.stop()
        members = running.result(timeout=30)
    is_too_soon = members.have_run.sum() < 4 and seconds < 10
    return stopped_after(4 * seconds, model, job, numbers, threads) if is_too_soon else members


def test_a_stopped_runner_begins_nothing() -> None:
    model = load(STIFF)
    study = model.study(grid_design({"mu": [1.0, 1000.0]}), 0, 4)
    runner = Runner(model._simulator, study.job)
    runner.stop()

    assert not runner.run(0, study.design.numbers(0, 2)).have_run.any()


NEGATED = """
CONTINUOUS SYSTEM s
STATE v
DER dv
VARIABLE i j
i + j = 0
dv = i
i = SIN(k*t) - v
TIME t
k: 1
v: 1
END
"""


def test_numbers_of_negated_aliases_are_computed_in_lanes() -> None:
    model = load(NEGATED)
    functions = ["final({})", "min({})", "max({})", "mean({})", "integral({})", "at({}, 2)", "when({} < -0.2)"]
    functions += ["when({} >= 0.3)", "when({} <= -0.3)", "when({} > 0.2)", "ever({} > 100)", "ever({} < 0)"]
    kept = [function.format(name) for function in functions for name in ("i", "j")]
    study = model.study(grid_design({"k": np.linspace(0.5, 4, 21)}), 0, 8, keep=kept)
    numbers = study.design.numbers(0, len(study.design))
    runner = Runner(model._simulator, study.job)
    lanes = Runner(model._simulator, study.job, natural_width(1))
    expected = run_one_by_one(model._simulator, study.job, 0, numbers)

    assert {"i", "j"} & model._simulator.negated
    assert lanes.lanes == natural_width(1)
    assert_same(runner.run(0, numbers), expected)
    assert_same(lanes.run(0, numbers), expected)
