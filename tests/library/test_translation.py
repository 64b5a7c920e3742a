"""translation: springs, dampers, friction, play and stops, against results found by hand."""

import math

import numpy as np
import pytest

from tests.answers.running import after, changes_of, final, run, times_of

EXACT = {"rtol": 1e-10, "atol": 1e-12}

HUNG = """CONNECTING SYSTEM hung
SYSTEM m: translation.mass
SYSTEM s: translation.spring
SYSTEM g: translation.fixed
CONNECT g.a s.a
CONNECT s.b m.a
m.m: 2
s.k: 50
s.length: 0.5
m.x: 0.6
END
"""


def test_a_mass_on_a_spring_swings_about_its_free_length() -> None:
    found = run(HUNG, 3.0, **EXACT)
    assert found["m.x"] == pytest.approx(0.5 + 0.1 * np.cos(5.0 * found.t), abs=1e-8)


def test_a_damper_and_a_spring_side_by_side_are_a_spring_damper() -> None:
    apart = HUNG.replace(
        "CONNECT s.b m.a", "SYSTEM d: translation.damper\nCONNECT g.a d.a\nCONNECT s.b m.a d.b\nd.d: 4"
    )
    joined = HUNG.replace("translation.spring", "translation.spring_damper").replace("s.k: 50", "s.k: 50\ns.d: 4")
    alpha = 4 / (2 * 2)
    omega = math.sqrt(25 - alpha**2)
    expected = 0.5 + 0.1 * math.exp(-alpha * 2) * (math.cos(2 * omega) + alpha / omega * math.sin(2 * omega))
    assert final(run(apart, 2.0, **EXACT), "m.x") == pytest.approx(expected, abs=1e-8)
    assert final(run(joined, 2.0, **EXACT), "m.x") == pytest.approx(expected, abs=1e-8)


def test_masses_that_are_joined_move_as_one() -> None:
    text = """CONNECTING SYSTEM train
SYSTEM m[1..3]: translation.mass
SYSTEM f: translation.force
SYSTEM s: translation.sensor
CONNECT f.a m[1].a
CONNECT m[k].b m[k+1].a FOR k = 1..2
CONNECT m[3].b s.a
m[k].length: 2 FOR k = 1..3
m[1].x: 1
f.u: 6
END
"""
    found = run(text, 2.0)
    assert final(found, "m[1].x") == pytest.approx(1 + 2 * 2.0**2 / 2)
    assert final(found, "s.x") == pytest.approx(6 + 2 * 2.0**2 / 2)
    assert final(found, "s.v") == pytest.approx(4.0)
    assert final(found, "m[2].b.f") == pytest.approx(-2.0)


STICK_SLIP = """CONNECTING SYSTEM stick_slip
TIME t
SYSTEM m: translation.mass
SYSTEM s: translation.spring
SYSTEM p: translation.position
SYSTEM f: translation.friction
SYSTEM g: translation.fixed
CONNECT p.a s.b
CONNECT s.a m.b
CONNECT m.a f.b
CONNECT g.a f.a
p.u = 0.1*t
END
"""


def test_a_mass_drawn_by_a_spring_sticks_and_slips() -> None:
    """It leaves when the spring reaches the sticking force.

    With u = stretch - sliding force the motion is u'' = -u from u = 0.2, u' = 0.1; it sticks again when u' = 0.1.
    """
    found = run(STICK_SLIP, 30.0, **EXACT)
    slipping = 2 * (math.pi - math.atan(2.0))
    moved = 0.1 * slipping + 0.4
    sticking = (moved - 0.1 * slipping) / 0.1
    expected = [10.0, 10 + slipping, 10 + slipping + sticking, 10 + 2 * slipping + sticking]
    modes = changes_of(found, "f.mode")
    entered = [time for time, (_, new) in zip(times_of(found, "f.mode"), modes, strict=True) if new in (0.0, 2.0)]
    assert entered[:4] == pytest.approx(expected, abs=1e-6)
    assert after(found, "m.x", expected[1] + 1) == pytest.approx(moved, abs=1e-7)
    assert after(found, "m.v", expected[1] + 1) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_friction_stops_a_body_and_holds_it(direction: float) -> None:
    text = f"""CONNECTING SYSTEM sliding
SYSTEM m: translation.mass
SYSTEM f: translation.friction
SYSTEM g: translation.fixed
CONNECT m.a f.b
CONNECT g.a f.a
m.v: {2 * direction}
END
"""
    found = run(text, 5.0)
    assert final(found, "m.x") == pytest.approx(direction * 2.0**2 / (2 * 0.8), rel=1e-6)
    assert final(found, "m.v") == pytest.approx(0.0, abs=1e-8)


def test_friction_below_its_limit_moves_nothing() -> None:
    text = """CONNECTING SYSTEM held
TIME t
SYSTEM m: translation.mass
SYSTEM push: translation.force
SYSTEM f: translation.friction
SYSTEM g: translation.fixed
CONNECT m.a f.b
CONNECT g.a f.a
CONNECT m.b push.a
push.u = 0.99*SIN(t)
END
"""
    found = run(text, 20.0)
    assert np.all(found["m.x"] == 0.0)
    assert found["f.f"] == pytest.approx(0.99 * np.sin(found.t))


def test_a_body_moves_to_and_fro_between_two_stops() -> None:
    """On the way 1 m at 2 m/s, in a stop half a period of the mass on its spring."""
    text = """CONNECTING SYSTEM between
SYSTEM m: translation.mass
SYSTEM left, right: translation.stop
SYSTEM g1, g2: translation.fixed
CONNECT g1.a left.a
CONNECT left.b m.a
CONNECT m.b right.a
CONNECT right.b g2.a
g2.x: 1
m.v: 2
left.k: 1e4
right.k: 1e4
END
"""
    contact = math.pi / 100
    found = run(text, 1 + 2 * contact, **EXACT)
    assert final(found, "m.x") == pytest.approx(0.0, abs=1e-6)
    assert final(found, "m.v") == pytest.approx(2.0, abs=1e-6)
    assert np.max(found["m.x"]) == pytest.approx(1 + 2 / 100, abs=1e-4)


def test_a_coupling_with_play_moves_nothing_within_its_gap() -> None:
    text = """CONNECTING SYSTEM played
TIME t
SYSTEM drive: translation.position
SYSTEM play: translation.backlash
SYSTEM m: translation.mass
SYSTEM d: translation.damper
SYSTEM g: translation.fixed
CONNECT drive.a play.a
CONNECT play.b m.a
CONNECT m.b d.b
CONNECT d.a g.a
drive.u = SIN(t)
play.gap: 0.4
play.k: 1e4
play.d: 10
m.m: 0.01
d.d: 10
END
"""
    found = run(text, 2 * math.pi, rtol=1e-8)
    assert after(found, "m.x", 0.2) == pytest.approx(0.0, abs=1e-9)
    assert np.max(found["m.x"]) == pytest.approx(0.8, abs=5e-3)
    assert np.min(found["m.x"]) == pytest.approx(-0.8, abs=5e-3)
    touching = times_of(found, "offset < -gap/2")
    assert touching[0] == pytest.approx(math.asin(0.2), abs=1e-6)
