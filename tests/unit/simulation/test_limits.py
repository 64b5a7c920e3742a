"""Ranges in runs."""

import numpy as np
import pytest

from simnon.model import Limit
from simnon.simulation.limits import check_parameters, notes_on_limits
from simnon.simulation.outcome import EventEntry
from simnon.source import UserError

LIMIT = Limit("T", 0.0, 100.0, None, "T outside 0..100")


def entry(time: float) -> EventEntry:
    return EventEntry(time, "T outside 0..100", 0.0, 1.0)


def test_times_at_which_a_variable_left_its_range() -> None:
    notes = notes_on_limits([LIMIT], {"T": np.array([50.0])}, 0.0, [entry(2.5), entry(7.0)])

    assert notes == ["T left its range 0..100 at t = 2.5, 7"]


def test_a_variable_that_begins_outside_is_noted_too() -> None:
    assert notes_on_limits([LIMIT], {"T": np.array([-1.0])}, 3.0, []) == ["T left its range 0..100 at t = 3"]


def test_a_time_is_listed_once() -> None:
    notes = notes_on_limits([LIMIT], {"T": np.array([-1.0])}, 0.0, [entry(0.0), entry(0.0), entry(2.0)])

    assert notes == ["T left its range 0..100 at t = 0, 2"]


def test_many_times_are_counted() -> None:
    events = [entry(float(i)) for i in range(10)]

    assert notes_on_limits([LIMIT], {}, 0.0, events) == ["T left its range 0..100 at t = 0, 1, 2 and 7 more times"]


@pytest.mark.parametrize("value", [-0.1, 100.5, float("nan")])
def test_parameters_outside_their_range_are_rejected(value: float) -> None:
    with pytest.raises(UserError) as caught:
        check_parameters([LIMIT], [], {"T": value})

    assert caught.value.code == "out-of-range"


def test_structural_parameters_are_rejected() -> None:
    with pytest.raises(UserError) as caught:
        check_parameters([], ["n"], {"n": 3.0})

    assert caught.value.code == "structural-parameter"
