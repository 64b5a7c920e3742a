"""What a plot can show beside lines: steps, bands, events, a second axis, decades, equal units, shades, two themes."""

from dataclasses import replace

import numpy as np
import pytest

from simnon.figures import Area, Axis, Band, Curve, Figure, Key, Marker, Shape, with_chosen_ends
from simnon.graphics import Drawing, Stroke, Text, braille, draw, pdf, plain, png, svg
from simnon.graphics.drawing import Fill, Shades, page
from simnon.graphics.palette import DARK, LIGHT, Theme, shade_colour
from simnon.graphics.strokes import MAX_MARKERS
from simnon.graphics.surfaces.characters import surface_of_cells

PAGE = page(720, 450, 12, lambda text: 6.0 * len(text))
CELLS = surface_of_cells(80, 24, (2.0, 4.0), True)
TIME = np.linspace(0.0, 10.0, 201)
LEVEL = Curve("H", TIME, 1 - np.exp(-TIME), "m")
FLOW = Curve("Q", np.arange(11.0), np.exp(-np.arange(11.0)), "m3/s", shape=Shape.STEPS, is_right=True)
BANDED = Area(
    Axis("t", "s"),
    curves=(LEVEL,),
    bands=(
        Band("90 %", TIME, LEVEL.y - 0.3, LEVEL.y + 0.3, 0.2),
        Band("half", TIME, LEVEL.y - 0.1, LEVEL.y + 0.1, 0.8),
    ),
)


def drawn(area: Area) -> Drawing:
    return draw(Figure(areas=(area,)), PAGE)


def strokes_of(drawing: Drawing) -> list[Stroke]:
    return [part for part in drawing if isinstance(part, Stroke) and part.pen.curve is not None]


def numbers_of(drawing: Drawing) -> list[str]:
    return [part.words for part in drawing if isinstance(part, Text) and part.words[:1].isdigit()]


def test_steps_hold_each_value_to_the_next_point() -> None:
    (stroke,) = strokes_of(
        drawn(Area(Axis("t"), curves=(Curve("u", np.arange(3.0), np.array([1.0, 5.0, 2.0]), shape=Shape.STEPS),)))
    )

    is_level, is_upright = np.diff(stroke.y) == 0, np.diff(stroke.x) == 0
    assert (is_level ^ is_upright).all()
    assert is_level.tolist() == [True, False, True, False]


def test_points_are_not_joined() -> None:
    (stroke,) = strokes_of(
        drawn(Area(Axis("t"), curves=(Curve("u", np.arange(3.0), np.arange(3.0), shape=Shape.POINTS),)))
    )

    assert np.isnan(stroke.x).sum() >= 2


def test_bands_are_filled_behind_the_curve_and_narrow_ones_are_darker() -> None:
    drawing = drawn(BANDED)
    fills = [part for part in drawing if isinstance(part, Fill)][:2]
    (stroke, *_) = strokes_of(drawing)

    assert [len(fill.x) for fill in fills] == [2 * len(TIME)] * 2
    order = [id(part) for part in drawing]
    assert order.index(id(fills[1])) < order.index(id(stroke))
    assert sum(int(fills[0].colour[i : i + 2], 16) for i in (1, 3, 5)) > sum(
        int(fills[1].colour[i : i + 2], 16) for i in (1, 3, 5)
    )
    assert {"90 %", "half", "H"} <= {part.words for part in drawing if isinstance(part, Text)}


def test_a_band_with_a_gap_is_two_polygons() -> None:
    high = LEVEL.y + 0.1
    high[50:60] = np.nan

    fills = [
        part
        for part in drawn(Area(Axis("t"), bands=(Band("", TIME, LEVEL.y, high),), has_axes=True))
        if isinstance(part, Fill)
    ]

    assert [len(fill.x) for fill in fills] == [100, 2 * 141]


def test_a_terminal_shows_the_edges_of_bands() -> None:
    assert len(strokes_of(draw(Figure(areas=(BANDED,)), CELLS))) == 1 + 4 + 3, "curve, edges, samples in the legend"
    assert "90 %" in braille(Figure(areas=(BANDED,)))
    assert plain(Figure(areas=(BANDED,)))


def test_an_event_has_a_triangle_and_a_dotted_line() -> None:
    drawing = drawn(Area(Axis("t", "s"), curves=(LEVEL,), markers=(Marker(5.0, "H > 1"), Marker(50.0))))
    lines = [part for part in drawing if isinstance(part, Stroke) and part.pen.curve is None and part.pen.dash]
    (triangle,) = [part for part in drawing if isinstance(part, Fill)]

    assert len(lines) == 1, "the other one is out of view"
    assert triangle.x[2] == lines[0].x[0] == lines[0].x[1]


def test_very_many_events_are_not_marked() -> None:
    markers = tuple(Marker(time) for time in np.linspace(1, 9, MAX_MARKERS + 1).tolist())

    assert not [part for part in drawn(Area(Axis("t"), curves=(LEVEL,), markers=markers)) if isinstance(part, Fill)]


def test_curves_on_the_right_have_an_axis_with_a_name_in_their_colour() -> None:
    area = with_chosen_ends(Area(Axis("t", "s"), curves=(LEVEL, FLOW)))
    drawing = drawn(area)
    texts = {part.words: part for part in drawing if isinstance(part, Text) and part.y < 30}

    assert texts["Q"].pen.colour == LIGHT.words[1]
    assert texts["H"].pen.colour == LIGHT.words[0]
    assert texts["Q"].x > 600
    assert texts["H"].x < 100
    assert (area.right.low, area.right.high) == (0.0, 1.0)
    assert min(stroke.y.min() for stroke in strokes_of(drawing)) < 60, "each fills its own axis"


