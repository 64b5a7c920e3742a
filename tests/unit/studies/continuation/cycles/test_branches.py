"""Branches of periodic orbits of models, through the same method as those of equilibria."""

import numpy as np
import pytest

import simnon
from simnon.source import UserError
from simnon.studies.continuation import CycleBranch, CyclePoint

HODGKIN_HUXLEY = """CONTINUOUS SYSTEM axon
STATE V m h n
DER dV dm dh dn
am = 0.1*(V + 40)/(1 - EXP(-(V + 40)/10))
bm = 4*EXP(-(V + 65)/18)
ah = 0.07*EXP(-(V + 65)/20)
bh = 1/(1 + EXP(-(V + 35)/10))
an = 0.01*(V + 55)/(1 - EXP(-(V + 55)/10))
bn = 0.125*EXP(-(V + 65)/80)
sodium = 120*m^3*h*(V - 50)
dV = I - sodium - 36*n^4*(V + 77) - 0.3*(V + 54.401)
dm = am*(1 - m) - bm*m
dh = ah*(1 - h) - bh*h
dn = an*(1 - n) - bn*n
I: 0
V: -65
m: 0.05
h: 0.6
n: 0.32
END
"""
HOPF = """CONTINUOUS SYSTEM hopf
STATE x y
DER dx dy
r = x^2 + y^2
growth = mu - r
dx = growth*x - w*y
dy = w*x + growth*y
mu: -0.5
w: 2
END
"""


@pytest.mark.slow
def test_hodgkin_and_huxleys_orbits_have_the_published_folds() -> None:
    """Rinzel and Miller (1980), Guckenheimer and Oliva (2002): Hopf points at 9.7796 and 154.527; folds of cycles at
    7.84655, 7.92199 and 6.265; a period doubling at 7.92198.
    """
    model = simnon.load(HODGKIN_HUXLEY)
    rest = model.continuation("I", 0, 200)
    found = model.continuation("I", 0, 200, start=rest.at("HB1"))

    (branch,) = found
    assert isinstance(branch, CycleBranch)
    at = {each.label: each["I"] for each in found.special}
    assert [at["LPC1"], at["LPC2"], at["PD2"]] == pytest.approx([7.84654752, 7.92198549, 7.92197768], abs=1e-5)
    assert at["LPC3"] == pytest.approx(6.2645, abs=1e-3)
    assert branch.ends == ("the Hopf point HB1", "the amplitude has become zero: a Hopf point at I = 154.527")
    assert branch["I"][-1] == pytest.approx(rest.at("HB2")["I"], rel=1e-8)
    assert branch.is_stable.tolist() == [False] * 39 + [True] * (len(branch) - 39)
    assert (branch["V"] >= branch["min(V)"]).all()
    assert branch["sodium"].min() > branch["min(sodium)"].min()


@pytest.fixture(scope="module")
def hopf() -> simnon.Model:
    return simnon.load(HOPF)


def test_columns_are_extremes_and_the_period(hopf: simnon.Model) -> None:
    start = hopf.continuation("mu", -1, 1).at("HB1")
    (branch,) = hopf.continuation("mu", -1, 1, start=start)

    mu = branch["mu"]
    assert mu[[0, -1]] == pytest.approx([0.0, 1.0], abs=1e-9)
    assert branch["x"] == pytest.approx(np.sqrt(mu.clip(0)), abs=1e-6)
    assert branch["min(x)"] == pytest.approx(-np.sqrt(mu.clip(0)), abs=1e-6)
    assert branch["period"] == pytest.approx(np.full(len(mu), np.pi), rel=1e-8)
    assert branch["r"] == pytest.approx(mu, abs=1e-6)
    assert branch.eigenvalues[:, 0].real == pytest.approx(np.exp(-2 * np.pi * mu), rel=1e-5)
    assert [each.label for each in branch.special] == ["EC1"]


@pytest.mark.slow
def test_a_branch_starts_from_a_cycle_both_ways_and_in_another_parameter(hopf: simnon.Model) -> None:
    cycle = hopf.cycle(hopf.simulate(0, 30, parameters={"mu": 0.5}, initial={"x": 1}))
    (branch,) = hopf.continuation("mu", -1, 1, start=cycle)
    (faster,) = hopf.continuation("w", 1, 4, start=cycle)

    assert branch.ends[0].startswith("the amplitude has become zero: a Hopf point at mu = ")
    assert branch.ends[1] == "mu has reached 1"
    assert branch["mu"][0] == pytest.approx(0.0, abs=1e-8)
    assert branch["x"] == pytest.approx(np.sqrt(branch["mu"].clip(0)), abs=1e-6)
    assert faster["period"] == pytest.approx(2 * np.pi / faster["w"], rel=1e-7)
    assert faster["w"][[0, -1]] == pytest.approx([1.0, 4.0])


def test_orbits_can_be_asked_for_as_equilibria_instead(hopf: simnon.Model) -> None:
    start = hopf.continuation("mu", -1, 1).at("HB1")

    assert hopf.continuation("mu", -1, 1, start=start, kind="equilibria")[0].kind == "equilibria"


