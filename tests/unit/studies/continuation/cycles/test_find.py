"""find_cycle: periodic orbits from runs, of smooth models, with events, and forced ones."""

import numpy as np
import pytest

import simnon
from simnon.source import UserError
from simnon.studies.continuation import Cycle

VAN_DER_POL = """CONTINUOUS SYSTEM vdpol
STATE x y
DER dx dy
dx = y
dy = mu*(1 - x^2)*y - x
square = x^2
mu: 1
x: 2
END
"""


def cycle_of(text: str, stop: float, period: float | None = None, **parameters: float) -> Cycle:
    model = simnon.load(text)
    return model.cycle(model.simulate(0, stop, parameters=parameters), period=period)


@pytest.mark.parametrize(("mu", "period"), [(1, 6.663286859323), (5, 11.612230667707), (10, 19.078369567005)])
def test_van_der_pols_periods_are_those_published(mu: float, period: float) -> None:
    """Urabe (1960) has them with fewer digits."""
    cycle = cycle_of(VAN_DER_POL, 30 + 10 * mu, mu=mu)

    assert cycle.period == pytest.approx(period, rel=1e-9)
    assert cycle.accuracy < 1e-6
    assert cycle.is_stable


def test_a_cycle_has_all_variables_over_one_period() -> None:
    cycle = cycle_of(VAN_DER_POL, 40)

    assert cycle.t[[0, -1]] == pytest.approx([0.0, cycle.period])
    assert cycle["x"][0] == pytest.approx(cycle["x"][-1])
    assert cycle["square"] == pytest.approx(cycle["X"] ** 2)
    assert cycle["x"].max() == pytest.approx(2.0086, abs=1e-4)
    assert repr(cycle).startswith("Cycle(period 6.66329, stable: x from -2.008")
    assert [curve.label for curve in cycle.plot("y", against="x").areas[0].curves] == ["y"]


def test_a_cycle_is_where_a_long_run_goes() -> None:
    text = "CONTINUOUS SYSTEM b\nSTATE x y\nDER dx dy\ndx = 1 + x^2*y - 4*x\ndy = 3*x - x^2*y\nx: 1\ny: 1\nEND\n"
    model = simnon.load(text)
    cycle = model.cycle(model.simulate(0, 60))
    run = model.simulate(0, cycle.period, initial={n: cycle.point.values[n] for n in "xy"}, rtol=1e-10)

    assert run.final["x"] == pytest.approx(cycle["x"][0], rel=1e-6)
    assert cycle["x"] == pytest.approx(run.at(cycle.t.clip(0, cycle.period), "x"), rel=1e-4)


def test_an_orbit_with_jumps_has_the_multiplier_of_its_impacts() -> None:
    text = (
        "CONTINUOUS SYSTEM ball\nSTATE h v\nDER dh dv\ndh = v\ndv = -g\nWHEN h < 0\nv = -e*PRE(v) + 1\nEND\n"
        "g: 9.81\ne: 0.8\nh: 1\nEND\n"
    )
    cycle = cycle_of(text, 60)

    speed = 1 / (1 - 0.8)
    assert cycle.period == pytest.approx(2 * speed / 9.81, rel=1e-8)
    assert cycle.multipliers.real == pytest.approx([0.8], rel=1e-7)
    assert cycle["h"].max() == pytest.approx(speed**2 / (2 * 9.81), rel=1e-3)
    assert cycle.notes == ("by shooting: the orbit passes events",)


def test_a_relay_keeps_its_memory_around_the_orbit() -> None:
    """x' = -q with a relay of width h: a triangle of slope one, and the period 4 h."""
    text = (
        "CONTINUOUS SYSTEM relay\nSTATE x y\nDER dx dy\ndx = -s\ndy = x - y\n"
        "WHEN x > h\ns = 1\nEND\nWHEN x < -h\ns = -1\nEND\ns: 1\nh: 0.25\nEND\n"
    )
    cycle = cycle_of(text, 20.1)

    assert cycle.period == pytest.approx(1.0, rel=1e-8)
    assert sorted(cycle.multipliers.real) == pytest.approx([np.exp(-1.0)], rel=1e-7)


FORCED = "CONTINUOUS SYSTEM f\nSTATE x v\nDER dx dv\nTIME t\ndx = v\ndv = -x - 0.2*v + SIN(2*t)\nEND\n"


def test_a_forced_model_has_the_orbit_of_the_given_period() -> None:
    cycle = cycle_of(FORCED, 60, period=np.pi)

    assert np.sort_complex(cycle.multipliers) == pytest.approx(
        np.sort_complex(np.exp(np.roots([1, 0.2, 1]) * np.pi)), rel=1e-7
    )
    assert cycle["x"].max() == pytest.approx(1 / np.hypot(3, 0.4), rel=1e-4)
    assert np.isnan(cycle.accuracy)


def test_a_forced_model_needs_a_period() -> None:
    with pytest.raises(UserError) as caught:
        cycle_of(FORCED, 60)

    assert caught.value.code == "no-period"


@pytest.mark.parametrize(
    ("text", "stop", "words"),
    [
        (VAN_DER_POL.replace("x: 2", "x: 0"), 50, "at rest"),
        (VAN_DER_POL, 5, "does not come back"),
        ("CONTINUOUS SYSTEM g\nSTATE x y\nDER dx dy\ndx = 1\ndy = 0.1*x\nEND\n", 10, "does not come back"),
    ],
)
def test_runs_without_a_period_are_refused(text: str, stop: float, words: str) -> None:
    with pytest.raises(UserError, match=words) as caught:
        cycle_of(text, stop)

    assert caught.value.code == "no-cycle"


def test_an_unstable_orbit_is_found_from_a_run_that_passes_it_for_a_period() -> None:
    """The time of van der Pol's oscillator reversed: its orbit is unstable, with the inverse multiplier."""
    text = VAN_DER_POL.replace("dx = y", "dx = -y").replace("dy = mu*(1 - x^2)*y - x", "dy = x - mu*(1 - x^2)*y")
    text = text.replace("x: 2", "x: 2.0086")
    cycle = cycle_of(text, 7, period=6.6)

    assert not cycle.is_stable
    assert cycle.period == pytest.approx(6.663286859323, rel=1e-8)
    assert 1 / cycle.multipliers[0].real == pytest.approx(cycle_of(VAN_DER_POL, 40).multipliers[0].real, rel=1e-6)


def test_one_orbit_of_a_family_is_that_of_the_run() -> None:
    text = "CONTINUOUS SYSTEM o\nSTATE x v\nDER dx dv\ndx = v\ndv = -4*x\nx: 1\nEND\n"
    cycle = cycle_of(text, 20)

    assert cycle.period == pytest.approx(np.pi, rel=1e-8)
    assert cycle["x"].max() == pytest.approx(1.0, rel=1e-2)
    assert "not isolated" in cycle.notes[0]


def test_a_model_without_states_has_no_cycle() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nTIME t\ny = SIN(t)\nEND\n")
    with pytest.raises(UserError, match="no states"):
        model.cycle(model.simulate(0, 10))
