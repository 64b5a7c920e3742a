"""thermal: heating and cooling, against results found by hand."""

import math

import pytest

from tests.answers.running import final, run

EXACT = {"rtol": 1e-10, "atol": 1e-12}


def cooling(loss: str) -> str:
    return f"""CONNECTING SYSTEM cooling
SYSTEM body: thermal.capacity
SYSTEM loss: {loss}
SYSTEM room: thermal.ambient
SYSTEM heater: thermal.heater
SYSTEM meter: thermal.sensor
CONNECT body.a loss.a heater.a meter.a
CONNECT loss.b room.a
body.C: 500
body.T: 350
room.u: 300
END
"""


def test_a_body_cools_with_its_time_constant() -> None:
    text = cooling("thermal.conductor").replace("room.u: 300", "room.u: 300\nloss.G: 2")
    assert final(run(text, 250.0, **EXACT), "meter.y") == pytest.approx(300 + 50 * math.exp(-1.0), abs=1e-6)


def test_convection_is_proportional_to_the_surface() -> None:
    text = cooling("thermal.convection").replace("room.u: 300", "room.u: 300\nloss.h: 8\nloss.area: 0.25")
    assert final(run(text, 250.0, **EXACT), "meter.y") == pytest.approx(300 + 50 * math.exp(-1.0), abs=1e-6)


def test_a_heater_raises_the_temperature_until_it_is_lost() -> None:
    text = cooling("thermal.conductor").replace("room.u: 300", "room.u: 300\nloss.G: 2\nheater.u: 100")
    assert final(run(text, 100.0), "body.T") == pytest.approx(350.0)


def test_a_body_radiates_into_the_cold_with_the_fourth_power() -> None:
    text = cooling("thermal.radiation").replace("room.u: 300", "room.u: 0\nloss.emissivity: 0.5")
    lost = 3 * 0.5 * 5.670374419e-8 / 500 * 1000.0
    assert final(run(text, 1000.0, **EXACT), "body.T") == pytest.approx((350.0**-3 + lost) ** (-1 / 3), abs=1e-6)


def test_two_bodies_come_to_the_mean_of_their_temperatures() -> None:
    text = """CONNECTING SYSTEM mixing
SYSTEM a, b: thermal.capacity
SYSTEM wall: thermal.conductor
CONNECT a.a wall.a
CONNECT wall.b b.a
a.C: 3
a.T: 400
b.T: 300
wall.G: 1.5
END
"""
    found = run(text, 1.0, **EXACT)
    difference = 100 * math.exp(-1.5 * (1 / 3 + 1))
    assert final(found, "a.T") == pytest.approx(375 + difference / 4, abs=1e-6)
    assert final(found, "b.T") == pytest.approx(375 - 3 * difference / 4, abs=1e-6)
