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
def test_the_folder_of_the_user_is_where_the_system_says(environment: dict[str, str], folder: Path) -> None:
    assert state_folder(environment) == folder


@pytest.mark.parametrize("home", ["", "here"])
def test_a_home_that_is_no_folder_of_its_own_is_none(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    monkeypatch.setenv("HOME", home)

    assert state_folder({}) is None
    assert user_cache_folder({}) is None


def test_a_folder_of_our_own_name_is_closed_to_others(tmp_path: Path) -> None:
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
def test_what_cannot_be_a_folder_is_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("", "utf-8")

    assert not is_private_folder(tmp_path / name)


def test_what_is_written_is_for_the_user_alone_and_replaces_links(tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"mine")
    (tmp_path / "file").symlink_to(tmp_path / "precious")

    write_private(tmp_path / "file", b"new")

    assert read_private(tmp_path / "file") == b"new"
    assert (tmp_path / "precious").read_bytes() == b"mine"
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600
    assert len(list(tmp_path.iterdir())) == 2


def test_what_others_could_have_seen_or_written_is_not_read(tmp_path: Path) -> None:
    write_private(tmp_path / "file", b"new")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    os.mkfifo(tmp_path / "pipe", 0o600)

    assert read_private(tmp_path / "link") is None
    assert read_private(tmp_path / "pipe") is None
    assert read_private(tmp_path / "nothing") is None
    (tmp_path / "file").chmod(0o640)
    assert read_private(tmp_path / "file") is None
