"""Large models with events: looking only at the islands that can have an event gives the bits of looking at all."""

import importlib
import math
import random
from typing import Any

import numpy as np
import pytest

from simnon import Model, Trajectory, load
from simnon.simulation import RunOptions
from tests.seeds import first_fast, seeds
from tests.unit.kernels.plain_runs import run_plainly

CONNECTION = "CONNECTING SYSTEM all\nEND\n"
RELAY = """CONTINUOUS SYSTEM r{i}
STATE x
DER dx
dx = u
WHEN x > 0.1
  u = -1
END
WHEN x < -0.1
  u = 1
END
u: 1
x: {start!r}
END
"""
BALL = """CONTINUOUS SYSTEM b{i}
STATE h v
DER dh dv
dh = v
dv = IF h > 0 OR v > 0 THEN -9.81 ELSE 0
WHEN h < 0
  v = -{bounce!r}*PRE(v)
END
h: {start!r}
END
"""
ROOM = """CONTINUOUS SYSTEM room{i}
INPUT before after
OUTPUT out
STATE T
DER dT
out = T
dT = 0.3*(before - 2*T + after) + heat
WHEN T < 19
  heat = 9
END
WHEN T > 21
  heat = 0
END
heat: {heat!r}
T: {start!r}
END
"""
SPRING = """CONTINUOUS SYSTEM s{i}
STATE x v
DER dx dv
dx = v
dv = -{k!r}*x - IF v + 0.5*x > 0.1 THEN 0.3 ELSE 0.1
WHEN x + v > 0.8
  count = PRE(count) + 1
END
WHEN x - v < -0.9
  count = PRE(count) + 1
END
x: 1
v: {start!r}
END
"""
STOPPED = """CONTINUOUS SYSTEM clock
STATE x
DER dx
dx = IF t > 0.31 THEN -1 ELSE 1
TIME t
STOP WHEN x > 0.3
x: 0
END
"""


def rooms(count: int) -> str:
    lines = ["CONNECTING SYSTEM all"]
    for i in range(count):
        lines.append(f"before[room{i}] = {f'out[room{i - 1}]' if i else '5'}")
        lines.append(f"after[room{i}] = {f'out[room{i + 1}]' if i < count - 1 else '5'}")
    return "\n".join([*lines, "END\n"])


MODELS = {
    "relays": ([RELAY.format(i=i, start=0.09 * math.cos(i)) for i in range(40)] + [CONNECTION], 1.0),
    "relays that switch together": ([RELAY.format(i=i, start=0.01 * (i % 7)) for i in range(40)] + [CONNECTION], 0.7),
    "balls": (
        [BALL.format(i=i, start=1 + 0.013 * i, bounce=0.5 + 0.004 * (i % 9)) for i in range(33)] + [CONNECTION],
        2.0,
    ),
    "rooms": ([ROOM.format(i=i, start=19.2 + 0.04 * i, heat=9.0 * (i % 2)) for i in range(36)] + [rooms(36)], 2.0),
    "springs": (
        [SPRING.format(i=i, k=20.0 + 0.5 * i, start=0.02 * i) for i in range(30)] + [CONNECTION],
        1.0,
    ),
    "relays and a stop": (
        [RELAY.format(i=i, start=0.09 * math.cos(i)) for i in range(36)] + [STOPPED, CONNECTION],
        1.0,
    ),
}


def with_islands(texts: list[str], *, is_divided: bool, patch: pytest.MonkeyPatch) -> Model:
    with patch.context() as inner:
        if not is_divided:
            inner.setattr(importlib.import_module("simnon.lowering.lower_model"), "find_islands", lambda *_: ((), {}))
        model = load(*texts)
        assert bool(model._simulator.layout.islands) == is_divided
    return model


def assert_equal(one: Trajectory, other: Trajectory) -> None:
    assert one.names == other.names
    for name in one.names:
        assert np.array_equal(one[name], other[name], equal_nan=True), name
    assert [str(event) for event in one.events] == [str(event) for event in other.events]
    assert one.stop.message == other.stop.message
    for count in ("steps", "rejected", "evaluations", "events"):
        assert getattr(one.statistics, count) == getattr(other.statistics, count)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("options", first_fast([{}, {"spacing": 0.01}, {"method": "auto", "points": 100}]))
