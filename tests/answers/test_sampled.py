"""Sampled loops against exact difference equations, at each sample; the plants by matrix exponentials."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from tests.answers.running import ADAPTIVE_CASES, FIXED, after, before, final, loaded

PLANT = """
CONTINUOUS SYSTEM plant
INPUT u
STATE x
DER dx
dx = a*(u - x)
a: 0.8
x: 0.2
END
"""
DOUBLE_INTEGRATOR = """
CONTINUOUS SYSTEM plant
INPUT u
STATE x v
DER dx dv
dx = v
dv = u
x: 1
END
"""
WIRES = """
CONNECTING SYSTEM wires
y[regulator] = x[plant]
u[plant] = u[regulator]
END
"""


def regulator(states: str, equations: str, period: str = "ts = t + 0.25") -> str:
    names = states.split()
    declared = f"STATE {states}\nNEW {' '.join('n' + name for name in names)}\n" if names else ""
    return (
        f"DISCRETE SYSTEM regulator\nINPUT y\nOUTPUT u\nTIME t\nTSAMP ts\n{declared}{equations}\n{period}\n"
        "r: 1\ngain: 2\nEND\n"
    )


@dataclass(frozen=True, slots=True)
class Loop:
    """`exact(n)` is the plant's state at the samples 0 to n - 1."""

    name: str
    text: str
    period: float
    exact: Callable[[int], list[float]]


def proportional(count: int) -> list[float]:
    """x' = 0.8 (u - x), u = 2 (1 - x) held for 0.25: x[k+1] = f x[k] + (1 - f) u[k]."""
    f, x, found = math.exp(-0.8 * 0.25), 0.2, []
    for _ in range(count):
        found.append(x)
        x = f * x + (1 - f) * 2 * (1 - x)
    return found


def integrating(count: int) -> list[float]:
    f, x, i, found = math.exp(-0.8 * 0.25), 0.2, 0.0, []
    for _ in range(count):
        found.append(x)
        u, i = 2 * (1 - x) + i, i + 0.3 * (1 - x)
        x = f * x + (1 - f) * u
    return found


def integrating_in_closed_form(count: int) -> list[float]:
    """The same loop by the eigenvalues of its matrix: x[k] = sum of c z^k."""
    f = math.exp(-0.8 * 0.25)
    matrix = np.array([[f - 2 * (1 - f), 1 - f], [-0.3, 1.0]])
    constant = np.array([2 * (1 - f), 0.3])
    rest = np.linalg.solve(np.eye(2) - matrix, constant)
    values, vectors = np.linalg.eig(matrix.astype(complex))
    weights = np.linalg.solve(vectors, np.array([0.2, 0.0]) - rest)
    return [float((vectors[0] @ (weights * values**k)).real + rest[0]) for k in range(count)]


def filtered(count: int) -> list[float]:
    """A regulator whose output is one sample late."""
    f, x, late, found = math.exp(-0.8 * 0.25), 0.2, 0.0, []
    for _ in range(count):
        found.append(x)
        x, late = f * x + (1 - f) * late, 2 * (1 - x)
    return found


def deadbeat(count: int) -> list[float]:
    """A double integrator with u = -(x/h^2 + 1.5 v/h): at rest after two samples."""
    h = 0.25
    state, found = np.array([1.0, 0.0]), []
    for _ in range(count):
        found.append(float(state[0]))
        u = -(state[0] / h**2 + 1.5 * state[1] / h)
        state = np.array([[1, h], [0, 1]]) @ state + np.array([h * h / 2, h]) * u
    assert abs(found[2]) < 1e-12
    return found


LOOPS = [
    Loop("proportional", PLANT + regulator("", "u = gain*(r - y)") + WIRES, 0.25, proportional),
    Loop(
        "integrating", PLANT + regulator("i", "u = gain*(r - y) + i\nni = i + 0.3*(r - y)") + WIRES, 0.25, integrating
    ),
    Loop(
        "in_closed_form",
        PLANT + regulator("i", "u = gain*(r - y) + i\nni = i + 0.3*(r - y)") + WIRES,
        0.25,
        integrating_in_closed_form,
    ),
    Loop("one_sample_late", PLANT + regulator("w", "u = w\nnw = gain*(r - y)") + WIRES, 0.25, filtered),
    Loop(
        "deadbeat",
        DOUBLE_INTEGRATOR
        + regulator("", "u = -(y/0.0625 + 1.5*w/0.25) + 0*(r + gain)").replace("INPUT y", "INPUT y w")
        + WIRES.replace("END", "w[regulator] = v[plant]\nEND"),
        0.25,
        deadbeat,
    ),
]


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.name)
def test_the_loop_follows_its_difference_equation(loop: Loop, method: str) -> None:
    expected = loop.exact(41)
    for rtol in (1e-5, 1e-8):
        found = loaded(loop.text).simulate(0, 10, method=method, rtol=rtol, atol=rtol)
        states = [after(found, "x", k * loop.period) for k in range(41)]
        assert states == pytest.approx(expected, abs=50 * rtol)


@pytest.mark.parametrize("method", FIXED)
def test_fixed_steps_land_on_the_samples(method: str) -> None:
    loop = LOOPS[0]
    found = loaded(loop.text).simulate(0, 10, method=method, step=0.0137)
    states = [before(found, "x", k * loop.period) for k in range(41)]

    assert set(0.25 * np.arange(41)) <= set(found.t)
    assert states == pytest.approx(loop.exact(41), abs=0.01 if method == "euler" else 1e-4)


