"""mechanics: pendulums in Cartesian coordinates, whose rods are constraints on positions (index 3)."""

import math

import numpy as np
import pytest

from tests.answers.running import final, run

EXACT = {"rtol": 1e-10, "atol": 1e-12}

ONE = """CONNECTING SYSTEM one
SYSTEM p: mechanics.pendulum
END
"""


def period(amplitude: float, length: float) -> float:
    """By the mean of arithmetic and geometric means, which gives the complete elliptic integral."""
    a, b = 1.0, math.cos(amplitude / 2)
    for _ in range(8):
        a, b = (a + b) / 2, math.sqrt(a * b)
    return 2 * math.pi * math.sqrt(length / 9.81) / a


@pytest.mark.parametrize("amplitude", [0.3, math.pi / 2, 2.5])
def test_a_pendulum_has_the_period_of_the_elliptic_integral(amplitude: float) -> None:
    initial = {"p.x": 2 * math.sin(amplitude), "p.y": -2 * math.cos(amplitude)}
    found = run(ONE, 3 * period(amplitude, 2.0), parameters={"p.length": 2.0}, initial=initial, **EXACT)
    assert final(found, "p.x") == pytest.approx(initial["p.x"], abs=1e-6)
    assert final(found, "p.y") == pytest.approx(initial["p.y"], abs=1e-6)
    assert found["p.x"] ** 2 + found["p.y"] ** 2 == pytest.approx(np.full(len(found.t), 4.0), abs=1e-9)


def test_the_rod_carries_weight_and_centrifugal_force() -> None:
    found = run(ONE, 3.0, **EXACT)
    expected = 9.81 * -found["p.y"] + found["p.vx"] ** 2 + found["p.vy"] ** 2
    assert found["p.tension"] == pytest.approx(expected, abs=1e-7)


@pytest.mark.slow
def test_a_pendulum_of_parts_is_the_same_pendulum() -> None:
    text = """CONNECTING SYSTEM parts
SYSTEM pivot: mechanics.pivot
SYSTEM rod: mechanics.rod
SYSTEM m: mechanics.point_mass
CONNECT pivot.a rod.a
CONNECT rod.b m.a
m.x: 1
END
"""
    found, whole = run(text, 2.0, **EXACT), run(ONE, 2.0, **EXACT)
    for name in ("x", "y", "vx", "vy"):
        assert final(found, f"m.{name}") == pytest.approx(final(whole, f"p.{name}"), abs=1e-7)
    assert final(found, "rod.tension") == pytest.approx(final(whole, "p.tension"), abs=1e-6)


def test_a_double_pendulum_keeps_its_energy_and_its_rods() -> None:
    text = """CONNECTING SYSTEM double
SYSTEM pivot: mechanics.pivot
SYSTEM r1, r2: mechanics.rod
SYSTEM m1, m2: mechanics.point_mass
CONNECT pivot.a r1.a
CONNECT r1.b m1.a r2.a
CONNECT r2.b m2.a
m1.x: 1
m2.x: 1
m2.y: -1
energy = (m1.vx^2 + m1.vy^2 + m2.vx^2 + m2.vy^2)/2 + 9.81*(m1.y + m2.y)
END
"""
    found = run(text, 5.0, **EXACT)
    assert found["energy"] == pytest.approx(np.full(len(found.t), -9.81), abs=1e-6)
    lengths = (found["m2.x"] - found["m1.x"]) ** 2 + (found["m2.y"] - found["m1.y"]) ** 2
    assert lengths == pytest.approx(np.ones(len(found.t)), abs=1e-9)


def test_a_double_pendulum_has_the_frequencies_of_its_small_swings() -> None:
    """In the slow mode of equal masses and lengths the second swings sqrt(2) times as far as the first."""
    text = """CONNECTING SYSTEM small
SYSTEM pivot: mechanics.pivot
SYSTEM r1, r2: mechanics.rod
SYSTEM m1, m2: mechanics.point_mass
CONNECT pivot.a r1.a
CONNECT r1.b m1.a r2.a
CONNECT r2.b m2.a
m1.x: 1e-4
m1.y: -1
m2.x: 2.414213562373095e-4
m2.y: -2
END
"""
    omega = math.sqrt((2 - math.sqrt(2)) * 9.81)
    found = run(text, 2 * math.pi / omega, **EXACT)
    assert final(found, "m1.x") == pytest.approx(1e-4, abs=1e-8)
    assert final(found, "m2.x") == pytest.approx(2.414213562373095e-4, abs=1e-8)


def test_a_mass_on_a_hanging_spring_swings_up_and_down() -> None:
    text = """CONNECTING SYSTEM hanging
SYSTEM pivot: mechanics.pivot
SYSTEM s: mechanics.spring
SYSTEM m: mechanics.point_mass
CONNECT pivot.a s.a
CONNECT s.b m.a
m.y: -1
s.k: 100
END
"""
    found = run(text, 2.0, **EXACT)
    expected = -1 - 0.0981 * (1 - np.cos(10 * found.t))
    assert found["m.y"] == pytest.approx(expected, abs=1e-8)
