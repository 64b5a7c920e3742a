"""State events and time events with known instants: bouncing, relays, corners, pulses, tables."""

import math

import numpy as np
import pytest

from simnon.program import Array
from tests.answers.known import Known, adaptive, assert_converges, assert_within_tolerance, fixed, system
from tests.answers.running import ADAPTIVE_CASES, FIXED, final, rising, run, times_of

BALL = """CONTINUOUS SYSTEM ball
STATE h v
DER dh dv
dh = v
dv = -g
WHEN h < 0
  v = -k*PRE(v)
  n = PRE(n) + 1
END
STOP WHEN n >= last
g: 9.81
k: 0.7
h: 2
last: 10
END
"""
BOUNCES = [0.638551, 1.532522, 2.158302, 2.596348, 2.902980, 3.117622, 3.267872, 3.373047, 3.446669, 3.498205]


def bounce_times(height: float, restitution: float, count: int) -> list[float]:
    first = math.sqrt(2 * height / 9.81)
    flights = [2 * first * restitution**k for k in range(1, count)]
    return [first, *(first + np.cumsum(flights)).tolist()]


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_a_ball_bounces_at_the_printed_times(method: str) -> None:
    found = run(BALL, 5, method=method)

    times = times_of(found, "n")
    assert [round(time, 6) for time in times] == BOUNCES[: len(times)]
    assert times == pytest.approx(bounce_times(2, 0.7, 10), abs=1e-9)
    assert len(times) == 10


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_sixty_bounces_are_correct_to_nine_digits(method: str) -> None:
    options = {"k": 0.9, "last": 60}
    found = run(BALL, 30, method=method, parameters=options, initial={"h": 10}, rtol=1e-9, atol=1e-9)

    assert times_of(found, "n") == pytest.approx(bounce_times(10, 0.9, 60), abs=1e-9)


@pytest.mark.parametrize("method", [name for name in FIXED if name != "euler"])
def test_fixed_steps_locate_bounces_too(method: str) -> None:
    found = run(BALL, 5, method=method, step=0.02)

    assert times_of(found, "n") == pytest.approx(bounce_times(2, 0.7, 10), abs=1e-9)


RELAY = """CONTINUOUS SYSTEM relay
STATE x
DER dx
dx = u - x
WHEN x > width
  u = -1
END
WHEN x < -width
  u = 1
END
u: 1
width: 0.2
END
"""


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize("width", [0.2, 0.01, 0.9])
def test_a_relay_with_hysteresis_has_the_period_of_its_closed_form(method: str, width: float) -> None:
    """From -w to w towards 1: ln((1 + w)/(1 - w)), and back."""
    period = 2 * math.log((1 + width) / (1 - width))
    found = run(RELAY, 20 * period, method=method, rtol=1e-9, atol=1e-9, parameters={"width": width})

    ups = [entry.time for entry in rising(found, "u")]
    assert np.diff(ups) == pytest.approx([period] * (len(ups) - 1), abs=1e-7)
    assert len(ups) >= 19


SECOND_ORDER = """CONTINUOUS SYSTEM relay
STATE w x
DER dw dx
dw = u - w
dx = w - x
WHEN x > width
  u = -1
END
WHEN x < -width
  u = 1
END
u: 1
width: 0.1
END
"""


def half_period(width: float) -> float:
    """w' = u - w, x' = w - x in half-wave symmetry: the state after half a period is minus the state before."""

    def state_at_switch(half: float) -> Array:
        decay = math.exp(-half)
        matrix = np.array([[decay, 0], [half * decay, decay]])
        forced = np.array([1 - decay, 1 - decay - half * decay])
        return np.linalg.solve(np.eye(2) + matrix, forced)

    low, high = 1e-6, 20.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if state_at_switch(middle)[1] < width else (low, middle)
    return low


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_a_relay_around_two_lags_has_its_limit_cycle(method: str) -> None:
    half = half_period(0.1)
    found = run(SECOND_ORDER, 60, method=method, rtol=1e-9, atol=1e-9, parameters={"width": 0.1})

    switches = times_of(found, "u")
    assert np.diff(switches)[-5:] == pytest.approx([half] * 5, abs=1e-7)


