"""graduate: round numbers that cover the axis, with distinct texts, for numbers of any size."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simnon.graphics.graduation import MAX_STEPS, Ends, Graduation, graduate

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def graduated(low: float, high: float, count: int = MAX_STEPS + 1) -> Graduation:
    return graduate(Ends(low, high), lambda graduation: len(graduation.ticks) <= count)


def texts(graduation: Graduation) -> list[str]:
    return [tick.text for tick in graduation.ticks]


@pytest.mark.parametrize(
    ("low", "high", "count", "expected"),
    [
        (0, 1, 6, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (-1.03, 0.97, 6, ["-1.5", "-1.0", "-0.5", "0.0", "0.5", "1.0"]),
        (0, 17.3, 5, ["0", "5", "10", "15", "20"]),
        (0, 0.3, 4, ["0.0", "0.1", "0.2", "0.3"]),
        (-1e300, 1e300, 3, ["-1e300", "0", "1e300"]),
        (0, 1e-300, 3, ["0", "0.5e-300", "1.0e-300"]),
        (0, 4e6, 5, ["0", "1e6", "2e6", "3e6", "4e6"]),
        (0, 40000, 5, ["0", "10000", "20000", "30000", "40000"]),
        (1000.0001, 1000.0003, 3, ["1000.0001", "1000.0002", "1000.0003"]),
        (5, 5, 3, ["4.5", "5.0", "5.5"]),
        (0, 0, 3, ["-1", "0", "1"]),
    ],
)
def test_round_numbers_are_chosen(low: float, high: float, count: int, expected: list[str]) -> None:
    assert texts(graduated(low, high, count)) == expected


def test_a_common_offset_shortens_long_texts() -> None:
    graduation = graduated(1e12 - 1, 1e12 + 1, 5)

    assert graduation.offset == "1e12"
    assert texts(graduation) == ["-1.0", "-0.5", "0.0", "0.5", "1.0"]


def test_fixed_ends_are_kept_and_ticks_are_between_them() -> None:
    graduation = graduate(Ends(0.13, 0.87, True, True), lambda graduation: len(graduation.ticks) <= 5)

    assert (graduation.low, graduation.high) == (0.13, 0.87)
    assert texts(graduation) == ["0.2", "0.4", "0.6", "0.8"]


def test_rounding_noise_counts_as_constant() -> None:
    assert texts(graduated(1.0, 1.0 + 1e-14, 3)) == ["0.9", "1.0", "1.1"]


def test_the_coarsest_graduation_is_taken_if_none_fits() -> None:
    assert len(graduate(Ends(0, 1), lambda _graduation: False).ticks) <= 3


@settings(deadline=None)
@given(FINITE, FINITE, st.booleans(), st.booleans(), st.integers(2, 12))
def test_any_axis_is_covered_in_order_with_distinct_texts(
    low: float, high: float, is_low_fixed: bool, is_high_fixed: bool, count: int
) -> None:
    low, high = min(low, high), max(low, high)

    graduation = graduate(Ends(low, high, is_low_fixed, is_high_fixed), lambda g: len(g.ticks) <= count)

    assert math.isfinite(graduation.low)
    assert math.isfinite(graduation.high)
    assert graduation.low <= low <= high <= graduation.high
    assert graduation.low < graduation.high
    values = [tick.value for tick in graduation.ticks]
    assert all(graduation.low <= value <= graduation.high for value in values)
    assert all(a < b for a, b in pairwise(values))
    assert len(set(texts(graduation))) == len(values)
    assert max(map(len, texts(graduation)), default=0) <= 16


@settings(deadline=None)
@given(FINITE, FINITE)
def test_a_text_and_the_offset_give_the_number(low: float, high: float) -> None:
    graduation = graduated(min(low, high), max(low, high), 6)

    span = graduation.high / 2 - graduation.low / 2
    for tick in graduation.ticks:
        if not graduation.offset and abs(tick.value) < 1e307:
            assert abs(float(tick.text) - tick.value) <= 0.01 * span
