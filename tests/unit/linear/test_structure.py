"""Poles, zeros, gains, controllability and connections of linear models."""

import math

import numpy as np
import pytest

from simnon import SimnonError
from simnon.linear import LinearModel, state_space, transfer_function
from simnon.linear.frequency import transfer_matrix


def at(model: LinearModel, s: complex) -> complex:
    return complex(transfer_matrix(model, np.array([s]))[0, 0, 0])


def test_poles_come_slowest_first_with_their_damping_and_time_constant() -> None:
    model = transfer_function([1], np.polymul([1, 2 * 0.3 * 5, 25], [10, 1]).tolist())

    slow, fast, _ = model.modes().rows

    assert slow.pole == pytest.approx(-0.1)
    assert (slow.time_constant, slow.damping) == pytest.approx((10.0, 1.0))
    assert (fast.natural_frequency, fast.damping) == pytest.approx((5.0, 0.3))
    assert fast.pole.imag > 0
    assert model.is_stable()


def test_a_sampled_pole_has_the_damping_of_the_continuous_one_that_gives_it() -> None:
    s, period = complex(-1.5, math.sqrt(25 - 1.5**2)), 0.1
    z = np.exp(s * period)
    model = transfer_function([1], [1, -2 * z.real, abs(z) ** 2], period=period)

    mode = model.modes().rows[0]

    assert (mode.natural_frequency, mode.damping) == pytest.approx((5.0, 0.3))
    assert mode.is_stable
    assert not transfer_function([1], [1, -1], period=1).is_stable()


def test_a_table_of_modes_names_what_is_not_stable() -> None:
    text = str(transfer_function([1], [1, -1, 0]).modes())

    assert text.splitlines()[0].split("  ")[0].strip() == "pole"
    assert text.count("not stable") == 2
    assert "nan" not in text


def test_zeros_of_a_single_loop_are_those_of_the_numerator() -> None:
    model = transfer_function([2, -6, 4], [1, 3, 3, 1, 5])

    assert sorted(model.zeros().real) == pytest.approx([1.0, 2.0])


def test_transmission_zeros_need_not_be_zeros_of_any_element() -> None:
    # [1/(s+1) 2/(s+3); 1/(s+1) 1/(s+1)]: the determinant vanishes at s = 1 (Skogestad and Postlethwaite 2005, 4.5).
    model = state_space(np.diag([-1, -3, -1]), [[1, 0], [0, 1], [0, 1]], [[1, 2, 0], [1, 0, 1]])

    assert model.zeros() == pytest.approx([1.0])


def test_models_with_more_outputs_than_inputs_have_only_common_zeros() -> None:
    a, b = [[0, 1], [-2, -3]], [[0], [1]]

    assert state_space(a, b, [[3, 1], [6, 2]]).zeros() == pytest.approx([-3.0])
    assert len(state_space(a, b, [[3, 1], [1, 1]]).zeros()) == 0


def test_a_delay_at_the_input_changes_no_zero_and_one_beside_a_direct_path_is_refused() -> None:
    model = transfer_function([1, 3], [1, 2, 5], delay=0.4)

    assert model.zeros() == pytest.approx([-3.0])
    with pytest.raises(SimnonError, match="needs a model without delays"):
        (model + transfer_function([1], [1, 1])).zeros()


def test_the_static_gain_is_infinite_only_where_there_is_integration() -> None:
    model = state_space([[0, 0], [0, -2]], [[-1, 0], [0, 1]], [[1, 0], [0, 1]], [[0, 0], [0, 3]])

    assert model.static_gain().tolist() == [[-math.inf, 0.0], [0.0, 3.5]]
    assert transfer_function([3], [1, -0.5], period=2).static_gain() == pytest.approx(6.0)


def test_uncontrollable_and_unobservable_poles_are_found_and_removed() -> None:
    # x1 -> y is reached; x2 is not reached (pole -2); x3 is not seen (pole -3).
    basis = np.array([[1.0, 2.0, 0.5], [0.0, 1.0, -1.0], [0.3, 0.0, 2.0]])
    a = basis @ np.diag([-1.0, -2.0, -3.0]) @ np.linalg.inv(basis)
    model = state_space(a, basis @ [[1], [0], [1]], np.array([[1, 1, 0]]) @ np.linalg.inv(basis))

    assert model.controllability().others == pytest.approx([-2.0])
    assert model.observability().others == pytest.approx([-3.0])
    assert model.minimal().poles() == pytest.approx([-1.0])
    assert at(model.minimal(), 0.7j) == pytest.approx(1 / (1 + 0.7j))


def test_a_minimal_model_of_badly_scaled_states_keeps_them_all() -> None:
    model = state_space([[-1, 1e9], [0, -2]], [[0], [1e-6]], [[1e-5, 0]])

    assert model.minimal() is model
    assert model.controllability().is_complete


