"""hydraulic: tanks, holes, pipes and pumps, against results found by hand."""

import math

import numpy as np
import pytest

from tests.answers.running import after, final, run

EXACT = {"rtol": 1e-10, "atol": 1e-12}
WATER = 1000 * 9.81


def emptied(outlet: str, *lines: str) -> str:
    return "\n".join(
        [
            "CONNECTING SYSTEM emptied",
            "SYSTEM tank: hydraulic.tank",
            f"SYSTEM outlet: hydraulic.{outlet}",
            "SYSTEM air: hydraulic.reservoir",
            "CONNECT tank.a outlet.a",
            "CONNECT outlet.b air.a",
            "tank.area: 2",
            "tank.level: 4",
            *lines,
            "END",
            "",
        ]
    )


def test_a_tank_runs_out_through_a_hole_as_torricelli_says() -> None:
    text = emptied("orifice", "outlet.area: 0.01", "outlet.contraction: 0.6", "STOP WHEN tank.level < 1 'low'")
    found = run(text, 1000.0, **EXACT)
    hole = 0.01 * 0.6
    expected = 2 / hole * math.sqrt(2 / 9.81) * (math.sqrt(4) - math.sqrt(1))
    assert found.stop.time == pytest.approx(expected, rel=1e-8)


def test_a_tank_is_empty_after_torricelli_s_time() -> None:
    found = run(emptied("orifice", "outlet.area: 0.01"), 2 / 0.01 * math.sqrt(2 * 4 / 9.81), **EXACT)
    assert final(found, "tank.level") == pytest.approx(0.0, abs=2e-4)


@pytest.mark.parametrize(("opening", "part"), [(1.0, 1.0), (0.5, 0.5), (3.0, 1.0), (-1.0, 0.0)])
def test_a_valve_passes_its_nominal_flow_at_its_nominal_pressure(opening: float, part: float) -> None:
    text = emptied("valve", "outlet.kv: 0.02", f"outlet.nominal: {4 * WATER}", f"outlet.u: {opening}")
    assert run(text, 0.1)["tank.dlevel"][0] == pytest.approx(-part * 0.02 / 2)


def test_a_pipe_empties_a_tank_exponentially() -> None:
    text = emptied("pipe", "outlet.length: 3", "outlet.diameter: 0.02", "outlet.viscosity: 1e-3")
    resistance = 128 * 1e-3 * 3 / (math.pi * 0.02**4)
    found = run(text, 1000.0, **EXACT)
    assert final(found, "tank.level") == pytest.approx(4 * math.exp(-1000 * WATER / (2 * resistance)), abs=1e-7)


def test_water_in_a_long_pipe_swings_between_two_tanks() -> None:
    text = """CONNECTING SYSTEM swinging
SYSTEM a, b: hydraulic.tank
SYSTEM pipe: hydraulic.long_pipe
CONNECT a.a pipe.a
CONNECT pipe.b b.a
a.level: 1.2
b.level: 1
pipe.length: 20
pipe.area: 0.05
END
"""
    omega = math.sqrt(2 * WATER / (1000 * 20 / 0.05))
    found = run(text, 100.0, **EXACT)
    assert found["a.level"] == pytest.approx(1.1 + 0.1 * np.cos(omega * found.t), abs=1e-7)


def test_a_pump_fills_a_tank_evenly_and_so_does_an_inflow() -> None:
    text = """CONNECTING SYSTEM filled
SYSTEM lake: hydraulic.reservoir
SYSTEM pump: hydraulic.pump
SYSTEM tank: hydraulic.tank
CONNECT lake.a pump.a
CONNECT pump.b tank.a
pump.u: 0.03
tank.inflow: 0.02
tank.area: 2
END
"""
    assert final(run(text, 40.0), "tank.level") == pytest.approx(1 + 40 * 0.05 / 2)


@pytest.mark.parametrize("speed", [1.0, 0.8])
def test_a_centrifugal_pump_lifts_as_high_as_its_pressure_allows(speed: float) -> None:
    text = f"""CONNECTING SYSTEM lifted
SYSTEM lake: hydraulic.reservoir
SYSTEM pump: hydraulic.centrifugal_pump
SYSTEM pipe: hydraulic.orifice
SYSTEM outlet: hydraulic.reservoir
CONNECT lake.a pump.a
CONNECT pump.b pipe.a
CONNECT pipe.b outlet.a
pump.u: {speed}
pipe.area: 1e-3
END
"""
    # shutoff*(u^2 - (q/most)^2) = rho/2*(q/area)^2
    flow = speed * math.sqrt(1e5 / (1e5 / 1e-2**2 + 500 / 1e-3**2))
    assert final(run(text, 1.0), "pump.q") == pytest.approx(flow, rel=1e-6)


def test_gas_above_the_liquid_is_compressed() -> None:
    text = """CONNECTING SYSTEM compressed
SYSTEM lake: hydraulic.reservoir
SYSTEM pump: hydraulic.pump
SYSTEM gas: hydraulic.closed_tank
CONNECT lake.a pump.a
CONNECT pump.b gas.a
pump.u: 1e-3
gas.kappa: 1
END
"""
    found = run(text, 5.0)
    assert final(found, "gas.p") == pytest.approx((1e5 + 101325) * 2 - 101325)
    assert after(found, "gas.p", 0.0) == pytest.approx(1e5)
