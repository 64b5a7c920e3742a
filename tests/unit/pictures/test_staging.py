"""stage: every operation once, for all moments; IF, FOR, frames, segments, windows."""

import numpy as np
import pytest

from simnon.pictures import Chosen, Label, Oval, Path, Reading, Tint, Trail
from tests.unit.pictures.staged import TIMES, mistakes, staged


def path(*lines: str, number: int = 0) -> Path:
    shape = staged(*lines).shapes[number]
    assert isinstance(shape, Path)
    return shape


def test_coordinates_go_up_in_the_picture_and_down_on_the_page() -> None:
    shape = path("FILLRECTANGLE 0, 0, 1, 2")

    assert shape.x.tolist() == [0, 72, 72, 0]
    assert shape.y.tolist() == [360, 360, 216, 216]


def test_an_expression_gives_a_row_of_points_for_each_moment() -> None:
    shape = path("FILLRECTANGLE 0, 0, 1, h")

    assert shape.x.shape == shape.y.shape == (4, 4)
    assert shape.y[:, 2].tolist() == [360 - 72, 360 - 144, 360 - 180, 360 - 216]


def test_move_and_draw_make_one_line() -> None:
    scene = staged("MOVE 0, 0", "DRAW 1, 0", "DRAW 1, 1", "MOVE 5, 5", "DRAW 6, 5")

    assert [shape.x.tolist() for shape in scene.shapes if isinstance(shape, Path)] == [[0, 72, 72], [360, 432]]


def test_translate_scale_and_rotate_nest() -> None:
    shape = path("TRANSLATE 5, 2", "ROTATE pi/2", "SCALE 2", "MOVE 0, 0", "DRAW 1, 0")

    assert shape.x == pytest.approx([360, 360])
    assert shape.y == pytest.approx([216, 72])


def test_popmatrix_returns_to_coordinates_and_colour() -> None:
    scene = staged("PUSHMATRIX", "TRANSLATE 5, 0", "SETCOLOR red", "POPMATRIX", "FILLCIRCLE 0, 0, 1")

    (oval,) = scene.shapes
    assert isinstance(oval, Oval)
    assert (oval.x, oval.fill) == (0.0, "ink")


def test_a_circle_that_is_scaled_unequally_is_an_oval() -> None:
    (oval,) = staged("SCALE 2, 1", "CIRCLE 0, 0, 1").shapes

    assert isinstance(oval, Oval)
    assert (oval.across, oval.down) == pytest.approx((144, 72))


def test_if_hides_what_is_drawn_in_it() -> None:
    then, otherwise = staged("IF h > 2", "CIRCLE 1, 1, 1", "ELSE", "CIRCLE 2, 2, 1", "END").shapes

    assert np.asarray(then.look.visible).tolist() == [0, 0, 1, 1]
    assert np.asarray(otherwise.look.visible).tolist() == [1, 1, 0, 0]


def test_a_colour_set_in_an_if_stays_set_while_it_held() -> None:
    (oval,) = staged("SETCOLOR blue", "IF h > 2", "SETCOLOR red", "END", "FILLCIRCLE 0, 0, 1").shapes

    assert isinstance(oval, Oval)
    assert isinstance(oval.fill, Chosen)
    assert np.asarray(oval.fill.condition).tolist() == [0, 0, 1, 1]
    assert (oval.fill.then, oval.fill.otherwise) == ("#C0341D", "#0072B2")
    assert oval.look.visible == 1.0


def test_coordinates_changed_in_an_if_differ_from_moment_to_moment() -> None:
    (oval,) = staged("IF h > 2", "TRANSLATE 1, 0", "END", "FILLCIRCLE 0, 0, 1").shapes

    assert isinstance(oval, Oval)
    assert np.asarray(oval.x).tolist() == [0, 0, 72, 72]


def test_a_constant_condition_draws_one_branch() -> None:
    scene = staged("FOR k = 1..3", "IF k = 2", "CIRCLE k, 0, 1", "END", "END")

    assert [shape.x for shape in scene.shapes if isinstance(shape, Oval)] == [144.0]


