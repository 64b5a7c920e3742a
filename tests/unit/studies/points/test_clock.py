"""find_clock: the instants at which samplers are due within their common period."""

import pytest

from simnon.source import UserError
from simnon.studies.points.clock import find_clock


def test_one_sampler_is_due_once_a_period() -> None:
    clock = find_clock([0.1], [0.0])

    assert clock.period == 0.1
    assert clock.instants == ((0.0, frozenset({0})),)


def test_the_common_period_is_the_least_common_multiple() -> None:
    clock = find_clock([0.2, 0.3], [0.0, 0.0])

    assert clock.period == pytest.approx(0.6)
    assert [round(time, 12) for time, _ in clock.instants] == [0.0, 0.2, 0.3, 0.4]
    assert [sorted(due) for _, due in clock.instants] == [[0, 1], [0], [1], [0]]


def test_a_sampler_with_a_phase_is_due_later() -> None:
    clock = find_clock([1.0, 1.0], [0.0, 0.25])

    assert clock.instants == ((0.0, frozenset({0})), (0.25, frozenset({1})))


def test_periods_without_a_common_multiple_are_refused() -> None:
    with pytest.raises(UserError, match="common multiple"):
        find_clock([1.0, 2.0**0.5], [0.0, 0.0])
