"""electrical: each part in a small circuit, against results found by hand."""

import math

import numpy as np
import pytest

from tests.answers.running import after, final, loaded, run, times_of

EXACT = {"rtol": 1e-10, "atol": 1e-12}


def charging(source: str, resistor: str = "electrical.resistor") -> str:
    return f"""CONNECTING SYSTEM charging
SYSTEM source: {source}
SYSTEM R: {resistor}
SYSTEM C: electrical.capacitor
SYSTEM G: electrical.ground
CONNECT source.p R.p
CONNECT R.n C.p
CONNECT C.n source.n G.p
R.R: 2000
C.C: 5e-4
END
"""


def test_a_capacitor_is_charged_through_a_resistor() -> None:
    found = run(charging("electrical.voltage_source"), 2.0, **EXACT)
    assert final(found, "C.v") == pytest.approx(1 - math.exp(-2.0), abs=1e-8)
    assert final(found, "R.p.i") == pytest.approx(math.exp(-2.0) / 2000, abs=1e-11)


def test_a_current_source_charges_a_capacitor_evenly() -> None:
    text = charging("electrical.current_source").replace("R.R: 2000", "R.R: 2000\nsource.u: 1e-3")
    assert final(run(text, 2.0), "C.v") == pytest.approx(2e-3 / 5e-4)


def test_a_battery_has_an_internal_resistance() -> None:
    text = """CONNECTING SYSTEM loaded
SYSTEM B: electrical.battery
SYSTEM R: electrical.resistor
SYSTEM G: electrical.ground
CONNECT B.p R.p
CONNECT B.n R.n G.p
B.R: 2
R.R: 10
END
"""
    found = run(text, 1.0)
    assert final(found, "R.v") == pytest.approx(10.0)
    assert final(found, "B.p.i") == pytest.approx(-1.0)


RING = """CONNECTING SYSTEM ring
SYSTEM R: electrical.resistor
SYSTEM L: electrical.inductor
SYSTEM C: electrical.capacitor
SYSTEM G: electrical.ground
CONNECT R.n L.p
CONNECT L.n C.p
CONNECT C.n R.p G.p
R.R: 2
L.L: 0.1
C.C: 1e-3
C.v: 5
END
"""


def test_a_series_circuit_rings_and_dies_out() -> None:
    alpha = 2 / (2 * 0.1)
    omega = math.sqrt(1 / (0.1 * 1e-3) - alpha**2)
    found = run(RING, 0.2, **EXACT)
    expected = 5 * np.exp(-alpha * found.t) * (np.cos(omega * found.t) + alpha / omega * np.sin(omega * found.t))
    assert found["C.v"] == pytest.approx(expected, abs=1e-7)


def test_a_sinusoidal_source_drives_a_current_that_lags() -> None:
    text = """CONNECTING SYSTEM lagging
SYSTEM source: electrical.sine_voltage
SYSTEM R: electrical.resistor
SYSTEM L: electrical.inductor
SYSTEM G: electrical.ground
CONNECT source.p R.p
CONNECT R.n L.p
CONNECT L.n source.n G.p
source.amplitude: 10
source.frequency: 2
R.R: 3
L.L: 0.5
END
"""
    omega = 2 * math.pi * 2
    size, lag = 10 / math.hypot(3, omega * 0.5), math.atan2(omega * 0.5, 3)
    found = run(text, 5.0, **EXACT)
    expected = size * (math.sin(omega * 5.0 - lag) + math.sin(lag) * math.exp(-5.0 * 3 / 0.5))
    assert final(found, "L.i") == pytest.approx(expected, abs=1e-7)


HALF_WAVE = """CONNECTING SYSTEM half_wave
SYSTEM source: electrical.sine_voltage
SYSTEM D: electrical.diode
SYSTEM R: electrical.resistor
SYSTEM G: electrical.ground
CONNECT source.p D.p
CONNECT D.n R.p
CONNECT source.n R.n G.p
source.frequency: 1
source.amplitude: 10
D.Ron: 0
D.Goff: 0
D.knee: 5
END
"""


def test_an_ideal_diode_switches_when_the_voltage_crosses_its_knee() -> None:
    found = run(HALF_WAVE, 2.0, **EXACT)
    assert times_of(found, "D.conducts") == pytest.approx([1 / 12, 5 / 12, 13 / 12, 17 / 12], abs=1e-7)
    assert np.max(found["R.v"]) <= 5.0 + 1e-12
    assert np.min(found["R.v"]) == pytest.approx(0.0, abs=1e-9)
    assert after(found, "R.v", 0.25) == pytest.approx(10 * math.sin(2 * math.pi * found.t[found.t <= 0.25][-1]) - 5)


