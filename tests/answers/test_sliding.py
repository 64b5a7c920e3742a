"""Sliding modes: if both sides of a switch lead back to it, the run continues along the switch."""

import math
from typing import Any

import numpy as np
import pytest

from tests.answers.known import system
from tests.answers.running import ADAPTIVE, LIBRARY_METHODS, ended, final, loaded, run, times_of
from tests.seeds import these_fast

METHODS = these_fast([*ADAPTIVE, *LIBRARY_METHODS, "rk4"], "dopri5", "rodas5p", "rk4")


def options_of(method: str) -> dict[str, Any]:
    return {"method": method, "step": 0.01} if method == "rk4" else {"method": method}


def exact(method: str, tolerance: float) -> float:
    """Multistep methods have errors of many tolerances, and return to a surface only when far from it."""
    return 1e-3 if method in LIBRARY_METHODS else tolerance


RELAY = system("relay", {"x": -1.0, "y": 0.0}, {"x": "u + 0.5*SIN(t)", "y": "u"}, "u = IF x > 0 THEN -1 ELSE 1")


@pytest.mark.parametrize("method", METHODS)
def test_a_relay_on_an_integrator_slides(method: str) -> None:
    """x is driven to zero and stays; the mean of the relay then holds it there."""
    found = run(RELAY, 10, **options_of(method))
    at = times_of(found, "sliding on x > 0")[0]
    slides = found.t > at + 1e-9

    assert at - 0.5 * math.cos(at) + 0.5 == pytest.approx(1, abs=exact(method, 1e-5))
    assert np.abs(found["x"][slides]) == pytest.approx(0, abs=exact(method, 1e-7))
    assert found["u"][slides] == pytest.approx(-0.5 * np.sin(found.t[slides]), abs=1e-6)
    assert final(found, "y") == pytest.approx(at + 0.5 * (math.cos(10) - math.cos(at)), abs=exact(method, 1e-5))


@pytest.mark.parametrize("method", METHODS)
def test_sliding_ends_when_one_side_no_longer_leads_back(method: str) -> None:
    text = system("relay", {"x": -1.0}, {"x": "-SIGN(x) + 0.1*t"})
    found = run(text, 12, **options_of(method))
    begin, end = times_of(found, "sliding on SIGN(x)")

    assert begin + 0.05 * begin**2 == pytest.approx(1, abs=exact(method, 1e-6))
    assert end == pytest.approx(10, abs=1e-5)
    assert final(found, "x") == pytest.approx(0.05 * (12 - 10) ** 2, abs=1e-5)


def test_a_relay_slides_from_the_start() -> None:
    found = run(system("relay", {"x": 0.0}, {"x": "IF x > 0 THEN -1 ELSE 2"}), 3)

    assert times_of(found, "sliding on x > 0") == [0]
    assert final(found, "x") == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_dry_friction_stops_a_mass_for_good(method: str) -> None:
    """From 2.5 the mass swings once, about 1 and then about -1, and comes to rest when the spring is too weak."""
    text = system("mass", {"x": 2.5, "v": 0.0}, {"x": "v", "v": "-x - SIGN(v)"})
    found = run(text, 20, **options_of(method))

    assert times_of(found, "sliding on SIGN(v)") == pytest.approx([math.pi], abs=1e-4)
    assert final(found, "x") == pytest.approx(-0.5, abs=1e-5)
    assert final(found, "v") == pytest.approx(0, abs=1e-9)


BELT = system("belt", {"x": 0.0, "v": 0.0}, {"x": "v", "v": "-x - mu*SIGN(v - speed)"}, "mu: 1\nspeed: 0.5")


def belt_at(t: float, mu: float, speed: float) -> tuple[float, float]:
    """The mass is dragged along, sticks to the belt until the spring tears it off, and swings about mu."""
    sticks = math.asin(speed / mu)
    slips = sticks + (mu - mu * (1 - math.cos(sticks))) / speed
    if t <= sticks:
        return mu * (1 - math.cos(t)), mu * math.sin(t)
    if t <= slips:
        return mu * (1 - math.cos(sticks)) + speed * (t - sticks), speed
    return mu + speed * math.sin(t - slips), speed * math.cos(t - slips)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("stop", [0.4, 1.5, 2.2, 3.5, 6.0])
def test_a_mass_on_a_belt_sticks_and_slips(stop: float, method: str) -> None:
    found = run(BELT, stop, **options_of(method))
    x, v = belt_at(stop, 1.0, 0.5)

    assert (final(found, "x"), final(found, "v")) == pytest.approx((x, v), abs=2e-5)


def test_the_error_of_stick_and_slip_follows_the_tolerance() -> None:
    errors = []
    for rtol in (1e-4, 1e-6, 1e-8):
        found = run(BELT, 6, rtol=rtol, atol=rtol * 1e-3)
        errors.append(abs(final(found, "x") - belt_at(6, 1.0, 0.5)[0]))

    assert errors[2] < 1e-7
    assert errors[2] < errors[0]


@pytest.mark.parametrize("method", METHODS)
def test_two_relays_slide_at_once(method: str) -> None:
    """Each surface has its own share of the time: a 2 by 2 system at every evaluation."""
    rates = {"x": "-2*u + 0.5*w + 0.3", "y": "-2*w + 0.5*u - 0.2", "z": "u + 10*w"}
    text = system("two", {"x": 1.0, "y": -0.7, "z": 0.0}, rates, "u = SIGN(x)\nw = SIGN(y)")
    found = run(text, 5, **options_of(method))
    u, w = np.linalg.solve([[2, -0.5], [-0.5, 2]], [0.3, -0.2])

    assert final(found, "u") == pytest.approx(u, abs=1e-7)
    assert final(found, "w") == pytest.approx(w, abs=1e-7)
    assert (final(found, "x"), final(found, "y")) == pytest.approx((0, 0), abs=1e-9)


