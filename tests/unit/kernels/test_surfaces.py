"""Tables of two arguments: tables of one argument along both axes."""

import math
from array import array
from itertools import product

import numpy as np
import pytest

from simnon.kernels import natural_spline, natural_spline_surface
from simnon.kernels.surfaces import (
    surface_hold,
    surface_hold_piece,
    surface_linear,
    surface_linear_piece,
    surface_spline,
    surface_spline_piece,
)
from simnon.kernels.tables import table_linear, table_spline
from tests.unit.lowering.python_subset.running import same

from .translated import kernel

XS, YS = [0.0, 1.0, 3.0], [-2.0, 0.0, 0.5, 4.0]
A, B = [1.0, -1.0, 2.0], [0.5, 3.0, 0.0, -1.0]
VALUES = [a * b for a in A for b in B]
TABLE = array("d", [math.nan, *XS, *YS, *VALUES, *natural_spline_surface(XS, YS, VALUES), math.nan])
PLACE = (1, len(XS), len(YS))
ALONG_X = array("d", [*XS, *A, *natural_spline(XS, A)])
ALONG_Y = array("d", [*YS, *B, *natural_spline(YS, B)])
POINTS = list(product([-1.0, 0.0, 0.4, 1.0, 2.5, 3.0, 8.0], [-3.0, -2.0, -0.1, 0.5, 3.9, 4.0, 6.0]))


@pytest.mark.parametrize("is_extrapolated", [False, True])
def test_a_product_of_two_tables_is_looked_up_in_each(is_extrapolated: bool) -> None:
    for x, y in POINTS:
        lines = table_linear(ALONG_X, 0, 3, x, is_extrapolated) * table_linear(ALONG_Y, 0, 4, y, is_extrapolated)
        assert surface_linear(TABLE, *PLACE, x, y, is_extrapolated) == pytest.approx(lines, abs=1e-13)
        splines = table_spline(ALONG_X, 0, 3, x, is_extrapolated) * table_spline(ALONG_Y, 0, 4, y, is_extrapolated)
        assert surface_spline(TABLE, *PLACE, x, y, is_extrapolated) == pytest.approx(splines, abs=1e-13)


def test_a_held_value_is_that_of_the_node_before_on_both_axes() -> None:
    assert surface_hold(TABLE, *PLACE, 1.5, 0.4) == A[1] * B[1]
    assert surface_hold(TABLE, *PLACE, -5.0, -5.0) == A[0] * B[0]
    assert surface_hold(TABLE, *PLACE, 3.0, 9.0) == A[2] * B[3]


def test_the_nodes_are_exact() -> None:
    for (i, x), (j, y) in product(enumerate(XS), enumerate(YS)):
        value = VALUES[i * len(YS) + j]
        assert surface_hold(TABLE, *PLACE, x, y) == value
        assert surface_linear(TABLE, *PLACE, x, y, False) == value
        assert surface_spline(TABLE, *PLACE, x, y, False) == pytest.approx(value, abs=1e-15)


def test_frozen_pieces_extend_beyond_their_intervals() -> None:
    assert surface_hold_piece(TABLE, *PLACE, 1.0, 2.0, 99.0, 99.0) == A[1] * B[2]
    line_x, line_y = 1.0 - 2 * 5.0, 0.0 - (1 / 3.5) * (-1.0 - 0.5)
    assert surface_linear_piece(TABLE, *PLACE, 0.0, 2.0, 5.0, -1.0, False) == pytest.approx(line_x * line_y)
    assert surface_linear_piece(TABLE, *PLACE, -1.0, 3.0, 2.0, 1.0, False) == A[0] * B[3]


@pytest.mark.parametrize("target", ["interpreter", "llvm"])
def test_targets_give_the_same_bits(target: str) -> None:
    table = np.array(TABLE)
    for x, y in [*POINTS, (math.nan, 0.0), (0.5, math.nan), (math.inf, -math.inf)]:
        assert same(kernel("surface_hold", target)((*PLACE, x, y), table), surface_hold(TABLE, *PLACE, x, y))
        for is_extrapolated in (False, True):
            given = (*PLACE, x, y, is_extrapolated)
            assert same(kernel("surface_linear", target)(given, table), surface_linear(TABLE, *given))
            assert same(kernel("surface_spline", target)(given, table), surface_spline(TABLE, *given))
            frozen = (*PLACE, 1.0, -1.0, x, y, is_extrapolated)
            assert same(kernel("surface_spline_piece", target)(frozen, table), surface_spline_piece(TABLE, *frozen))
