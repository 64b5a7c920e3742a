"""Lyapunov exponents: closed forms, published values, and sums that equal the mean divergence."""

import math

import numpy as np
import pytest

import simnon

LORENZ = """CONTINUOUS SYSTEM lorenz
STATE x y z
DER dx dy dz
dx = s*(y - x)
dy = r*x - y - x*z
dz = x*y - b*z
s: 10
r: 28
b: 2.6666666666666667
x: 1
END
"""
ROSSLER = """CONTINUOUS SYSTEM rossler
STATE x y z
DER dx dy dz
dx = -y - z
dy = x + a*y
dz = b + z*(x - c)
a: 0.2
b: 0.2
c: 5.7
x: 1
END
"""
HENON = """DISCRETE SYSTEM henon
STATE x y
NEW nx ny
TIME t
TSAMP ts
nx = 1 - a*x^2 + y
ny = b*x
ts = t + 1
a: 1.4
b: 0.3
END
"""


@pytest.mark.slow
def test_the_exponents_of_a_triangular_linear_system_are_its_diagonal() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x y z\nDER dx dy dz\ndx = -x + 5*y\ndy = 0.5*y + z\ndz = -3*z\nx: 1\nEND\n"

    found = simnon.load(text).lyapunov(0, 60, transient=30, rtol=1e-9, atol=1e-12)

    assert found.exponents == pytest.approx([0.5, -1.0, -3.0], abs=1e-7)
    assert found.exponents.sum() == pytest.approx(-3.5, abs=1e-7)


def test_a_complex_pair_has_its_real_part_twice() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\ndx = -0.1*x + 2*y\ndy = -2*x - 0.1*y\nx: 1\nEND\n"

    found = simnon.load(text).lyapunov(0, 50, rtol=1e-9, atol=1e-12)

    assert found.exponents == pytest.approx([-0.1, -0.1], abs=1e-7)
    assert found.dimension == 0.0


def test_the_exponents_of_a_map_per_sample() -> None:
    doubling = (
        "DISCRETE SYSTEM s\nSTATE x y\nNEW nx ny\nTIME t\nTSAMP ts\nnx = 3*x + y\nny = 0.5*y\nts = t + 0.5\nEND\n"
    )

    found = simnon.load(doubling).lyapunov(0, 20)

    # Two samples per unit of time.
    assert found.exponents == pytest.approx([2 * math.log(3), 2 * math.log(0.5)], rel=1e-12)


def test_a_direction_that_a_sample_forgets_is_minus_infinity() -> None:
    forgetting = "DISCRETE SYSTEM s\nSTATE x y\nNEW nx ny\nTIME t\nTSAMP ts\nnx = 0.5*x\nny = x\nts = t + 1\nEND\n"

    found = simnon.load(forgetting).lyapunov(0, 20)

    assert found.exponents[0] == pytest.approx(math.log(0.5), rel=1e-12)
    assert found.exponents[1] == -np.inf


def test_growth_passes_through_events() -> None:
    # Doubled whenever the clock strikes, and halving in between: exp(-0.3)*2 per unit of time.
    text = (
        "CONTINUOUS SYSTEM s\nSTATE x c\nDER dx dc\ndx = -0.3*x\ndc = 1\n"
        "WHEN c > 1\n  x = 2*PRE(x)\n  c = 0\nEND\nx: 1\nEND\n"
    )

    found = simnon.load(text).lyapunov(0, 40, transient=10.5, interval=1, rtol=1e-9, atol=1e-12)

    assert found.exponents[0] == pytest.approx(math.log(2) - 0.3, abs=1e-7)


@pytest.mark.slow
def test_the_lorenz_system_has_the_published_exponents() -> None:
    found = simnon.load(LORENZ).lyapunov(0, 1000, transient=50)

    assert found.exponents == pytest.approx([0.9056, 0.0, -14.5723], abs=0.02)
    assert np.all(np.abs(found.exponents - [0.9056, 0.0, -14.5723]) < 4 * found.errors)
    assert found.exponents.sum() == pytest.approx(-(10 + 1 + 8 / 3), abs=1e-4)
    assert found.dimension == pytest.approx(2.0622, abs=0.002)


@pytest.mark.slow
def test_the_roessler_system_has_the_published_exponents_and_its_mean_divergence() -> None:
    model = simnon.load(ROSSLER)

    found = model.lyapunov(0, 2000, transient=100)

    assert found.exponents == pytest.approx([0.0714, 0.0, -5.3943], abs=0.03)
    # The divergence is a + x - c, and its mean over the same run is that of x.
    run = model.simulate(0, 2000, points=20000)
    later = run.t >= 100
    mean = np.trapezoid(run["x"][later], run.t[later]) / 1900
    assert found.exponents.sum() == pytest.approx(0.2 + mean - 5.7, abs=0.01)


@pytest.mark.slow
def test_the_henon_map_has_the_published_exponents() -> None:
    found = simnon.load(HENON).lyapunov(0, 20000)

    assert found.exponents == pytest.approx([0.41922, -1.62319], abs=0.006)
    assert found.exponents.sum() == pytest.approx(math.log(0.3), abs=1e-8)
    assert found.dimension == pytest.approx(1.2583, abs=0.005)


def test_a_model_that_cannot_be_differentiated_is_refused() -> None:
    with pytest.raises(simnon.UserError, match="no states"):
        simnon.load("CONTINUOUS SYSTEM s\ny = 2*k\nk: 1\nEND\n").lyapunov(0, 1)
    with pytest.raises(simnon.UserError, match="transient is 5, the run takes 2"):
        simnon.load(LORENZ).lyapunov(0, 2, transient=5)
