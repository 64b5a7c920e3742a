"""The examples built from library parts give the expected results."""

import math
from pathlib import Path

import numpy as np
import pytest

import simnon

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, stop: float) -> simnon.Trajectory:
    found = simnon.load(EXAMPLES / name).simulate(0.0, stop)
    assert found.stop.code == "end", found.stop
    return found


def test_the_drive_reaches_its_position_within_its_limits() -> None:
    found = run("drive.t", 3.0)
    assert found.final["load.angle"] == pytest.approx(2.0, abs=1e-3)
    assert np.max(np.abs(found["supply.u"])) == 24.0
    assert np.max(found["load.speed"]) < 5.5
    assert np.max(found["load.angle"]) < 2.01


@pytest.mark.parametrize("method", ["dopri5", "dop853", "rodas5p"])
@pytest.mark.parametrize("rtol", [1e-6, 1e-8, 1e-11])
def test_a_bearing_that_sticks_has_no_events_of_its_own(method: str, rtol: float) -> None:
    """At rest the speed is nothing but rounding errors, which change their sign all the time."""
    found = simnon.load(EXAMPLES / "drive.t").simulate(0.0, 3.0, method=method, rtol=rtol, atol=1e-3 * rtol)

    assert found.stop.code == "end"
    assert len(found.events) == 21
    assert found.final["load.angle"] == pytest.approx(1.99998536075, abs=1e-8)


def test_the_column_holds_both_products_after_the_feed_has_changed() -> None:
    found = run("column.t", 1000.0)
    assert found.final["column.xd"] == pytest.approx(0.91, abs=1e-4)
    assert found.final["column.xb"] == pytest.approx(0.09, abs=1e-4)
    # with both products given, the balance of the light component gives their flows
    distillate = (0.42 - 0.09) / (0.91 - 0.09)
    assert found.final["column.drum.distillate"] == pytest.approx(distillate, abs=1e-3)


def test_the_rectifier_keeps_its_voltage_between_two_peaks() -> None:
    found = run("rectifier.t", 0.1)
    later = found.t > 0.02
    assert np.max(found["voltage"][later]) == pytest.approx(12 - 2 * 0.7, abs=0.1)
    falling = np.min(found["voltage"][later]) / np.max(found["voltage"][later])
    assert math.exp(-0.01 / 0.1) < falling < math.exp(-0.005 / 0.1)
