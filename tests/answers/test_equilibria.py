"""All equilibria that searches from many starts find."""

import math

import pytest

import simnon

DUFFING = "CONTINUOUS SYSTEM duffing\nSTATE x v\nDER dx dv\ndx = v\ndv = x - x^3 - d*v\nd: 0.25\nx: 1\nEND\n"
LORENZ = """CONTINUOUS SYSTEM lorenz
STATE x y z
DER dx dy dz
dx = s*(y - x)
dy = r*x - y - x*z
dz = x*y - b*z
s: 10
r: 28
b: 2.6666666666666667
END
"""


def test_a_double_well_rests_at_two_stable_points_and_a_saddle() -> None:
    found = simnon.load(DUFFING).equilibria({"x": (-2, 2), "v": (-1, 1)})

    assert [each["x"] for each in found] == pytest.approx([-1, 0, 1], abs=1e-9)
    assert [each.is_stable for each in found] == [True, False, True]


def test_the_points_of_lorenz_are_those_of_the_closed_form() -> None:
    found = simnon.load(LORENZ).equilibria({"x": (-20, 20), "y": (-20, 20), "z": (0, 40)}, parameters={"r": 20})

    side = math.sqrt(8 / 3 * 19)
    assert [each["x"] for each in found] == pytest.approx([-side, 0, side], abs=1e-8)
    assert [each["z"] for each in found] == pytest.approx([19, 0, 19], abs=1e-8)
    assert [each.is_stable for each in found] == [True, False, True]


@pytest.mark.slow
def test_runs_from_the_starts_lead_to_points_that_searches_miss() -> None:
    # Newton's method runs away from the flat ends of the hyperbolic tangent; a run does not.
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = TANH(3 - x)\nx: 0\nEND\n"
    model = simnon.load(text)

    assert model.equilibria({"x": (-50, -40)}, count=4) == ()
    assert [each["x"] for each in model.equilibria({"x": (-50, -40)}, count=4, settle=100)] == pytest.approx([3])


def test_a_model_that_never_rests_has_none_and_wrong_ranges_are_refused() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 1 + x^2\nEND\n")

    assert model.equilibria({"x": (-1, 1)}, count=2) == ()
    with pytest.raises(simnon.UserError, match="ranges: 'dx' does not vary"):
        model.equilibria({"dx": (0, 1)})
    with pytest.raises(simnon.UserError, match="ranges: 'x': expected a lower and a higher number"):
        model.equilibria({"x": (1, 0)})


VESSEL = """CONTINUOUS SYSTEM vessel
INPUT q
STATE level
DER dlevel
dlevel = q - 0.01*SQRT(20*level)
q: 0.02
level: 0.4
END
"""


def test_several_starts_trim_the_model_too() -> None:
    """Two speeds of a motor have the same torque on either side of its pull-out."""
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ny = 2*u/(1 + u^2)\ndx = y - x\nu: 0.1\nEND\n"
    found = simnon.load(text).equilibria({"u": (0.01, 10)}, free=["u"], given={"y": 0.8}, bounds={"u": (0, 10)})

    assert [each["u"] for each in found] == pytest.approx([0.5, 2], abs=1e-8)
    assert [each["x"] for each in found] == pytest.approx([0.8, 0.8], abs=1e-8)


def test_nothing_rests_where_a_function_has_no_value() -> None:
    model = simnon.load(VESSEL)

    with pytest.raises(simnon.UserError, match=r"SQRT\(20\*level\) has no value"):
        model.equilibrium(free=["q"], given={"level": -0.5})
    assert model.equilibrium(free=["q"], given={"level": 0})["q"] == pytest.approx(0, abs=1e-8)
