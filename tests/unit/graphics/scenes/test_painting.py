"""draw_scene: shapes at a moment, clipped, in the colours of a theme; bodies the farthest first."""

import numpy as np
import pytest

from simnon.graphics import Stroke, Text, draw_scene
from simnon.graphics.drawing import Fill
from simnon.graphics.palette import DARK, LIGHT
from simnon.graphics.scenes.painting import reading_text
from simnon.graphics.scenes.shades import between
from tests.unit.pictures.staged import staged


def fills(*lines: str, moment: int = 0) -> list[Fill]:
    return [part for part in draw_scene(staged(*lines), moment) if isinstance(part, Fill)]


def test_a_moment_has_its_own_numbers() -> None:
    sizes = [fills("FILLRECTANGLE 0, 0, 1, h", moment=moment)[0].y.min() for moment in range(4)]

    assert sizes == [288, 216, 180, 144]


def test_what_is_hidden_is_not_drawn() -> None:
    assert [len(fills("IF h > 2", "FILLCIRCLE 1, 1, 1", "END", moment=moment)) for moment in (1, 2)] == [0, 1]


def test_a_shape_is_clipped_at_the_edge_of_the_page() -> None:
    (fill,) = fills("FILLRECTANGLE -5, -5, 1, 1")

    assert (fill.x.min(), fill.x.max(), fill.y.min(), fill.y.max()) == (0, 72, 288, 360)


def test_a_shape_outside_is_left_out() -> None:
    assert draw_scene(staged("FILLCIRCLE 50, 50, 1", "MOVE 50, 50", "DRAW 60, 60"), 0) == ()


def test_a_window_clips_what_is_drawn_in_it() -> None:
    lines = ("CREATE w, 0.5, 0, 1, 1", "BIND w", "LIMITS 0, 0, 1, 1", "FILLRECTANGLE -9, 0, 9, 1")

    ground, fill = fills(*lines)
    assert (ground.x.min(), fill.x.min(), fill.x.max()) == (360, 360, 720)


def test_words_of_the_theme_are_its_colours() -> None:
    scene = staged("SETCOLOR c2", "FILLCIRCLE 1, 1, 1")

    colours = [part.colour for theme in (LIGHT, DARK) for part in draw_scene(scene, 0, theme) if isinstance(part, Fill)]
    assert colours == [LIGHT.curves[1], DARK.curves[1]]


def test_a_scale_is_between_its_stops() -> None:
    assert between(["#000000", "#FFFFFF"], 0.5) == "#808080"
    assert between(["#000000", "#FF0000", "#FFFFFF"], 0.5) == "#FF0000"
    assert between(["#000000", "#FFFFFF"], float("nan")) == "#8A9392"


def test_a_highlighted_line_is_wider() -> None:
    lines = ("OPEN a", "MOVE 0, 0", "DRAW 1, 1", "CLOSE", "CALL a", "HIGHLIGHT a", "CALL a")

    strokes = [part for part in draw_scene(staged(*lines), 0) if isinstance(part, Stroke)]
    assert strokes[1].pen.width > strokes[0].pen.width
    assert strokes[1].pen.colour == "#0069A6"


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (1.23456, -1, "1.235"),
        (-0.001, 2, "0.00"),
        (-1.5, 1, "\u22121.5"),
        (float("nan"), 2, "\u2013"),
        (2.0, 0, "2"),
    ],
)
def test_numbers_in_texts(value: float, decimals: int, text: str) -> None:
    assert reading_text(value, decimals) == text


def test_a_label_changes_with_the_moment() -> None:
    scene = staged("DRAWSTRING 1, 1, 'h ', h:1")

    words = [part.words for moment in (0, 3) for part in draw_scene(scene, moment) if isinstance(part, Text)]
    assert words == ["h 1.0", "h 3.0"]


