"""Basins of attraction: separatrices, times of arrival and cycles that are known."""

import math

import numpy as np
import pytest

import simnon
from simnon.studies import Kind

DUFFING = """CONTINUOUS SYSTEM duffing
STATE x v
DER dx dv
TIME t
dx = v
dv = x - x^3 - d*v + a*COS(w*t)
d: 0.25
a: 0
w: 1
END
"""
SEPARATE = """CONTINUOUS SYSTEM separate
STATE x y
DER dx dy
dx = x*(1 - x^2)
dy = -y
END
"""


@pytest.mark.slow
def test_the_basins_of_a_double_well_are_symmetric_and_meet_at_the_saddles_stable_direction() -> None:
    model = simnon.load(DUFFING)
    slope = -0.5 * (0.25 + math.sqrt(0.25**2 + 4.0))
    x = np.array([-0.01, 0.01])
    v = np.sort(np.outer(slope * x, [0.99, 1.01]).ravel())

    wide = model.basins({"x": np.linspace(-3, 3, 24), "v": np.linspace(-3, 3, 24)}, 0, 100)
    narrow = model.basins({"x": x, "v": v}, 0, 100)

    assert sorted(round(float(each.points[-1, 0]), 6) for each in wide.attractors) == [-1.0, 1.0]
    assert np.array_equal(wide.index, 1 - wide.index[::-1, ::-1])
    right = [each.points[-1, 0] > 0 for each in narrow.attractors]
    # Above the stable direction a run goes to the right, below it to the left.
    above = v[None, :] > slope * x[:, None]
    assert np.array_equal(np.array(right)[narrow.index], above)


def test_the_time_of_arrival_is_that_of_the_closed_form() -> None:
    starts = np.array([-2.0, -0.5, 0.1, 0.7, 3.0])
    found = simnon.load(SEPARATE).basins(
        {"x": starts, "y": [0.0, 1e-9]}, 0, 40, near=0.01, largest_step=0.01, rtol=1e-9
    )

    # x**2 is logistic; the neighbourhood ends at 1 - r or 1 + r, where r is a fraction of the range of the map.
    r = 0.01 * 5.0
    border = np.where(np.abs(starts) < 1.0, 1.0 - r, 1.0 + r)
    expected = 0.5 * np.log((1.0 / starts**2 - 1.0) / (1.0 / border**2 - 1.0))
    assert np.all(found.times[:, 0] >= expected)
    assert found.times[:, 0] == pytest.approx(expected, abs=0.011)


@pytest.mark.slow
def test_a_limit_cycle_attracts_all_starts_but_one() -> None:
    vdpol = "CONTINUOUS SYSTEM vdpol\nSTATE x y\nDER dx dy\ndx = y\ndy = mu*(1 - x^2)*y - x\nmu: 1\nEND\n"
    grid = np.linspace(-3, 3, 7)

    found = simnon.load(vdpol).basins({"x": grid, "y": grid}, 0, 60)

    cycle = found.attractors[int(found.index[0, 0])]
    assert cycle.kind is Kind.CYCLE
    assert cycle.period == pytest.approx(6.66329, rel=1e-3)
    rests = [number for number, each in enumerate(found.attractors) if each.kind is Kind.REST]
    assert np.argwhere(np.isin(found.index, rests)).tolist() == [[3, 3]]


@pytest.mark.slow
def test_cycles_of_a_driven_oscillator_are_told_apart_at_multiples_of_the_period() -> None:
    period = 2 * math.pi
    grid = np.linspace(-1.5, 1.5, 8)

    found = simnon.load(DUFFING).basins(
        {"x": grid, "v": grid}, 0, 40 * period, period=period, parameters={"a": 0.1, "d": 0.25}
    )

    assert [each.kind for each in found.attractors] == [Kind.CYCLE, Kind.CYCLE]
    assert [each.period for each in found.attractors] == pytest.approx([period, period])
    multiples = found.times / period
    assert multiples == pytest.approx(multiples.round(), abs=1e-9)


@pytest.mark.slow
def test_attractors_that_move_with_a_parameter_are_families() -> None:
    pitchfork = "CONTINUOUS SYSTEM pitchfork\nSTATE x\nDER dx\ndx = r*x - x^3\nr: 1\nEND\n"

    found = simnon.load(pitchfork).basins({"x": [-1.0, -0.1, 0.1, 1.0], "r": np.linspace(0.5, 2.0, 40)}, 0, 60)

    assert len(found.attractors) == 2
    assert (found.index[:2] == found.index[0, 0]).all()
    assert (found.index[2:] == found.index[3, 0]).all()
    ends = found.attractors[int(found.index[3, 0])].points[:, 0]
    assert (ends.min(), ends.max()) == pytest.approx((math.sqrt(0.5), math.sqrt(2.0)), rel=1e-5)


def test_given_attractors_are_not_searched_and_failed_runs_reach_none() -> None:
    escaping = "CONTINUOUS SYSTEM escaping\nSTATE x y\nDER dx dy\ndx = x^2 - 1\ndy = -y\nEND\n"
    model = simnon.load(escaping)

    found = model.basins(
        {"x": [-3.0, 0.0, 2.0], "y": [0.0, 1.0]}, 0, 30, attractors=[model.equilibrium(initial={"x": -1})]
    )

    assert found.index.tolist() == [[0, 0], [0, 0], [-1, -1]]
    assert "2 runs failed" in found.summary()
