"""Runs on the interpreter, as users use them: interrupted and continued, verified, in ensembles and on workers."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.simulation import StopKind, Trajectory
from simnon.simulation import run as runs
from simnon.studies import distributions, grid_design
from simnon.studies.members import Runner, run_elsewhere
from tests.unit.studies.models import NOISY, OSCILLATOR


def numbers_of(run: Trajectory) -> list[list[float]]:
    return [run.t.tolist(), *(column.tolist() for column in run.columns.values())]


def model_calling(path: Path, body: str) -> simnon.Model:
    """A model whose only equation calls a Python function."""
    path.write_text(f"import signal\ncalls = []\ndef f(x):\n    calls.append(x)\n    {body}\n    return -x\n", "utf-8")
    text = f"CONTINUOUS SYSTEM s\nFUNCTION f(a) FROM '{path}'\nSTATE x\nDER dx\ndx = f(x)\nx: 1\nEND\n"
    return simnon.load(text, trust=True)


def test_a_run_interrupted_in_the_middle_of_a_step_continues_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "FIRST_BUDGET", 3000.0)
    monkeypatch.setattr(runs, "SECONDS_BETWEEN_REPORTS", 0.0)
    plain = model_calling(tmp_path / "plain.py", "pass")
    mark = tmp_path / "the rest of the step"
    interruption = f"(signal.raise_signal(signal.SIGINT), open({str(mark)!r}, 'w').close())"
    model = model_calling(tmp_path / "interrupted.py", f"len(calls) == 25 and {interruption}")
    left = model.simulate(0, 2, target="interpreter")
    assert mark.exists()
    assert left.stop.kind is StopKind.USER
    assert 0 < left.stop.time < 2

    assert numbers_of(model.resume(left)) == numbers_of(plain.simulate(0, 2))


def test_a_run_can_be_verified_and_extended() -> None:
    model = simnon.load(OSCILLATOR)
    found = model.simulate(0, 1, verify=True, target="interpreter")
    expected = model.simulate(0, 1, verify=True)

    assert found.accuracy == expected.accuracy
    assert numbers_of(model.resume(found, 2)) == numbers_of(model.resume(expected, 2))


def test_the_code_of_a_target_is_compiled_once() -> None:
    simulator = simnon.load(OSCILLATOR)._simulator

    assert simulator.on("interpreter") is simulator.on("interpreter")
    assert simulator.on("llvm") is simulator


def test_a_worker_runs_members_on_the_target_of_the_job() -> None:
    model = simnon.load(NOISY)
    study = model.study(grid_design({"a": [0.5, 1.5]}), 0, 2, seed=3, target="interpreter")
    numbers = study.design.numbers(0, 2)
    runner = Runner(model._simulator, study.job)

    assert runner.lanes == 1
    assert np.array_equal(run_elsewhere(study.job, 0, numbers).reduced, runner.run(0, numbers, threads=4).reduced)
    assert "CPython" in study.ensemble().provenance["machine"]


@pytest.mark.parametrize("call", ["simulate", "sweep", "sample"])
def test_an_unknown_target_is_reported_with_the_known_ones(call: str) -> None:
    model = simnon.load(OSCILLATOR)
    calls: dict[str, Callable[[], object]] = {
        "simulate": lambda: model.simulate(0, 1, target="ptx"),
        "sweep": lambda: model.sweep({"k": [1.0]}, 0, 1, target="ptx"),
        "sample": lambda: model.sample({"k": distributions.uniform(1, 2)}, 0, 1, count=2, target="ptx"),
    }

    with pytest.raises(simnon.UserError, match="there is no target 'ptx'") as caught:
        calls[call]()

    assert (caught.value.code, caught.value.hint) == ("unknown-target", "choose one of llvm, interpreter")