def test_a_trace_shows_the_past_alone() -> None:
    scene = staged("TRANSLATE 5, 2", "TRACE x, y, 1.5")

    lengths = [len(part.x) for moment in (0, 1, 3) for part in draw_scene(scene, moment) if isinstance(part, Stroke)]
    assert lengths == [2, 2]


def test_the_nearer_body_is_drawn_last() -> None:
    lines = ("CAMERA 0, 0, 10, 0, 0, 0", "SETCOLOR '#FF0000'", "BOX 1, -1, -1, 2, 1, 1", "SETCOLOR '#0000FF'")

    drawn = fills(*lines, "BOX -3, -1, -1, -2, 1, 1")
    assert drawn[-1].colour.endswith("0000")
    assert drawn[-1].colour != "#000000"


def test_a_box_seen_from_ahead_shows_one_face_in_the_middle() -> None:
    (face,) = fills("CAMERA 0, 0, 10, 0, 0, 0", "BOX -1, -1, -1, 1, 1, 1")

    # the face at distance 9 is 2 wide; 180 is half of the height, seen under 20 degrees
    half = 180 / np.tan(np.radians(20)) / 9
    assert (face.x.min(), face.x.max()) == pytest.approx((360 - half, 360 + half))
    assert (face.y.min(), face.y.max()) == pytest.approx((180 - half, 180 + half))


def test_a_body_behind_the_camera_is_left_out() -> None:
    assert fills("CAMERA 0, 0, 10, 0, 0, 0", "BOX 11, -1, -1, 12, 1, 1") == []


CAMERA = "CAMERA 0, 0, 10, 0, 0, 0"


def strokes(*lines: str, moment: int = 0) -> list[Stroke]:
    return [part for part in draw_scene(staged(*lines), moment) if isinstance(part, Stroke)]


def test_a_floor_has_lines_both_ways_in_perspective() -> None:
    above = strokes("CAMERA 0, 1.5707963, 10, 0, 0, 0", "FLOOR 2, 1")

    assert len(above) == 10
    reach = 180 / np.tan(np.radians(20)) / 10 * 2
    assert (min(each.y.min() for each in above), max(each.y.max() for each in above)) == pytest.approx(
        (180 - reach, 180 + reach), rel=1e-4
    )
    assert strokes(CAMERA) == []


def test_a_floor_behind_the_camera_is_left_out() -> None:
    near = strokes("CAMERA 0, 0.1, 1, 0, 0, 0", "FLOOR 50, 50")

    assert near
    assert all(np.isfinite(each.x).all() for each in near)


def test_a_track_is_drawn_as_far_as_the_run_has_come() -> None:
    lines = (CAMERA, "TRACK 0, x, y, 1.5")

    assert strokes(*lines, moment=0) == []
    (later,) = strokes(*lines, moment=1)
    # From y = 0, z = 1 to y = 1, z = 0, seen from x = 10: to the right and downwards.
    unit = 180 / np.tan(np.radians(20)) / 10
    assert later.x == pytest.approx([360, 360 + unit])
    assert later.y == pytest.approx([180 - unit, 180])
    assert [len(each.x) for each in strokes(*lines, moment=3)] == [2]


def test_a_body_that_is_hidden_or_mirrored() -> None:
    box = "BOX -1, -1, -1, 1, 1, 1"

    assert fills(CAMERA, "IF h > 2", box, "END", moment=0) == []
    assert len(fills(CAMERA, "IF h > 2", box, "END", moment=2)) == 1


def test_moving_dashes_begin_at_their_offset() -> None:
    scene = staged("SETCOLOR c1", "PIPE 0.2, h, 0, 1, 5, 1")

    firsts = []
    for moment in (0, 1):
        dashes = [part for part in draw_scene(scene, moment) if isinstance(part, Stroke)][-1]
        firsts.append((len(dashes.x), dashes.pen.dash))
    # at an offset of zero the surface cuts the dashes
    assert firsts[0] == (2, (7.0, 9.0))
    assert firsts[1][0] > 2