def test_a_diode_with_losses_follows_two_straight_lines() -> None:
    text = HALF_WAVE.replace("D.Ron: 0", "D.Ron: 1000").replace("D.Goff: 0", "D.Goff: 1e-3").replace("D.knee: 5", "")
    found = run(text, 1.0)
    source = found["source.v"]
    assert found["R.v"] == pytest.approx(source / 2, abs=1e-9)


RECTIFIER = """CONNECTING SYSTEM rectifier
SYSTEM source: electrical.sine_voltage
SYSTEM D: electrical.diode
SYSTEM R: electrical.resistor
SYSTEM C: electrical.capacitor
SYSTEM G: electrical.ground
CONNECT source.p D.p
CONNECT D.n R.p C.p
CONNECT source.n R.n C.n G.p
source.frequency: 1
D.Ron: 1e-3
D.Goff: 0
R.R: 1000
C.C: 1e-3
END
"""


def test_a_rectifier_charges_a_capacitor_until_the_current_would_turn() -> None:
    found = run(RECTIFIER, 1.0, **EXACT)
    off = times_of(found, "D.conducts")[1]
    # The current C*dv + v/R of the diode is zero where tan(w*t) = -w*R*C.
    assert off == pytest.approx((math.pi - math.atan(2 * math.pi)) / (2 * math.pi), abs=1e-5)
    assert final(found, "C.v") == pytest.approx(math.sin(2 * math.pi * off) * math.exp(off - 1.0), abs=1e-5)


def test_a_rectifier_runs_with_whatever_load() -> None:
    model = loaded(RECTIFIER)
    rng = np.random.default_rng(1)
    for _ in range(100):
        parameters = {"R.R": rng.uniform(20, 5000), "C.C": rng.uniform(1e-4, 3e-3), "D.Ron": 10 ** rng.uniform(-3, -1)}
        found = model.simulate(0.0, 5.0, parameters=parameters, store=["C.v"], largest_step=0.05)
        assert found.stop.code == "end", found.stop
        # The current is a small difference of voltages: near its end, within the tolerance, it can begin again.
        apart = np.diff(times_of(found, "D.conducts"), prepend=-1.0) > 0.01
        assert np.count_nonzero(apart) == 10


@pytest.mark.slow
def test_a_switch_opens_and_closes() -> None:
    text = """CONNECTING SYSTEM switched
TIME t
SYSTEM B: electrical.battery
SYSTEM S: electrical.switch
SYSTEM R: electrical.resistor
SYSTEM C: electrical.capacitor
SYSTEM G: electrical.ground
CONNECT B.p S.p
CONNECT S.n R.p
CONNECT R.n C.p
CONNECT C.n B.n G.p
S.u = IF t >= 1 AND t < 2 THEN 1 ELSE 0
S.Ron: 0
S.Goff: 0
R.R: 1000
C.C: 1e-3
END
"""
    found = run(text, 3.0, **EXACT)
    assert after(found, "C.v", 0.99) == 0.0
    assert final(found, "C.v") == pytest.approx(12 * (1 - math.exp(-1.0)), abs=1e-7)
    assert final(found, "S.v") == pytest.approx(12 * math.exp(-1.0), abs=1e-7)


def test_an_ideal_amplifier_integrates_with_inverted_sign() -> None:
    text = """CONNECTING SYSTEM integrating
SYSTEM source: electrical.voltage_source
SYSTEM R: electrical.resistor
SYSTEM C: electrical.capacitor
SYSTEM A: electrical.opamp
SYSTEM G: electrical.ground
CONNECT source.p R.p
CONNECT R.n A.inn C.p
CONNECT C.n A.out
CONNECT source.n A.inp G.p
R.R: 10000
C.C: 1e-4
y = A.out.v
END
"""
    found = run(text, 3.0)
    assert found["y"] == pytest.approx(-found.t, abs=1e-9)


@pytest.mark.parametrize(("volts", "expected"), [(0.5, -5.0), (-0.2, 2.0), (3.0, -15.0), (-3.0, 15.0)])
def test_an_amplifier_inverts_until_its_output_is_limited(volts: float, expected: float) -> None:
    text = f"""CONNECTING SYSTEM inverting
SYSTEM source: electrical.voltage_source
SYSTEM R1, R2: electrical.resistor
SYSTEM A: electrical.opamp_limited
SYSTEM G: electrical.ground
CONNECT source.p R1.p
CONNECT R1.n A.inn R2.p
CONNECT R2.n A.out
CONNECT source.n A.inp G.p
R1.R: 1000
R2.R: 10000
A.gain: 1e6
source.u: {volts}
y = A.out.v
END
"""
    assert final(run(text, 1.0), "y") == pytest.approx(expected, rel=2e-5)


