"""Curves of folds and Hopf points over two parameters: closed forms, and the points where they degenerate."""

import numpy as np
import pytest

import simnon
from simnon.source import UserError

from .test_equilibria import HODGKIN_HUXLEY, scalar

CUSP = ("p + b*x - x^3", -2.0, -1.5)
TAKENS = """CONTINUOUS SYSTEM s
STATE x y
DER dx dy
dx = y
dy = a + b*y + x^2 - x*y
a: -1
b: -2
x: -1
END
"""


def test_the_folds_of_a_cusp_are_a_semicubical_parabola() -> None:
    model = scalar(*CUSP, b=1.0)
    fold = model.continuation("p", -2, 2).at("LP1")

    found = model.continuation(["p", "b"], [-2, -1], [2, 3], start=fold)

    assert np.abs(27 * found[0]["p"] ** 2 - 4 * found[0]["b"] ** 3).max() < 1e-8
    assert [each.label for each in found.special] == ["EP1", "CP1", "EP2"]
    assert np.abs([found.at("CP1")["p"], found.at("CP1")["b"]]).max() < 1e-8
    assert found[0].kind == "folds"


def test_hopf_points_end_and_folds_pass_at_a_bogdanov_takens_point() -> None:
    """Bogdanov's normal form: folds at a = 0, Hopf points at a = -b^2 for b < 0."""
    model = simnon.load(TAKENS)
    hopf = model.continuation("b", -3, 3).at("HB1")
    fold = model.continuation("a", -2, 1).at("LP1")

    hopf_points = model.continuation(["a", "b"], [-2, -3], [1, 3], start=hopf)
    folds = model.continuation(["a", "b"], [-2, -3], [1, 3], start=fold)

    assert np.abs(hopf_points[0]["a"] + hopf_points[0]["b"] ** 2).max() < 1e-9
    assert [each.label for each in hopf_points.special] == ["EP1", "BT1"]
    assert "Bogdanov" in hopf_points[0].ends[1]
    assert [each.label for each in folds.special] == ["EP1", "BT1", "EP2"]
    for found in (hopf_points, folds):
        assert np.abs([found.at("BT1")["a"], found.at("BT1")["b"]]).max() < 1e-8


@pytest.mark.slow
def test_every_point_of_a_curve_of_hopf_points_has_imaginary_eigenvalues() -> None:
    model = simnon.load(HODGKIN_HUXLEY)
    hopf = model.continuation("i", 0, 200).at("HB1")

    found = model.continuation(["i", "gk"], [0, 5], [200, 60], start=hopf)

    assert np.abs(found[0].eigenvalues.real).min(axis=1).max() < 1e-8
    assert [each.kind for each in found.special] == ["EP", "GH", "GH", "EP"]


def test_a_hopf_point_becomes_subcritical_at_a_generalised_one() -> None:
    """dr = p r + k r^3 - r^5: the first Lyapunov coefficient is zero where k is."""
    text = (
        "CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\nr2 = x^2 + y^2\nc = p + k*r2 - r2^2\n"
        "dx = c*x - y\ndy = x + c*y\nk: -0.5\np: -0.5\nEND\n"
    )
    model = simnon.load(text)
    hopf = model.continuation("p", -1, 1).at("HB1")

    found = model.continuation(["k", "p"], [-1, -1], [1, 1], start=hopf)

    assert [each.label for each in found.special] == ["EP1", "GH1", "EP2"]
    assert abs(found.at("GH1")["k"]) < 1e-6


def test_an_opened_variable_can_be_one_of_two_parameters() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nu = 0*x\ndx = u + b*x - x^3\nb: 1\nx: 0.1\nEND\n"
    model = simnon.load(text)
    fold = model.continuation("u", -2, 2, switch=False).at("LP1")

    found = model.continuation(["u", "b"], [-2, -1], [2, 3], start=fold)

    assert np.abs(27 * found[0]["u"] ** 2 - 4 * found[0]["b"] ** 3).max() < 1e-8


@pytest.mark.parametrize(
    ("label", "kind", "code"),
    [("EP1", "", "bad-start"), ("LP1", "Hopf points", "bad-start"), ("LP1", "fold", "unknown-kind")],
)
def test_a_curve_needs_a_point_of_its_kind(label: str, kind: str, code: str) -> None:
    model = scalar(*CUSP, b=1.0)
    start = model.continuation("p", -2, 2).at(label)

    with pytest.raises(UserError) as caught:
        model.continuation(["p", "b"], [-2, -1], [2, 3], start=start, kind=kind)

    assert caught.value.code == code


REACTOR = """CONTINUOUS SYSTEM reactor
STATE x T
DER dx dT
rate = da*(1 - x)*EXP(T/(1 + T/20))
dx = -x + rate
dT = -T + 22*rate - 3*(T - u)
u = k*(2.75 - T)
da: 0.02
k: 0
END
"""


def test_a_curve_that_begins_with_a_low_frequency_keeps_long_steps() -> None:
    """The Hopf point is next to a fold; the frequency grows fivefold along the curve."""
    model = simnon.load(REACTOR)
    curve = model.continuation(["k", "da"], [0, 0.05], [2, 0.2], start=model.continuation("da", 0.02, 0.2).at("HB1"))

    assert curve[0].ends == ("k has reached 0", "da has reached 0.2")
    assert len(curve[0]) < 200
    assert curve.at("GH1")["k"] == pytest.approx(1.04126, abs=1e-5)
