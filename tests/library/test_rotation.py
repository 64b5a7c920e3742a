"""rotation: inertias, gears, friction and play, against results found by hand."""

import math

import numpy as np
import pytest

from tests.answers.running import after, changes_of, final, run, times_of

EXACT = {"rtol": 1e-10, "atol": 1e-12}


def test_an_inertia_behind_a_gear_counts_by_the_square_of_the_ratio() -> None:
    text = """CONNECTING SYSTEM geared
SYSTEM drive: rotation.torque
SYSTEM J1, J2: rotation.inertia
SYSTEM gear: rotation.gear
SYSTEM meter: rotation.sensor
CONNECT drive.a J1.a
CONNECT J1.b gear.a
CONNECT gear.b J2.a meter.a
drive.u: 3
gear.ratio: 5
J1.J: 2
J2.J: 25
END
"""
    found = run(text, 2.0)
    assert final(found, "J1.speed") == pytest.approx(3 / (2 + 25 / 5**2) * 2.0)
    assert final(found, "meter.speed") == pytest.approx(final(found, "J1.speed") / 5)
    assert final(found, "meter.angle") == pytest.approx(final(found, "J1.angle") / 5)


def test_two_inertias_on_a_shaft_swing_against_each_other() -> None:
    text = """CONNECTING SYSTEM shaft
SYSTEM J1, J2: rotation.inertia
SYSTEM s: rotation.spring
CONNECT J1.b s.a
CONNECT s.b J2.a
J1.J: 2
J2.J: 3
s.k: 30
J2.angle: 0.5
END
"""
    omega = math.sqrt(30 * (1 / 2 + 1 / 3))
    found = run(text, 2.0, **EXACT)
    assert found["s.twist"] == pytest.approx(0.5 * np.cos(omega * found.t), abs=1e-8)
    assert 2 * found["J1.angle"] + 3 * found["J2.angle"] == pytest.approx(np.full(len(found.t), 1.5), abs=1e-8)


@pytest.mark.parametrize("part", ["damper", "spring_damper"])
def test_a_damper_brakes_exponentially(part: str) -> None:
    text = f"""CONNECTING SYSTEM braked
SYSTEM J: rotation.inertia
SYSTEM d: rotation.{part}
SYSTEM wall: rotation.fixed
CONNECT J.b d.b
CONNECT d.a wall.a
J.J: 2
J.speed: 3
d.d: 0.5
{"d.k: 0" if part == "spring_damper" else ""}
END
"""
    assert final(run(text, 4.0, **EXACT), "J.speed") == pytest.approx(3 * math.exp(-1.0), abs=1e-8)


def test_dry_friction_in_a_bearing_stops_the_shaft() -> None:
    text = """CONNECTING SYSTEM stopped
SYSTEM J: rotation.inertia
SYSTEM f: rotation.friction
SYSTEM wall: rotation.fixed
CONNECT J.b f.b
CONNECT f.a wall.a
J.J: 2
J.speed: 4
f.viscous: 0.5
END
"""
    found = run(text, 20.0, **EXACT)
    # J*w' = -sliding - viscous*w
    stopped = 2 / 0.5 * math.log(1 + 0.5 * 4 / 0.8)
    ends = [
        time
        for time, (_, new) in zip(times_of(found, "f.mode"), changes_of(found, "f.mode"), strict=True)
        if new == 0.0
    ]
    assert ends == pytest.approx([stopped], abs=1e-6)
    assert final(found, "J.angle") == pytest.approx(2 / 0.5 * (4 - 0.8 / 0.5 * math.log(1 + 0.5 * 4 / 0.8)), abs=1e-6)


def test_a_clutch_of_dry_friction_brings_two_shafts_to_one_speed() -> None:
    text = """CONNECTING SYSTEM clutch
SYSTEM J1, J2: rotation.inertia
SYSTEM f: rotation.friction
CONNECT J1.b f.a
CONNECT f.b J2.a
J1.J: 1
J2.J: 3
J2.speed: 8
END
"""
    found = run(text, 10.0, **EXACT)
    assert final(found, "J1.speed") == pytest.approx(6.0, abs=1e-6)
    assert final(found, "J2.speed") == pytest.approx(6.0, abs=1e-6)
    assert after(found, "J2.speed", 7.0) == pytest.approx(8 - 0.8 / 3 * found.t[found.t <= 7.0][-1])


def test_a_shaft_turns_through_the_play_before_it_moves_the_load() -> None:
    text = """CONNECTING SYSTEM played
SYSTEM J1, J2: rotation.inertia
SYSTEM play: rotation.backlash
CONNECT J1.b play.a
CONNECT play.b J2.a
J1.speed: 2
play.gap: 0.6
play.k: 1e4
END
"""
    # At rest in the middle of the play; equal inertias exchange their speeds in half a period of contact.
    contact = math.pi / math.sqrt(2e4)
    found = run(text, 0.15 + contact + 0.01, **EXACT)
    assert found.events[0].time == pytest.approx(0.3 / 2, abs=1e-9)
    assert final(found, "J1.speed") == pytest.approx(0.0, abs=1e-6)
    assert final(found, "J2.speed") == pytest.approx(2.0, abs=1e-6)


def test_a_wheel_on_a_rack_moves_a_mass() -> None:
    text = """CONNECTING SYSTEM rolling
SYSTEM drive: rotation.torque
SYSTEM J: rotation.inertia
SYSTEM wheel: rotation.rack
SYSTEM m: translation.mass
CONNECT drive.a J.a
CONNECT J.b wheel.a
CONNECT wheel.b m.a
drive.u: 4
wheel.radius: 0.5
m.m: 12
END
"""
    found = run(text, 3.0)
    assert final(found, "J.speed") == pytest.approx(4 / (1 + 12 * 0.25) * 3.0)
    assert final(found, "m.v") == pytest.approx(0.5 * 3.0)
    assert final(found, "m.x") == pytest.approx(0.5 * 4.5)


def test_an_imposed_angle_needs_the_torque_of_its_acceleration() -> None:
    text = """CONNECTING SYSTEM imposed
TIME t
SYSTEM drive: rotation.position
SYSTEM J: rotation.inertia
CONNECT drive.a J.a
J.J: 3
drive.u = SIN(2*t)
END
"""
    found = run(text, 1.0)
    assert final(found, "J.a.torque") == pytest.approx(-3 * 4 * math.sin(2.0))
