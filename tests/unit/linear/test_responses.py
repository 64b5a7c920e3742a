"""Step, impulse and initial responses of linear models."""

import math

import numpy as np
import pytest
import scipy.linalg

from simnon import SimnonError
from simnon.linear import state_space, transfer_function


def test_the_step_response_of_a_second_order_system_is_exact_at_every_time() -> None:
    damping, frequency = 0.3, 2.0
    found = transfer_function([4], [1, 2 * damping * frequency, 4]).step_response(times=[0.0, 0.3, 1.0, 1.1, 7.0])

    fast = frequency * math.sqrt(1 - damping**2)
    phase = math.acos(damping)
    exact = 1 - np.exp(-damping * frequency * found.t) * np.sin(fast * found.t + phase) / math.sin(phase)
    assert found.values[:, 0, 0] == pytest.approx(exact, abs=1e-13)


def test_a_response_lasts_until_the_slowest_mode_has_died_out() -> None:
    found = transfer_function([1], np.polymul([100, 1], [1, 1]).tolist()).step_response()

    assert found.values[-1, 0, 0] == pytest.approx(1.0, abs=2e-3)
    assert found.t[-1] == pytest.approx(700)


def test_every_input_reaches_every_output() -> None:
    model = state_space(np.diag([-1, -2]), [[1, 3], [0, 1]], np.eye(2), [[0, 0], [5, 0]])

    found = model.step_response(times=[0.0, 1.0])

    assert found.values.shape == (2, 2, 2)
    assert found.between("u2", "y1")[1] == pytest.approx(3 * (1 - math.exp(-1)))
    assert found.between("u1", "y2").tolist() == [5, 5]


def test_an_impulse_response_is_the_derivative_of_the_step_response() -> None:
    found = transfer_function([1], [1, 1]).impulse_response(times=[0.0, 0.5])

    assert found.values[:, 0, 0] == pytest.approx([1, math.exp(-0.5)])


def test_initial_values_are_given_by_name_or_in_order() -> None:
    model = state_space([[0, 1], [-1, 0]], [[0], [1]], [[1, 0]], states=["position", "speed"])

    by_name = model.initial_response({"Speed": 2}, times=[0.0, 1.0])

    assert by_name.values[:, 0, 0] == pytest.approx([0, 2 * math.sin(1)])
    assert model.initial_response([0, 2], times=[0.0, 1.0]) == by_name


def test_a_sampled_response_is_its_recursion() -> None:
    model = transfer_function([1], [1, -0.5], period=0.2)

    assert model.step_response(0.6).values[:, 0, 0] == pytest.approx([0, 1, 1.5, 1.75])
    assert model.impulse_response(0.6).values[:, 0, 0] == pytest.approx([0, 1, 0.5, 0.25])
    assert model.step_response(0.6).t == pytest.approx([0, 0.2, 0.4, 0.6])


def test_a_loop_through_a_delay_follows_the_method_of_steps() -> None:
    # x' = -x(t-1) with x = 1 until 0: 1 - t, then 1 - t + (t-1)^2/2, then a cubic more. As a step response: the loop
    # 1/s with a delay answers a step of its input by the integral of that.
    found = transfer_function([1], [1, 0]).feedback(transfer_function([1], [1], delay=1))
    t = np.array([0.5, 1.0, 1.7, 2.0, 2.6])

    def power(order: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.where(t >= order, np.maximum(t - order, 0) ** (order + 1) / math.factorial(order + 1), 0.0)

    exact = power(0) - power(1) + power(2)
    assert found.step_response(times=t).values[:, 0, 0] == pytest.approx(exact, abs=1e-12)
    assert found.impulse_response(times=[0.5, 1.5]).values[:, 0, 0] == pytest.approx([1, 0.5], abs=1e-12)


@pytest.mark.parametrize(
    ("a", "gain", "lag"),
    [([[0, 1], [-4, -0.3]], 1.2, 0.7), ([[-1e3, 1], [1e3, -0.5]], 0.4, 0.5)],
    ids=["light", "stiff"],
)
def test_a_delayed_loop_agrees_with_the_exact_chain_of_its_intervals(
    a: list[list[float]], gain: float, lag: float
) -> None:
    # The states of all intervals of one lag are one linear system without delays, each fed by the one before.
    model = state_space(a, [[0], [1]], [[1, 0]])
    step = np.array([0.0, 1.0])
    back = -gain * model.B @ model.C

    def chain(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        whole = np.zeros((2 * count + 1, 2 * count + 1))
        whole[:-1, :-1] = np.kron(np.eye(count), model.A) + np.kron(np.eye(count, k=-1), back)
        whole[:-1, -1] = np.tile(step, count)
        return whole

    ends = [np.zeros(2)]
    for count in range(1, 9):
        ends.append((scipy.linalg.expm(chain(count) * lag) @ [*np.concatenate(ends), 1.0])[-3:-1])
    loop = model.feedback(gain * transfer_function([1], [1], delay=lag))
    found = loop.step_response(times=[lag * k for k in range(1, 9)]).values[:, 0, 0]

    exact = np.array(ends)[1:, 0]
    assert found == pytest.approx(exact, abs=1e-11 * np.abs(exact).max())


def test_incommensurable_lags_and_direct_paths_agree_with_the_frequency_domain() -> None:
    # The final value and the first moment of the error are those of the transfer function at 0.
    loop = transfer_function([0.3], [1, 1], delay=math.sqrt(2)).feedback(0.7) + transfer_function(
        [0.5], [1], delay=math.pi
    )

    found = loop.step_response(60.0).values[-1, 0, 0]

    assert found == pytest.approx(0.3 / 1.21 + 0.5, abs=1e-9)
    assert found == pytest.approx(loop.static_gain().item(), abs=1e-9)


def test_an_impulse_arrives_through_an_input_delay_as_a_jump() -> None:
    found = transfer_function([1], [1, 1], delay=0.4).impulse_response(times=[0.0, 0.3, 0.4, 1.4])

    assert found.values[:, 0, 0] == pytest.approx([0, 0, 1, math.exp(-1)], abs=1e-12)


def test_a_stiff_loop_with_a_delay_stays_accurate() -> None:
    # Poles at -1 and -1e5 before a delay of 1: the answer is that of the slow one, shifted.
    found = transfer_function([1e5], np.polymul([1, 1], [1, 1e5]).tolist(), delay=1).step_response(
        times=[0.5, 1.001, 3.0]
    )
    exact = [1 - (1e5 * math.exp(-t) - math.exp(-1e5 * t)) / (1e5 - 1) for t in (0.001, 2.0)]

    assert found.values[1:, 0, 0] == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"stop": -1}, "positive time"),
        ({"stop": 1, "times": [1.0]}, "either stop or times"),
        ({"times": [1.0, 0.5]}, "increasing"),
    ],
)
def test_wrong_times_are_reported(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(SimnonError, match=message):
        transfer_function([1], [1, 1]).step_response(**arguments)  # type: ignore[arg-type]
    with pytest.raises(SimnonError, match="at its samples only"):
        transfer_function([1], [1, 1], period=1).step_response(times=[1.0])
    with pytest.raises(SimnonError, match="did you mean 'x1'"):
        transfer_function([1], [1, 1]).initial_response({"x": 1})
