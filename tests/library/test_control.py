"""control: blocks against their transfer functions and characteristics, regulators against results found by hand."""

import math
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.simulation import Trajectory
from tests.answers.running import after, final, run, times_of

EXACT = {"rtol": 1e-10, "atol": 1e-12}


def block(kind: str, signal: str, *lines: str) -> str:
    heading = ["CONNECTING SYSTEM blocked", "TIME t", f"SYSTEM b: control.{kind}", f"b.u = {signal}"]
    return "\n".join([*heading, *lines, "END", ""])


def response(kind: str, signal: str, stop: float, *lines: str) -> Trajectory:
    return run(block(kind, signal, *lines), stop, **EXACT)


def test_a_gain_multiplies_and_adds() -> None:
    assert final(response("gain", "3", 1.0, "b.gain: 2", "b.bias: 1"), "b.y") == 7.0


def test_an_integrator_integrates() -> None:
    assert final(response("integrator", "t", 2.0, "b.gain: 3", "b.y: 1"), "b.y") == pytest.approx(1 + 3 * 2.0)


def test_a_limited_integrator_holds_and_leaves_the_limit_at_once() -> None:
    found = response("integrator_limited", "SIN(t)", 5.0, "b.high: 0.5", "b.low: -10")
    reached = math.acos(0.5)
    assert after(found, "b.y", reached + 0.5) == pytest.approx(0.5)
    assert final(found, "b.y") == pytest.approx(0.5 + math.cos(math.pi) - math.cos(5.0), abs=1e-7)


def test_a_first_order_lag_has_its_time_constant() -> None:
    found = response("first_order", "2", 3.0, "b.gain: 5", "b.T: 1.5", "b.y: 1")
    assert final(found, "b.y") == pytest.approx(10 - 9 * math.exp(-2.0), abs=1e-8)


def test_a_second_order_block_overshoots_by_its_damping() -> None:
    found = response("second_order", "1", 20.0, "b.gain: 2", "b.w: 2", "b.zeta: 0.4")
    assert np.max(found["b.y"]) == pytest.approx(2 * (1 + math.exp(-math.pi * 0.4 / math.sqrt(1 - 0.16))), abs=1e-4)
    assert final(found, "b.y") == pytest.approx(2.0, abs=1e-5)


def test_a_zero_adds_the_derivative() -> None:
    plain = response("second_order", "1", 1.3, "b.w: 3", "b.zeta: 0.3")
    with_zero = response("second_order", "1", 1.3, "b.w: 3", "b.zeta: 0.3", "b.T: 0.7")
    assert final(with_zero, "b.y") == pytest.approx(final(plain, "b.y") + 0.7 * final(plain, "b.rate"), abs=1e-8)


def test_a_lead_jumps_and_converges() -> None:
    found = response("lag_lead", "1", 0.2, "b.T1: 1", "b.T2: 0.2", "b.gain: 3")
    assert found["b.y"][0] == pytest.approx(15.0)
    assert final(found, "b.y") == pytest.approx(3 * (1 + 4 * math.exp(-1.0)), abs=1e-7)


def test_a_filtered_derivative_begins_at_rest_and_finds_the_slope() -> None:
    found = response("derivative", "5 + 2*t", 0.5, "b.gain: 3", "b.T: 0.1")
    assert found["b.y"][0] == 0.0
    assert final(found, "b.y") == pytest.approx(6 * (1 - math.exp(-5.0)), abs=1e-7)


def test_a_general_transfer_function_is_the_product_of_its_factors() -> None:
    """(2*s + 3)/((s + 1)*(s + 2)*(s + 4)) by partial fractions; the step response of each pole is known."""
    denominator = np.poly([-1, -2, -4])
    lines = [f"b.pole[{k}].a: {a}" for k, a in enumerate(denominator[1:], 1)]
    found = response("transfer_function", "1", 1.7, "b.n: 3", *lines, "b.pole[2].b: 2", "b.pole[3].b: 3", "b.d: 0.5")
    expected: float = 0.5
    for pole in (1.0, 2.0, 4.0):
        residue = (3 - 2 * pole) / np.prod([other - pole for other in (1.0, 2.0, 4.0) if other != pole])
        expected += float(residue) / pole * (1 - math.exp(-pole * 1.7))
    assert final(found, "b.y") == pytest.approx(expected, abs=1e-8)


def test_a_transfer_function_of_first_order_has_one_pole() -> None:
    found = response("transfer_function", "1", 1.0, "b.n: 1", "b.pole[1].a: 2", "b.pole[1].b: 6")
    assert final(found, "b.y") == pytest.approx(3 * (1 - math.exp(-2.0)), abs=1e-8)


