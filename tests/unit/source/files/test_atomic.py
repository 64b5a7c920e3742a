"""Files are written completely or not at all, never over the user's own, and replaced files can be restored."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from simnon.source import (
    REPLACED,
    UserError,
    atomic_file,
    atomic_folder,
    clear_leftovers,
    kept_copies,
    restore_replaced,
)


def write(path: Path, text: str, *, force: bool = False, is_edited: bool = False) -> None:
    with atomic_file(path, force=force, is_edited=is_edited) as place:
        place.write_text(text)


def write_folder(path: Path, text: str, *, force: bool = False) -> None:
    with atomic_folder(path, force=force) as place:
        (place / "inner").mkdir()
        (place / "inner" / "numbers").write_text(text)


def in_a_child(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-B", "-c", f"from simnon.source import *\nimport os, sys\n{code}", *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def visible(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != REPLACED)


@pytest.mark.skipif(os.name == "nt", reason="modes of files are those of POSIX")
def test_a_new_file_has_the_default_mode(tmp_path: Path) -> None:
    plain, path = tmp_path / "plain", tmp_path / "a.csv"
    plain.write_text("")
    write(path, "1")

    assert path.stat().st_mode == plain.stat().st_mode
    assert sorted(tmp_path.iterdir()) == [path, plain]


def test_an_incomplete_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write(path, "old")

    def write_half() -> None:
        with atomic_file(path) as place:
            place.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("text", ["the user's", "ours, changed since"])
def test_a_file_of_the_user_is_not_replaced_without_force(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.t"
    write(path, "ours")
    path.write_text(text)
    with pytest.raises(UserError, match="was not written by Simnon") as raised:
        write(path, "new")

    assert raised.value.code == "not-ours"
    assert path.read_text() == text
    write(path, "new", force=True)
    assert path.read_text() == "new"


def test_files_written_by_simnon_and_empty_files_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.par"
    path.write_text("")
    write(path, "one")
    write(path, "two")

    assert path.read_text() == "two"


@pytest.mark.skipif(os.name == "nt", reason="modes of files are those of POSIX")
def test_a_ledger_that_others_can_change_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "a.csv"
    write(path, "old")
    (tmp_path / "state" / "simnon" / "written").chmod(0o666)

    with pytest.raises(UserError) as raised:
        write(path, "new")
    assert raised.value.code == "not-ours"


def test_a_copy_under_a_different_name_is_the_users(tmp_path: Path) -> None:
    write(tmp_path / "a.par", "one")
    (tmp_path / "reference.par").write_text("one")

    with pytest.raises(UserError):
        write(tmp_path / "reference.par", "two")


def test_an_edited_file_is_the_users(tmp_path: Path) -> None:
    path = tmp_path / "a.t"
    path.write_text("the user's")
    write(path, "the user's, edited", is_edited=True)
    with pytest.raises(UserError):
        write(path, "new")

    assert path.read_text() == "the user's, edited"
    assert [copy.read_text() for copy in kept_copies(path)] == ["the user's"]


def test_a_file_that_appears_during_the_write_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"

    def write_slowly() -> None:
        with atomic_file(path) as place:
            place.write_text("new")
            path.write_text("the user's")

    with pytest.raises(UserError, match="was not written by Simnon"):
        write_slowly()
    assert path.read_text() == "the user's"


def test_a_replaced_file_can_be_restored_and_that_undone(tmp_path: Path) -> None:
    path = tmp_path / "a.t"
    path.write_text("the user's")
    write(path, "ours", force=True)

    restore_replaced(path)
    assert path.read_text() == "the user's"
    restore_replaced(path)
    assert path.read_text() == "ours"


def test_all_versions_of_the_user_and_the_last_of_simnon_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.t"
    path.write_text("the user's")
    for number in range(5):
        write(path, f"ours {number}", force=True)

    assert [copy.read_text() for copy in kept_copies(path)] == ["the user's", "ours 3"]
    path.unlink()
    restore_replaced(path)
    assert path.read_text() == "ours 3"


def test_without_a_copy_nothing_can_be_restored(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no previous version"):
        restore_replaced(tmp_path / "a.t")


def test_a_folder_is_replaced_atomically_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "e.zarr"
    for text in ("one", "two", "three"):
        write_folder(path, text)
    assert (path / "inner" / "numbers").read_text() == "three"
    assert visible(tmp_path) == ["e.zarr"]
    restore_replaced(path)
    assert (path / "inner" / "numbers").read_text() == "two"

    (path / "inner" / "note").write_text("the user's")
    with pytest.raises(UserError):
        write_folder(path, "four")
    write_folder(path, "four", force=True)
    restore_replaced(path)
    assert (path / "inner" / "note").read_text() == "the user's"


def test_a_folder_is_not_a_file_and_a_file_not_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.csv").mkdir()
    (tmp_path / "e.zarr").write_text("")

    with pytest.raises(UserError, match="is a folder"):
        write(tmp_path / "a.csv", "1", force=True)
    with pytest.raises(UserError, match="is a file"):
        write_folder(tmp_path / "e.zarr", "1", force=True)


@pytest.mark.parametrize("name", ["nowhere/a.csv", "a\0b.csv", "x" * 300])
def test_an_impossible_path_is_a_user_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError) as raised:
        write(tmp_path / name, "1")
    assert raised.value.code == "file-not-written"


@pytest.mark.skipif(os.name == "nt", reason="limits of processes are those of POSIX")
@pytest.mark.parametrize("kind", ["atomic_file", "atomic_folder"])
def test_a_full_disk_leaves_the_old_file_and_is_reported(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a"
    (write if kind == "atomic_file" else write_folder)(path, "old")
    before = sorted(each.relative_to(tmp_path) for each in tmp_path.rglob("*"))
    inner = "place" if kind == "atomic_file" else "place / 'x'"
    done = in_a_child(
        f"""
