"""Branches of equilibria: normal forms, known bifurcations, and cases that go wrong."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.source import UserError
from simnon.studies import Branches


def scalar(right: str, p: float, x: float = 0.0, **others: float) -> simnon.Model:
    values = "".join(f"{name}: {value}\n" for name, value in others.items())
    return simnon.load(f"CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = {right}\np: {p}\nx: {x}\n{values}END\n")


def kinds(found: Branches) -> list[str]:
    return [each.label for each in found.special if each.kind != "EP"]


LORENZ = """CONTINUOUS SYSTEM lorenz
STATE x y z
DER dx dy dz
dx = sigma*(y - x)
dy = r*x - y - x*z
dz = x*y - b*z
sigma: 10
b: 2.66666666666666667
r: 0.5
END
"""
HODGKIN_HUXLEY = """CONTINUOUS SYSTEM hh
STATE v m h n
DER dv dm dh dn
dv = (i - 120*h*(v - 50)*m^3 - gk*(v + 77)*n^4 - 0.3*(v + 54.4))/1
dm = am*(1 - m) - 4*EXP(-(v + 65)/18)*m
dh = 0.07*EXP(-(v + 65)/20)*(1 - h) - h/(1 + EXP(-(v + 35)/10))
dn = an*(1 - n) - 0.125*EXP(-(v + 65)/80)*n
am = 0.1*(v + 40)/(1 - EXP(-(v + 40)/10))
an = 0.01*(v + 55)/(1 - EXP(-(v + 55)/10))
i: 0
gk: 36
v: -65
m: 0.05
h: 0.6
n: 0.32
END
"""


def test_a_fold_is_where_two_branches_meet() -> None:
    found = scalar("p - x^2", 0.25, 0.5).continuation("p", -1, 1)

    assert kinds(found) == ["LP1"]
    assert abs(found.at("LP1")["p"]) < 1e-12
    assert found[0].ends == ("p has reached 1", "p has reached 1")
    is_upper = found[0]["x"] > 1e-6
    assert found[0].is_stable[is_upper].all()
    assert not found[0].is_stable[found[0]["x"] < -1e-6].any()


@pytest.mark.parametrize("right", ["p*x - x^3", "p*x - x^2", "p*x + x^3"])
def test_a_branch_point_is_located_and_switched(right: str) -> None:
    found = scalar(right, -0.5).continuation("p", -1, 1)

    assert kinds(found) == ["BP1"]
    assert abs(found.at("BP1")["p"]) < 1e-9
    assert len(found) == 2
    x, p = found[1]["x"], found[1]["p"]
    expected = {"p*x - x^3": p - x**2, "p*x - x^2": p - x, "p*x + x^3": p + x**2}[right]
    assert np.abs(expected).max() < 1e-9
    assert np.abs(x).max() > 0.9


def test_a_branch_point_is_found_although_the_equations_are_rounded_there() -> None:
    """At the singular point Newton's method amplifies rounding beyond its tolerance."""
    text = (
        "CONTINUOUS SYSTEM s\nSTATE x T\nDER dx dT\nrate = da*(1 - x)*EXP(T/(1 + T/20))\ndx = rate - x\n"
        "dT = -T + 22*rate - 3*(T - k*(2.75 - T))\nda: 0.08913685287\nk: 0\nx: 0.5\nT: 2.75\nEND\n"
    )
    model = simnon.load(text)
    rest = model.equilibrium(free=["da"], given={"x": 0.5})
    found = model.continuation("k", 0, 2, start=rest)

    assert kinds(found)[:2] == ["BP1", "HB1"]
    assert np.abs(found.at("BP1").eigenvalues).min() < 1e-8


CROSSINGS = {
    "p*x - x^2": [(-1, -1), (-1, 0), (1, 0), (1, 1)],
    "p*x - x^3": [(-1, 0), (1, -1), (1, 0), (1, 1)],
    "(p - x)*(p + 2*x)": [(-1, -1), (-1, 0.5), (1, -0.5), (1, 1)],
}
"""The ends (p, x) of their branches between p = -1 and 1."""


