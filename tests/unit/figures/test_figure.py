"""Figures as values: compared with their curves, copied, pickled, shown."""

import copy
from dataclasses import replace

import numpy as np
import pytest

from simnon.figures import Area, Axis, Cells, Curve, Figure
from tests.pickling import pickled

X = np.array([0.0, 1.0, 2.0])
CURVE = Curve("x", X, np.array([1.0, np.nan, 3.0]))
CELLS = Cells("map", X[:2], X[:2], np.eye(2))
FIGURE = Figure(1, 2, (Area(Axis("t"), curves=(CURVE,)), Area(Axis("a"), cells=CELLS)), title="Both")


def test_figures_are_equal_if_all_their_numbers_are() -> None:
    assert pickled(FIGURE) == FIGURE == copy.deepcopy(FIGURE)
    assert copy.copy(FIGURE) == FIGURE
    assert replace(CURVE, y=X) != CURVE
    assert replace(CELLS, values=X) != CELLS
    assert replace(FIGURE, title="") != FIGURE


def test_repr_is_one_line_with_the_contents() -> None:
    assert repr(FIGURE) == "Figure(Both: x over t; map over a)"
    assert repr(Figure()) == "Figure(empty)"


def test_a_notebook_shows_the_picture() -> None:
    assert FIGURE._repr_html_().startswith("<svg")


@pytest.mark.parametrize("value", [CURVE, CELLS])
def test_a_value_with_arrays_is_not_hashable(value: Curve | Cells) -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(value)
