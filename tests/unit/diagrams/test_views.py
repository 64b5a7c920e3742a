"""Views: places by name, sorted, kept as they are."""

from pathlib import Path

import pytest

from simnon.diagrams import Point, parse_view, print_view, read_view, write_view
from simnon.source import UserError


def test_places_are_sorted_lines() -> None:
    text = print_view({"whole": {"b": Point(24, 36), "a": Point(0, 12)}, "cell": {"relation 1": Point(12, 12)}})

    assert text.splitlines()[1:] == ["cell: relation 1 = 12 12", "whole: a = 0 12", "whole: b = 24 36"]
    assert parse_view(text, "x.view")["cell"] == {"relation 1": Point(12, 12)}


def test_a_missing_file_places_nothing(tmp_path: Path) -> None:
    assert read_view(tmp_path / "none.view") == {}


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    view = {"whole": {"top.yref": Point(24, 36)}}
    write_view(tmp_path / "a.view", view)
    assert read_view(tmp_path / "a.view") == view


def test_an_unreadable_line_is_named() -> None:
    with pytest.raises(UserError, match=r"a.view line 2: 'whole: a = x y' is not a place"):
        parse_view("whole: a = 1 2\nwhole: a = x y\n", "a.view")


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", "=======", ">>>>>>> other"])
def test_the_marks_of_a_merge_are_named(mark: str) -> None:
    with pytest.raises(UserError, match=r"a.view line 2: this marks a conflict of versions; a merge left both sides"):
        parse_view(f"whole: a = 1 2\n{mark}\n", "a.view")