@pytest.mark.parametrize("gap", [0.0, 1e-17, -1e-16, 1e-15, 1e-14, -1e-14])
@pytest.mark.parametrize("right", CROSSINGS)
def test_a_crossing_that_rounding_has_opened_is_switched_too(right: str, gap: float) -> None:
    """Two branches that meet but for rounding turn by any angle where they are nearest."""
    model = scalar(f"{right} + gap", -0.5, -0.5 if right[0] == "(" else 0.0, gap=gap)
    found = model.continuation("p", -1, 1)

    assert kinds(found) == ["BP1"]
    ends = sorted((branch["p"][i].round(3) + 0.0, branch["x"][i].round(3) + 0.0) for branch in found for i in (0, -1))
    assert ends == CROSSINGS[right]
    alone = model.continuation("p", -1, 1, switch=False)
    again = model.continuation("p", -1, 1, start=alone.at("BP1"), switch=False)
    assert again[0]["x"][[0, -1]] == pytest.approx(found[1]["x"][[0, -1]], abs=1e-6)


def test_the_ends_of_a_branch_are_inside_its_range() -> None:
    """Located to rounding, they may be beyond it by as much."""
    model = scalar("(x - p^2)*(x + p^2)*p", -0.5, 0.25)
    found = model.continuation("p", -1, 1, switch=False)
    for label in ("EP1", "EP2"):
        again = model.continuation("p", -1, 1, start=found.at(label), switch=False)

        assert [again.at(each)["p"] for each in ("EP1", "EP2")] == pytest.approx([-1, 1], abs=1e-9)
    with pytest.raises(UserError, match="outside the range"):
        model.continuation("p", -1, 0.9, start=found.at("EP2"))


def test_without_switching_only_the_first_branch_is_followed() -> None:
    found = scalar("p*x - x^3", -0.5).continuation("p", -1, 1, switch=False)
    other = scalar("p*x - x^3", -0.5).continuation("p", -1, 1, switch=False, start=found.at("bp1"))

    assert len(found) == 1
    assert np.abs(other[0]["x"] ** 2 - other[0]["p"]).max() < 1e-9


def test_lorenz_has_its_pitchfork_at_1_and_its_hopf_points_at_470_19() -> None:
    found = simnon.load(LORENZ).continuation("r", 0, 30)

    assert kinds(found) == ["BP1", "NS1", "HB1", "HB2"]
    assert abs(found.at("BP1")["r"] - 1) < 1e-9
    assert abs(found.at("HB1")["r"] - 470 / 19) < 1e-9
    assert found.at("HB1").details["lyapunov"] > 0
    assert "no Hopf point" in found.at("NS1").note
    # The two positive eigenvalue sums: at a neutral saddle two real eigenvalues are opposite.
    assert np.isclose(np.sort(found.at("NS1").eigenvalues.real)[[0, 1, 2]] @ [0, 1, 1], 0, atol=1e-9)


def test_small_steps_still_lead_along_a_branch_that_begins_at_zero() -> None:
    """The states begin small beyond a pitchfork; their sizes must not keep the steps as small."""
    found = simnon.load(LORENZ).continuation("r", 0, 30, step=0.002, largest_step=0.03, points=300)

    assert [each.kind for each in found.special].count("HB") == 2
    assert found[-1]["r"][[0, -1]] == pytest.approx([30, 30])


def test_hodgkin_and_huxley_begin_and_stop_firing_at_published_currents() -> None:
    found = simnon.load(HODGKIN_HUXLEY).continuation("i", 0, 200)

    assert kinds(found) == ["HB1", "HB2"]
    assert found.at("HB1")["i"] == pytest.approx(9.78, abs=0.01)
    assert found.at("HB2")["i"] == pytest.approx(154.5, abs=0.1)
    assert [found.at(label).note.split()[0] for label in ("HB1", "HB2")] == ["subcritical", "supercritical"]


