"""The pictures of the animated examples in the manual are what ANIMATE writes."""

from pathlib import Path

import pytest

from tests.transcripts.animations import EXAMPLES, FOLDER, still_of


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_picture_of_an_example_is_what_animate_writes(name: str, tmp_path: Path) -> None:
    """Write them again with `python -m tests.transcripts.animations`."""
    assert (FOLDER / f"{name}.svg").read_text("utf-8") == still_of(name, tmp_path)


def test_the_page_shows_every_example() -> None:
    page = (FOLDER.parent / "animation.md").read_text("utf-8")

    assert all(f"(pictures/{name}.svg)" in page for name in EXAMPLES)
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(EXAMPLES)
