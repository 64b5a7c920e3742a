"""The direction field of a phase plane in a picture: arrows of one length, and lines where a slope is zero."""

from pathlib import Path

import numpy as np
import pytest

from simnon.figures import Area, Axis, Curve, Figure, PhasePlane, SlopeField
from simnon.graphics import LIGHT, Stroke, Text, draw, svg
from simnon.graphics.drawing import page
from simnon.graphics.slope_field import LENGTH
from simnon.graphics.zero_lines import zero_lines
from tests.unit.session.sessions import executed, failure, new_session


def circling(columns: int = 61, rows: int = 49) -> Figure:
    """dx = y, dy = -x: the nullclines are the axes."""
    x, y = np.linspace(-2, 2, columns), np.linspace(-1, 1, rows)
    across, up = np.meshgrid(x, y)[1], -np.meshgrid(x, y)[0]
    area = Area(Axis("x", low=-2, high=2), Axis("y", low=-1, high=1), (Curve("y", x, 0 * x),), has_axes=True)
    slopes = SlopeField(("x", "y"), x, y, across, up)
    return Figure(areas=(PhasePlane(area.horizontal, area.vertical, area.curves, has_axes=True, slopes=slopes),))


def drawn() -> tuple[object, ...]:
    return draw(circling(), page(640.0, 400.0, 11.0, lambda text: 6.0 * len(text), LIGHT))


def arrows() -> list[Stroke]:
    """The first strokes of all, with a gap after each shaft and each head."""
    return [part for part in drawn()[:4] if isinstance(part, Stroke)]


def test_arrows_have_one_length_and_the_directions_of_the_slopes() -> None:
    for stroke in arrows():
        points = np.column_stack((stroke.x, stroke.y)).reshape(-1, 7, 2)
        shafts = points[:, 1] - points[:, 0]

        assert np.allclose(np.hypot(*shafts.T), LENGTH * stroke.pen.width)
        assert np.isnan(points[:, (2, 6)]).all()
        # To the right above the middle of the plane, where y is positive; a screen counts downwards.
        middle = np.median(np.concatenate([each.y[~np.isnan(each.y)] for each in arrows()]))
        is_above = points[:, 0, 1] < middle - LENGTH
        assert (shafts[is_above, 0] >= -1e-9).all()


@pytest.mark.parametrize(("size", "columns"), [((640.0, 400.0), 20), ((1300.0, 1100.0), 30), ((2600.0, 2000.0), 59)])
def test_a_large_plot_has_more_arrows_of_the_same_length(size: tuple[float, float], columns: int) -> None:
    parts = draw(circling(), page(*size, 11.0, lambda text: 6.0 * len(text), LIGHT))
    shafts = np.concatenate([each.x.reshape(-1, 7)[:, :2] for each in parts[:4] if isinstance(each, Stroke)])

    assert len(np.unique(np.round(shafts.mean(axis=1)))) == columns
    assert np.ptp(shafts, axis=1).max() <= LENGTH


def test_faster_is_darker() -> None:
    colours = [stroke.pen.colour for stroke in arrows()]

    assert len(colours) == 4
    assert sorted(colours, reverse=True) == colours


def test_nullclines_are_where_a_slope_is_zero() -> None:
    *_, dx, dx_name, dy, dy_name = drawn()

    assert isinstance(dx, Stroke)
    assert isinstance(dy, Stroke)
    assert np.ptp(dx.y[~np.isnan(dx.y)]) < 1e-6
    assert np.ptp(dy.x[~np.isnan(dy.x)]) < 1e-6
    assert dx.pen.dash
    assert [each.words for each in (dx_name, dy_name) if isinstance(each, Text)] == ["dx = 0", "dy = 0"]


def test_a_file_has_them() -> None:
    assert "dx = 0" in svg(circling())


@pytest.mark.parametrize(("columns", "rows"), [(5, 4), (9, 3)])
def test_a_straight_line_goes_from_edge_to_edge(columns: int, rows: int) -> None:
    (line,) = zero_lines(np.tile(np.arange(columns) - 1.5, (rows, 1)))

    assert [x for x, _ in line] == [1.5] * rows
    assert sorted(y for _, y in line) == list(range(rows))


def test_a_circle_is_closed() -> None:
    i, j = np.meshgrid(np.arange(21) - 10.0, np.arange(21) - 10.0)
    (line,) = zero_lines(np.hypot(i, j) - 6.0)

    assert line[0] == line[-1]
    assert all(abs(np.hypot(x - 10, y - 10) - 6) < 0.06 for x, y in line)


def test_there_is_no_line_beside_numbers_that_are_not_finite() -> None:
    values = np.tile(np.array([-1.2, np.nan, 0.8]), (3, 1))

    assert zero_lines(values) == []


def test_hcopy_refuses_a_field_without_a_phase_plane(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST OSC", "SIMU 0 10", "ASHOW X")

    assert failure(session, "HCOPY plane.svg -FIELD").code == "no-phase-plane"
    executed(session, "ASHOW V (X)", "HCOPY plane.svg -FIELD")
    assert "dX = 0" in (tmp_path / "plane.svg").read_text(encoding="utf-8")