def test_islands_change_no_bit(name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    texts, stop = MODELS[name]
    divided = with_islands(texts, is_divided=True, patch=monkeypatch)
    whole = with_islands(texts, is_divided=False, patch=monkeypatch)

    assert_equal(divided.simulate(0, stop, **options), whole.simulate(0, stop, **options))


@pytest.mark.parametrize("name", ["relays", "balls", "rooms"])
def test_the_interpreter_agrees(name: str) -> None:
    texts, stop = MODELS[name]
    model = load(*texts)

    assert_equal(
        model.simulate(0, 0.1 * stop, method="dopri5"),
        model.simulate(0, 0.1 * stop, method="dopri5", target="interpreter"),
    )


def test_most_events_are_iterated_in_their_own_island(monkeypatch: pytest.MonkeyPatch) -> None:
    islands = importlib.import_module("simnon.kernels.islands")
    focused: list[int] = []
    widen = islands.widen

    def counted(*model: Any) -> None:
        focused.append(model[0].focus)
        widen(*model)

    monkeypatch.setattr(islands, "widen", counted)
    texts, _ = MODELS["relays"]

    run = run_plainly(load(*texts), RunOptions(0.0, 0.15, method="dopri5"), monkeypatch)

    assert len(focused) > 0.5 * run.statistics.events > 10


@pytest.mark.parametrize("name", ["relays", "rooms"])
@pytest.mark.parametrize("spacing", [None, 0.003])
def test_a_run_that_returns_often_has_the_same_bits(
    name: str, spacing: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts, stop = MODELS[name]
    expected = load(*texts).simulate(0, stop, spacing=spacing)
    buffers = importlib.import_module("simnon.simulation.run_buffers")
    monkeypatch.setattr(buffers, "ROWS_AT_A_TIME", 8)
    monkeypatch.setattr(buffers, "LOG_ENTRIES_AT_A_TIME", 4)

    assert_equal(load(*texts).simulate(0, stop, spacing=spacing), expected)


@pytest.mark.slow
@pytest.mark.parametrize("is_compiled", [False, True])
def test_members_of_ensembles_have_the_same_bits(is_compiled: bool) -> None:
    texts, _ = MODELS["relays"]
    model = load(*texts)
    starts = [0.01 * i for i in range(20)]
    ensemble = model.sweep({"x[r1]": starts}, 0, 0.3, method="dopri5")
    if is_compiled:
        model.finish_compiling()
        ensemble = model.sweep({"x[r1]": starts}, 0, 0.3, method="dopri5")

    for name in ("x[r1]", "x[r7]"):
        single = [model.simulate(0, 0.3, method="dopri5", initial={"x[r1]": x}).final[name] for x in starts]
        assert np.array_equal(ensemble[f"final({name})"], single)


def random_part(i: int, choose: random.Random) -> str:
    """A system of one to three states with linear equations, corners, and events of every kind."""
    states = [f"x{k}" for k in range(choose.choice([1, 1, 2, 3]))]

    def number(size: float = 2.0) -> str:
        return f"{choose.uniform(-size, size):.3f}"

    def sum_of_states() -> str:
        return " + ".join(f"{number(3.0)}*{state}" for state in states)

    lines = [f"CONTINUOUS SYSTEM p{i}", "INPUT from", "OUTPUT out", f"STATE {' '.join(states)}"]
    lines += [f"DER {' '.join('d' + state for state in states)}", "out = x0", "q = 2*u + 0.1*x0"]
    for state in states:
        other = choose.choice(["u", "q", "IF x0 > 0.2 THEN 0.5 ELSE -0.3", "ABS(x0)", "0.1*from"])
        lines.append(f"d{state} = -2*{state} + 0.3*({sum_of_states()}) + {other} + {number()}")
    for _ in range(choose.choice([1, 2, 3])):
        change = choose.choice([f"u = {number()}", "u = -PRE(u)", f"x0 = {number(0.4)}", "x0 = -0.8*PRE(x0)"])
        lines += [f"WHEN {sum_of_states()} {choose.choice('<>')} {number(0.6)}", change, "END"]
    return "\n".join([*lines, f"u: {number()}", *(f"{state}: {number(1.0)}" for state in states), "END\n"])


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(6), 2))
def test_random_models_have_the_same_bits(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = random.Random(seed)  # noqa: S311  not for secrets
    count = 48
    # Neighbours only: if a WHEN assigns a state, the parts that read it are one island with all in between.
    sources = [f"out[p{max(0, i - 1)}]" if choose.random() < 0.3 else "0" for i in range(count)]
    joints = [f"from[p{i}] = {source}" for i, source in enumerate(sources)]
    texts = [*(random_part(i, choose) for i in range(count)), "\n".join(["CONNECTING SYSTEM all", *joints, "END\n"])]
    divided = with_islands(texts, is_divided=True, patch=monkeypatch)
    whole = with_islands(texts, is_divided=False, patch=monkeypatch)

    assert_equal(divided.simulate(0, 1, spacing=0.01), whole.simulate(0, 1, spacing=0.01))
