"""Files are found regardless of case, and written completely or not at all."""

import os
from pathlib import Path

import pytest

from simnon.session.files import find_file, missing_file, path_to_write, write_file
from simnon.source import REPLACED, UserError


def test_a_file_is_found_by_its_name_alone(tmp_path: Path) -> None:
    (tmp_path / "TANK.T").write_text("")

    assert find_file("tank", [tmp_path], [".t"]) == tmp_path / "TANK.T"


def test_the_first_folder_and_the_exact_name_take_precedence(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    for folder, name in ((first, "x.t"), (second, "x"), (second, "X.T")):
        folder.mkdir(exist_ok=True)
        (folder / name).write_text("")

    assert find_file("x", [first, second], [".t"]) == first / "x.t"
    assert find_file("X", [second], [".t"]) == second / "x"
    assert find_file("y", [first, second], [".t"]) is None


def test_a_missing_file_is_reported_with_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "TANK.T").write_text("")

    assert missing_file("TNAK", [tmp_path], [".t"]).hint == "did you mean 'TANK'?"


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", "sub", "nowhere/x"])
def test_nothing_is_written_outside_the_folder_or_over_one(tmp_path: Path, name: str) -> None:
    (tmp_path / "sub").mkdir()

    with pytest.raises(UserError):
        path_to_write(name, tmp_path)


def test_a_file_is_replaced_atomically(tmp_path: Path) -> None:
    path = path_to_write("a", tmp_path, ".par")
    write_file(path, "one")
    os.chmod(path, 0o640)  # noqa: PTH101
    write_file(path, "two")

    assert path.read_text() == "two"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [each for each in tmp_path.iterdir() if each.name != REPLACED] == [path]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.par"
    write_file(path, "old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="No space"):
        write_file(path, "new")

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