def test_the_brusselator_oscillates_beyond_1_plus_a_squared() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\ndx = a + x^2*y - (b + 1)*x\ndy = b*x - x^2*y\n"
    found = simnon.load(f"{text}a: 1.5\nb: 1\nx: 1\ny: 1\nEND\n").continuation("b", 0.5, 5)
    point = found.at("HB1")

    assert point["b"] == pytest.approx(1 + 1.5**2, abs=1e-9)
    assert point.details["period"] == pytest.approx(2 * np.pi / 1.5, abs=1e-9)
    assert point.details["lyapunov"] < 0


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_lyapunov_coefficient_is_that_of_the_normal_form(sign: int) -> None:
    """In polar coordinates dr = p r + sign r^3: with |q| = 1 the coefficient is 2 sign for frequency 1."""
    text = (
        "CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\nr2 = x^2 + y^2\n"
        f"dx = p*x - y + k*x*r2\ndy = x + p*y + k*y*r2\nk: {sign}\np: -0.5\nEND\n"
    )
    found = simnon.load(text).continuation("p", -1, 1)

    assert found.at("HB1").details["lyapunov"] == pytest.approx(2.0 * sign, rel=1e-6)


def test_states_of_very_different_sizes_have_the_same_diagram() -> None:
    text = (
        "CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\ndx = (p + x/{a} - (x/{a})^3)*{a}\ndy = x*{b}/{a} - y\n"
        "p: -2\nx: {x}\ny: {y}\nEND\n"
    )
    found = simnon.load(text.format(a=1e-9, b=1e6, x=-1.5e-9, y=-1.5e6)).continuation("p", -2, 2)

    assert kinds(found) == ["LP1", "LP2"]
    assert found.at("LP1")["p"] == pytest.approx(2 / 27**0.5, abs=1e-8)
    assert found.at("LP1")["y"] == pytest.approx(-1e6 / 3**0.5, rel=1e-8)


def test_an_isola_is_a_closed_branch() -> None:
    found = scalar("1 - p^2 - x^2", 0.0, 0.9).continuation("p", -2, 2)

    assert kinds(found)[:2] == ["LP1", "LP2"]
    assert "closed" in found[0].ends[1]


def test_a_corner_is_reported_as_one() -> None:
    found = scalar("p - ABS(x)", 0.5, 0.5).continuation("p", -1, 1)

    assert kinds(found) == ["CO1"]
    assert found[0]["x"].min() == pytest.approx(-1.0)


def test_a_start_on_a_corner_and_a_model_that_depends_on_time_are_noted() -> None:
    on_corner = scalar("p - MAX(x, 0)", 0.0).continuation("p", -1, 1)
    driven = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nTIME t\ndx = p - x + SIN(t)\np: 0\nEND\n")

    assert "corner" in on_corner.notes[0]
    assert driven.continuation("p", -1, 1).notes == ("the model depends on time: its points are those at t = 0",)
    assert scalar("p - x", 0.0).continuation("p", -1, 1).notes == ()


def test_a_saturation_bends_the_branch() -> None:
    found = scalar("MIN(MAX(p, -1), 1) - x", 0.0).continuation("p", -2, 2)

    assert np.abs(found[0]["x"] - np.clip(found[0]["p"], -1, 1)).max() < 1e-9


def test_a_branch_ends_where_a_function_has_no_value() -> None:
    found = scalar("SQRT(p) - 0.1 - x", 1.0, 1.0).continuation("p", -1, 2)

    assert found[0]["p"].min() == pytest.approx(0.0, abs=1e-3)
    assert "finite" in found[0].ends[0] or "shorter" in found[0].ends[0]


def test_a_branch_ends_at_the_edge_of_a_functions_domain() -> None:
    """Beyond it the root keeps its last value, zero, and any level would rest."""
    (branch,) = scalar("p - 0.01*SQRT(20*x)", 0.02, 0.4).continuation("p", -0.1, 1)

    assert branch["p"][0] == pytest.approx(0.0, abs=1e-4)
    assert branch["x"].min() >= -1e-12
    assert branch.ends == ("SQRT(20*x) has no value beyond", "p has reached 1")


