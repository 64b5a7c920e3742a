"""write_scene: stills, moving files and pages by their extension; scene_text for terminals."""

import json
import re
from pathlib import Path

import pytest
from PIL import Image

from simnon.graphics import scene_text, scene_wire, write_frames, write_scene
from simnon.graphics.scenes import page, scene_json, scene_page
from simnon.source import UserError
from tests.unit.pictures.staged import staged

LINES = ("TITLE 'A <tank>'", "SETCOLOR heat(temp, 20, 80)", "FILLRECTANGLE 1, 0, 4, h", "DRAWSTRING 5, 4, 'h ', h:2")


@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<svg "), ("a.pdf", b"%PDF-"), ("a.PNG", b"\x89PNG")])
def test_a_still_is_written_at_a_moment(tmp_path: Path, name: str, start: bytes) -> None:
    write_scene(tmp_path / name, staged(*LINES), moment=1)

    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_still_has_the_numbers_of_its_moment(tmp_path: Path) -> None:
    write_scene(tmp_path / "a.svg", staged(*LINES), moment=1)

    assert ">h 2.00</text>" in (tmp_path / "a.svg").read_text("utf-8")


@pytest.mark.parametrize("kind", ["gif", "webp", "apng"])
def test_a_moving_file_has_a_frame_for_each_moment(tmp_path: Path, kind: str) -> None:
    write_scene(tmp_path / f"a.{kind}", staged(*LINES), width=120, rate=10)

    with Image.open(tmp_path / f"a.{kind}") as image:
        assert getattr(image, "n_frames", 1) == 4
        assert image.size == (120, 60)


def test_frames_are_png_files_in_a_folder(tmp_path: Path) -> None:
    names = [path.name for path in write_frames(tmp_path, staged(*LINES), width=60)]

    assert names == ["0001.png", "0002.png", "0003.png", "0004.png"]
    assert all((tmp_path / name).read_bytes().startswith(b"\x89PNG") for name in names)


@pytest.mark.parametrize("name", ["a.mp4", "a", "a.giff"])
def test_an_unknown_type_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError, match="cannot be written as"):
        write_scene(tmp_path / name, staged(*LINES))

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("width", [1, 100_000])
def test_a_size_that_cannot_be_is_refused(tmp_path: Path, width: int) -> None:
    with pytest.raises(UserError, match="wide"):
        write_scene(tmp_path / "a.png", staged(*LINES), width=width)


def test_a_scene_as_json_keeps_its_columns_and_cannot_end_its_script() -> None:
    text = scene_json(staged(*LINES))

    assert "<" not in text
    found = json.loads(text)
    assert found["title"] == "A <tank>"
    assert [shape["kind"] for shape in found["shapes"]] == ["path", "label"]
    assert set(found["times"]) == {"f32"}


def test_the_wire_has_flat_columns_and_the_number_of_points() -> None:
    shapes = scene_wire(staged(*LINES))["shapes"]

    assert isinstance(shapes, list)
    assert shapes[0]["points"] == 4
    assert shapes[0]["y"].shape == (16,)


def test_a_page_has_everything_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "player.js").write_text("console.log('</script>')")
    monkeypatch.setattr(page, "BUILT", tmp_path / "player.js")

    text = scene_page(staged(*LINES))

    assert "<title>A &lt;tank&gt;</title>" in text
    assert text.count("</script>") == 2
    assert not re.search(r'(?:src|href)="', text)


def test_a_player_that_was_not_built_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "BUILT", tmp_path / "none.js")

    with pytest.raises(UserError, match="not built"):
        scene_page(staged(*LINES))


def test_a_terminal_shows_areas_hatched_and_texts() -> None:
    text = scene_text(staged(*LINES), 3, 40, 12)

    assert "h 3.00" in text
    assert len(text.splitlines()) <= 12
    assert any("\u2800" < letter <= "\u28ff" for letter in text)


def test_a_filled_ground_is_not_hatched_in_a_terminal() -> None:
    shapes = ("SETCOLOR black", "FILLRECTANGLE 4, 4, 5, 5", "SETCOLOR white", "DRAWSTRING 1, 1, 'dot'")
    limits, ground = "LIMITS 0, 0, 20, 10", "FILLRECTANGLE 0, 0, 20, 10"
    without = scene_text(staged(limits, *shapes), 0, 40, 20)

    assert scene_text(staged(limits, "SETCOLOR blue", ground, *shapes), 0, 40, 20) == without
    smaller = scene_text(staged(limits, "SETCOLOR blue", "FILLRECTANGLE 0, 0, 20, 9", *shapes), 0, 40, 20)
    assert smaller != without


def test_a_plain_terminal_shows_ascii() -> None:
    text = scene_text(staged(*LINES), 3, 40, 12, is_plain=True)

    assert text.isascii()
    assert "*" in text
