"""The answer does not depend on what is recorded, nor on where the run pauses: bit for bit."""

import hashlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon import Model
from simnon.simulation import StopKind, Trajectory, run_buffers
from simnon.simulation import run as runs
from tests.answers.running import ADAPTIVE, LIBRARY_METHODS, loaded

ROOT = Path(__file__).parents[2]

HYBRID = """
CONTINUOUS SYSTEM plant
INPUT u
STATE x v
DER dx dv
OUTPUT y
dx = v
dv = -x - 0.1*v + u + 0.2*DELAY(x, 0.7)
y = x + 0.01*ABS(v)
WHEN x > 1.2
  v = -0.8*PRE(v)
  hits = PRE(hits) + 1
END
x: 1
END

DISCRETE SYSTEM regulator
INPUT y
OUTPUT u
STATE i
NEW ni
TIME t
TSAMP ts
u = MAX(-1, MIN(1, 0.5*(0.3 - y) + i)) + 0.3*NORM(1)
ni = i + 0.05*(0.3 - y)
ts = t + 0.1
END

CONNECTING SYSTEM loop
TIME t
y[regulator] = y[plant]
u[plant] = u[regulator] + (IF t < 7 THEN 0 ELSE 0.5*SIN(3*t))
END
"""
STOP, SHORT_STOP = 40.0, 12.0


def answer(found: Trajectory) -> tuple[dict[str, float], list[tuple[float, str, float, float]]]:
    assert found.run is not None
    states = found.run.buffers.states
    finals = {f"state {i}": float(value) for i, value in enumerate(states)}
    return finals, [(entry.time, entry.name, entry.before, entry.after) for entry in found.events]


def fingerprint(found: Trajectory) -> str:
    text = repr(answer(found)) + repr(found.t.tolist()) + repr([c.tolist() for c in found.columns.values()])
    return hashlib.sha256(text.encode()).hexdigest()


def simulate(model: Model | None = None, method: str = "dopri5", stop: float = STOP, **options: object) -> Trajectory:
    return (model or loaded(HYBRID)).simulate(0, stop, method=method, **options)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Plain:
    """A plain run, and how to repeat it."""

    method: str
    stop: float
    found: Trajectory

    def again(self, **options: object) -> Trajectory:
        return simulate(method=self.method, stop=self.stop, **options)  # type: ignore[arg-type]


OFTEN = ("dopri5", "rodas5p")
LONG = [pytest.param((method, STOP), marks=pytest.mark.slow, id=f"{method}-long") for method in LIBRARY_METHODS]
"""Thousands of steps that each go through Python."""
SELDOM = [
    *(pytest.param((method, STOP), marks=pytest.mark.slow, id=method) for method in ADAPTIVE if method not in OFTEN),
    *(pytest.param((method, SHORT_STOP), marks=pytest.mark.slow, id=method) for method in LIBRARY_METHODS),
]
RUNS = [*(pytest.param((method, STOP), id=method) for method in OFTEN), *SELDOM, *LONG]


@pytest.fixture(scope="module", params=RUNS)
def plain(request: pytest.FixtureRequest) -> Plain:
    method, stop = request.param
    found = simulate(method=method, stop=stop)
    assert found.stop.kind is StopKind.END
    assert len(found.events) > 10
    return Plain(method, stop, found)


@pytest.mark.parametrize("store", [[], ["x"], ["u[regulator]", "hits"], ["y[plant]", "dv", "i", "ts", "x", "v"]])
def test_what_is_stored_does_not_change_the_answer(plain: Plain, store: list[str]) -> None:
    assert answer(plain.again(store=store)) == answer(plain.found)


@pytest.mark.parametrize("spacing", [0.01, 0.1, 0.37, 100.0])
def test_the_spacing_does_not_change_the_answer(plain: Plain, spacing: float) -> None:
    assert answer(plain.again(spacing=spacing)) == answer(plain.found)


def test_reports_of_progress_do_not_change_the_answer(plain: Plain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "FIRST_BUDGET", 1.0)
    monkeypatch.setattr(runs, "SECONDS_BETWEEN_REPORTS", 1e-9)
    times: list[float] = []

    again = plain.again(progress=times.append)

    assert fingerprint(again) == fingerprint(plain.found)
    assert len(times) > 300
    assert times == sorted(times)


def test_the_sizes_of_buffers_do_not_change_the_answer(plain: Plain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_buffers, "ROWS_AT_A_TIME", 2)
    monkeypatch.setattr(run_buffers, "LOG_ENTRIES_AT_A_TIME", 3)
    monkeypatch.setattr(run_buffers, "PIECES_OF_A_HISTORY", 4)

    assert fingerprint(plain.again()) == fingerprint(plain.found)


def test_an_interrupted_run_continues_to_the_same_answer(plain: Plain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "FIRST_BUDGET", 17.0)
    monkeypatch.setattr(runs, "SECONDS_BETWEEN_REPORTS", 0.0)

    def interrupt(_time: float) -> None:
        raise KeyboardInterrupt

    again = plain.again(progress=interrupt)
    interruptions = 0
    while again.stop.kind is StopKind.USER:
        interruptions += 1
        again = loaded(HYBRID).resume(again, progress=interrupt if interruptions < 5 else None)

    assert interruptions == 5
    assert fingerprint(again) == fingerprint(plain.found)


def test_continuing_from_the_end_gives_the_events_of_one_long_run(plain: Plain) -> None:
    whole = plain.again(rtol=1e-9)
    half = simulate(method=plain.method, stop=plain.stop / 2, rtol=1e-9)
    joined = loaded(HYBRID).resume(half, plain.stop)

    assert [entry.name for entry in joined.events] == [entry.name for entry in whole.events]
    assert [entry.time for entry in joined.events] == pytest.approx([e.time for e in whole.events], abs=1e-6)
    assert joined.final == pytest.approx(whole.final, abs=1e-5)
    assert joined.stop.time == plain.stop


def test_continuing_extends_the_record() -> None:
    half = simulate(spacing=0.5)
    joined = loaded(HYBRID).resume(half, STOP + 10)

    assert len(half) == 81
    assert joined.t.tolist() == pytest.approx((0.5 * np.arange(101)).tolist())


@pytest.mark.parametrize("seed", [1, 2**40, -3])
def test_a_different_seed_gives_a_different_answer_and_the_same_seed_the_same(seed: int) -> None:
    first, second = simulate(seed=seed), simulate(seed=seed)

    assert fingerprint(first) == fingerprint(second) != fingerprint(simulate())


def test_runs_do_not_disturb_each_other() -> None:
    model = simnon.load(HYBRID)
    expected = fingerprint(simulate(model))
    simulate(model, initial={"x": 0.2}, seed=9)

    assert fingerprint(simulate(model)) == expected
    assert fingerprint(simulate()) == expected


@pytest.mark.slow
def test_a_different_process_gives_the_same_answer() -> None:
    program = (
        "from tests.answers.test_independence import fingerprint, simulate\nimport sys\n"
        "sys.stdout.write(fingerprint(simulate()))\n"
    )
    written = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)

    assert written.stdout == fingerprint(simulate())