def test_a_voltage_follower_has_its_bandwidth() -> None:
    text = """CONNECTING SYSTEM following
SYSTEM source: electrical.voltage_source
SYSTEM A: electrical.opamp_dynamic
SYSTEM G: electrical.ground
CONNECT source.p A.inp
CONNECT A.out A.inn
CONNECT source.n G.p
A.gain: 1000
A.bandwidth: 1000
A.high: 1e6
END
"""
    omega = 2 * math.pi * 1000
    expected = 1000 / 1001 * (1 - math.exp(-omega * 1.001 * 2e-4))
    assert final(run(text, 2e-4, **EXACT), "A.y") == pytest.approx(expected, abs=1e-8)


def test_an_amplifier_with_positive_feedback_switches_at_two_levels() -> None:
    text = """CONNECTING SYSTEM switching
TIME t
SYSTEM source: electrical.voltage_source
SYSTEM A: electrical.opamp_dynamic
SYSTEM R1, R2: electrical.resistor
SYSTEM G: electrical.ground
CONNECT source.p A.inn
CONNECT A.out R1.p
CONNECT R1.n A.inp R2.p
CONNECT R2.n source.n G.p
source.u = 10*SIN(t)
A.gain: 1000
A.y: 15
END
"""
    found = run(text, 2 * math.pi)
    falls = found.t[np.flatnonzero((found["A.y"][1:] < 0) & (found["A.y"][:-1] >= 0))]
    rises = found.t[np.flatnonzero((found["A.y"][1:] >= 0) & (found["A.y"][:-1] < 0))]
    assert falls == pytest.approx([math.asin(0.75)], abs=5e-3)
    assert rises == pytest.approx([math.pi + math.asin(0.75)], abs=5e-3)


def test_a_transformer_transforms_a_load_with_the_square_of_its_ratio() -> None:
    text = """CONNECTING SYSTEM transformed
SYSTEM source: electrical.voltage_source
SYSTEM T: electrical.transformer
SYSTEM R: electrical.resistor
SYSTEM A: electrical.current_sensor
SYSTEM V: electrical.voltage_sensor
SYSTEM G1, G2: electrical.ground
CONNECT source.p A.p
CONNECT A.n T.p1
CONNECT source.n T.n1 G1.p
CONNECT T.p2 R.p V.p
CONNECT T.n2 R.n V.n G2.p
source.u: 10
T.ratio: 5
R.R: 4
END
"""
    found = run(text, 1.0)
    assert final(found, "V.y") == pytest.approx(2.0)
    assert final(found, "A.y") == pytest.approx(10 / (4 * 25))


MOTOR = """CONNECTING SYSTEM driven
SYSTEM source: electrical.voltage_source
SYSTEM M: electrical.dc_motor
SYSTEM load: rotation.torque
SYSTEM G: electrical.ground
CONNECT source.p M.p
CONNECT source.n M.n G.p
CONNECT M.shaft load.a
source.u: 12
M.R: 1
M.L: 0.01
M.k: 0.1
M.J: 1e-3
END
"""


def test_a_motor_follows_its_two_time_constants() -> None:
    electrical, mechanical = 0.01, 1e-3 / 0.1**2
    p1, p2 = np.roots([electrical * mechanical, mechanical, 1])
    found = run(MOTOR, 0.5, **EXACT)
    expected = 120 * (1 + (p2 * np.exp(p1 * found.t) - p1 * np.exp(p2 * found.t)) / (p1 - p2))
    assert found["M.speed"] == pytest.approx(expected.real, abs=1e-5)


def test_a_loaded_motor_turns_slower_by_the_drop_over_its_resistance() -> None:
    found = run(MOTOR.replace("M.R: 1", "M.R: 1\nload.u: -0.5\nM.d: 1e-3"), 5.0, **EXACT)
    # k*i = load + d*speed and u = R*i + k*speed
    assert final(found, "M.speed") == pytest.approx((12 * 0.1 - 0.5) / (0.1**2 + 1e-3), abs=1e-5)


def test_a_resistor_heats_and_changes_with_its_temperature() -> None:
    text = """CONNECTING SYSTEM heated
SYSTEM source: electrical.voltage_source
SYSTEM R: electrical.heating_resistor
SYSTEM body: thermal.capacity
SYSTEM loss: thermal.conductor
SYSTEM room: thermal.ambient
SYSTEM G: electrical.ground
CONNECT source.p R.p
CONNECT source.n R.n G.p
CONNECT R.heat body.a loss.a
CONNECT loss.b room.a
source.u: 10
R.R: 100
R.alpha: 0.004
loss.G: 0.01
room.u: 293.15
END
"""
    rise = max(np.roots([0.004, 1, -(10**2) / 100 / 0.01]))
    found = run(text, 5000.0)
    assert final(found, "body.T") == pytest.approx(293.15 + rise, abs=1e-3)
