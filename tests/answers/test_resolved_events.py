"""Guards that oscillate faster than the states: every crossing is located, whatever the step."""

import math

import numpy as np
import pytest

from tests.answers.known import system
from tests.answers.running import ADAPTIVE_CASES, LIBRARY_METHODS, ended, final, loaded, run, times_of
from tests.seeds import these_fast

METHODS = (*ADAPTIVE_CASES, *these_fast([*LIBRARY_METHODS, "rk4"], "rk4"))


def options_of(method: str) -> dict[str, object]:
    return {"method": method, "step": 1.0} if method == "rk4" else {"method": method}


def counted(states: dict[str, float], rates: dict[str, str], condition: str, rest: str = "") -> str:
    return system("waves", states, rates, f"WHEN {condition}\n  n = PRE(n) + 1\nEND\n{rest}")


BOUNCE = {"v": "-1", "x": "v"}


def test_a_condition_that_a_jump_skips_does_not_act() -> None:
    """The speed jumps from -1.446 to 1.446: at no instant is it near zero before the ball has come up again."""
    rest = "WHEN x < 0\n  v = -PRE(v)\nEND\nSTOP WHEN ABS(v) < 0.05 'at rest'"
    found = run(system("ball", {"v": -0.3, "x": 1.0}, BOUNCE, rest), 5)
    impact = -0.3 + math.sqrt(0.3**2 + 2)

    assert found.stop.code == "stop-condition"
    assert found.stop.time == pytest.approx(impact + (0.3 + impact) - 0.05, abs=1e-9)


@pytest.mark.parametrize("magnitude", ["ABS(v)", "MAX(v, -v)", "-MIN(v, -v)", "(IF v < 0 THEN -v ELSE v)"])
def test_modes_are_updated_after_a_jump_before_conditions_are_evaluated(magnitude: str) -> None:
    rest = f"WHEN x < 0\n  v = -PRE(v)\nEND\nWHEN {magnitude} < 0.05\n  rests = PRE(rests) + 1\nEND"
    found = run(system("ball", {"v": -0.3, "x": 1.0}, BOUNCE, rest), 2)

    assert final(found, "rests") == 0
    assert not times_of(found, f"{magnitude} < 0.05")


def test_an_event_that_samples_sees_updated_modes() -> None:
    counter = "DISCRETE SYSTEM counter\nSTATE n\nNEW nn\nINPUT slow\nEVENT e\ne = slow\nnn = n + 1\nEND\n"
    ball = system("ball", {"v": -0.3, "x": 1.0}, BOUNCE, "WHEN x < 0\n  v = -PRE(v)\nEND").replace("TIME t\n", "")
    connection = "CONNECTING SYSTEM both\nslow[counter] = 0.05 - ABS(v[ball])\nEND\n"
    found = loaded(ball, counter, connection).simulate(0, 2)

    assert found.stop.code == "end"
    assert final(found, "n") == 0


@pytest.mark.parametrize("method", METHODS)
def test_an_oscillating_guard_is_followed_through_long_steps(method: str) -> None:
    text = counted({"x": 0.0}, {"x": "1"}, "SIN(20*x) > 0.9")
    found = loaded(text).simulate(0, 20, **options_of(method))  # type: ignore[arg-type]
    times = times_of(found, "n")
    expected = [(math.asin(0.9) + 2 * math.pi * k) / 20 for k in range(64)]

    assert times == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_a_second_oscillating_guard_does_not_move_a_crossing(method: str) -> None:
    rest = "c = COS(x)\nWHEN c < 0.5\n  m = PRE(m) + 1\nEND"
    text = counted({"x": 0.0}, {"x": "1"}, "SIN(20*x) > 0.9", rest)
    found = loaded(text).simulate(0, 3, **options_of(method))  # type: ignore[arg-type]

    assert times_of(found, "m") == pytest.approx([math.pi / 3], abs=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_all_roots_of_a_polynomial_of_a_state_are_found(method: str) -> None:
    product = "*".join(f"(x - {k})" for k in range(1, 7))
    found = loaded(counted({"x": 0.0}, {"x": "1"}, f"{product} < 0")).simulate(0, 7, **options_of(method))  # type: ignore[arg-type]

    assert times_of(found, "n") == pytest.approx([1, 3, 5], abs=1e-6)


@pytest.mark.parametrize("seed", these_fast(range(40), 0, 1, 2, 3))
def test_random_oscillating_guards_are_followed(seed: int) -> None:
    """Two waves of a state that rises steadily, against a dense search."""
    generator = np.random.default_rng(seed)
    fast, slow = generator.uniform(3, 60), generator.uniform(0.5, 3)
    level = generator.uniform(-1.2, 1.2)
    text = counted({"x": 0.0}, {"x": "1"}, f"SIN({fast!r}*x) + COS({slow!r}*x) > {level!r}")
    found = run(text, 10)
    x = np.linspace(0, 10, 2_000_001)
    above = np.sin(fast * x) + np.cos(slow * x) > level
    expected = x[1:][above[1:] & ~above[:-1]]
    rises = np.array([time for time in times_of(found, "n") if time > 0])

    assert len(rises) == len(expected)
    assert rises == pytest.approx(expected, abs=2e-5)


def test_a_wave_of_many_thousand_periods_is_counted() -> None:
    """Mains pulses for four minutes: 12,000 periods of a signal that no state feels."""
    text = system("mains", {"z": 1.0}, {"z": "-0.01*z"}, "WHEN SIN(314.1592653589793*t) > 0.5\n  n = PRE(n) + 1\nEND")

    assert final(run(text, 240), "n") == 12_000


def test_a_guard_of_pure_rounding_does_not_hold_up_the_run() -> None:
    rest = "c = p*p + q*q - 1 - (p*p - 1 + q*q)\nWHEN c > 1\n  n = PRE(n) + 1\nEND"
    found = run(system("noise", {"p": 1.0, "q": 0.0}, {"p": "q", "q": "-p"}, rest), 100)

    assert found.stop.code == "end"
    assert final(found, "n") == 0


def test_a_corner_that_only_the_record_reads_is_not_an_event() -> None:
    rest = "c = ABS(p*p + q*q - 1 - (p*p - 1 + q*q))"
    found = ended(system("noise", {"p": 1.0, "q": 0.0}, {"p": "q", "q": "-p"}, rest), 100)

    assert found.stop.code == "end"
    assert len(found.events) == 0
    assert np.all(found["c"] >= 0)
    assert np.all(found["c"] < 1e-14)


@pytest.mark.parametrize("gain", [1e3, 1e6, 1e8, 1e10])
def test_a_steep_saturation_is_not_called_chattering(gain: float) -> None:
    text = system("steep", {"y": 0.0}, {"y": f"MIN(1, MAX(-1, {gain!r}*(0.5 - y)))"})
    found = run(text, 2)

    assert found.stop.code == "end"
    assert final(found, "y") == pytest.approx(0.5, abs=1e-6)