def test_a_logarithmic_axis_has_decades_with_ticks_between_them() -> None:
    x = np.geomspace(0.1, 100, 50)
    area = Area(
        Axis("w", "rad/s", is_logarithmic=True), Axis(is_logarithmic=True), (Curve("G", x, 1 / x),), has_axes=True
    )
    drawing = drawn(with_chosen_ends(area))
    (stroke,) = strokes_of(drawing)

    assert {"0.1", "1", "10", "100", "0.01"} <= set(numbers_of(drawing))
    slopes = np.diff(stroke.y) / np.diff(stroke.x)
    assert np.allclose(slopes, slopes[0]), "a power is a straight line"


def test_values_that_are_not_positive_leave_gaps_on_a_logarithmic_axis() -> None:
    y = np.array([1.0, 10.0, 0.0, -1.0, 10.0, 100.0])
    (stroke,) = strokes_of(drawn(Area(Axis("t"), Axis(is_logarithmic=True), (Curve("y", np.arange(6.0), y),))))

    assert np.isnan(stroke.y).any()
    assert drawn(Area(Axis("t", low=-1.0, high=0.0, is_logarithmic=True), Axis(is_logarithmic=True), has_axes=True))


def test_less_than_a_decade_has_plain_numbers() -> None:
    area = Area(Axis("t"), Axis(is_logarithmic=True, low=2.0, high=6.0), (Curve("y", TIME, 3 + np.sin(TIME)),))

    assert {"2", "4", "6"} <= set(numbers_of(drawn(area)))


@pytest.mark.parametrize("surface", [PAGE, CELLS])
def test_equal_units_make_a_circle_round(surface: object) -> None:
    angle = np.linspace(0, 2 * np.pi, 100)
    area = Area(Axis("x"), Axis("y"), (Curve("c", np.cos(angle), np.sin(angle)),), is_equal=True)
    (stroke, *_) = strokes_of(draw(Figure(areas=(area,)), surface))  # type: ignore[arg-type]

    wide, tall = float(np.ptp(stroke.x)), float(np.ptp(stroke.y))
    assert wide == pytest.approx(tall, rel=0.01)


def test_equal_units_leave_a_logarithmic_axis_as_it_is() -> None:
    curve = Curve("c", np.array([0.01, 10.0]), np.array([0.0, 1.0]))
    area = Area(Axis("x", "", 0.01, 10.0, True), Axis("y"), (curve,), is_equal=True)

    assert {"0.01", "0.1", "1", "10"} <= set(numbers_of(drawn(area)))


def test_curves_with_shades_have_a_key_instead_of_a_legend() -> None:
    curves = tuple(Curve("H" if i == 0 else "", TIME, LEVEL.y * (1 + i), "m", shade=i / 4) for i in range(5))
    drawing = drawn(Area(Axis("t"), curves=curves, key=Key("TI", "s", 1.0, 5.0)))

    assert [stroke.pen.colour for stroke in strokes_of(drawing)] == [shade_colour(i / 4) for i in range(5)]
    assert {"TI [s]  1", "5"} <= {part.words for part in drawing if isinstance(part, Text)}
    assert [part for part in drawing if isinstance(part, Shades)]


def test_a_grid_can_be_left_out() -> None:
    with_grid, without = (drawn(Area(Axis("t"), curves=(LEVEL,), has_grid=has_grid)) for has_grid in (True, False))

    assert len(with_grid) == len(without) + 1
    assert LIGHT.grid not in {part.pen.colour for part in without if isinstance(part, Stroke)}


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_picture_has_the_ground_of_its_theme(theme: Theme) -> None:
    figure = Figure(areas=(BANDED,))

    assert f'fill="{theme.ground}"' in svg(figure, theme=theme)
    assert svg(figure, theme=theme).count(theme.ink) >= 10
    assert pdf(figure, theme=theme).startswith(b"%PDF")
    assert png(figure, 300, 200, theme) != png(figure, 300, 200, DARK if theme is LIGHT else LIGHT)


MEASURED = Curve("measured", np.arange(5.0), np.array([0.0, 1.0, 0.5, np.nan, 9.0]), shape=Shape.POINTS)


def test_each_measured_point_in_view_has_a_disc_and_the_legend_another_one() -> None:
    curves = (MEASURED, *(replace(LEVEL, label=f"H{i}") for i in range(7)))
    discs = [
        part
        for part in drawn(Area(Axis("t"), Axis(low=-1.0, high=2.0), curves, has_axes=True))
        if isinstance(part, Fill)
    ]

    assert len(discs) == 3 + 1
    assert {disc.colour for disc in discs} == {LIGHT.curves[0]}


def test_many_points_are_dots() -> None:
    many = replace(MEASURED, x=np.arange(1000.0), y=np.arange(1000.0))

    assert not [part for part in drawn(Area(Axis("t"), curves=(many,), has_axes=True)) if isinstance(part, Fill)]


def test_points_in_a_terminal_are_rings_letters_or_stars() -> None:
    alone = Figure(areas=(Area(Axis("t"), curves=(MEASURED,), has_axes=True),))
    beside = Figure(areas=(Area(Axis("t"), curves=(LEVEL, MEASURED), has_axes=True),))

    assert braille(alone).count("∘") == 4
    assert braille(beside).count("B") >= 4
    assert plain(alone).count("*") == 4


def test_events_are_marked_at_the_top_in_a_terminal() -> None:
    figure = Figure(areas=(Area(Axis("t"), curves=(LEVEL,), markers=(Marker(0.5), Marker(0.5)), has_axes=True),))

    assert braille(figure).count("▾") == 1
    top = next(line for line in plain(figure).splitlines() if "v" in line)
    assert top.count("v") == 1