MULTIRATE = (
    PLANT
    + """
DISCRETE SYSTEM inner
INPUT y w
OUTPUT u
TIME t
TSAMP ts
u = 3*(w - y)
ts = t + 0.1
END
DISCRETE SYSTEM outer
INPUT y
OUTPUT w
STATE i
NEW ni
TIME t
TSAMP ts
w = 1 + i
ni = i + 0.4*(1 - y)
ts = t + 0.3
END
CONNECTING SYSTEM wires
y[inner] = x[plant]
y[outer] = x[plant]
w[inner] = w[outer]
u[plant] = u[inner]
END
"""
)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_two_loops_of_different_rates_follow_their_difference_equations(method: str) -> None:
    f, x, i, ni, w, expected = math.exp(-0.08), 0.2, 0.0, 0.0, 0.0, []
    for k in range(121):
        expected.append(x)
        if k % 3 == 0:
            i = ni
            w, ni = 1 + i, i + 0.4 * (1 - x)
        x = f * x + (1 - f) * 3 * (w - x)

    found = loaded(MULTIRATE).simulate(0, 12, method=method, rtol=1e-9, atol=1e-9)

    assert found.statistics.samples == 121
    assert [after(found, "x", 0.1 * k + 1e-12) for k in range(121)] == pytest.approx(expected, abs=1e-7)


def test_aperiodic_samples_follow_their_difference_equation() -> None:
    """Each interval is 1.5 times the one before."""
    text = PLANT + regulator("d", "u = gain*(r - y)\nnd = 1.5*d\nd: 0.1", "ts = t + d") + WIRES
    found = loaded(text).simulate(0, 10, rtol=1e-9, atol=1e-9)

    t, d, x = 0.0, 0.1, 0.2
    while t + d < 10:
        u = 2 * (1 - x)
        t, x, d = t + d, u + (x - u) * math.exp(-0.8 * d), 1.5 * d
        assert before(found, "x", t - 1e-12) == pytest.approx(x, abs=1e-7)
    u = 2 * (1 - x)
    assert final(found, "x") == pytest.approx(u + (x - u) * math.exp(-0.8 * (10 - t)), abs=1e-7)


SEND_ON_CHANGE = """
CONTINUOUS SYSTEM source
STATE x
DER dx
dx = 1 - x
END
DISCRETE SYSTEM meter
INPUT x
OUTPUT n sent when
STATE k
NEW nk
TIME t
EVENT more
more = x - 0.1*n
n = k + 2
nk = k + 1
sent = x
when = t
n: 1
END
CONNECTING SYSTEM wires
x[meter] = x[source]
END
"""


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_an_event_samples_when_the_signal_crosses_a_level(method: str) -> None:
    """x = 1 - exp(-t) passes j/10 at t = -ln(1 - j/10)."""
    found = loaded(SEND_ON_CHANGE).simulate(0, 5, method=method, rtol=1e-9, atol=1e-9)

    assert sorted(set(found["sent"])) == pytest.approx([0.1 * j for j in range(10)], abs=1e-8)
    assert sorted(set(found["when"])) == pytest.approx([-math.log(1 - 0.1 * j) for j in range(10)], abs=1e-7)
    assert found.statistics.samples == 9


def test_a_discrete_system_alone_counts_exactly() -> None:
    text = (
        "DISCRETE SYSTEM fibonacci\nSTATE a b\nNEW na nb\nTIME t\nTSAMP ts\n"
        "na = b\nnb = a + b\nts = t + 0.1\nb: 1\nEND\n"
    )
    found = loaded(text).simulate(0, 7)

    assert final(found, "a") == 190392490709135


def test_the_logistic_map_is_computed_in_the_order_written() -> None:
    text = "DISCRETE SYSTEM map\nSTATE x\nNEW nx\nTIME t\nTSAMP ts\nnx = 3.9*x*(1 - x)\nts = t + 1\nx: 0.3\nEND\n"
    x = 0.3
    for _ in range(200):
        x = 3.9 * x * (1 - x)

    assert final(loaded(text).simulate(0, 200), "x") == x


def test_a_moving_average_of_four_has_its_frequency_response() -> None:
    """At a quarter of the sampling frequency its gain is zero; at an eighth cos(pi/8) cos(pi/4)."""
    text = (
        "DISCRETE SYSTEM mean\nSTATE a b c\nNEW na nb nc\nOUTPUT y\nTIME t\nTSAMP ts\n"
        "u = SIN(2*pi*f*t)\ny = (u + a + b + c)/4\nna = u\nnb = a\nnc = b\nts = t + 1\n"
        "f: 0.25\npi: 3.141592653589793\nEND\n"
    )
    quarter = loaded(text).simulate(0, 64)
    eighth = loaded(text).simulate(0, 64, parameters={"f": 0.125})

    settled = quarter.t > 4
    assert np.max(np.abs(quarter["y"][settled])) < 1e-13
    gain = math.cos(math.pi / 8) * math.cos(math.pi / 4)
    rms = np.sqrt(np.mean([after(eighth, "y", k) ** 2 for k in range(8, 64)]))
    assert rms * math.sqrt(2) == pytest.approx(gain, abs=1e-12)


LOOP_THROUGH_AN_INPUT = """
DISCRETE SYSTEM sampler
INPUT u
OUTPUT y
TIME t
TSAMP ts
y = u
ts = t + 0.5
END
CONNECTING SYSTEM line
u[sampler] = 2*y[sampler] + 1
END
"""


def test_a_loop_through_inputs_is_named_as_written() -> None:
    (warning,) = loaded(LOOP_THROUGH_AN_INPUT).diagnostics

    assert warning.message == "y[sampler], u[sampler]: these equations need each other's values"
    assert loaded(LOOP_THROUGH_AN_INPUT).simulate(0, 1).final["u"] == pytest.approx(-1)