def test_a_branch_ends_where_a_variable_leaves_its_bounds(hopf: simnon.Model) -> None:
    start = hopf.continuation("mu", -1, 1).at("HB1")
    (branch,) = hopf.continuation("mu", -1, 1, start=start, bounds={"x": (-9, 0.5)})

    assert branch.ends[1] == "x has reached 0.5"
    assert branch["mu"][-1] == pytest.approx(0.25, rel=1e-3)


def test_a_branch_ends_where_the_orbit_reaches_an_event() -> None:
    model = simnon.load(HOPF.replace("growth = mu - r", "growth = mu - (IF x > 0.6 THEN 2*r ELSE r)"))
    start = model.continuation("mu", -1, 1).at("HB1")
    (branch,) = model.continuation("mu", -1, 1, start=start)

    assert branch.ends[1] == "the orbit reaches an event: x > 0.6"
    assert branch["x"][-1] == pytest.approx(0.6, rel=1e-3)


@pytest.mark.slow
def test_labelled_orbits_are_cycles_and_can_be_continued() -> None:
    text = HOPF.replace("growth = mu - r", "growth = mu + r - r^2")
    model = simnon.load(text)
    found = model.continuation("mu", -1, 1, start=model.continuation("mu", -1, 1).at("HB1"))

    fold = found.at("LPC1")
    assert isinstance(fold, CyclePoint)
    assert fold.cycle is not None
    assert fold.cycle["r"].max() == pytest.approx(0.5, rel=1e-3)
    assert fold["mu"] == pytest.approx(-0.25, abs=1e-8)
    (again,) = model.continuation("mu", -1, 1, start=fold)
    assert (again["mu"].min(), again["mu"].max()) == pytest.approx((-0.25, 1.0), abs=1e-8)
    assert sorted(each.kind for each in again.special) == ["EC", "LPC"]


def test_orbits_are_drawn_at_their_highest_and_lowest_values(hopf: simnon.Model) -> None:
    rest = hopf.continuation("mu", -1, 1)
    figure = (rest + hopf.continuation("mu", -1, 1, start=rest.at("HB1"))).plot("x")

    stable = figure.areas[0].curves[0]
    assert (np.nanmin(stable.y), np.nanmax(stable.y)) == pytest.approx((-1.0, 1.0), abs=1e-6)


def test_a_range_that_does_not_contain_the_start_is_refused(hopf: simnon.Model) -> None:
    start = hopf.continuation("mu", -1, 1).at("HB1")
    with pytest.raises(UserError) as caught:
        hopf.continuation("mu", 0.5, 1, start=start)

    assert caught.value.code == "bad-range"


def test_orbits_with_events_or_forcing_have_no_branch() -> None:
    text = (
        "CONTINUOUS SYSTEM ball\nSTATE h v\nDER dh dv\ndh = v\ndv = -g\nWHEN h < 0\nv = -0.8*PRE(v) + 1\nEND\n"
        "g: 9.81\nh: 1\nEND\n"
    )
    model = simnon.load(text)
    cycle = model.cycle(model.simulate(0, 60))
    with pytest.raises(UserError) as caught:
        model.continuation("g", 5, 15, start=cycle)

    assert caught.value.code == "cannot-continue-branch"


@pytest.mark.slow
def test_a_canard_explosion_has_one_fold_and_is_no_homoclinic_orbit() -> None:
    """Within 1e-8 of the current, small orbits become large; multipliers are accurate only on a fine mesh."""
    text = (
        "CONTINUOUS SYSTEM nerve\nSTATE v w\nDER dv dw\ndv = v - v^3/3 - w + I\ndw = 0.08*(v + 0.7 - 0.8*w)\n"
        "I: 0\nv: -1\nw: -0.5\nEND\n"
    )
    model = simnon.load(text)
    (branch,) = model.continuation("I", 0, 2, start=model.continuation("I", 0, 2).at("HB1"))

    assert [each.kind for each in branch.special] == ["LPC", "LPC"]
    # The cubic is odd: the second Hopf point and fold mirror the first ones.
    first, second = (each["I"] for each in branch.special)
    assert first + second == pytest.approx(1.75, abs=1e-6)
    assert branch["I"][[0, -1]].sum() == pytest.approx(1.75, abs=1e-8)


def test_multipliers_of_both_signs_beside_rounding_are_no_period_doubling() -> None:
    """In a plane no multiplier is negative, but near a homoclinic orbit it is 1e10 with a sign of rounding."""
    model = simnon.load(REACTOR)
    rest = model.continuation("da", 0.02, 0.2)
    (branch,) = model.continuation("da", 0.02, 0.2, start=rest.at("HB1"))

    assert branch.special == ()
    assert "the period grows without bound" in branch.ends[1]


REACTOR = """CONTINUOUS SYSTEM reactor
STATE x y
DER dx dy
rate = da*(1 - x)*EXP(y/(1 + y/20))
dx = -x + rate
dy = -4*y + 22*rate
da: 0.02
END
"""


def test_there_is_no_fold_where_the_parameter_stands_still_at_a_homoclinic_orbit() -> None:
    """AUTO labels one there: it turns around."""
    model = simnon.load(REACTOR)
    rest = model.continuation("da", 0.02, 0.2)
    found = model.continuation("da", 0.02, 0.2, start=rest.at("HB2"))

    assert "the period grows without bound" in found[0].ends[1]
    assert found[0]["da"][-1] == pytest.approx(0.09248097, abs=1e-7)
    assert [each.kind for each in found.special] == []