def test_switches_that_change_each_others_effect_are_refused() -> None:
    """With products of two relays the mean of four branches is not determined by two conditions."""
    text = system("two", {"x": 1.0, "y": 1.0}, {"x": "-SIGN(x)*(2 + SIGN(y))", "y": "-SIGN(y)*(2 + SIGN(x))"})
    found = ended(text, 5)

    assert found.stop.code == "ambiguous-sliding"
    assert "SIGN(x)" in found.stop.message
    assert "SIGN(y)" in found.stop.message


@pytest.mark.parametrize("method", METHODS)
def test_a_run_stays_on_a_curved_surface(method: str) -> None:
    """A relay drives the point to the unit circle, on which it then rotates."""
    rates = {"p": "-q - u*p", "q": "p - u*q"}
    text = system("circle", {"p": 2.0, "q": 0.0}, rates, "u = 2*SIGN(p*p + q*q - 1)")
    found = run(text, 30, **options_of(method))

    assert final(found, "p") == pytest.approx(math.cos(30), abs=exact(method, 1e-4))
    assert final(found, "p") ** 2 + final(found, "q") ** 2 == pytest.approx(1, abs=exact(method, 1e-9))


def test_a_jump_leaves_the_surface() -> None:
    text = system("kicked", {"x": -1.0}, {"x": "-SIGN(x)"}, "WHEN t > 2\n  x = 0.5\nEND")
    found = run(text, 4)

    assert times_of(found, "sliding on SIGN(x)") == pytest.approx([1, 2, 2.5], abs=1e-9)
    assert final(found, "x") == pytest.approx(0, abs=1e-12)


def test_a_sampled_system_reads_the_mean_of_a_sliding_relay() -> None:
    sampler = "DISCRETE SYSTEM logger\nINPUT u\nOUTPUT held\nTIME t\nTSAMP ts\nts = t + 0.5\nheld = u\nEND\n"
    relay = RELAY.replace("STATE x y", "OUTPUT u\nSTATE x y")
    found = loaded(relay, sampler, "CONNECTING SYSTEM c\nu[logger] = u[relay]\nEND\n").simulate(0, 5)

    assert final(found, "held") == pytest.approx(-0.5 * math.sin(5), abs=1e-6)


@pytest.mark.parametrize("gain", [1e12, 1e14, 1e16, 1e20])
def test_a_saturation_too_steep_to_be_resolved_is_a_relay(gain: float) -> None:
    found = run(system("steep", {"y": 0.0}, {"y": f"MIN(1, MAX(-1, {gain!r}*(0.5 - y)))"}), 2)

    assert final(found, "y") == pytest.approx(0.5, abs=1e-9)


def test_members_of_an_ensemble_slide_in_lanes() -> None:
    model = loaded(BELT)
    masses = np.linspace(0.6, 2.0, 40)
    found = model.sweep({"mu": masses}, 0, 4, keep=["final(x)"])
    single = [model.simulate(0, 4, parameters={"mu": mu}).final["x"] for mu in masses]

    assert np.array_equal(np.asarray(found["final(x)"]), single)


def test_a_run_reports_where_it_slides() -> None:
    found = run(BELT, 6)

    assert any("slides" in note and "SIGN(v - speed)" in note for note in found.notes)


COUNTED = """CONTINUOUS SYSTEM a
STATE x z
DER dx dz
TIME t
dx = -SIGN(x) + 0.3*COS(t) + IF t > 4 THEN {push} ELSE 0
dz = n
WHEN {condition}
  n = PRE(n) + 1
END
x: 1
n: 0
END
"""


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("condition", ["2*x > 0", "x - MIN(0, z + 1) > 0", "SIN(x) > 0"])
@pytest.mark.parametrize(("push", "count"), [(2, 2.0), (-2, 1.0)])
def test_a_condition_that_is_zero_with_the_surface_acts_when_the_run_leaves_it(
    condition: str, method: str, push: float, count: float
) -> None:
    """x > 0 at the start is one event; sliding is none, and leaving it to the positive side is the second."""
    found = run(COUNTED.format(condition=condition, push=push), 5, **options_of(method))

    assert found.stop.code == "end"
    assert found.final["n"] == count
    assert found.final["z"] == pytest.approx(5.0 + (count - 1.0), abs=exact(method, 1e-5))


@pytest.mark.parametrize("sign", [1, -1])
def test_a_slide_ends_on_the_side_that_leads_away(sign: int) -> None:
    """Where one side no longer leads back, the run leaves to it at once, without an event of the relay."""
    text = system("pushed", {"x": 0.2}, {"x": f"{2 * sign}*SIN(t) - (IF x > 0 THEN 1 ELSE -1)"})
    found = run(text, 3)
    names = [event.name for event in found.events]
    _, end = times_of(found, "sliding on x > 0")

    assert end == pytest.approx(math.pi / 6, abs=1e-9)
    assert names[names.index("sliding on x > 0") :] == ["sliding on x > 0", "sliding on x > 0"]
    left = 2 * (math.cos(end) - math.cos(3)) - (3 - end)
    assert final(found, "x") == pytest.approx(sign * left, abs=1e-5)