def rectified(t: Array) -> dict[str, Array]:
    """The integral of |sin t|."""
    turns = np.floor(t / math.pi)
    return {"x": 2 * turns + 1 - np.cos(t - math.pi * turns)}


def staircase(t: Array) -> dict[str, Array]:
    """The integral of INT(t)."""
    whole = np.floor(t)
    return {"x": whole * (whole - 1) / 2 + whole * (t - whole)}


def sawtooth(t: Array) -> dict[str, Array]:
    """The integral of MOD(t, 0.7)."""
    turns = np.floor(t / 0.7 + 1e-12)
    return {"x": turns * 0.245 + (t - 0.7 * turns) ** 2 / 2}


def clipped(t: Array) -> dict[str, Array]:
    """The integral of MIN(MAX(t, 1), 2)."""
    return {"x": np.where(t < 1, t, np.where(t < 2, 1 + (t**2 - 1) / 2, 2.5 + 2 * (t - 2)))}


def pulses(t: Array) -> dict[str, Array]:
    """A pulse of height 1 from 1 to 2 and one of height 2 from 3 to 3.5, through a lag."""

    def lag(since: float) -> Array:
        return -np.expm1(-np.maximum(t - since, 0))

    return {"x": lag(1) - lag(2) + 2 * lag(3) - 2 * lag(3.5)}


def looked_up(t: Array) -> dict[str, Array]:
    """The integral of the table 0 0, 1 2, 3 0, which holds its end values."""
    rise, fall = np.clip(t, 0, 1), np.clip(t, 1, 3) - 1
    return {"x": rise**2 + 2 * fall - fall**2 / 2}


def braked(t: Array) -> dict[str, Array]:
    """A body with v = 2 under friction 1 stops at t = 2, and stays."""
    moving = np.minimum(t, 2)
    return {"x": 2 * moving - moving**2 / 2, "v": 2 - moving}


SYSTEMS = [
    Known("rectified_sine", system("abs", {"x": 0.0}, {"x": "ABS(SIN(t))"}), 10, rectified, in_short=True, slack=3.0),
    Known("staircase", system("int", {"x": 0.0}, {"x": "INT(t)"}), 6.5, staircase),
    Known("sawtooth", system("mod", {"x": 0.0}, {"x": "MOD(t, 0.7)"}), 5, sawtooth),
    Known("clipped", system("clip", {"x": 0.0}, {"x": "MIN(MAX(t, 1), 2)"}), 4, clipped),
    Known(
        "pulses",
        system(
            "pulses",
            {"x": 0.0},
            {"x": "u - x"},
            "u = (IF t >= 1 AND t < 2 THEN 1 ELSE 0) + (IF t < 3 OR t > 3.5 THEN 0 ELSE 2)",
        ),
        6,
        pulses,
        in_short=True,
    ),
    Known(
        "table",
        system("table", {"x": 0.0}, {"x": "f(t)"}, "TABLE f(s) LINEAR\n0 0\n1 2\n3 0\nEND"),
        5,
        looked_up,
    ),
    Known(
        "brake",
        system(
            "brake",
            {"x": 0.0, "v": 2.0},
            {"x": "v", "v": "IF moves > 0.5 THEN -1 ELSE 0"},
            "WHEN v <= 0\n  moves = 0\n  v = 0\nEND\nmoves: 1",
        ),
        4,
        braked,
        in_short=True,
    ),
]


@pytest.mark.parametrize(("known", "method"), adaptive(SYSTEMS))
def test_the_error_is_some_tolerances(known: Known, method: str) -> None:
    assert_within_tolerance(known, method)