def test_a_delay_delays() -> None:
    found = response("delay", "t^2", 3.0, "b.T: 1.2", "b.before: -1")
    assert final(found, "b.y") == pytest.approx(1.8**2, abs=1e-7)
    assert after(found, "b.y", 1.1) == -1.0


@pytest.mark.parametrize(
    ("kind", "lines", "points"),
    [
        ("limiter", ["b.low: -1", "b.high: 2"], [(-3, -1), (0.5, 0.5), (4, 2)]),
        ("dead_zone", ["b.width: 0.5"], [(-3, -2.5), (-0.4, 0), (0.3, 0), (2, 1.5)]),
        ("quantiser", ["b.step: 0.5"], [(-0.74, -0.5), (-0.76, -1), (0.2, 0), (0.26, 0.5), (3.8, 4)]),
    ],
)
def test_a_characteristic_has_its_points(kind: str, lines: list[str], points: list[tuple[float, float]]) -> None:
    for given, expected in points:
        assert final(response(kind, f"{given} + 0*t", 0.1, *lines), "b.y") == pytest.approx(expected)


def test_a_quantiser_changes_half_way_between_its_levels() -> None:
    found = response("quantiser", "t", 3.0, "b.step: 0.5")
    changes = found.t[1:][np.diff(found["b.y"]) != 0]
    assert changes == pytest.approx([0.25, 0.75, 1.25, 1.75, 2.25, 2.75], abs=1e-9)
    assert np.unique(found["b.y"]) == pytest.approx(np.arange(7) / 2)


def test_a_hysteresis_switches_at_its_two_levels() -> None:
    found = response("hysteresis", "2*SIN(t)", 2 * math.pi, "b.above: 1", "b.below: -1", "b.high: 3", "b.low: 0")
    changes = times_of(found, "b.on")
    assert changes == pytest.approx([math.pi / 6, math.pi + math.pi / 6], abs=1e-9)
    assert (after(found, "b.y", 2.0), final(found, "b.y")) == (3.0, 0.0)


def test_a_rate_limiter_follows_a_step_at_its_rate() -> None:
    found = response("rate_limiter", "IF t < 1 THEN 0 ELSE 3", 6.0, "b.up: 2", "b.down: 0.5", "b.T: 1e-3")
    assert after(found, "b.y", 1.0) == 0.0
    assert np.interp(2.0, found.t, found["b.y"]) == pytest.approx(2.0, abs=1e-6)
    assert np.interp(2.6, found.t, found["b.y"]) == pytest.approx(3.0, abs=1e-6)


def test_a_play_turns_a_sine_into_a_clipped_one() -> None:
    found = response("backlash", "SIN(t)", 4 * math.pi, "b.gap: 0.5", "b.T: 1e-4")
    later = found.t > 2 * math.pi
    assert np.max(found["b.y"]) == pytest.approx(0.75, abs=1e-3)
    assert np.min(found["b.y"]) == pytest.approx(-0.75, abs=1e-3)
    resting = later & (found.t < 2.5 * math.pi + math.acos(0.5)) & (found.t > 2.5 * math.pi + 0.01)
    assert found["b.y"][resting] == pytest.approx(0.75, abs=1e-3)


CONVERTERS = """CONNECTING SYSTEM converted
TIME t
SYSTEM a: control.adc
SYSTEM d: control.dac
a.u = t
d.code = a.code
a.bits: 3
d.bits: 3
a.low: 0
a.high: 7
a.period: 0.1
d.low: -1
d.high: 1
END
"""


def test_converters_have_as_many_levels_as_bits_allow() -> None:
    found = run(CONVERTERS, 9.0)
    assert np.unique(found["a.code"]) == pytest.approx(np.arange(8))
    assert np.unique(found["d.y"]) == pytest.approx(-1 + 2 * np.arange(8) / 7)
    changes = found.t[1:][np.diff(found["a.code"]) != 0]
    assert changes == pytest.approx([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5], abs=1e-9)


def loop(regulator: str, *lines: str) -> str:
    return "\n".join(
        [
            "CONNECTING SYSTEM loop",
            f"SYSTEM r: control.{regulator}",
            "SYSTEM g: control.first_order",
            "r.y = g.y",
            "r.yref = wanted",
            "g.u = r.u",
            "wanted: 1",
            *lines,
            "END",
            "",
        ]
    )


def test_a_pi_regulator_that_cancels_the_lag_makes_a_loop_of_first_order() -> None:
    found = run(loop("pid", "r.K: 4", "r.TI: 2", "g.T: 2"), 1.0, **EXACT)
    assert final(found, "g.y") == pytest.approx(1 - math.exp(-2.0), abs=1e-8)


