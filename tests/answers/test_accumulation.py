"""Infinitely many events in a finite time: the run rests at their limit if the model can, otherwise it ends."""

import math

import pytest

from tests.answers.known import system
from tests.answers.running import ADAPTIVE_CASES, ended, final, loaded, run, times_of

FALL = math.sqrt(2 * 2 / 9.81)
BOUNCE = "WHEN h < 0\n  v = -k*PRE(v)\n  h = 0\nEND\nk: 0.7"


def ball(speed: str, acceleration: str, states: str = "") -> str:
    rates = {"h": speed, "v": acceleration, "x": "v_x"}
    return system("ball", {"h": 2.0, "v": 0.0, "x": 0.0}, rates, f"{BOUNCE}\nv_x: 0.5\n{states}")


def rest_time(restitution: float) -> float:
    return FALL * (1 + restitution) / (1 - restitution)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize("restitution", [0.3, 0.7, 0.9])
@pytest.mark.parametrize("contact", ["IF h > 0 THEN -9.81 ELSE 0", "IF h > 0 OR v > 0 THEN -9.81 ELSE 0"])
def test_a_ball_with_contact_comes_to_rest(contact: str, restitution: float, method: str) -> None:
    found = run(ball("v", contact), 20, parameters={"k": restitution}, method=method)

    assert times_of(found, "accumulation") == pytest.approx([rest_time(restitution)], abs=1e-5)
    assert (final(found, "h"), final(found, "v")) == (0, 0)
    assert final(found, "x") == pytest.approx(10, abs=1e-9)
    assert any("accumulate" in note for note in found.notes)


def test_without_contact_the_run_ends_and_reports_when_the_ball_would_rest() -> None:
    found = ended(ball("v", "-9.81"), 20)

    assert found.stop.code == "event-chattering"
    assert found.stop.time == pytest.approx(rest_time(0.7), abs=1e-5)
    assert f"accumulate at t = {found.stop.time:.12g}" in found.stop.message
    assert "STOP WHEN" in found.stop.hint


def test_members_of_an_ensemble_come_to_rest() -> None:
    model = loaded(ball("v", "IF h > 0 THEN -9.81 ELSE 0"))
    found = model.sweep({"k": [0.3, 0.5, 0.7, 0.9]}, 0, 20, keep=["final(x)", "final(h)"])

    assert list(found["final(h)"]) == [0, 0, 0, 0]
    assert list(found["final(x)"]) == [
        model.simulate(0, 20, parameters={"k": k}).final["x"] for k in (0.3, 0.5, 0.7, 0.9)
    ]
