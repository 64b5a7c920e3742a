"""Nonlinear oscillators: published periods, elliptic integrals, Taylor series, and invariants."""

import math
from functools import cache

import numpy as np
import pytest

from simnon.program import Array
from tests.answers.known import Known, adaptive, assert_converges, assert_within_tolerance, fixed, system
from tests.answers.running import ADAPTIVE_CASES, loaded, rising
from tests.answers.test_detest import jacobi

VAN_DER_POL = system(
    "vdpol",
    {"x": 2.0, "y": 0.0},
    {"x": "y", "y": "mu*(1 - x^2)*y - x"},
    "WHEN x > 0\n  turns = PRE(turns) + 1\nEND\nWHEN y < 0\n  tops = PRE(tops) + 1\n  top = x\nEND\nmu: 1",
)
PENDULUM = system("pendulum", {"angle": 2.0, "rate": 0.0}, {"angle": "rate", "rate": "-SIN(angle)"})
LORENZ = system(
    "lorenz",
    {"x": 1.0, "y": 1.0, "z": 1.0},
    {"x": "10*(y - x)", "y": "x*(28 - z) - y", "z": "x*y - 8/3*z"},
)


def pendulum(t: Array) -> dict[str, Array]:
    """angle = 2 arcsin(k sn(K + t)) with k = sin(1) (the largest angle is 2)."""
    m = math.sin(1.0) ** 2
    quarter = math.pi / 2 / arithmetic_geometric_mean(1.0, math.cos(1.0))
    sn, _, _ = jacobi(t + quarter, m)
    return {"angle": 2 * np.arcsin(math.sin(1.0) * sn)}


def arithmetic_geometric_mean(a: float, b: float) -> float:
    while abs(a - b) > 1e-15 * a:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return a


def cubic_spring(t: Array) -> dict[str, Array]:
    """x'' = -x - x^3 with x = 1 at rest: cn(sqrt(2) t) with m = 1/4 (Duffing 1918)."""
    _, cn, _ = jacobi(math.sqrt(2.0) * t, 0.25)
    return {"x": cn}


@cache
def lorenz_by_taylor(stop: float, steps: int = 400, order: int = 24) -> tuple[float, float, float]:
    """The Lorenz equations by their Taylor series, term by term."""
    h = stop / steps
    x0 = y0 = z0 = 1.0
    for _ in range(steps):
        x, y, z = [x0], [y0], [z0]
        for n in range(order):
            xz = sum(x[j] * z[n - j] for j in range(n + 1))
            xy = sum(x[j] * y[n - j] for j in range(n + 1))
            x.append(10 * (y[n] - x[n]) / (n + 1))
            y.append((28 * x[n] - y[n] - xz) / (n + 1))
            z.append((xy - 8 / 3 * z[n]) / (n + 1))
        x0, y0, z0 = (sum(c * h**j for j, c in enumerate(series)) for series in (x, y, z))
    return x0, y0, z0


SYSTEMS = [
    Known("pendulum", PENDULUM, 20, pendulum, 1000, 400),
    Known(
        "cubic_spring",
        system("spring", {"x": 1.0, "v": 0.0}, {"x": "v", "v": "-x - x^3"}),
        20,
        cubic_spring,
        500,
        400,
        in_short=True,
    ),
    Known(
        "limit_cycle",
        system("cycle", {"x": 0.1, "y": 0.0}, {"x": "x - y - x*r", "y": "x + y - y*r"}, "r = x^2 + y^2"),
        10,
        lambda t: {
            "x": np.cos(t) / np.sqrt(1 + 99 * np.exp(-2 * t)),
            "y": np.sin(t) / np.sqrt(1 + 99 * np.exp(-2 * t)),
        },
        200,
    ),
]


@pytest.mark.parametrize(("known", "method"), adaptive(SYSTEMS))
def test_the_error_is_some_tolerances(known: Known, method: str) -> None:
    assert_within_tolerance(known, method)