def test_for_gives_members_of_arrays() -> None:
    scene = staged("FOR k = 1..2", "FILLCIRCLE tray[k].x, 0, 1", "END")

    values = [np.asarray(shape.x) / 72 for shape in scene.shapes if isinstance(shape, Oval)]
    assert values[0] == pytest.approx([0.1, 0.2, 0.3, 0.4])
    assert values[1] == pytest.approx([0.5, 0.6, 0.7, 0.8])


def test_too_many_repetitions_are_refused() -> None:
    assert mistakes("FOR k = 1..1000000", "END") == [("wrong-arguments", 1)]


def test_a_segment_is_drawn_by_each_call_with_the_numbers_there() -> None:
    scene = staged("OPEN dot", "CIRCLE k, 0, 1", "CLOSE", "FOR k = 2..3", "CALL dot", "END")

    assert [shape.x for shape in scene.shapes if isinstance(shape, Oval)] == [144.0, 216.0]


def test_a_segment_that_is_opened_again_is_appended_to() -> None:
    opened = ("OPEN s", "CIRCLE 1, 0, 1", "CLOSE", "CALL s", "OPEN s", "CIRCLE 2, 0, 1", "CLOSE", "CALL s")
    after_delete = ("DELETE s", "OPEN s", "CIRCLE 3, 0, 1", "CLOSE", "CALL s")
    scene = staged(*opened, *after_delete)

    assert [shape.x for shape in scene.shapes if isinstance(shape, Oval)] == [72.0, 72.0, 144.0, 216.0]


def test_what_cannot_be_seen_cannot_be_operated_or_asked_for() -> None:
    scene = staged("IF h > 2", "SLIDER 1, 1, 3, 1, k, 0, 1", "REQUESTLINE 'L'", "END", "KNOB 5, 1, 1, k, 0, 1")

    assert np.asarray(scene.controls[0].visible).tolist() == [0, 0, 1, 1]
    assert np.asarray(scene.requests[0].visible).tolist() == [0, 0, 1, 1]
    assert scene.controls[1].visible == 1.0


def test_a_segment_that_is_placed_has_its_shapes_with_its_request_alone() -> None:
    scene = staged("OPEN s", "CIRCLE 1, 0, 1", "SLIDER 1, 1, 3, 1, k, 0, 1", "CLOSE", "SCALE 2", "REQUESTSHAPE s, 'S'")

    (request,) = scene.requests
    circle, *slider = request.shapes
    assert isinstance(circle, Oval)
    assert [type(shape) for shape in slider] == [Path, Path, Path]
    assert (circle.x, request.place) == (144.0, (0.0, 360.0))
    assert (scene.shapes, scene.controls) == ((), ())


def test_a_highlighted_segment_stands_out_while_its_condition_holds() -> None:
    scene = staged("OPEN dot", "CIRCLE 1, 0, 1", "CLOSE", "CALL dot", "HIGHLIGHT dot, h > 2", "CALL dot")

    assert scene.shapes[0].look.highlight == 0.0
    assert np.asarray(scene.shapes[1].look.highlight).tolist() == [0, 0, 1, 1]


def test_a_frame_returns_to_the_coordinates_around_it() -> None:
    scene = staged("FRAME a", "TRANSLATE 1, 0", "CIRCLE 0, 0, 1", "END", "CIRCLE 0, 0, 1")

    assert [shape.x for shape in scene.shapes if isinstance(shape, Oval)] == [72.0, 0.0]


def test_a_colour_scale_is_a_position_between_its_ends() -> None:
    (oval,) = staged("SETCOLOR heat(temp, 20, 60)", "FILLCIRCLE 0, 0, 1").shapes

    assert isinstance(oval, Oval)
    assert isinstance(oval.fill, Tint)
    assert np.asarray(oval.fill.position).tolist() == [0, 0.5, 1, 1]


