"""Poincaré sections: instants, ratios and orbits that are known."""

import math

import numpy as np
import pytest

import simnon

SPIRAL = """CONTINUOUS SYSTEM spiral
STATE x y
DER dx dy
dx = y
dy = -x - 2*z*y
z: 0.05
x: 1
END
"""
LOGISTIC = """DISCRETE SYSTEM logistic
STATE x
NEW nx
TIME t
TSAMP ts
nx = r*x*(1 - x)
ts = t + 1
r: 3.9
x: 0.4
END
"""


def test_crossings_are_a_period_apart_and_shrink_by_the_logarithmic_decrement() -> None:
    found = simnon.load(SPIRAL).poincare(0, 60, section="y = 0", direction="down", transient=5, rtol=1e-10, atol=1e-13)

    frequency = math.sqrt(1 - 0.05**2)
    assert found.t == pytest.approx(2 * math.pi / frequency * np.arange(1, 10), rel=1e-9)
    assert found["x"] == pytest.approx(np.exp(-0.05 * found.t), rel=1e-8)
    assert found.shown == ("x",)


@pytest.mark.parametrize(("direction", "first", "distance"), [("up", 1, 2), ("down", 2, 2), ("both", 1, 1)])
def test_a_direction_selects_crossings_and_a_start_on_the_section_is_none(
    direction: str, first: int, distance: int
) -> None:
    model = simnon.load(SPIRAL)

    found = model.poincare(0, 20, section="2*y + x = x", direction=direction, parameters={"z": 0}, rtol=1e-9)

    assert found.t / math.pi == pytest.approx(np.arange(first, 20 / math.pi, distance), rel=1e-7)


def test_a_discrete_system_is_seen_once_a_period_over_a_parameter() -> None:
    model = simnon.load(LOGISTIC)

    found = model.poincare(0, 1000, period=1, transient=900, over={"r": [2.8, 3.2]}, most=20)

    single = model.poincare(0, 1000, period=1, transient=900, parameters={"r": 3.2}, most=20)
    assert found["x"][found["r"] == 2.8] == pytest.approx(np.full(20, 1 - 1 / 2.8))
    # x = (r + 1 +- sqrt((r - 3)(r + 1)))/(2 r), for r = 3.2
    roots = [(4.2 + sign * math.sqrt(0.2 * 4.2)) / 6.4 for sign in (-1, 1)]
    twice = found["x"][found["r"] == 3.2]
    assert sorted({round(value, 9) for value in twice.tolist()}) == pytest.approx(roots, abs=1e-8)
    assert twice.tolist() == single["x"].tolist()


@pytest.mark.slow
def test_members_over_a_parameter_cross_where_single_runs_do() -> None:
    model = simnon.load(SPIRAL)

    found = model.poincare(0, 40, section="x = 0.1*z", over={"z": [0.0, 0.02, 0.1]}, most=4)

    for value in (0.0, 0.02, 0.1):
        single = model.poincare(0, 40, section="x = 0.1*z", parameters={"z": value}, most=4)
        chosen = found["z"] == value
        assert (found.t[chosen].tolist(), found["y"][chosen].tolist()) == (single.t.tolist(), single["y"].tolist())


def test_a_section_that_is_never_crossed_is_reported_and_the_picture_is_empty() -> None:
    found = simnon.load(SPIRAL).poincare(0, 20, section="x = 5")

    assert len(found) == 0
    assert found.notes == ("no point was found: the run did not cross the section in time",)


@pytest.mark.parametrize(
    ("wrong", "code", "message"),
    [
        ({"section": "x > 0"}, "bad-section", "'x > 0' is not a surface"),
        ({"section": "x == 0"}, "bad-section", "'x == 0' is not a surface"),
        ({"section": "x = ("}, "bad-section", "expected a number"),
        ({"section": "q = 1"}, "unknown-variable", "there is no variable 'q'"),
        ({}, "bad-option", "a section is a surface or a period"),
        ({"section": "x = 0", "period": 1}, "bad-option", "a section is a surface or a period"),
        ({"section": "x = 0", "direction": "upp"}, "bad-option", "unknown direction 'upp'"),
        ({"section": "x = 0", "transient": 30}, "bad-option", "transient is 30, the run takes 20"),
        ({"period": 1, "direction": "both"}, "bad-option", "direction has no effect with a period"),
        ({"section": "x = 0", "spacing": 1}, "bad-option", "runs of a section have no option 'spacing'"),
        ({"section": "x = 0", "over": {"x": [1], "z": [1]}}, "bad-option", "over: expected one parameter"),
    ],
)
def test_what_is_no_section_is_refused(wrong: dict[str, object], code: str, message: str) -> None:
    with pytest.raises(simnon.UserError, match=message.replace("(", r"\(")) as caught:
        simnon.load(SPIRAL).poincare(0, 20, **wrong)  # type: ignore[arg-type]

    assert caught.value.code == code
