"""Files are written whole or not at all, and others may read them as the user wishes."""

import os
from pathlib import Path

import pytest

from simnon.source import whole_file


@pytest.mark.skipif(os.name == "nt", reason="modes of files are those of POSIX")
def test_a_new_file_has_the_mode_that_new_files_have(tmp_path: Path) -> None:
    plain, path = tmp_path / "plain", tmp_path / "a.csv"
    plain.write_text("")
    with whole_file(path) as place:
        place.write_text("1")

    assert path.stat().st_mode == plain.stat().st_mode
    assert sorted(tmp_path.iterdir()) == [path, plain]


def test_what_is_not_completed_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old")

    def write_half() -> None:
        with whole_file(path) as place:
            place.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