@pytest.mark.parametrize(("known", "method"), fixed(SYSTEMS))
def test_fixed_steps_converge(known: Known, method: str) -> None:
    assert_converges(known, method)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_van_der_pol_has_the_published_period_and_amplitude(method: str) -> None:
    """For mu = 1 they are 6.6632868593 and 2.0086198609."""
    found = loaded(VAN_DER_POL).simulate(0, 100, method=method, rtol=1e-10, atol=1e-10)

    turns = [entry.time for entry in rising(found, "turns")]
    assert turns[-1] - turns[-2] == pytest.approx(6.6632868593, abs=2e-8)
    assert found.final["top"] == pytest.approx(2.0086198609, abs=2e-8)


@pytest.mark.parametrize(("mu", "period"), [(0.1, 6.287), (5.0, 11.612), (10.0, 19.078)])
def test_van_der_pol_has_the_period_of_tables(mu: float, period: float) -> None:
    found = loaded(VAN_DER_POL).simulate(0, 300 if mu < 1 else 100, parameters={"mu": mu}, rtol=1e-8, atol=1e-8)

    turns = [entry.time for entry in rising(found, "turns")]
    assert turns[-1] - turns[-2] == pytest.approx(period, abs=1e-3)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize(("stop", "growth"), [(1.0, 2e2), (10.0, 2e7)])
def test_lorenz_follows_its_taylor_series_for_a_while(method: str, stop: float, growth: float) -> None:
    expected = lorenz_by_taylor(stop, int(400 * stop))
    for rtol in (1e-8, 1e-11):
        found = loaded(LORENZ).simulate(0, stop, method=method, rtol=rtol, atol=rtol)
        assert [found.final[name] for name in "xyz"] == pytest.approx(expected, abs=growth * rtol)


def test_lotka_and_volterra_keep_their_invariant() -> None:
    text = system("prey", {"x": 1.0, "y": 0.5}, {"x": "x*(1 - y)", "y": "y*(x - 1)"})
    found = loaded(text).simulate(0, 50, rtol=1e-10, atol=1e-10)

    kept = found["x"] - np.log(found["x"]) + found["y"] - np.log(found["y"])
    assert np.max(np.abs(kept - kept[0])) < 1e-8


def test_henon_and_heiles_keep_their_energy() -> None:
    states = {"x": 0.0, "y": 0.1, "u": 0.5, "v": 0.1}
    text = system("heiles", states, {"x": "u", "y": "v", "u": "-x - 2*x*y", "v": "-y - x^2 + y^2"})
    found = loaded(text).simulate(0, 100, rtol=1e-11, atol=1e-11)
    x, y, u, v = (found[name] for name in "xyuv")

    energy = (u**2 + v**2 + x**2 + y**2) / 2 + x**2 * y - y**3 / 3
    assert np.max(np.abs(energy - energy[0])) < 1e-8


def test_three_bodies_return_after_a_period() -> None:
    """The periodic orbit of Arenstorf (1963), with the period of Hairer, Norsett and Wanner, II.0."""
    mu = 0.012277471
    text = system(
        "arenstorf",
        {"x": 0.994, "y": 0.0, "u": 0.0, "v": -2.00158510637908252240537862224},
        {
            "x": "u",
            "y": "v",
            "u": "x + 2*v - nu*(x + mu)/d1 - mu*(x - nu)/d2",
            "v": "y - 2*u - nu*y/d1 - mu*y/d2",
        },
        f"mu: {mu}\nnu: {1 - mu}\nd1 = ((x + mu)^2 + y^2)^1.5\nd2 = ((x - nu)^2 + y^2)^1.5",
    )
    found = loaded(text).simulate(0, 17.0652165601579625588917206249, method="dop853", rtol=1e-13, atol=1e-13)

    assert (found.final["x"], found.final["y"]) == pytest.approx((0.994, 0), abs=1e-4)
