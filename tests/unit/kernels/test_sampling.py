"""sampling: instants are counted, so that those that coincide in exact arithmetic coincide here too."""

from array import array

from simnon.kernels.sampling import next_instant

PLACE = 3


def numbers(samples: float = 0.0) -> "array[float]":
    values = array("d", bytes(8 * 10))
    values[PLACE] = samples
    return values


def test_instants_of_one_period_do_not_drift() -> None:
    values = numbers()
    time = 0.5
    for k in range(1, 1001):
        time = next_instant(values, PLACE, time, 0.1)
        values[PLACE] += 1.0
        assert time == 0.5 + k * 0.1
    assert list(values[PLACE:]) == [1000.0, 0.5, 0.0, 0.1, 0.0, 0.0, 0.0]


def test_a_new_period_is_counted_from_the_instant_at_which_it_starts() -> None:
    values = numbers(4.0)
    time = next_instant(values, PLACE, 2.0, 0.25)
    assert list(values[PLACE : PLACE + 4]) == [4.0, 2.0, 4.0, 0.25]
    values[PLACE] = 5.0
    time = next_instant(values, PLACE, time, 0.5)
    assert time == 2.75
    assert list(values[PLACE : PLACE + 4]) == [5.0, 2.25, 5.0, 0.5]
    values[PLACE] = 6.0
    assert next_instant(values, PLACE, time, 0.5) == 3.25
    assert list(values[PLACE : PLACE + 4]) == [6.0, 2.25, 5.0, 0.5]


def test_an_unexpected_instant_starts_a_new_row() -> None:
    values = numbers()
    next_instant(values, PLACE, 2.0, 0.25)
    values[PLACE] = 1.0
    assert next_instant(values, PLACE, 2.5, 0.25) == 2.75
    assert list(values[PLACE : PLACE + 4]) == [1.0, 2.5, 1.0, 0.25]


def test_a_rounding_error_does_not_start_a_new_row() -> None:
    values = numbers()
    next_instant(values, PLACE, 2.0, 0.25)
    values[PLACE] = 1.0
    assert next_instant(values, PLACE, 2.25 + 1e-14, 0.25) == 2.5
    assert values[PLACE + 1] == 2.0


def test_an_instant_before_the_expected_one_starts_a_new_row() -> None:
    values = numbers()
    next_instant(values, PLACE, 2.0, 0.25)
    values[PLACE] = 1.0
    assert next_instant(values, PLACE, 2.125, 0.25) == 2.375


def test_before_zero_rounding_is_as_large_as_after_it() -> None:
    values = numbers()
    next_instant(values, PLACE, -8.25, 0.25)
    values[PLACE] = 1.0
    assert next_instant(values, PLACE, -8.0 + 4e-14, 0.25) == -7.75


def test_near_zero_rounding_is_relative_to_the_period() -> None:
    values = numbers()
    next_instant(values, PLACE, -1.0, 1.0)
    values[PLACE] = 1.0
    assert next_instant(values, PLACE, 9e-15, 1.0) == 1.0
    values[PLACE] = 1.0
    assert next_instant(values, PLACE, -9e-15, 1.0) == 1.0
    values[PLACE] = 1.0
    assert next_instant(values, PLACE, 1.1e-14, 1.0) == 1.0 + 1.1e-14
