"""Equations with delays against the method of steps: polynomials and exponentials from one lag to the next."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from simnon.kernels import METHODS
from simnon.program import Array
from simnon.simulation import StopKind
from tests.answers.known import (
    Exact,
    Known,
    assert_converges,
    assert_within_tolerance,
    fixed,
    system,
    with_methods,
)
from tests.answers.running import ADAPTIVE, ADAPTIVE_CASES, loaded

LAGS = 8


def feedback_by_steps(sign: float) -> list[np.polynomial.Polynomial]:
    """x' = sign x(t - 1), x = 1 until 0: on [n, n + 1] a polynomial of s = t - n."""
    pieces = [np.polynomial.Polynomial([1.0])]
    for _ in range(LAGS):
        integral = (sign * pieces[-1]).integ()
        pieces.append(integral + pieces[-1](1.0))
    return pieces[1:]


def feedback(sign: float) -> Exact:
    pieces = feedback_by_steps(sign)

    def exact(t: Array) -> dict[str, Array]:
        number = np.minimum(np.floor(t + 1e-13).astype(int), LAGS - 1)
        return {"x": np.array([pieces[n](s - n) for n, s in zip(number, t, strict=True)])}

    return exact


def lag_of_step(t: Array) -> dict[str, Array]:
    return {"x": -np.expm1(-np.maximum(t - 1.3, 0))}


def echoes(t: Array) -> dict[str, Array]:
    """y = 1 + 0.5 y(t - 1) with 0 before the start."""
    return {"y": 2 - 0.5 ** np.floor(t + 1e-13)}


def twice_delayed(t: Array) -> dict[str, Array]:
    """x' = u(t - 0.5) + u(t - 1.2) for u = SIN(t) from 0 on, and 0 before."""
    return {"x": 2 - np.cos(np.maximum(t - 0.5, 0)) - np.cos(np.maximum(t - 1.2, 0))}


def growing_lag(t: Array) -> dict[str, Array]:
    """x' = x(t / 2) from t = 1 on, 1 before: t until 2, then 1 + t^2/4 until 4, then 1 + (t - 4/3) + t^3/48."""
    return {"x": np.where(t < 2, t, np.where(t < 4, 1 + t**2 / 4, t - 1 / 3 + t**3 / 48))}


def shrinking_lag(t: Array) -> dict[str, Array]:
    """x' = u(t - lag), lag = 2 - t/2, u = t from the start and 0 before: u(1.5 t - 2)."""
    since = np.maximum(t - 4 / 3, 0)
    return {"x": 0.75 * since**2}


def smith(t: Array) -> dict[str, Array]:
    """x' = -x + u(t - 1), u = 2 (1 - x) + 2 (x model - x model(t - 1)): as without the delay, 1 later."""
    return {"x": 2 / 3 * -np.expm1(-3 * np.maximum(t - 1, 0))}


def chained(t: Array) -> dict[str, Array]:
    """A step at 1 through two delays, of 0.5 and 0.25, integrated."""
    return {"x": np.maximum(t - 1.75, 0)}


def mixed(t: Array) -> dict[str, Array]:
    """x' = -x + x(t - 1), x = 1 + t at the start's value 1 before: constant."""
    return {"x": np.ones_like(t)}