def test_a_variable_can_have_bounds() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ny = 2*x\ndx = p - x\np: 0\nEND\n"
    found = simnon.load(text).continuation("p", -10, 10, bounds={"y": (-3, 4)})

    assert found[0]["p"][[0, -1]] == pytest.approx([-1.5, 2.0])
    assert found[0].ends == ("y has reached -3", "y has reached 4")


@pytest.mark.parametrize(
    ("right", "p", "ends", "code"),
    [
        ("p*x - x^3", 0.0, (-1, 1), "singular-start"),
        ("p - x", 0.0, (1, 2), "start-outside-range"),
        ("p - x", 0.0, (1, -1), "bad-range"),
        ("p - x", 0.0, (-1e300, 1e300), "bad-range"),
        ("1 + p^2 + x^2", 0.0, (-1, 1), "no-equilibrium"),
    ],
)
def test_a_start_without_a_branch_is_refused(right: str, p: float, ends: tuple[float, float], code: str) -> None:
    with pytest.raises(UserError) as caught:
        scalar(right, p).continuation("p", *ends)

    assert caught.value.code == code


def test_a_branch_starts_from_a_run_or_an_equilibrium() -> None:
    model = scalar("p + x - x^3", -2.0, 1.0)
    run = model.simulate(0, 50)
    rest = model.equilibrium(at=run)

    for start in (run, rest):
        assert kinds(model.continuation("p", -2, 2, start=start)) == ["LP1", "LP2"]


def test_a_variable_that_is_assigned_can_be_the_parameter() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nu = k*x\ndx = u + x - x^3\nk: -1\nx: 0.1\nEND\n"
    found = simnon.load(text).continuation("u", -2, 2, initial={"x": 0.0}, switch=False)

    assert kinds(found) == ["LP1", "LP2"]


def test_a_result_is_a_value() -> None:
    found = scalar("p - x^2", 0.25, 0.5).continuation("p", -1, 1)

    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301
    assert copy.deepcopy(found) == found
    assert found["LP1"] is found.at("lp1")
    assert repr(found) == "Branches(1 branch over p: LP1 at p = 0)"
    assert repr(found.at("LP1")) == "SpecialPoint(LP1, fold: p = 0, x = 0)"
    with pytest.raises(UserError) as caught:
        found.at("LP2")
    assert caught.value.hint == "did you mean LP1?"


def test_labels_continue_when_results_are_joined() -> None:
    model = scalar("p - x^2", 0.25, 0.5)
    found = model.continuation("p", -1, 1) + model.continuation("p", -2, 2)

    assert found.labels == ("EP1", "LP1", "EP2", "EP3", "LP2", "EP4")


def test_tables_have_a_row_for_each_point(tmp_path: Path) -> None:
    found = scalar("p - x^2", 0.25, 0.5).continuation("p", -1, 1)
    frame = found.to_pandas()

    assert len(frame) == len(found[0])
    assert list(frame.columns[:5]) == ["branch", "kind", "label", "stable", "p"]
    found.to_csv(tmp_path / "found.csv")
    assert len((tmp_path / "found.csv").read_text(encoding="utf-8").splitlines()) == len(frame) + 1


def test_the_diagram_has_stable_and_unstable_parts_and_labels() -> None:
    figure = scalar("p - x^2", 0.25, 0.5).continuation("p", -1, 1).plot()
    (area,) = figure.areas
    stable, unstable, dots = area.curves

    assert (stable.label, unstable.label, dots.label) == ("stable", "unstable", "")
    assert np.nanmin(stable.y) == pytest.approx(0.0, abs=1e-9)
    assert np.nanmax(unstable.y) == pytest.approx(0.0, abs=1e-9)
    assert [word.text for word in area.words] == ["LP1"]
