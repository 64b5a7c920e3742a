"""draw: what is on a page and where, for any figure."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.figures import Area, Axis, Band, Curve, Direction, Figure, Key, Marker, Shape, TextBlock
from simnon.graphics import Anchor, Drawing, Stroke, Surface, Text, braille, draw, pdf, plain, svg
from simnon.graphics.drawing import page
from simnon.graphics.palette import LIGHT
from simnon.graphics.surfaces.characters import surface_of_cells
from tests.examples import examples
from tests.unit.graphics.small_figures import ALL, ONE, SPLIT, THREE, TIME, damped, figure_of

PAGE = page(720, 450, 12, lambda text: 6.0 * len(text))
SURFACES = {
    "page": PAGE,
    "small page": page(300, 200, 9, lambda text: 4.5 * len(text)),
    "tiny page": page(160, 120, 9, lambda text: 4.5 * len(text)),
    "80 by 24": surface_of_cells(80, 24, (2.0, 4.0), False),
    "60 by 16": surface_of_cells(60, 16, (2.0, 4.0), True),
    "40 by 12": surface_of_cells(40, 12, (1.0, 1.0), False),
    "30 by 8": surface_of_cells(30, 8, (2.0, 4.0), True),
}


def words_of(drawing: Drawing) -> list[str]:
    return [part.words for part in drawing if isinstance(part, Text)]


def curves_of(drawing: Drawing) -> list[Stroke]:
    return [part for part in drawing if isinstance(part, Stroke) and part.pen.curve is not None]


def extent(text: Text, surface: Surface) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a text."""
    length, half = surface.width_of(text.words), surface.line_height / 2
    before = text.anchor.value * length
    if text.direction is Direction.VERTICAL:
        return text.x - half, text.y + before - length, text.x + half, text.y + before
    return text.x - before, text.y - half, text.x - before + length, text.y + half