SYSTEMS = [
    Known(
        "feedback",
        system("feedback", {"x": 1.0}, {"x": "-DELAY(x, 1)"}),
        6,
        feedback(-1.0),
        in_short=True,
    ),
    Known("growth", system("growth", {"x": 1.0}, {"x": "DELAY(x, 1)"}), 6, feedback(1.0)),
    Known(
        "step_through_delay",
        system("step", {"x": 0.0}, {"x": "DELAY(u, 0.3) - x"}, "u = IF t < 1 THEN 0 ELSE 1"),
        5,
        lag_of_step,
        in_short=True,
    ),
    Known("echoes", "CONTINUOUS SYSTEM echo\nTIME t\ny = 1 + 0.5*DELAY(y, 1, 0)\nEND\n", 5.5, echoes, steps=0),
    Known(
        "two_delays",
        system("two", {"x": 0.0}, {"x": "DELAY(u, 0.5, 0) + DELAY(u, 1.2, 0)"}, "u = SIN(t)"),
        8,
        twice_delayed,
    ),
    Known("growing_lag", system("grow", {"x": 1.0}, {"x": "DELAY(x, t/2)"}), 7, growing_lag, steps=0, start=1.0),
    Known(
        "shrinking_lag", system("shrink", {"x": 0.0}, {"x": "DELAY(u, 2 - t/2, 0)"}, "u = t"), 3, shrinking_lag, steps=0
    ),
    Known(
        "smith_predictor",
        system(
            "smith",
            {"x": 0.0, "m": 0.0},
            {"x": "DELAY(u, 1, 0) - x", "m": "u - m"},
            "u = 2*(1 - x - m + DELAY(m, 1, 0))",
        ),
        6,
        smith,
        100,
    ),
    Known(
        "chained",
        system("chain", {"x": 0.0}, {"x": "DELAY(v, 0.25)"}, "v = DELAY(u, 0.5)\nu = IF t < 1 THEN 0 ELSE 1"),
        4,
        chained,
    ),
    Known("balanced", system("mixed", {"x": 1.0}, {"x": "DELAY(x, 1) - x"}), 4, mixed),
]


@pytest.mark.parametrize(("known", "method"), with_methods(SYSTEMS, ADAPTIVE))
def test_the_error_is_some_tolerances(known: Known, method: str) -> None:
    assert_within_tolerance(known, method)


@pytest.mark.parametrize(("known", "method"), fixed(SYSTEMS))
def test_fixed_steps_converge(known: Known, method: str) -> None:
    assert_converges(known, method)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_delayed_feedback_oscillates_at_the_edge_of_stability(method: str) -> None:
    """x' = -(pi/2) x(t - 1): after a while a sine of period 4, neither growing nor dying."""
    text = system("edge", {"x": 1.0}, {"x": "-1.5707963267948966*DELAY(x, 1)"}, "WHEN x > 0\n  n = PRE(n) + 1\nEND")
    found = loaded(text).simulate(0, 60, method=method, rtol=1e-9, atol=1e-9)

    ups = [entry.time for entry in found.events if entry.name == "n" and entry.time > 30]
    assert np.diff(ups) == pytest.approx([4.0] * (len(ups) - 1), abs=1e-5)


@pytest.mark.parametrize("lag", [0.1, 1e-2, 1e-4])
def test_a_short_lag_gives_the_root_of_the_characteristic_equation(lag: float) -> None:
    """x' = -x(t - lag) decays with the root s of s + exp(-s lag) = 0, once the start is forgotten."""
    text = system("short", {"x": 1.0}, {"x": "-DELAY(x, lag)"}, "lag: 1")
    found = loaded(text).simulate(0, 4, parameters={"lag": lag}, rtol=1e-10, atol=1e-10, spacing=2)
    s = -1.0
    for _ in range(100):
        s -= (s + math.exp(-s * lag)) / (1 - lag * math.exp(-s * lag))

    assert math.log(found["x"][2] / found["x"][1]) / 2 == pytest.approx(s, abs=1e-7)


@pytest.mark.parametrize(("lag", "expected"), [("0", math.exp(-1)), ("t/2", 0.22980961)])
def test_a_lag_of_zero_is_either_no_delay_or_refused(lag: str, expected: float) -> None:
    """With t/2 (the pantograph): the sum of (-t)^n / (n! 2^(n (n - 1) / 2))."""
    text = system("none", {"x": 1.0}, {"x": f"-DELAY(x, {lag})"})
    found = loaded(text).simulate(0, 1, method="dop853", rtol=1e-8, atol=1e-8)

    assert found.stop.kind is StopKind.FAILURE or found.final["x"] == pytest.approx(expected, abs=1e-6)


def root_of(lag: Callable[[float], float], jump: float) -> float:
    """The time t with t - lag(t) = jump, for lags that grow more slowly than the time."""
    low, high = jump, jump + 10.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if middle - lag(middle) > jump else (middle, high)
    return high