import resource
from pathlib import Path
before = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
try:
    with {kind}(Path(sys.argv[1])) as place:
        ({inner}).write_bytes(bytes(100_000))
except UserError as error:
    print(error.code, error, error.hint)
finally:
    # The coverage of this process is longer than the files that it is allowed here.
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
""",
        path,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"file-not-written {path}: File too large")
    assert sorted(each.relative_to(tmp_path) for each in tmp_path.rglob("*")) == before


KILLED = """
from pathlib import Path
with atomic_file(Path(sys.argv[1])) as place:
    place.write_text("half")
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(os.name == "nt", reason="files are locked as on POSIX")
def test_leftovers_of_killed_writers_are_removed_but_not_of_live_ones(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write(path, "old")
    with atomic_file(tmp_path / "b.csv") as place:
        place.write_text("half")
        done = in_a_child(KILLED, path)
        assert done.returncode == -signal.SIGKILL
        (left,) = [each for each in tmp_path.glob(".simnon-*") if each not in (place, tmp_path / REPLACED)]
        (tmp_path / ".simnon-notes").write_text("the user's")
        clear_leftovers(tmp_path)

        assert path.read_text() == "old"
        assert place.exists()
        assert not left.exists()
    assert visible(tmp_path) == [".simnon-notes", "a.csv", "b.csv"]


@pytest.mark.skipif(os.name == "nt", reason="files are locked as on POSIX")
def test_a_folder_that_its_writer_recreates_is_not_a_leftover(tmp_path: Path) -> None:
    with atomic_folder(tmp_path / "e.zarr") as place:
        place.rmdir()
        place.mkdir()
        (place / "numbers").write_text("1")
        clear_leftovers(tmp_path)

    assert (tmp_path / "e.zarr" / "numbers").read_text() == "1"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    write(tmp_path / "inner" / "a.csv", "old")
    (tmp_path / "a.csv").symlink_to("inner/a.csv")
    write(tmp_path / "a.csv", "new")

    assert (tmp_path / "a.csv").is_symlink()
    assert (tmp_path / "inner" / "a.csv").read_text() == "new"