def test_a_colour_can_depend_on_a_condition() -> None:
    (oval,) = staged("SETCOLOR IF temp > 50 THEN red ELSE green", "FILLCIRCLE 0, 0, 1").shapes

    assert isinstance(oval, Oval)
    assert isinstance(oval.fill, Chosen)
    assert oval.fill.otherwise == "#11805C"


def test_texts_and_numbers_make_a_label() -> None:
    (label,) = staged("DRAWSTRING 1, 1, 'h = ', h:2, ' m'").shapes

    assert isinstance(label, Label)
    first, number, last = label.pieces
    assert (first, last) == ("h = ", " m")
    assert isinstance(number, Reading)
    assert number.decimals == 2


def test_a_trace_has_all_points_of_the_run() -> None:
    (trail,) = staged("TRACE x, y, 2").shapes

    assert isinstance(trail, Trail)
    assert (trail.x / 72).tolist() == [0, 1, 0, -1]
    assert trail.span == 2.0


def test_windows_have_their_own_coordinates() -> None:
    scene = staged("CREATE w, 0.5, 0, 1, 1", "BIND w", "LIMITS -1, -1, 1, 1", "FILLCIRCLE 0, 0, 1")

    (oval,) = scene.shapes
    assert isinstance(oval, Oval)
    assert (oval.x, oval.y, oval.across, oval.look.window) == pytest.approx((540, 180, 180, 1))


def test_redrawwindow_brings_a_window_to_the_front_and_redrawall_restores_the_order() -> None:
    create = ("CREATE a, 0, 0, 1, 1", "CREATE b, 0, 0, 1, 1")

    assert staged(*create).order == (0, 1, 2)
    assert staged(*create, "REDRAWWINDOW a").order == (0, 2, 1)
    assert staged(*create, "REDRAWWINDOW a", "REDRAWALL").order == (0, 1, 2)


def test_erase_removes_what_was_drawn_before_it() -> None:
    assert len(staged("CIRCLE 1, 1, 1", "ERASE", "CIRCLE 2, 2, 1").shapes) == 1


def test_erase_in_an_if_hides_it_while_the_condition_holds() -> None:
    scene = staged("CIRCLE 1, 1, 1", "IF h > 2", "ERASE", "END")

    assert np.asarray(scene.shapes[0].look.visible).tolist() == [1, 1, 0, 0]


def test_markers_name_what_is_between_them() -> None:
    scene = staged("PUSHMARKER a", "PUSHMARKER b", "CIRCLE 1, 1, 1", "POPMARKER", "POPMARKER", "CIRCLE 1, 1, 1")

    assert [shape.look.markers for shape in scene.shapes] == [("a", "b"), ()]


def test_requests_and_menus_keep_their_lines() -> None:
    scene = staged(
        "OPEN s",
        "CLOSE",
        "REQUESTPICK a, 'DISP $MARKER'",
        "REQUESTLINE 'L'",
        "REQUESTRECTANGLE 'R'",
        "REQUESTSHAPE s, 'S'",
        "REQUESTSTRING 1, 1, 'name', 'T $TEXT'",
        "NEWMENU m, 'Menu'",
        "ADDTOMENU m, 'run', 'SIMU'",
        "MAINMENU m",
        "REQUESTMENU m, a",
    )

    assert [(each.kind.value, each.subject, each.line) for each in scene.requests] == [
        ("pick", "a", "DISP $MARKER"),
        ("line", "", "L"),
        ("rectangle", "", "R"),
        ("shape", "s", "S"),
        ("string", "name", "T $TEXT"),
    ]
    (menu,) = scene.menus
    assert (menu.items, menu.is_main, menu.markers) == ((("run", "SIMU"),), True, ("a",))


def test_the_time_is_a_variable() -> None:
    (oval,) = staged("CIRCLE t, 0, 1").shapes

    assert isinstance(oval, Oval)
    assert (np.asarray(oval.x) / 72).tolist() == TIMES.tolist()
