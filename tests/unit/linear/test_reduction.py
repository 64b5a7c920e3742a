"""Balanced reduction: Hankel singular values, the bound on the error, unstable parts."""

import math

import numpy as np
import pytest

from simnon import SimnonError
from simnon.linear import LinearModel, state_space, transfer_function


def largest_error(one: LinearModel, other: LinearModel) -> float:
    grid = np.geomspace(1e-3, math.pi / one.period if one.period else 1e3, 2000)
    return float((one - other).singular_values(grid)[1].max())


def random_model(period: float = 0.0) -> LinearModel:
    random = np.random.default_rng(5)
    a = random.normal(size=(8, 8))
    a = (
        0.9 * a / np.abs(np.linalg.eigvals(a)).max()
        if period
        else a - (np.linalg.eigvals(a).real.max() + 0.2) * np.eye(8)
    )
    return state_space(a, random.normal(size=(8, 2)), random.normal(size=(2, 8)), np.eye(2), period=period)


def test_the_hankel_singular_value_of_a_first_order_lag_is_half_its_gain() -> None:
    assert transfer_function([6], [1, 2]).hankel_singular_values() == pytest.approx([1.5])
    # b^2/(1 - a^2) for both Gramians of b/(z - a).
    assert transfer_function([1], [1, -0.5], period=1).hankel_singular_values() == pytest.approx([1 / 0.75])


@pytest.mark.parametrize("period", [0.0, 0.1])
@pytest.mark.parametrize("method", ["truncate", "residualise"])
def test_the_error_keeps_within_its_bound(period: float, method: str) -> None:
    model = random_model(period)

    found = model.reduced(4, method=method)

    error = largest_error(model, found.model)
    assert len(found.model.states) == 4
    assert found.error_bound == pytest.approx(2 * found.hankel_singular_values[4:].sum())
    assert 0.05 * found.error_bound < error <= found.error_bound
    if method == "residualise":
        assert found.model.static_gain() == pytest.approx(model.static_gain())


def test_a_tolerance_chooses_the_least_order() -> None:
    model = random_model()
    values = model.hankel_singular_values()

    found = model.reduced(tolerance=2.0001 * float(values[5:].sum()))

    assert len(found.model.states) == 5
    assert len(model.reduced(tolerance=0).model.states) == 8


def test_an_unstable_part_and_integrators_are_kept() -> None:
    model = transfer_function([1], np.polymul([1, -1, 0], np.polymul([1, 2], [1, 50])).tolist())

    found = model.reduced(3)

    assert found.kept_unstable == 2
    assert sorted(found.model.poles().real)[1:] == pytest.approx([0, 1], abs=1e-9)
    assert largest_error(model, found.model) <= found.error_bound
    assert not math.isnan(found.error_bound)


def test_states_that_do_nothing_are_left_out_without_an_error() -> None:
    model = transfer_function([1, 3], np.polymul([1, 3], [1, 1]).tolist())

    found = model.reduced(1)

    # Gramians are roots of what was computed, and have half its digits.
    assert found.error_bound == pytest.approx(0, abs=1e-7)
    assert found.model.poles() == pytest.approx([-1])


def test_delays_are_kept() -> None:
    model = transfer_function([1], np.polymul([1, 1], [1, 40]).tolist(), delay=0.5)

    found = model.reduced(1)

    assert found.model.delays == (0.5,)
    assert largest_error(model, found.model) <= found.error_bound


def test_wrong_requests_are_reported() -> None:
    model = random_model()
    for wrong, message in (
        ({}, "either order"),
        ({"order": 3, "tolerance": 1}, "either order"),
        ({"order": 9}, "from 0 to 8"),
        ({"tolerance": -1}, "not negative"),
        ({"order": 3, "method": "chop"}, "one of truncate, residualise"),
    ):
        with pytest.raises(SimnonError, match=message):
            model.reduced(**wrong)