def extents(texts: list[Text], surface: Surface) -> list[tuple[float, float, float, float]]:
    """The boxes of the texts; on a surface of cells, whole cells."""
    boxes = [extent(text, surface) for text in texts]
    if surface.cell is None:
        return boxes
    w, h = surface.cell
    return [
        (w * (left := math.floor(a / w + 1e-9)), h * (top := (b + c) // 2 // h), w * left + right - a, h * (top + 1))
        for a, b, right, c in ((x0, y0, x1, y1) for x0, y0, x1, y1 in boxes)
    ]


@pytest.mark.parametrize("medium", list(SURFACES))
@pytest.mark.parametrize("name", list(ALL))
def test_no_text_leaves_the_page_or_touches_another(name: str, medium: str) -> None:
    surface = SURFACES[medium]
    texts = [part for part in draw(ALL[name], surface) if isinstance(part, Text) and not part.is_backed]
    boxes = extents(texts, surface)

    for box, text in zip(boxes, texts, strict=True):
        assert box[0] >= -1e-9, text
        assert box[1] >= -1e-9, text
        assert box[2] <= surface.width + 1e-9, text
        assert box[3] <= surface.height + 1e-9, text
    for i, one in enumerate(boxes):
        for other, text in zip(boxes[:i], texts[:i], strict=True):
            is_beside = one[2] <= other[0] + 1e-9 or other[2] <= one[0] + 1e-9
            is_above = one[3] <= other[1] + 1e-9 or other[3] <= one[1] + 1e-9
            assert is_beside or is_above, (texts[i], text)


def test_names_are_horizontal_at_the_ends_of_their_axes_with_grey_units() -> None:
    texts = {part.words: part for part in draw(ONE, PAGE) if isinstance(part, Text)}
    name, time = texts["x0"], texts["t"]

    assert all(text.direction is Direction.HORIZONTAL for text in texts.values())
    assert (texts["m"].y, texts["s"].y) == (name.y, time.y)
    assert texts["m"].pen.colour == texts["s"].pen.colour == LIGHT.faint != name.pen.colour
    assert name.x < texts["m"].x < 100
    assert name.y < min(text.y for text in texts.values() if text is not name and text.words != "m")
    assert time.anchor is Anchor.END
    assert time.x > 0.9 * PAGE.width


def test_curves_of_one_unit_share_the_name_of_the_axis() -> None:
    drawing = draw(figure_of(damped(0), damped(2)), PAGE)

    assert {"x0, x2", "m"} <= set(words_of(drawing))


def test_labels_stand_beside_their_curves_in_their_colours() -> None:
    drawing = draw(THREE, PAGE)
    labels = [part for part in drawing if isinstance(part, Text) and part.pen.curve is not None]
    strokes = {stroke.pen.curve: stroke for stroke in curves_of(drawing)}

    assert [text.words for text in labels] == ["x0 [m]", "x2 [m]", "u"]
    assert len(curves_of(drawing)) == 3, "no samples of a legend"
    for text in labels:
        assert text.pen.curve is not None
        own = strokes[text.pen.curve]
        at_label = np.interp(text.x, own.x, own.y)
        assert abs(at_label - text.y) < PAGE.line_height
        assert text.pen.colour == LIGHT.words[text.pen.curve]


def test_labels_cover_neither_curves_nor_each_other() -> None:
    drawing = draw(THREE, PAGE)
    boxes = [extent(part, PAGE) for part in drawing if isinstance(part, Text) and part.pen.curve is not None]

    for left, top, right, bottom in boxes:
        for stroke in curves_of(drawing):
            inside = (stroke.x > left) & (stroke.x < right) & (stroke.y > top + 2) & (stroke.y < bottom - 2)
            assert not inside.any()
    for i, one in enumerate(boxes):
        for other in boxes[:i]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_labels_do_not_cover_words_in_the_area() -> None:
    low, high = Curve("low", TIME, 0 * TIME), Curve("high", TIME, 0 * TIME + 1)
    words = (TextBlock("HB1", 14.0, 0.03), TextBlock("HB2", 14.0, 0.97))
    drawing = draw(figure_of(low, high, words=words), PAGE)
    texts = [part for part in drawing if isinstance(part, Text)]
    labels = [extent(each, PAGE) for each in texts if each.pen.curve is not None]
    marks = [extent(each, PAGE) for each in texts if each.words.startswith("HB")]

    assert (len(labels), len(marks)) == (2, 2)
    for one, other in itertools.product(labels, marks):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_curves_whose_labels_do_not_fit_have_a_legend_with_samples() -> None:
    crowded = figure_of(*(damped(shift / 10) for shift in range(5)))
    drawing = draw(crowded, PAGE)

    assert {f"x{shift / 10:g}" for shift in range(5)} <= set(words_of(drawing))
    assert len(curves_of(drawing)) == 10
    assert len({(stroke.pen.colour, stroke.pen.dash) for stroke in curves_of(drawing)}) == 5


def test_forty_curves_have_different_pens() -> None:
    many = figure_of(*(damped(shift / 10) for shift in range(40)))

    assert len({(stroke.pen.colour, stroke.pen.dash) for stroke in curves_of(draw(many, PAGE))}) == 40


def test_a_legend_without_space_counts_the_missing_curves() -> None:
    many = figure_of(*(damped(shift / 10) for shift in range(60)))

    assert [words for words in words_of(draw(many, PAGE)) if words.startswith("and ")] != []


def test_axes_in_one_column_are_aligned() -> None:
    drawing = draw(SPLIT, PAGE)
    axes = [part for part in drawing if isinstance(part, Stroke) and part.pen.colour == LIGHT.axis]

    assert axes[0].x[0] == axes[2].x[0]
    assert axes[1].x[0] == axes[3].x[0]
    assert axes[0].y[0] == axes[1].y[0]


def test_time_fills_its_axis_and_a_phase_plane_keeps_a_margin() -> None:
    time = figure_of(Curve("x", np.array([0.0, 17.3]), np.array([0.0, 1.0])))
    plane = figure_of(Curve("x", np.array([0.0, 17.3, 3.0]), np.array([0.0, 1.0, 2.0])))

    assert "18" not in words_of(draw(time, PAGE))
    assert "18" in words_of(draw(plane, PAGE))


def test_heights_out_of_view_do_not_widen_the_vertical_axis() -> None:
    curve = Curve("x", TIME, np.where(TIME > 10, 1000.0, TIME))
    area = Area(Axis("t", "s", 0, 5), Axis(), (curve,), has_axes=True)

    assert "1000" not in words_of(draw(Figure(areas=(area,)), PAGE))


def test_a_curve_outside_the_axes_is_not_drawn() -> None:
    area = Area(Axis("t", "s", 0, 10), Axis("y", "", 5, 6), (damped(0),), has_axes=True)

    strokes = curves_of(draw(Figure(areas=(area,)), PAGE))

    assert len(strokes) == 1, "the sample in the legend"


def test_text_out_of_view_is_not_drawn() -> None:
    figure = figure_of(
        damped(0), words=(TextBlock("seen", 10, 0), TextBlock("unseen", 10, 50), TextBlock("lost", math.nan, 0))
    )

    assert "seen" in words_of(draw(figure, PAGE))
    assert not {"unseen", "lost"} & set(words_of(draw(figure, PAGE)))


def test_an_area_without_axes_or_curves_has_only_its_title_and_texts() -> None:
    assert draw(Figure(), PAGE) == ()


def test_control_characters_do_not_reach_the_surface() -> None:
    figure = figure_of(Curve("\x1b[31mred\x07", TIME, TIME), title="two\nlines")

    assert all(words.isprintable() for words in words_of(draw(figure, PAGE)))


def test_ends_of_an_axis_can_be_given_in_either_order_or_singly() -> None:
    for low, high in ((5.0, 0.0), (None, 5.0), (0.0, None), (100.0, None), (math.nan, math.inf), (3.0, 3.0)):
        area = Area(Axis("t", "s", low, high), Axis("y", "", low, high), (damped(0),))
        assert draw(Figure(areas=(area,)), PAGE)


VALUES = st.one_of(st.floats(), st.sampled_from([0.0, -0.0, 1e300, -1e308, 5e-324, math.nan, math.inf, -math.inf, 1.0]))
CURVES = st.builds(
    lambda label, points, is_marked, shape, is_right, shade: Curve(
        label,
        np.array([p[0] for p in points]),
        np.array([p[1] for p in points]),
        "m",
        is_marked,
        shape,
        is_right,
        shade,
    ),
    st.text(max_size=12),
    st.lists(st.tuples(VALUES, VALUES), max_size=8),
    st.booleans(),
    st.sampled_from(Shape),
    st.booleans(),
    st.none() | VALUES,
)
ARRAYS = st.lists(VALUES, max_size=6).map(np.array)
BANDS = st.builds(Band, st.text(max_size=5), ARRAYS, ARRAYS, ARRAYS)
AXES = st.builds(Axis, st.text(max_size=5), st.text(max_size=3), st.none() | VALUES, st.none() | VALUES, st.booleans())
WORDS = st.builds(TextBlock, st.text(max_size=30), VALUES, VALUES, st.sampled_from(Direction))
AREAS = st.builds(
    Area,
    AXES,
    AXES,
    st.lists(CURVES, max_size=3).map(tuple),
    st.lists(WORDS, max_size=2).map(tuple),
    st.text(max_size=9),
    st.booleans(),
    st.none(),
    st.lists(BANDS, max_size=2).map(tuple),
    st.lists(st.builds(Marker, VALUES), max_size=3).map(tuple),
    AXES,
    st.none() | st.builds(Key, st.text(max_size=5), st.text(max_size=3), VALUES, VALUES),
    st.booleans(),
    st.booleans(),
)


@examples(50)
@given(AREAS, AREAS, st.integers(1, 60), st.integers(1, 30))
def test_any_figure_can_be_drawn_at_any_size(first: Area, second: Area, columns: int, rows: int) -> None:
    figure = Figure(1, 2, (first, second), "title")

    lines = braille(figure, columns, rows).split("\n")
    assert len(lines) == rows
    assert max(map(len, plain(figure, columns, rows).split("\n"))) <= 4 * columns
    svg(figure, columns * 10, rows * 10)
    pdf(figure, columns * 10, rows * 10)


def test_a_curve_can_have_its_letter_at_every_so_many_points() -> None:
    x = np.arange(21.0)
    figure = figure_of(Curve("x", x, np.sin(x), is_marked=True, marked_points=10))

    letters = [part.x for part in draw(figure, PAGE) if isinstance(part, Text) and part.words == "A"]
    first, middle, last = letters[-3:]
    assert len(letters) == 4, "three points and the legend"
    assert middle == pytest.approx((first + last) / 2)