@pytest.mark.parametrize(("known", "method"), fixed(SYSTEMS))
def test_fixed_steps_converge(known: Known, method: str) -> None:
    assert_converges(known, method)


THERMOSTAT = """CONTINUOUS SYSTEM room
STATE temperature
DER dtemperature
OUTPUT u
WHEN temperature < wanted - width
  u = 1
END
WHEN temperature > wanted + width
  u = 0
END
dtemperature = (outside + gain*u - temperature)/tau
u: 1
wanted: 293
width: 0.5
outside: 275
gain: 30
tau: 1800
temperature: 285
END
"""


def test_a_thermostat_heats_and_cools_for_the_times_of_its_closed_form() -> None:
    found = run(THERMOSTAT, 40_000, rtol=1e-8)
    switches = [entry.time for entry in found.events if entry.name == "u" and entry.before != entry.after]

    heating = 1800 * math.log((305 - 292.5) / (305 - 293.5))
    cooling = 1800 * math.log((293.5 - 275) / (292.5 - 275))
    assert switches[0] == pytest.approx(1800 * math.log((305 - 285) / (305 - 293.5)), rel=1e-6)
    assert np.diff(switches)[:6] == pytest.approx([cooling, heating] * 3, rel=1e-5)


LANDER = """CONTINUOUS SYSTEM lander
STATE h v m
DER dh dv dm
TIME t
dh = v
dv = thrust/m - 1.6
dm = -thrust/3000
thrust = IF t >= 10 AND m > 500 THEN 4000 ELSE 0
STOP WHEN h < 0 'ground'
h: 2000
v: -5
m: 600
END
"""


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_a_lander_follows_the_rocket_equation(method: str) -> None:
    """While the engine burns: v = v0 - g s - c ln(m/m0)."""
    found = run(LANDER, 60, method=method, rtol=1e-9, atol=1e-9)
    c, flow, s = 3000.0, 4000 / 3000, 50.0
    ratio = 1 - flow * s / 600

    v = -21 - 1.6 * s - c * math.log(ratio)
    h = 1870 - 21 * s - 0.8 * s * s + c * s + c * (600 / flow) * ratio * math.log(ratio)
    assert final(found, "m") == pytest.approx(600 * ratio, abs=1e-6)
    assert final(found, "v") == pytest.approx(v, abs=1e-6)
    assert final(found, "h") == pytest.approx(h, abs=1e-4)
    assert times_of(found, "t >= 10") == [10.0]


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_zero_crossings_of_a_chirp_are_all_found(method: str) -> None:
    """sin(t^2) crosses zero at sqrt(k pi)."""
    text = system("chirp", {"a": 0.0}, {"a": "COS(t^2)"}, "WHEN SIN(t^2) > 0\n  n = PRE(n) + 1\nEND")
    found = run(text, 10, method=method, rtol=1e-8)

    roots = [math.sqrt(k * math.pi) for k in range(1, 32)]
    assert times_of(found, "SIN(t^2) > 0")[-31:] == pytest.approx(roots, abs=1e-8)


@pytest.mark.parametrize(
    "condition",
    [
        "t > 0.3 OR t > 0.1 + 0.2",
        "t > 0.1 + 0.2 OR t > 0.3",
        "t > 0.3 AND t >= 3*0.1",
        "x > 0.3 OR t > 0.9/3",
        "t < 0.2 AND t > 0.5 OR t - 0.1 > 0.2 OR NOT t < 0.3",
    ],
)
def test_times_that_differ_by_rounding_are_one_event(condition: str) -> None:
    lines = ("TIME t", "STATE x", "DER dx", "dx = 1", f"WHEN {condition}", "  n = PRE(n) + 1", "END", "n: 0")
    found = run("\n".join(["CONTINUOUS SYSTEM s", *lines, "END", ""]), 1)

    assert times_of(found, "n") == pytest.approx([0.3], abs=1e-9)
    assert found.final["n"] == 1.0