def test_operators_do_to_responses_what_they_do_to_numbers() -> None:
    g, h, s = transfer_function([1, 2], [1, 3, 1]), transfer_function([2], [1, 1]), 0.3 + 0.9j
    a, b = at(g, s), at(h, s)

    assert at(g * h, s) == pytest.approx(a * b)
    assert at(g + h, s) == pytest.approx(a + b)
    assert at(g - h, s) == pytest.approx(a - b)
    assert at(2 * g - 1, s) == pytest.approx(2 * a - 1)
    assert at(1 - g / 4, s) == pytest.approx(1 - a / 4)
    assert at(g.feedback(h), s) == pytest.approx(a / (1 + a * b))
    assert at(g.feedback(0.5, sign=1), s) == pytest.approx(a / (1 - a / 2))
    assert (g * h).states == ("x1", "x1_2", "x2")


def test_connections_keep_delays_exact() -> None:
    g, h, s = transfer_function([1], [1, 1], delay=0.7), transfer_function([2, 1], [1, 4], delay=0.2), 0.1 + 2j
    a, b = np.exp(-0.7 * s) / (s + 1), np.exp(-0.2 * s) * (2 * s + 1) / (s + 4)

    assert at(g.series(h), s) == pytest.approx(a * b)
    assert at(g.feedback(h), s) == pytest.approx(a / (1 + a * b))
    assert (g * h).delays == (0.2, 0.7)


def test_signals_are_chosen_by_name_in_any_case() -> None:
    model = state_space(np.diag([-1, -2]), np.eye(2), np.eye(2), inputs=["valve", "heat"], outputs=["level", "temp"])

    chosen = model.select("HEAT", ["temp"])

    assert (chosen.inputs, chosen.outputs) == (("heat",), ("temp",))
    assert at(chosen, 1.0) == pytest.approx(1 / 3)
    with pytest.raises(SimnonError, match="did you mean 'valve'"):
        model.select(inputs="valv")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda g: g.feedback(transfer_function([1], [1], period=1)), "continuous, the other sampled every 1 s"),
        (lambda g: g.feedback(-1) * 0 + transfer_function([1], [1]).feedback(-1), "algebraic loop"),
        (lambda _: transfer_function([1, 0, 0], [1, 1]), "degree 2"),
        (lambda _: transfer_function([1], [0]), "not all zero"),
        (lambda g: g * "2", "expected a linear model or a number"),
        (lambda g: g.delayed(-1), "not negative"),
        (lambda g: g.delayed(1, at="middle"), "'inputs' or 'outputs'"),
        (lambda g: g.feedback(1, sign=2), "expected -1 or 1"),
        (lambda _: state_space([[1, 2]], [[1]], [[1]]), "do not fit"),
        (lambda _: state_space([[1]], [[1]], [[1]], states=["x", "y"]), "1 different names"),
        (lambda _: state_space([[math.nan]], [[1]], [[1]]), "finite"),
    ],
)
def test_what_cannot_be_connected_or_made_is_reported(wrong: object, message: str) -> None:
    with pytest.raises(SimnonError, match=message):
        wrong(transfer_function([1], [1, 1]))  # type: ignore[operator]


def test_the_rightmost_pole_of_a_delayed_integrator_in_feedback_is_known() -> None:
    # s + e^-s = 0: s = W(-1), Lambert's function.
    loop = transfer_function([1], [1, 0], delay=1).feedback()

    assert loop.poles()[np.argmax(loop.poles().real)] == pytest.approx(-0.31813150520476413 + 1.3372357014306895j)
    assert loop.is_stable()
    assert not (1.6 * transfer_function([1], [1, 0], delay=1)).feedback().is_stable()


def test_poles_far_to_the_left_of_a_delayed_loop_do_not_overflow() -> None:
    loop = transfer_function([10], [0.001, 1, 1], delay=1.0).feedback(0.01)

    assert loop.is_stable()
    assert np.isfinite(loop.poles()).all()


def test_poles_of_a_sampled_loop_with_a_delay_are_exact() -> None:
    # x(k+1) = x(k) - 0.25 x(k-1) has a double pole at 0.5.
    loop = (0.25 * transfer_function([1], [1, -1], delay=1, period=1)).feedback()

    assert sorted(abs(loop.poles())) == pytest.approx([0.5, 0.5], abs=1e-7)


def test_two_equal_models_are_equal_and_repr_is_short() -> None:
    model = transfer_function([1], [1, 1], delay=2)

    assert model == transfer_function([1], [1, 1], delay=2)
    assert model != transfer_function([1], [1, 2], delay=2)
    assert repr(model) == "LinearModel(1 state, u1 -> y1, continuous, delays 2)"


def test_an_oscillator_has_a_damping_of_zero() -> None:
    (mode, _) = transfer_function([1], [1, 0, 1]).modes().rows

    assert str(mode.damping) == "0.0"
