"""The DETEST problems (Hull, Enright, Fellen and Sedgwick, 1972), classes A to E, until t = 20.

Without a closed form, the reference is a run of a different method with tight tolerances, or an
invariant of the solution.
"""

import math
from functools import cache

import numpy as np
import pytest

from simnon.program import Array
from tests.answers.known import (
    Exact,
    Known,
    adaptive,
    assert_converges,
    assert_within_tolerance,
    error_of,
    fixed,
    system,
)
from tests.answers.running import ADAPTIVE, loaded
from tests.answers.test_linear import by_eigenvalues
from tests.seeds import these_fast

STOP = 20.0


def numbered(name: str, initial: list[float], derivatives: list[str], rest: str = "") -> str:
    states = {f"y{i + 1}": float(value) for i, value in enumerate(initial)}
    return system(name, states, dict(zip(states, derivatives, strict=True)), rest)


def logistic(t: Array) -> dict[str, Array]:
    return {"y1": 20 / (1 + 19 * np.exp(-t / 4))}


def spiral(t: Array) -> dict[str, Array]:
    """The root y of ln sqrt(t^2 + y^2) + arctan(y / t) = ln 4 + pi / 2, by bisection."""
    low, high = np.full_like(t, -5.0), np.full_like(t, 8.0)
    for _ in range(80):
        y = (low + high) / 2
        above = np.log(np.hypot(t, y)) + np.arctan2(y, t) > math.log(4) + math.pi / 2
        low, high = np.where(above, low, y), np.where(above, y, high)
    return {"y1": y}


def jacobi(t: Array, m: float) -> tuple[Array, Array, Array]:
    """sn, cn and dn by the arithmetic-geometric mean (Abramowitz and Stegun 16.4)."""
    a, c = [1.0], [math.sqrt(m)]
    b = math.sqrt(1 - m)
    while abs(c[-1]) > 1e-17:
        a, b, c = [*a, (a[-1] + b) / 2], math.sqrt(a[-1] * b), [*c, (a[-1] - b) / 2]
    angle = 2.0 ** (len(a) - 1) * a[-1] * t
    for i in range(len(a) - 1, 0, -1):
        angle = (angle + np.arcsin(c[i] * np.sin(angle) / a[i])) / 2
    sn = np.sin(angle)
    return sn, np.cos(angle), np.sqrt(1 - m * sn**2)


def rigid_body(t: Array) -> dict[str, Array]:
    sn, cn, dn = jacobi(t, 0.51)
    return {"y1": sn, "y2": cn, "y3": dn}


def decay_chain(t: Array) -> dict[str, Array]:
    values = {f"y{i}": t ** (i - 1) / math.factorial(i - 1) * np.exp(-t) for i in range(1, 10)}
    return values | {"y10": 1 - np.sum(list(values.values()), axis=0)}


def growing_chain(t: Array) -> dict[str, Array]:
    values = {f"y{i}": np.exp(-t) * -np.expm1(-t) * (-np.expm1(-t)) ** (i - 2) for i in range(2, 10)}
    return {"y1": np.exp(-t), **values, "y10": (-np.expm1(-t)) ** 9}


def kepler(eccentricity: float) -> Exact:
    """x = cos E - e, y = sqrt(1 - e^2) sin E with E - e sin E = t, by Newton from above and below."""

    def exact(t: Array) -> dict[str, Array]:
        e = eccentricity
        anomaly = t + e * np.sin(t)
        for _ in range(60):
            anomaly -= (anomaly - e * np.sin(anomaly) - t) / (1 - e * np.cos(anomaly))
        rate = 1 / (1 - e * np.cos(anomaly))
        root = math.sqrt(1 - e * e)
        return {
            "y1": np.cos(anomaly) - e,
            "y2": root * np.sin(anomaly),
            "y3": -np.sin(anomaly) * rate,
            "y4": root * np.cos(anomaly) * rate,
        }

    return exact


def orbit(eccentricity: float) -> str:
    e = eccentricity
    return numbered(
        "kepler",
        [1 - e, 0, 0, math.sqrt((1 + e) / (1 - e))],
        ["y3", "y4", "-y1/r3", "-y2/r3"],
        "r3 = (y1^2 + y2^2)^1.5",
    )


