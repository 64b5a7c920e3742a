"""Records at given times: by every method on its interpolant, at events after them, and when a run continues."""

import numpy as np
import pytest

import simnon
from tests.answers.running import FIXED, PRESENT

DECAY = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nx: 1\nEND\n"
TIMES = [0.0, 0.1, 0.77, 0.78, 2.5, 3.0]


@pytest.mark.parametrize("method", PRESENT)
def test_every_method_records_on_its_interpolant(method: str) -> None:
    options = {"step": 0.002} if method in FIXED else {"rtol": 1e-8, "atol": 1e-10}
    run = simnon.load(DECAY).simulate(0, 3, times=TIMES, method=method, **options)  # type: ignore[arg-type]

    assert run.t.tolist() == TIMES
    assert run["x"] == pytest.approx(np.exp(-run.t), abs=2e-3 if method == "euler" else 1e-5)


def test_times_on_a_grid_have_the_records_of_the_grid() -> None:
    model = simnon.load(DECAY)
    grid = model.simulate(0, 3, spacing=0.5)
    times = model.simulate(0, 3, times=grid.t.tolist())

    assert times["x"].tolist() == grid["x"].tolist()


def test_at_an_event_the_value_is_that_after_it() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nTIME t\ndx = 1\nWHEN t >= 1\n  x = 10\nEND\nEND\n"
    run = simnon.load(text).simulate(0, 2, times=[0.5, 1.0, 1.5])

    assert run["x"].tolist() == pytest.approx([0.5, 10.0, 10.5])


def test_a_run_that_continues_has_no_more_records() -> None:
    model = simnon.load(DECAY)
    run = model.resume(model.simulate(0, 1, times=[0.25, 0.5]), 2)

    assert run.t.tolist() == [0.25, 0.5]
    assert run.stop.time == 2.0


def test_the_interpreter_gives_the_same_bits() -> None:
    model = simnon.load(DECAY)
    runs = [model.simulate(0, 3, times=TIMES, target=target) for target in ("llvm", "interpreter")]

    assert runs[0]["x"].tolist() == runs[1]["x"].tolist()
