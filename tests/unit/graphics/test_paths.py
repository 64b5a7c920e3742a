"""Paths: mapped for numbers of any size, thinned to what is visible, clipped at the edges, interrupted at gaps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from simnon.graphics.paths import Scale, Viewport, clip, dashed, joint_path, pieces, thin, with_dots

WINDOW = Viewport(0.0, 0.0, 100.0, 50.0)
NAN = np.nan


def array(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(values, np.float64)


@pytest.mark.parametrize(
    ("low", "high"), [(0.0, 1.0), (-1.7e308, 1.7e308), (0.0, 1e-320), (1e-300, 3e-300), (1000.0, 1000.0 + 1e-9)]
)
def test_the_ends_of_an_axis_map_to_its_ends(low: float, high: float) -> None:
    scale = Scale(low, high, 10.0, 90.0)

    assert scale.place(array(low, high)).tolist() == [10.0, 90.0]
    assert scale.place_one(high) == pytest.approx(90.0)
    assert scale.place_one(low / 2 + high / 2) == pytest.approx(50.0, abs=1.0)


def test_non_finite_values_have_no_position_and_distant_ones_are_clamped() -> None:
    positions = Scale(0.0, 1.0, 0.0, 100.0).place(array(NAN, np.inf, -np.inf, 1e308, -1e308))

    assert np.isnan(positions[:3]).all()
    assert positions[3] > 1e6
    assert positions[4] < -1e6


def test_a_gap_in_one_coordinate_is_a_gap_in_both() -> None:
    x, y = joint_path(array(0, NAN, 2, 3), array(0, 1, np.inf, 3))

    assert np.isnan(x).tolist() == np.isnan(y).tolist() == [False, True, True, False]


def test_thinning_keeps_the_extremes_of_every_column() -> None:
    x = np.linspace(0, 100, 100_001)
    y = 25 + 20 * np.sin(x) + np.random.default_rng(1).normal(size=len(x))

    thin_x, thin_y = thin(x, y, WINDOW, 1.0)

    assert len(thin_x) <= 4 * 102
    columns, thin_columns = x.astype(int), np.floor(thin_x).astype(int)
    for column in range(100):
        assert thin_y[thin_columns == column].min() == y[columns == column].min()
        assert thin_y[thin_columns == column].max() == y[columns == column].max()


def test_thinning_keeps_gaps() -> None:
    x, y = np.linspace(0, 100, 1001), np.zeros(1001)
    x[500:600] = y[500:600] = NAN

    assert len(pieces(*thin(x, y, WINDOW, 1.0))) == 2


def test_a_line_through_the_window_is_clipped_at_its_edges() -> None:
    x, y = clip(array(-50, 150), array(25, 25), WINDOW, 0.0)

    assert (x.tolist(), y.tolist()) == ([0.0, 100.0], [25.0, 25.0])


def test_a_line_past_the_corner_is_invisible() -> None:
    x, _y = clip(array(-10, 10), array(10, -20), WINDOW, 0.0)

    assert len(x) == 0


def test_a_path_that_leaves_and_returns_has_a_gap() -> None:
    x, y = clip(array(10, 20, 30, 40), array(10, -10, -10, 10), WINDOW, 0.0)

    assert [piece[0].tolist() for piece in pieces(x, y)] == [[10.0, 15.0], [35.0, 40.0]]


def test_an_isolated_point_becomes_a_dot() -> None:
    x, y = with_dots(array(0, NAN, 2, NAN, 4, 5), array(0, NAN, 2, NAN, 4, 5))

    assert [len(piece[0]) for piece in pieces(x, y)] == [2, 2, 2]


def test_dashes_alternate_with_spaces() -> None:
    parts = pieces(*dashed(array(0, 10), array(0, 0), (3.0, 1.0)))

    assert [(part[0][0], part[0][-1]) for part in parts] == [(0.0, 3.0), (4.0, 7.0), (8.0, 10.0)]


@settings(deadline=None)
@given(arrays(np.float64, st.integers(1, 40)), arrays(np.float64, st.integers(1, 40)))
def test_any_clipped_path_is_inside_the_window(
    x: np.ndarray[tuple[int], np.dtype[np.float64]], y: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> None:
    scale = Scale(-1.0, 1.0, 0.0, 100.0)
    path = with_dots(*thin(*joint_path(scale.place(x), scale.place(y)), WINDOW, 1.0))

    x, y = clip(*path, WINDOW, 0.01)

    for part_x, part_y in pieces(x, y):
        assert ((part_x >= -0.1) & (part_x <= 100.1) & (part_y >= -0.1) & (part_y <= 50.1)).all()