def half_bessel(t: Array) -> dict[str, Array]:
    """J of order 1/2 at t + 1, and its derivative."""
    s = t + 1
    root = np.sqrt(2 / (math.pi * s))
    return {"y1": root * np.sin(s), "y2": root * (np.cos(s) - np.sin(s) / (2 * s))}


def falling(t: Array) -> dict[str, Array]:
    rate = math.sqrt(0.032 * 0.4)
    return {"y1": 30 + np.log(np.cosh(rate * t)) / 0.4, "y2": math.sqrt(0.08) * np.tanh(rate * t)}


def pursuit(t: Array) -> dict[str, Array]:
    s = 25 - t
    return {"y1": (25 * np.log(25 / s) - (625 - s**2) / 50) / 2, "y2": (25 / s - s / 25) / 2}


def heat(count: int) -> tuple[list[float], list[str], Exact]:
    initial = [1.0] + [0.0] * (count - 1)
    matrix = [[-2.0 if i == j else float(abs(i - j) == 1) for j in range(count)] for i in range(count)]

    def derivative(i: int) -> str:
        return " + ".join(f"y{j}" for j in (i - 1, i + 1) if 1 <= j <= count) + f" - 2*y{i}"

    exact = by_eigenvalues(matrix, initial)

    def named(t: Array) -> dict[str, Array]:
        return {f"y{name[1:]}": values for name, values in exact(t).items()}

    return initial, [derivative(i + 1) for i in range(count)], named


def chemistry(t: Array) -> dict[str, Array]:
    values = by_eigenvalues([[-1, 1, 0], [1, -2, 1], [0, 1, -1]], [2, 0, 1])(t)
    return {f"y{i}": values[f"x{i}"] for i in (1, 2, 3)}


HEAT_10, HEAT_51 = heat(10), heat(51)
CHAIN = [f"y{i - 1} - y{i}" for i in range(2, 10)]
GROWING = [f"{i - 1}*y{i - 1} - {i}*y{i}" for i in range(2, 10)]
SYSTEMS = [
    Known("A1", numbered("a1", [1], ["-y1"]), STOP, lambda t: {"y1": np.exp(-t)}),
    Known("A2", numbered("a2", [1], ["-y1^3/2"]), STOP, lambda t: {"y1": 1 / np.sqrt(1 + t)}),
    Known("A3", numbered("a3", [1], ["y1*COS(t)"]), STOP, lambda t: {"y1": np.exp(np.sin(t))}, 100, 400),
    Known("A4", numbered("a4", [1], ["y1/4*(1 - y1/20)"]), STOP, logistic),
    Known("A5", numbered("a5", [4], ["(y1 - t)/(y1 + t)"]), STOP, spiral, 100),
    Known("B2", numbered("b2", [2, 0, 1], ["y2 - y1", "y1 - 2*y2 + y3", "y2 - y3"]), STOP, chemistry),
    Known(
        "B5", numbered("b5", [0, 1, 1], ["y2*y3", "-y1*y3", "-0.51*y1*y2"]), STOP, rigid_body, 200, 400, in_short=True
    ),
    Known("C1", numbered("c1", [1.0] + [0.0] * 9, ["-y1", *CHAIN, "y9"]), STOP, decay_chain),
    Known("C2", numbered("c2", [1.0] + [0.0] * 9, ["-y1", *GROWING, "9*y9"]), STOP, growing_chain, 100, 600),
    Known("C3", numbered("c3", HEAT_10[0], HEAT_10[1]), STOP, HEAT_10[2], 50, 400),
    Known("C4", numbered("c4", HEAT_51[0], HEAT_51[1]), STOP, HEAT_51[2], 50, 400),
    Known("D1", orbit(0.1), STOP, kepler(0.1), 6000, 800, least_order=2),
    Known("D2", orbit(0.3), STOP, kepler(0.3), 6000, 2000, least_order=2),
    Known("D3", orbit(0.5), STOP, kepler(0.5), 6000, 4000, in_short=True, least_order=2),
    Known("D4", orbit(0.7), STOP, kepler(0.7), 4e4, 0),
    Known("D5", orbit(0.9), STOP, kepler(0.9), 2e5, 0),
    Known(
        "E1",
        numbered("e1", [0.6713967071418030, 0.09540051444747446], ["y2", "-y2/(t+1) - (1 - 0.25/(t+1)^2)*y1"]),
        STOP,
        half_bessel,
        100,
    ),
    Known("E4", numbered("e4", [30, 0], ["y2", "0.032 - 0.4*y2^2"]), STOP, falling),
    Known("E5", numbered("e5", [0, 0], ["y2", "SQRT(1 + y2^2)/(25 - t)"]), STOP, pursuit),
]
WITHOUT_CLOSED_FORM = [
    (
        "B1",
        numbered("b1", [1, 3], ["2*(y1 - y1*y2)", "-(y2 - y1*y2)"]),
        2000.0,
    ),
    ("B3", numbered("b3", [1, 0, 0], ["-y1", "y1 - y2^2", "y2^2"]), 50.0),
    (
        "B4",
        numbered("b4", [3, 0, 0], ["-y2 - y1*y3/r", "y1 - y2*y3/r", "y1/r"], "r = SQRT(y1^2 + y2^2)"),
        500.0,
    ),
    ("E2", numbered("e2", [2, 0], ["y2", "(1 - y1^2)*y2 - y1"]), 500.0),
    ("E3", numbered("e3", [0, 0], ["y2", "y1^3/6 - y1 + 2*SIN(2.78535*t)"]), 500.0),
]


