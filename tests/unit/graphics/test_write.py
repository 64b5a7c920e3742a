"""write_figure: a file of the type that its extension names, complete or not at all."""

from pathlib import Path

import pytest

from simnon.graphics import write_figure
from simnon.source import UserError
from tests.unit.graphics.small_figures import ONE, THREE


@pytest.mark.parametrize(
    ("name", "start"), [("level.svg", b"<svg "), ("level.pdf", b"%PDF-"), ("level.PNG", b"\x89PNG")]
)
def test_the_extension_decides_the_type(tmp_path: Path, name: str, start: bytes) -> None:
    write_figure(tmp_path / name, ONE)

    assert (tmp_path / name).read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_an_old_file_is_replaced(tmp_path: Path) -> None:
    write_figure(tmp_path / "level.svg", ONE)
    before = (tmp_path / "level.svg").read_text("utf-8")

    write_figure(str(tmp_path / "level.svg"), THREE)

    assert (tmp_path / "level.svg").read_text("utf-8") != before


@pytest.mark.parametrize(
    ("name", "hint"),
    [("level.svgg", "did you mean '.svg'?"), ("level.bmp", "use one of .svg, .pdf, .png"), ("level", "use one of")],
)
def test_an_unknown_type_is_refused_and_nothing_written(tmp_path: Path, name: str, hint: str) -> None:
    with pytest.raises(UserError, match="cannot be written as") as caught:
        write_figure(tmp_path / name, ONE)

    assert caught.value.hint.startswith(hint)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file") as caught:
        write_figure(tmp_path / "no" / "level.svg", ONE)

    assert caught.value.code == "file-not-written"
