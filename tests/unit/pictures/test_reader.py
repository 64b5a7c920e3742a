"""read_picture: operations with their arguments, blocks, and all mistakes at once."""

import pytest

from tests.unit.pictures.staged import mistakes, stage_text, staged


def test_a_picture_has_a_name_and_a_size() -> None:
    scene = staged("FILLCIRCLE x, 0, 1")

    assert scene.name == "small"
    assert (scene.width, scene.height) == (720.0, 360.0)
    assert len(scene.shapes) == 1


def test_system_in_the_heading_can_be_left_out() -> None:
    scene, found = stage_text("PICTURE tank\nCIRCLE 0, 0, 1\nEND\n")

    assert scene.name == "tank"
    assert found == ()


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("CIRKLE 1, 1, 1",), [("unreadable-line", 1)]),
        (("CIRCLE 1, 1",), [("wrong-arguments", 1)]),
        (("CIRCLE 1, 1, 1, 1",), [("wrong-arguments", 1)]),
        (("CIRCLE 1, 1, 'big'",), [("wrong-arguments", 1)]),
        (("TITLE 3",), [("wrong-arguments", 1)]),
        (("CIRCLE 1 1 1",), [("unexpected-text", 1)]),
        (("CIRCLE 1, 1,",), [("unexpected-text", 1)]),
        (("CIRCLE (1, 1, 1",), [("unexpected-text", 1)]),
        (("3, 4",), [("unreadable-line", 1)]),
        (("CLOSE",), [("unreadable-line", 1)]),
        (("ELSE",), [("unreadable-line", 1)]),
        (("FOR k", "END"), [("unreadable-line", 1)]),
        (("IF 'a'", "END"), [("wrong-arguments", 1)]),
        (("DRAWSTRING 1, 1, h:big",), [("number-expected", 1)]),
        (("DRAWSTRING 1, 1, h:99",), [("number-expected", 1)]),
        (("SETCOLOR redd",), [("wrong-arguments", 1)]),
        (("SETCOLOR heat(h, 1)",), [("wrong-arguments", 1)]),
        (("CIRCLE level, 1, 1",), [("undefined-name", 1)]),
        (("CIRCLE foo(h), 1, 1",), [("undefined-function", 1)]),
        (("CALL arm",), [("undefined-name", 1)]),
        (("DELETE arm",), [("undefined-name", 1)]),
        (("BIND left",), [("undefined-name", 1)]),
        (("ADDTOMENU m, 'a', 'b'",), [("undefined-name", 1)]),
        (("POPMATRIX",), [("unreadable-line", 1)]),
        (("POPMARKER",), [("unreadable-line", 1)]),
        (("POLYGON 0, 0, 1, 1, 2",), [("wrong-arguments", 1)]),
        (("GAUGE 1, 1, 1, h, 2, 2",), [("wrong-arguments", 1)]),
        (("STRIPCHART 0, 0, 1, 1, 0, 0, 1, h",), [("wrong-arguments", 1)]),
        (("STRIPCHART 0, 0, h, 1, 9, 0, 1, h",), [("wrong-arguments", 1)]),
        (("SURFACE 'none.stl'",), [("file-not-found", 1)]),
        (("FLOOR 0",), [("wrong-arguments", 1)]),
        (("SETTEXT 12, up",), [("wrong-arguments", 1)]),
        (("CREATE w, 1, 1, 0, 0",), [("wrong-arguments", 1)]),
        (("FOR k = 1..h", "END"), [("wrong-arguments", 1)]),
        (("OPEN a", "CALL a", "CLOSE", "CALL a"), [("nesting-too-deep", 2)]),
    ],
)
def test_a_mistake_is_reported_at_its_line(lines: tuple[str, ...], expected: list[tuple[str, int]]) -> None:
    assert sorted(mistakes(*lines)) == sorted(expected)


def test_all_mistakes_are_reported_together() -> None:
    assert mistakes("CIRKLE 1, 1, 1", "CIRCLE nix, 1, 1", "CIRCLE 1, 1", "CIRCLE nox, 1, 1") == [
        ("unreadable-line", 1),
        ("wrong-arguments", 3),
        ("undefined-name", 2),
        ("undefined-name", 4),
    ]


def test_a_block_that_is_not_ended_takes_the_end_of_the_picture() -> None:
    assert mistakes("IF h > 2", "CIRCLE 1, 1, 1") == [("end-expected", -1)]


@pytest.mark.parametrize("text", ["", "CIRCLE 1, 1, 1\n", "PICTURE a\nCIRCLE 1, 1, 1\n", "PICTURE a\nEND\nEND\n"])
def test_a_text_that_is_no_picture_is_reported(text: str) -> None:
    _, found = stage_text(text)

    assert {each.code for each in found} <= {"heading-expected", "end-expected", "unreadable-line"}
    assert found


def test_a_near_name_is_suggested() -> None:
    _, found = stage_text("PICTURE a\nCIRKLE 1, 1, 1\nEND")

    assert found[0].hint == "did you mean CIRCLE?"