def test_the_derivative_part_begins_at_rest_and_is_filtered() -> None:
    text = loop("pid", "r.K: 2", "r.TD: 0.5", "r.N: 5", "g.T: 1", "g.y: 3")
    found = run(text, 1.0, **EXACT)
    # u = K*(yref - y) - K*N*(y - x), x' = N/TD*(y - x), y' = u - y, solved by the matrix exponential
    matrix = np.array([[-1 - 2 - 10, 10, 2], [10, -10, 0], [0, 0, 0]])
    values, vectors = np.linalg.eig(matrix)
    expected = (vectors * np.exp(values)) @ np.linalg.solve(vectors, np.array([3.0, 3.0, 1.0]))
    assert final(found, "g.y") == pytest.approx(expected[0].real, abs=1e-8)


def saturated(tracking: float) -> Trajectory:
    text = loop("pid", "r.K: 5", "r.TI: 1", f"r.TT: {tracking}", "r.uhigh: 1.2", "r.ulow: -1.2", "g.T: 5")
    return run(text, 30.0, **EXACT)


def test_the_integral_does_not_wind_up_while_the_output_is_limited() -> None:
    overshoot = [float(np.max(saturated(tracking)["g.y"])) - 1 for tracking in (0.0, 0.2)]
    assert overshoot[0] > 0.1
    assert overshoot[1] < 0.02
    assert final(saturated(0.2), "g.y") == pytest.approx(1.0, abs=1e-6)


def test_while_limited_the_integral_tracks_the_limit() -> None:
    """If y stays 0, v = K + i and i' = K/TI + (u - v)/TT is at rest with v = u + TT*K/TI."""
    text = loop("pid", "r.K: 5", "r.TI: 1", "r.TT: 0.1", "r.uhigh: 1", "g.gain: 0")
    found = run(text, 3.0, **EXACT)
    assert final(found, "r.v") == pytest.approx(1 + 0.1 * 5, abs=1e-6)


STANDARD = """CONNECTING SYSTEM loop
SYSTEM r: control.dpid
SYSTEM g: control.first_order
r.y = g.y
r.yref = 1
g.u = r.u
g.T: 2
r.K: 3
r.TI: 1.5
r.TD: 0.2
r.TT: 0.5
r.uhigh: 1.5
r.period: 0.1
END
"""


def test_a_sampled_regulator_follows_its_difference_equations() -> None:
    found = run(STANDARD, 2.05, **EXACT)
    y, integral, old, derivative = 0.0, 0.0, 0.0, 0.0
    control = []
    decay = math.exp(-0.1 / 2)
    for _ in range(21):
        derivative = 0.2 / (0.2 + 10 * 0.1) * (derivative - 3 * 10 * (y - old))
        wanted = 3 * (1 - y) + integral + derivative
        u = min(wanted, 1.5)
        integral += 3 * 0.1 / 1.5 * (1 - y) + 0.1 / 0.5 * (u - wanted)
        old = y
        y = decay * y + (1 - decay) * u
        control.append(u)
    assert final(found, "r.u") == pytest.approx(control[-1], abs=1e-9)
    assert [after(found, "r.u", 0.1 * k + 0.05) for k in range(21)] == pytest.approx(control, abs=1e-9)


def test_the_sampled_regulator_is_the_standard_system_bit_for_bit() -> None:
    standard = (Path(simnon.__file__).parent / "session" / "systems" / "pid.t").read_text()
    settings = ("K: 3", "TI: 1.5", "TD: 0.2", "TT: 0.5", "B: 0.7", "N: 8", "ULOW: -1", "UHIGH: 1.5", "UBIAS: 0.1")
    lines = [
        "CONNECTING SYSTEM both",
        "SYSTEM ours: control.dpid",
        "SYSTEM theirs: PID",
        "SYSTEM a, b: control.first_order",
    ]
    for name, lag, period in (("ours", "a", "period"), ("theirs", "b", "DT")):
        lines += [f"{name}.yref = 1", f"{name}.y = {lag}.y", f"{lag}.u = {name}.u", f"{name}.{period}: 0.1"]
        lines += [f"{name}.{setting}" for setting in settings]
    found = run("\n".join([standard, *lines, "END", ""]), 5.0)
    assert np.array_equal(found["ours.u"], found["theirs.u"])
    assert np.max(found["ours.u"]) == 1.5


def test_the_sampled_regulator_converges_to_the_continuous_one() -> None:
    lines = ("r.K: 2", "r.TI: 1", "r.TD: 0.1", "g.T: 2")
    exact = final(run(loop("pid", *lines), 2.0, **EXACT), "g.y")
    errors = [
        abs(final(run(loop("dpid", *lines, f"r.period: {period}"), 2.0, **EXACT), "g.y") - exact)
        for period in (0.02, 0.01)
    ]
    assert errors[1] < 0.01
    assert errors[0] / errors[1] == pytest.approx(2.0, abs=0.3)
