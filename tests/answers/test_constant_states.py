"""Constant states: a state whose derivative is zero keeps its value, bit for bit."""

from typing import Any

import numpy as np
import pytest

from simnon.simulation import MemberOutputs, RunOptions, run_members
from tests.answers.running import FIXED, METHOD_CASES, PRESENT, final, loaded, run, times_of
from tests.seeds import first_fast

COUNTER = """CONTINUOUS SYSTEM counter
STATE x n y p
DER dx dn dy dp
dx = -x + n*y
dn = 0
dy = -1000*(y - n*SIN(10*x))
dp = 1
WHEN p > 0.0123
  n = PRE(n) + step
  p = 0
END
k = INT(n)
step: 0.1
x: 1
n: 0.1
END
"""
REST = """CONTINUOUS SYSTEM rest
STATE a x v w u
DER da dx dv dw du
da = 3000*(x - a) + SIN(u)
dx = v
dv = IF u > 0.5 THEN 0 ELSE -v*0
dw = v*x*a
du = 2000*(x + w - u) + 1
x: 0.1
w: 0.3
END
"""
SWITCHED = """CONTINUOUS SYSTEM switched
STATE n x y
DER dn dx dy
dn = IF x > 0.5 THEN x ELSE 0
dx = -x + 0.1*y
dy = 500*(n - y)
x: 1
END
"""
STARTING = """CONTINUOUS SYSTEM starting
STATE a b c d s
DER da db dc dd ds
da = b*b
db = 1
dc = a
dd = 300*(c - d) + a
ds = 0
s: 0.7
END
"""


def chain(count: int) -> str:
    """A chain of stiff states between two ends that do not move: a band for the matrix of an implicit method."""
    names = ["left", *(f"u{i}" for i in range(count)), "right"]
    lines = [f"CONTINUOUS SYSTEM chain\nSTATE {' '.join(names)}\nDER {' '.join('d' + name for name in names)}"]
    lines += ["dleft = 0", "dright = 0*u0", "left: 0.1", "right: 0.7"]
    lines += [f"d{b} = 400*({a} - 2*{b} + {c})" for a, b, c in zip(names, names[1:], names[2:], strict=False)]
    return "\n".join([*lines, "END", ""])


def options_of(method: str) -> dict[str, Any]:
    return {"method": method, **({"step": 2e-4} if method in FIXED else {})}


@pytest.mark.parametrize("spacing", [None, 0.00037])
@pytest.mark.parametrize("method", METHOD_CASES)
def test_a_counter_has_its_value_in_steps_records_and_events(method: str, spacing: float | None) -> None:
    found = run(COUNTER, 0.5, spacing=spacing, **options_of(method))

    values = [0.1]
    for _ in times_of(found, "n"):
        values.append(values[-1] + 0.1)
    assert len(values) > 30
    assert set(found["n"].tolist()) <= set(values)
    assert final(found, "n") == values[-1]
    assert [entry.after for entry in found.events if entry.name == "n"] == values[1:]


@pytest.mark.parametrize("method", METHOD_CASES)
def test_a_count_is_an_integer(method: str) -> None:
    found = run(COUNTER, 0.6, parameters={"step": 1}, initial={"n": 0}, **options_of(method))

    assert final(found, "n") == final(found, "k") == 48


@pytest.mark.parametrize("spacing", [None, 0.0017])
@pytest.mark.parametrize("method", METHOD_CASES)
def test_a_state_at_rest_keeps_its_value(method: str, spacing: float | None) -> None:
    found = run(REST, 1.0, spacing=spacing, **options_of(method))

    assert {name: set(found[name].tolist()) for name in "xvw"} == {"x": {0.1}, "v": {0.0}, "w": {0.3}}
    assert final(found, "a") > 0.1


@pytest.mark.parametrize("method", PRESENT)
def test_a_state_that_has_stopped_keeps_its_value(method: str) -> None:
    found = run(SWITCHED, 3.0, spacing=0.003, **options_of(method))

    (stopped,) = times_of(found, "x > 0.5")
    after = found["n"][found.t > stopped]
    assert len(after) > 100
    assert np.ptp(after) == 0.0
    assert after[0] == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize("method", PRESENT)
def test_a_state_that_begins_to_move_from_zero_moves(method: str) -> None:
    found = run(STARTING, 1.0, **options_of(method))

    assert final(found, "a") == pytest.approx(1 / 3, abs=2e-3 if method == "euler" else 1e-5)
    assert final(found, "c") == pytest.approx(1 / 12, abs=2e-3 if method == "euler" else 1e-5)
    assert final(found, "s") == 0.7


@pytest.mark.parametrize("count", [5, 12, 40])
@pytest.mark.parametrize("method", [method for method in PRESENT if method not in FIXED])
def test_the_ends_of_a_chain_keep_their_values(method: str, count: int) -> None:
    found = run(chain(count), 1.0, spacing=0.01, method=method, store=["left", "right", "u0"])

    assert set(found["left"].tolist()) == {0.1}
    assert set(found["right"].tolist()) == {0.7}
    assert found["u0"][-1] > 0.1


@pytest.mark.parametrize("method", first_fast(["dopri5", "rodas5p", "hampc", "dop853"]))
def test_a_counter_has_its_value_in_lanes(method: str) -> None:
    model = loaded(COUNTER)
    steps = [0.1, 1.0, 1 / 3]
    options = RunOptions(0.0, 0.5, method=method)
    lanes = run_members(
        model._simulator, np.array([[step] for step in steps]), ["step"], options, MemberOutputs(final=["n"])
    )

    singles = [model.simulate(0, 0.5, method=method, parameters={"step": step}).final["n"] for step in steps]
    assert lanes.final["n"].tolist() == singles
    assert lanes.final["n"][1] == 0.1 + 40
