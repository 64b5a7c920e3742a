"""Differences between two texts, in terms of the model."""

import pytest

from simnon.compiler import gather_systems
from simnon.diagrams import Change, differences, mark_changes, print_differences, scene_of
from simnon.model import System
from simnon.source import Report, Source

LAG = "CONTINUOUS SYSTEM lag\nINPUT u\nOUTPUT y\nSTATE x\nDER dx\ndx = (u - x)/T\ny = x\nu: 0\nT: 1 [s]\nEND\n"
TEXT = LAG + "CONTINUOUS SYSTEM whole\nSYSTEM a, b: lag\nCONNECT a.y b.u\na.T: 2\nEND\n"


def systems(text: str) -> tuple[System, ...]:
    return gather_systems([Source("model.t", text)], Report())[0]


def changes(old: str, new: str) -> list[str]:
    found = differences(systems(TEXT), systems(TEXT.replace(old, new)))
    return [f"{each.system} {each.text}" for each in found]


def test_layout_and_comments_are_no_differences() -> None:
    assert differences(systems(TEXT), systems('" a comment\n\n' + TEXT.replace("a, b", "a,  b").upper())) != ()
    assert differences(systems(TEXT), systems('" a comment\n\n' + TEXT.replace("a, b", "a,  b"))) == ()
    assert print_differences(()) == "no differences"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a.T: 2", "a.T: 3 [s]", ["whole ~ parameter a.T: 2 -> 3 [s]"]),
        ("T: 1 [s]\nE", "T: 4 [s]\nE", ["lag ~ parameter T: 1 [s] -> 4 [s]"]),
        ("y = x", "y = 2*x", ["lag ~ equation y: x -> 2*x"]),
        ("SYSTEM a, b: lag", "SYSTEM a, b, c: lag", ["whole + part c: lag"]),
        ("SYSTEM a, b: lag", "SYSTEM a, b[1..3]: lag", ["whole ~ part b: lag -> lag[1..3]"]),
        ("CONNECT a.y b.u\n", "", ["whole - connection a.y b.u"]),
        ("INPUT u", "INPUT u v", ["lag + input v"]),
    ],
)
def test_a_change_is_named_in_the_terms_of_the_model(old: str, new: str, expected: list[str]) -> None:
    assert changes(old, new) == expected


def test_a_model_that_was_renamed_is_compared_all_the_same() -> None:
    assert changes("SYSTEM whole", "SYSTEM plant") == ["plant ~ system whole -> plant"]


def test_the_diagram_marks_what_is_new_changed_and_gone() -> None:
    new = TEXT.replace("SYSTEM a, b: lag\nCONNECT a.y b.u\na.T: 2", "SYSTEM a, c: lag\na.T: 3")
    marked = mark_changes(scene_of(systems(TEXT)), scene_of(systems(new))).diagrams["whole"]

    assert {box.name: box.change for box in marked.boxes} == {
        "a": Change.CHANGED,
        "c": Change.ADDED,
        "b": Change.REMOVED,
    }
    assert [net.change for net in marked.nets] == [Change.REMOVED]
