"""Values between the records of a run."""

import numpy as np
import pytest

from simnon.simulation.interpolation import values_at


def test_a_cubic_is_exact_between_uneven_records() -> None:
    t = np.array([0.0, 0.1, 0.4, 0.5, 1.1, 1.7, 2.0])
    times = np.linspace(0.0, 2.0, 41)

    assert values_at(times, t, t**3 - 2 * t) == pytest.approx(times**3 - 2 * times, abs=1e-14)


def test_at_an_event_the_value_is_the_one_after_it_and_no_polynomial_spans_it() -> None:
    t = np.array([0.0, 1.0, 1.0, 2.0, 2.0, 3.0])
    held = np.array([0.0, 0.0, 5.0, 5.0, 7.0, 7.0])

    assert values_at(np.array([0.0, 0.99, 1.0, 1.5, 2.0, 3.0]), t, held).tolist() == [0.0, 0.0, 5.0, 5.0, 7.0, 7.0]


def test_three_records_at_one_time_are_two_events_there() -> None:
    t = np.array([0.0, 1.0, 1.0, 1.0, 2.0])

    assert values_at(np.array([0.5, 1.0, 1.5]), t, np.array([0.0, 0.0, 9.0, 2.0, 2.0])).tolist() == [0.0, 2.0, 2.0]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_short_records_are_interpolated(count: int) -> None:
    t = np.arange(float(count))

    assert values_at(t, t, 2 * t).tolist() == (2 * t).tolist()


def test_nonfinite_values_do_not_spread() -> None:
    t = np.arange(8.0)
    y = np.where(t == 6, np.nan, t)

    assert values_at(np.array([1.0, 2.5]), t, y).tolist() == [1.0, 2.5]