@pytest.mark.parametrize("method", [*ADAPTIVE_CASES, "rk4"])
@pytest.mark.parametrize(
    ("text", "lag"),
    [
        ("0.5 + 0.3*SIN(t)", lambda t: 0.5 + 0.3 * math.sin(t)),
        ("0.2*t + 0.1", lambda t: 0.2 * t + 0.1),
        ("2 - 0.6*t", lambda t: 2 - 0.6 * t),
    ],
)
def test_a_jump_through_a_varying_lag_arrives_exactly(text: str, lag: Callable[[float], float], method: str) -> None:
    known = system("vary", {"x": 0.0}, {"x": f"DELAY(u, {text})"}, "u = IF t < 1 THEN 0 ELSE 1")
    options = {"step": 0.05} if METHODS[method].is_fixed else {"rtol": 1e-6}
    found = loaded(known).simulate(0, 3, method=method, **options)  # type: ignore[arg-type]

    arrival = root_of(lag, 1.0)
    assert float(np.min(np.abs(found.t - arrival))) < 1e-13
    assert found["x"] == pytest.approx(np.maximum(0, found.t - arrival), abs=1e-12)


@pytest.mark.parametrize("method", [*ADAPTIVE_CASES, "rk4"])
def test_a_jump_through_a_state_dependent_lag_arrives_within_the_tolerance(method: str) -> None:
    """The lag is 1 - z/4 with z = 1 - exp(-t)."""
    known = system(
        "adapt", {"x": 0.0, "z": 0.0}, {"x": "DELAY(u, 1 - z/4)", "z": "1 - z"}, "u = IF t < 1 THEN 0 ELSE 1"
    )
    options = {"step": 0.02} if METHODS[method].is_fixed else {"rtol": 1e-9, "atol": 1e-9}
    found = loaded(known).simulate(0, 3, method=method, **options)  # type: ignore[arg-type]

    arrival = root_of(lambda t: 1 + math.expm1(-t) / 4, 1.0)
    assert float(np.min(np.abs(found.t - arrival))) < 1e-8
    assert found["x"] == pytest.approx(np.maximum(0, found.t - arrival), abs=1e-8)


def test_a_lag_that_depends_on_the_solution_has_its_known_answer() -> None:
    """y' = y(ln y) y/t with y = 1 before t = 1 (Neves): t up to e, then exp(t/e), then (e/(3 - ln t))^e."""
    text = "STATE y\nDER dy\nTIME t\ndy = y/t*DELAY(y, t - LN(y))\ny: 1\n"
    model = loaded(f"CONTINUOUS SYSTEM neves\n{text}END\n")

    def error(step: float) -> float:
        found = model.simulate(1, 9.5, method="rk4", step=step)
        return float(abs(found.final["y"] / (math.e / (3 - math.log(9.5))) ** math.e - 1))

    errors = [error(0.1), error(0.05), error(0.025)]
    assert errors[0] < 1e-6
    assert [math.log2(errors[0] / errors[1]), math.log2(errors[1] / errors[2])] == pytest.approx([4.0, 4.0], abs=0.3)


@pytest.mark.parametrize("method", ["rk4", "dop853"])
def test_a_jump_through_a_state_dependent_lag_arrives_once_in_each_generation(method: str) -> None:
    """f jumps whenever the jump before it arrives: by half as much each time, so that f is 2 - 2^-n after n of them."""
    text = "STATE z s\nDER dz ds\nTIME t\ndz = COS(t) - z/3\nds = f\ntau = 1 - z/4\nf = 1 + 0.5*DELAY(f, tau, 0)\n"
    options = {"step": 0.1} if method == "rk4" else {"rtol": 1e-8}
    found = loaded(f"CONTINUOUS SYSTEM s\n{text}END\n").simulate(0, 20, method=method, **options)  # type: ignore[arg-type]

    steps = np.diff(found.t)
    assert np.min(steps[steps > 0.0]) > 1e-6
    values = np.unique(found["f"].round(9))
    assert values == pytest.approx(np.unique((2.0 - 0.5 ** np.arange(len(values))).round(9)), abs=1e-9)
    assert found.final["f"] == pytest.approx(2.0, abs=1e-4)
