"""Curves are thinned to what a screen shows: their outline, gaps and ends stay."""

import numpy as np
import pytest

from simnon.frontends.web.frames import COLUMNS, POINTS_ANYWHERE, thinned


def test_a_short_curve_stays_as_it_is() -> None:
    x = np.linspace(0.0, 1.0, 4 * COLUMNS)

    assert thinned(x, x)[0] is x


def test_the_least_and_greatest_value_of_each_column_stay() -> None:
    x = np.linspace(0.0, 1.0, 200_000)
    y = np.sin(3000.0 * x)
    y[77_777], y[123_456] = 9.0, -9.0
    kept_x, kept_y = thinned(x, y)

    assert len(kept_x) <= 4 * COLUMNS
    assert (kept_y.max(), kept_y.min()) == (9.0, -9.0)
    assert (kept_x[0], kept_x[-1]) == (0.0, 1.0)
    column, kept_column = (
        np.minimum(x * COLUMNS, COLUMNS - 1).astype(int),
        np.minimum(kept_x * COLUMNS, COLUMNS - 1).astype(int),
    )
    for each in range(COLUMNS):
        assert kept_y[kept_column == each].max() == y[column == each].max()
        assert kept_y[kept_column == each].min() == y[column == each].min()


def test_a_gap_stays_a_gap() -> None:
    x = np.linspace(0.0, 1.0, 100_000)
    y = np.ones_like(x)
    y[50_000] = np.nan

    assert np.isnan(thinned(x, y)[1]).any()


def test_a_zoom_brings_every_point_of_its_range_and_one_beyond_each_end() -> None:
    x = np.linspace(0.0, 1.0, 100_001)
    kept, _ = thinned(x, x, 0.5, 0.501)

    assert kept[0] < 0.5
    assert kept[-1] > 0.501
    assert np.array_equal(kept, x[(x >= kept[0]) & (x <= kept[-1])])


@pytest.mark.parametrize("low", [2.0, -3.0])
def test_a_zoom_beyond_the_ends_is_empty_or_an_end(low: float) -> None:
    x = np.linspace(0.0, 1.0, 10)

    assert len(thinned(x, x, low, low + 1.0)[0]) <= 1


def test_a_curve_that_goes_back_and_forth_keeps_points_all_along() -> None:
    angle = np.linspace(0.0, 50.0, 100_000)
    x, y = thinned(np.cos(angle), np.sin(angle))

    assert len(x) <= POINTS_ANYWHERE
    assert np.allclose(np.hypot(x, y), 1.0)
