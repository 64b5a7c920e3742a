"""Sampling of continuous models, exact with delays, and back."""

import math

import numpy as np
import pytest

from simnon import SimnonError
from simnon.linear import LinearModel, state_space, transfer_function


def test_the_sampled_double_integrator_is_exact() -> None:
    found = state_space([[0, 1], [0, 0]], [[0], [1]], [[1, 0]]).discretise(0.5)

    assert found.A.tolist() == [[1, 0.5], [0, 1]]
    assert pytest.approx(np.array([[0.125], [0.5]])) == found.B
    assert found.period == 0.5


def test_a_fractional_delay_of_an_integrator_splits_the_input() -> None:
    # x(k+1) = x(k) + (h - r) u(k - 1) + r u(k - 2) with the lag h + r.
    found = transfer_function([1], [1, 0], delay=1.3).discretise(1.0)
    response = found.impulse_response(6.0)

    assert len(found.states) == 3
    assert np.diff(response.values[:, 0, 0])[:5] == pytest.approx([0.0, 0.7, 0.3, 0.0, 0.0], abs=1e-12)


@pytest.mark.parametrize("method", ["zoh", "foh"])
@pytest.mark.parametrize("period", [1e4, 1e300])
def test_a_model_that_grows_beyond_all_numbers_within_a_period_is_refused(method: str, period: float) -> None:
    with pytest.raises(SimnonError, match="no finite values"):
        state_space([[1.0, 0.5], [0.0, -2.0]], [[1], [1]], [[1, 0]]).discretise(period, method)


DELAYED = {
    "input": transfer_function([1, 2], [1, 0.4, 3], delay=0.37),
    "output": transfer_function([1, 2], [1, 0.4, 3]).delayed(1.23, at="outputs"),
    "both": transfer_function([1], [1, 1], delay=0.6).delayed(0.75, at="outputs"),
    "chain": transfer_function([1], [1, 1], delay=0.6)
    .delayed(0.15)
    .delayed(0.3, at="outputs")
    .delayed(0.2, at="outputs"),
    "multiple": transfer_function([2, 1], [1, 1], delay=1.0),
    "parallel": transfer_function([1], [1, 1], delay=0.6) + transfer_function([1], [1, 3]).delayed(0.9, at="outputs"),
    "direct": transfer_function([1, 5], [1, 1], delay=0.7) + 2,
}


@pytest.mark.parametrize("name", DELAYED)
def test_a_sampled_delay_gives_the_step_response_of_the_continuous_one_at_the_samples(name: str) -> None:
    model, period = DELAYED[name], 0.25

    sampled = model.discretise(period).step_response(5.0)
    continuous = model.step_response(times=np.maximum(sampled.t, 1e-9))

    if name == "multiple":
        # At the sample itself the step has arrived.
        assert len(model.discretise(period).states) == 1 + 4
    assert sampled.values[:, 0, 0] == pytest.approx(continuous.values[:, 0, 0], abs=2e-8)


@pytest.mark.parametrize("method", ["zoh", "foh", "tustin"])
def test_sampling_and_back_gives_the_same_model(method: str) -> None:
    model = state_space([[-1, 2], [-3, -0.5]], [[1, 0], [0.5, 2]], [[1, 1]], [[0, 1]])

    back = model.discretise(0.2, method).to_continuous(method)

    for name in "ABCD":
        assert getattr(back, name) == pytest.approx(getattr(model, name), abs=1e-10)


def test_linear_inputs_are_followed_exactly_by_foh() -> None:
    # The response of 1/(s+1) to the ramp t is t - 1 + e^-t.
    sampled = transfer_function([1], [1, 1]).discretise(0.5, "foh")
    x, found = np.zeros((1, 1)), []
    for k in range(6):
        found.append((sampled.C @ x + sampled.D * 0.5 * k).item())
        x = sampled.A @ x + sampled.B * 0.5 * k
    t = 0.5 * np.arange(6)

    assert found == pytest.approx(t - 1 + np.exp(-t))


def test_tustin_keeps_the_response_at_the_prewarped_frequency() -> None:
    model, frequency = transfer_function([1, 1], [1, 0.5, 4]), 3.0
    sampled = model.discretise(0.4, "tustin", prewarp=frequency)

    def at(each: LinearModel) -> complex:
        return complex(each.frequency_response([frequency]).values[0, 0, 0])

    assert at(sampled) == pytest.approx(at(model), rel=1e-12)


def test_poles_are_mapped_by_the_exponential() -> None:
    assert transfer_function([1], [1, 3]).discretise(0.1).poles() == pytest.approx([math.exp(-0.3)])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda g: g.discretise(0), "positive time"),
        (lambda g: g.discretise(1, "zhO"), "one of zoh, foh, tustin"),
        (lambda g: g.discretise(1, prewarp=2), "no frequency to keep"),
        (lambda g: g.discretise(1, "tustin", prewarp=9), "Nyquist"),
        (lambda g: g.discretise(1).discretise(1), "sampled every 1 s already"),
        (lambda g: g.to_continuous(), "continuous already"),
        (lambda g: g.delayed(0.5).discretise(1, "foh"), "not a multiple"),
        (lambda g: g.delayed(0.5).feedback().discretise(1), "cannot be sampled exactly"),
        (lambda _: transfer_function([1], [1, 0.5], period=1).to_continuous(), "no continuous model"),
        (lambda _: transfer_function([1], [1, 1], period=1).to_continuous("tustin"), "infinity"),
        (lambda _: transfer_function([1], [1, -2]).discretise(1, "tustin"), "infinity"),
    ],
)
def test_what_cannot_be_sampled_is_reported(wrong: object, message: str) -> None:
    with pytest.raises(SimnonError, match=message):
        wrong(transfer_function([1], [1, 1]))  # type: ignore[operator]
