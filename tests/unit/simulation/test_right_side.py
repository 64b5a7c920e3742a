"""The equations of a model at one point, evaluated by the compiled code."""

import numpy as np
import pytest

import simnon
from simnon.simulation import right_side

VDPOL = """CONTINUOUS SYSTEM vdpol
STATE x y
DER dx dy
dx = y
dy = mu*(1 - x^2)*y - x
mu: 1
x: 2
END
"""
SWITCHED = """CONTINUOUS SYSTEM s
STATE x
DER dx
TIME t
dx = (IF x > 1 THEN -2*x ELSE x) + t*k
k: 0
END
"""


def test_derivatives_come_in_the_order_of_the_integrated_states() -> None:
    model = simnon.load(VDPOL)

    assert model.integrated == ("x", "y")
    assert model.rhs(0, [2, 3]).tolist() == [3.0, -11.0]
    assert model.rhs(0, np.array([2.0, 3.0]), {"mu": 0}).tolist() == [3.0, -2.0]


def test_comparisons_and_the_time_are_evaluated_at_the_point() -> None:
    model = simnon.load(SWITCHED)

    assert model.rhs(0, [2.0]).tolist() == [-4.0]
    assert model.rhs(0, [0.5]).tolist() == [0.5]
    assert model.rhs(3, [0.5], parameters={"k": 2}).tolist() == [6.5]


def test_calls_are_independent() -> None:
    model = simnon.load(SWITCHED)
    first = model.rhs(1, [0.5])
    model.rhs(7, [9.0], {"k": 3})

    assert model.rhs(1, [0.5]) == first


@pytest.mark.parametrize("has_formulas", [True, False])
def test_the_jacobian_equals_the_formulas_or_approximates_them(
    has_formulas: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = simnon.load(VDPOL)
    if not has_formulas:
        monkeypatch.setitem(model._simulator.__dict__, "_formulas", None)
    exact = np.array([[0.0, 1.0], [-2 * 2 * 3 - 1, -3.0]])

    found = model.jacobian(0, [2.0, 3.0])

    assert np.array_equal(found, exact) if has_formulas else np.allclose(found, exact, rtol=1e-9)


def test_differences_do_not_cross_a_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    model = simnon.load(SWITCHED)
    monkeypatch.setitem(model._simulator.__dict__, "_formulas", None)

    assert model.jacobian(0, [1.0])[0, 0] == pytest.approx(1.0)
    assert model.jacobian(0, [1.0 + right_side.DIFFERENCE / 2])[0, 0] == pytest.approx(-2.0)


def test_discrete_systems_hold_their_values_from_before_the_first_sample() -> None:
    plant = "CONTINUOUS SYSTEM plant\nINPUT u\nSTATE x\nDER dx\ndx = u\nEND\n"
    regulator = "DISCRETE SYSTEM reg\nOUTPUT y\nTSAMP ts\nTIME t\ny = 5\nts = t + 1\ny: 2\nEND\n"
    connection = "CONNECTING SYSTEM con\nu[plant] = y[reg]\nEND\n"

    assert simnon.load(plant, regulator, connection).rhs(0, [1.0]).tolist() == [2.0]


def test_a_model_without_states_has_no_derivatives() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\ny = 1\nEND\n")

    assert model.rhs(0, []).tolist() == []
    assert model.jacobian(0, []).shape == (0, 0)


def test_a_solver_of_a_different_library_gives_the_same_run() -> None:
    model = simnon.load(VDPOL)
    solve = pytest.importorskip("scipy.integrate").solve_ivp

    theirs = solve(model.rhs, (0, 5), [2.0, 0.0], method="Radau", jac=model.jacobian, rtol=1e-8, atol=1e-10)

    assert theirs.y[:, -1] == pytest.approx([model.simulate(0, 5).final[name] for name in "xy"], abs=1e-4)


@pytest.mark.parametrize("states", [[1.0], [1.0, 2.0, 3.0], 1.0, [[1.0, 2.0]], "12", None])
def test_the_wrong_number_of_states_is_rejected(states: object) -> None:
    with pytest.raises(simnon.UserError, match="x: expected") as caught:
        simnon.load(VDPOL).rhs(0, states)  # type: ignore[arg-type]
    assert caught.value.code == "bad-argument"


def test_derivatives_that_depend_on_the_past_are_rejected() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -DELAY(x, 1)\nEND\n")

    with pytest.raises(simnon.UserError, match="depend on the past"):
        model.rhs(0, [1.0])


def test_an_algebraic_loop_without_a_solution_is_named() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ny = y^2 + x\ndx = y\nx: -1\nEND\n")

    assert model.rhs(0, [-1.0])[0] ** 2 - 1.0 == pytest.approx(model.rhs(0, [-1.0])[0])
    with pytest.raises(simnon.UserError, match="the algebraic loop of y has no solution"):
        model.rhs(0, [1.0])
