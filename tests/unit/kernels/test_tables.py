"""Tables of one argument: exact at the nodes, correct between, as specified outside, frozen if requested."""

import math
from array import array

import numpy as np
import pytest

from simnon.kernels import natural_spline
from simnon.kernels.tables import (
    hold_piece,
    linear_piece,
    spline_piece,
    table_hold,
    table_interval,
    table_linear,
    table_piece,
    table_spline,
)
from tests.unit.lowering.python_subset.running import same

from .translated import kernel

XS = [-1.0, 0.0, 0.5, 2.0, 3.0]
YS = [2.0, 0.1, 0.1, -4.0, 1.0]
OFFSET = 2
COUNT = len(XS)
TABLE = array("d", [math.nan, math.nan, *XS, *YS, *natural_spline(XS, YS), math.nan])
POINTS = [-5.0, -1.0, -0.3, -0.0, 0.0, 0.2, 0.5, 0.7, 1.9999, 2.0, 2.5, 3.0, 3.1, 50.0]


def test_an_interval_is_found_by_bisection_within_the_nodes() -> None:
    found = [table_interval(TABLE, OFFSET, COUNT, x) for x in (-9.0, -1.0, -0.1, 0.0, 0.6, 2.0, 2.9, 3.0, 9.0)]
    assert found == [0, 0, 0, 1, 2, 3, 3, 3, 3]


def test_pieces_are_numbered_from_minus_one() -> None:
    found = [table_piece(TABLE, OFFSET, COUNT, x) for x in (-9.0, -1.0, 0.0, 0.6, 2.9, 3.0, 9.0)]
    assert found == [-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 4.0]


def test_all_kinds_are_exact_at_the_nodes() -> None:
    for x, y in zip(XS, YS, strict=True):
        assert table_hold(TABLE, OFFSET, COUNT, x) == y
        for is_extrapolated in (False, True):
            assert table_linear(TABLE, OFFSET, COUNT, x, is_extrapolated) == y
            assert table_spline(TABLE, OFFSET, COUNT, x, is_extrapolated) == pytest.approx(y, abs=1e-15)


def test_between_nodes_the_line_agrees_with_numpy() -> None:
    for x in POINTS:
        assert table_linear(TABLE, OFFSET, COUNT, x, False) == pytest.approx(float(np.interp(x, XS, YS)), rel=1e-15)


def test_a_level_line_is_exactly_level() -> None:
    assert {table_linear(TABLE, OFFSET, COUNT, x, False) for x in np.linspace(0.0, 0.5, 50)} == {0.1}


def test_a_held_value_is_that_of_the_node_before() -> None:
    assert [table_hold(TABLE, OFFSET, COUNT, x) for x in (-9.0, -0.5, 0.7, 9.0)] == [2.0, 2.0, 0.1, 1.0]


def test_outside_the_nodes_the_end_values_hold_or_the_end_lines_continue() -> None:
    assert table_linear(TABLE, OFFSET, COUNT, -3.0, False) == 2.0
    assert table_linear(TABLE, OFFSET, COUNT, 7.0, False) == 1.0
    assert table_linear(TABLE, OFFSET, COUNT, -3.0, True) == pytest.approx(2.0 + 2 * 1.9)
    assert table_linear(TABLE, OFFSET, COUNT, 7.0, True) == pytest.approx(1.0 + 4 * 5.0)
    assert table_spline(TABLE, OFFSET, COUNT, -3.0, False) == 2.0
    assert table_spline(TABLE, OFFSET, COUNT, 7.0, False) == 1.0


def test_an_extrapolated_spline_is_smooth_and_straight() -> None:
    def value(x: float) -> float:
        return table_spline(TABLE, OFFSET, COUNT, x, True)

    h = 1e-5
    for end in (-1.0, 3.0):
        before, after = (value(end) - value(end - h)) / h, (value(end + h) - value(end)) / h
        assert before == pytest.approx(after, abs=1e-3)
    assert value(9.0) - value(8.0) == pytest.approx(value(8.0) - value(7.0))


def test_a_spline_converges_with_the_fourth_power_of_the_spacing() -> None:
    errors = []
    for count in (21, 41, 81):
        xs = np.linspace(0.0, math.pi, count)
        ys = np.sin(xs)
        table = array("d", [*xs, *ys, *natural_spline(xs.tolist(), ys.tolist())])
        points = np.linspace(0.0, math.pi, 501)
        errors.append(max(abs(table_spline(table, 0, count, x, False) - math.sin(x)) for x in points.tolist()))
    # The second derivative of the sine is zero at both ends, so the natural spline has full order.
    assert [round(math.log2(errors[i] / errors[i + 1])) for i in range(2)] == [4, 4]


def test_a_frozen_piece_extends_beyond_its_interval() -> None:
    assert linear_piece(TABLE, OFFSET, COUNT, 0.0, 1.0, False) == pytest.approx(0.1 - 1.9)
    assert hold_piece(TABLE, OFFSET, COUNT, 3.0, -7.0) == -4.0
    inside = [spline_piece(TABLE, OFFSET, COUNT, 2.0, x, False) for x in (0.5, 1.0, 1.5, 2.0)]
    beyond = spline_piece(TABLE, OFFSET, COUNT, 2.0, 2.5, False)
    # One cubic: its fourth differences vanish.
    assert beyond - 4 * inside[3] + 6 * inside[2] - 4 * inside[1] + inside[0] == pytest.approx(0.0, abs=1e-12)


def test_a_frozen_end_holds_within_the_nodes_too() -> None:
    assert linear_piece(TABLE, OFFSET, COUNT, -1.0, 0.25, False) == 2.0
    assert linear_piece(TABLE, OFFSET, COUNT, 4.0, 0.25, False) == 1.0
    assert spline_piece(TABLE, OFFSET, COUNT, 4.0, 0.25, False) == 1.0


def test_the_value_at_nan_is_nan() -> None:
    assert math.isnan(table_hold(TABLE, OFFSET, COUNT, math.nan))
    for k in (-1.0, 1.0, 4.0):
        assert math.isnan(linear_piece(TABLE, OFFSET, COUNT, k, math.nan, False))
        assert math.isnan(spline_piece(TABLE, OFFSET, COUNT, k, math.nan, False))


@pytest.mark.parametrize("target", ["interpreter", "llvm"])
def test_targets_give_the_same_bits(target: str) -> None:
    table = np.array(TABLE)
    for x in [*POINTS, math.inf, -math.inf, math.nan]:
        hold = kernel("table_hold", target)((OFFSET, COUNT, x), table)
        assert same(hold, table_hold(TABLE, OFFSET, COUNT, x))
        for is_extrapolated in (False, True):
            given = (OFFSET, COUNT, x, is_extrapolated)
            assert same(kernel("table_linear", target)(given, table), table_linear(TABLE, *given))
            assert same(kernel("table_spline", target)(given, table), table_spline(TABLE, *given))
            for k in (-1.0, 0.0, 2.0, 4.0):
                frozen = (OFFSET, COUNT, k, x, is_extrapolated)
                assert same(kernel("linear_piece", target)(frozen, table), linear_piece(TABLE, *frozen))
                assert same(kernel("spline_piece", target)(frozen, table), spline_piece(TABLE, *frozen))


def test_two_nodes_are_joined_by_a_straight_spline() -> None:
    table = array("d", [0.0, 2.0, 1.0, 5.0, *natural_spline([0.0, 2.0], [1.0, 5.0])])
    assert [table_spline(table, 0, 2, x, True) for x in (-1.0, 0.0, 1.0, 2.0, 3.0)] == [-1.0, 1.0, 3.0, 5.0, 7.0]
