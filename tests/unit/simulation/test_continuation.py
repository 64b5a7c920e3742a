"""A run continued with different parameters keeps everything it remembers, including what began with the old ones."""

import pytest

import simnon
from simnon.simulation import run as runs

PLANT = "CONTINUOUS SYSTEM s\nTIME t\nSTATE x\nDER dx\ndx = {slope}\np: 1\n{rest}\nEND\n"
SAMPLER = "DISCRETE SYSTEM s\nTIME t\nSTATE n\nNEW nn\nTSAMP ts\nnn = n + 1\nts = t + 0.5\np: 1\n{rest}\nEND\n"
MEMORIES = {
    "a state": (PLANT.format(slope="1", rest="INITIAL\nx = p"), "x"),
    "a discrete state": (SAMPLER.format(rest="INITIAL\nn = p"), "n"),
    "the time of the next sample": (SAMPLER.format(rest="INITIAL\nts = t + 0.2*p"), "n"),
    "a variable of an event": (PLANT.format(slope="1", rest="INITIAL\nn = p\nWHEN x > 1\nn = PRE(n) + 1\nEND"), "n"),
    "a state that jumped": (PLANT.format(slope="-1", rest="INITIAL\nx = p\nWHEN x < 0\nx = 5\nEND"), "x"),
    "the past of a delay": (PLANT.format(slope="DELAY(x, 2.5, 0)", rest="INITIAL\nx = p"), "x"),
}


@pytest.mark.parametrize("start", [0.0, 3.0])
@pytest.mark.parametrize("buffers", MEMORIES)
def test_processes_begun_with_the_old_parameters_continue(buffers: str, start: float) -> None:
    text, name = MEMORIES[buffers]
    model = simnon.load(text)
    half = model.simulate(start, start + 2.25)

    joined = model.resume(half, start + 3.75, parameters={"p": 3})

    whole, other = (model.simulate(start, start + 3.75, parameters={"p": p}).final[name] for p in (1, 3))
    assert joined.final[name] == pytest.approx(whole, abs=1e-9)
    assert abs(whole - other) > 0.1


def test_values_that_depend_on_parameters_alone_change() -> None:
    model = simnon.load(PLANT.format(slope="q", rest="q = 2*p\nr = IF p > 2 THEN 1 ELSE 0"))

    joined = model.resume(model.simulate(1, 2), 3, parameters={"p": 3})

    assert (joined.final["q"], joined.final["r"]) == (6, 1)
    assert joined.final["x"] == pytest.approx(2 + 6, abs=1e-9)


def test_a_loop_stays_on_its_branch() -> None:
    model = simnon.load(PLANT.format(slope="0", rest="z = z - (z*z - p - 3)/8\nz: -1.9"))
    half = model.simulate(0, 1)

    assert half.final["z"] == pytest.approx(-2, abs=1e-6)
    assert model.resume(half, 2, parameters={"p": 6}).final["z"] == pytest.approx(-3, abs=1e-6)


@pytest.mark.parametrize("stop", [None, 0.0])
def test_noise_continues_unchanged(stop: float | None) -> None:
    model = simnon.load(SAMPLER.replace("n + 1", "n + NORM(1)").format(rest="y = p"))
    whole = model.simulate(0, 4, seed=5)

    joined = model.resume(model.simulate(0, 2.25, seed=5), 4, parameters=None if stop is None else {"p": 3})

    assert joined.final["n"] == whole.final["n"]


HELD = """CONTINUOUS SYSTEM s
STATE x
DER dx
INPUT u
dx = p*u
p: 1
END
DISCRETE SYSTEM d
OUTPUT y
STATE n
NEW nn
TIME t
TSAMP ts
y = n
nn = n
ts = t + 100
n: 2
END
CONNECTING SYSTEM c
u[s] = y[d]
END
"""


def test_held_values_are_computed_again_in_an_interrupted_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "FIRST_BUDGET", 3.0)
    model = simnon.load(HELD)

    half = model.simulate(0, 50, progress=interrupt)
    joined = model.resume(half, parameters={"p": 3})

    assert 0 < half.stop.time < 50
    assert joined.final["x"] == pytest.approx(2 * half.stop.time + 6 * (50 - half.stop.time), abs=1e-9)


def interrupt(_time: float) -> None:
    raise KeyboardInterrupt


def test_a_condition_that_new_parameters_make_true_acts_at_the_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "FIRST_BUDGET", 3.0)
    model = simnon.load(PLANT.format(slope="1", rest="INITIAL\nn = 0\nWHEN p*x > 1000\nn = PRE(n) + 1\nEND"))

    half = model.simulate(0, 50, progress=interrupt)
    joined = model.resume(half, parameters={"p": 1e6})

    assert half.final["n"] == 0
    assert joined.final["n"] == 1
    assert {event.time for event in joined.events} == {half.stop.time}
