"""The user's folder: for the user alone, and nothing is read that others could have written."""

import os
import stat
from pathlib import Path

import pytest

from simnon.source import is_private_folder, read_private, state_folder, user_cache_folder, write_private


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"XDG_STATE_HOME": "/a"}, Path("/a/simnon")),
        ({"APPDATA": "/b"}, Path("/b/simnon")),
        ({"XDG_STATE_HOME": "here", "APPDATA": "/b"}, Path("/b/simnon")),
    ],
)
def test_the_user_folder_follows_the_system(environment: dict[str, str], folder: Path) -> None:
    assert state_folder(environment) == folder


@pytest.mark.parametrize("home", ["", "here"])
def test_a_relative_home_does_not_count(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    monkeypatch.setenv("HOME", home)

    assert state_folder({}) is None
    assert user_cache_folder({}) is None


def test_simnons_own_folder_is_closed_to_others(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new" / "simnon"
    old.mkdir()
    old.chmod(0o775)

    assert is_private_folder(old)
    assert is_private_folder(new)
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (old, new)] == [0o700, 0o700]


def test_a_folder_that_the_user_named_is_left_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o775)

    assert not is_private_folder(tmp_path, is_named_by_us=False)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o775


@pytest.mark.parametrize("name", ["file", "file/below", "no\0name", "x" * 5000])
def test_an_impossible_folder_is_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("", "utf-8")

    assert not is_private_folder(tmp_path / name)


def test_private_files_are_unreadable_for_others_and_replace_links(tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"mine")
    (tmp_path / "file").symlink_to(tmp_path / "precious")

    write_private(tmp_path / "file", b"new")

    assert read_private(tmp_path / "file") == b"new"
    assert (tmp_path / "precious").read_bytes() == b"mine"
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600
    assert len(list(tmp_path.iterdir())) == 2


def test_files_that_others_could_have_seen_or_written_are_not_read(tmp_path: Path) -> None:
    write_private(tmp_path / "file", b"new")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    os.mkfifo(tmp_path / "pipe", 0o600)

    assert read_private(tmp_path / "link") is None
    assert read_private(tmp_path / "pipe") is None
    assert read_private(tmp_path / "nothing") is None
    (tmp_path / "file").chmod(0o640)
    assert read_private(tmp_path / "file") is None