@pytest.mark.parametrize(("known", "method"), adaptive(SYSTEMS))
def test_the_error_is_some_tolerances(known: Known, method: str) -> None:
    assert_within_tolerance(known, method)


@pytest.mark.parametrize(("known", "method"), fixed(SYSTEMS))
def test_fixed_steps_converge(known: Known, method: str) -> None:
    assert_converges(known, method)


@cache
def reference(text: str) -> dict[str, Array]:
    found = loaded(text).simulate(0, STOP, method="dop853", rtol=1e-13, atol=1e-14, spacing=STOP / 97)
    return {"t": found.t} | dict(found.columns)


@pytest.mark.parametrize("method", these_fast([name for name in ADAPTIVE if name != "dop853"], "dopri5"))
@pytest.mark.parametrize(("name", "text", "factor"), WITHOUT_CLOSED_FORM, ids=[case[0] for case in WITHOUT_CLOSED_FORM])
def test_two_methods_agree(name: str, text: str, factor: float, method: str) -> None:
    tight = reference(text)
    for rtol in (1e-6, 1e-9):
        found = loaded(text).simulate(0, STOP, method=method, rtol=rtol, atol=rtol, spacing=STOP / 97)
        assert found.t.tolist() == tight["t"].tolist()
        assert error_of(found, lambda _: {key: tight[key] for key in tight if key.startswith("y")}) <= factor * rtol


def test_b1_keeps_its_invariant() -> None:
    found = loaded(WITHOUT_CLOSED_FORM[0][1]).simulate(0, STOP, rtol=1e-10, atol=1e-10)
    y1, y2 = found["y1"], found["y2"]

    kept = y1 - np.log(y1) + 2 * (y2 - np.log(y2))
    assert np.max(np.abs(kept - kept[0])) < 1e-7


@pytest.mark.parametrize("eccentricity", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_an_orbit_keeps_energy_and_angular_momentum(eccentricity: float) -> None:
    found = loaded(orbit(eccentricity)).simulate(0, STOP, rtol=1e-10, atol=1e-10)
    x, y, vx, vy = (found[f"y{i}"] for i in (1, 2, 3, 4))

    energy = (vx**2 + vy**2) / 2 - 1 / np.hypot(x, y)
    assert np.max(np.abs(energy + 0.5)) < 2e-7
    assert np.max(np.abs(x * vy - y * vx - math.sqrt(1 - eccentricity**2))) < 1e-7
