"""The documentation describes the program as it is: no "not yet", no "later"."""

from pathlib import Path

import pytest

from tests.architecture.promises import find_promises, find_unused

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts),
]


def test_no_page_promises_anything() -> None:
    assert find_promises(PAGES) == []


def test_every_exception_is_still_needed() -> None:
    assert find_unused(PAGES) == []


@pytest.mark.parametrize(
    "text",
    [
        "The session is not there yet.",
        "Fits and equilibria come later.",
        "Whole systems are not implemented.",
        "Units will be checked.",
        "For now, use `rodas5p`.",
        "A sentence that is broken will\nbe found.",
    ],
)
def test_promises_are_found(tmp_path: Path, text: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Page\n\nThis is here. {text}\n", "utf-8")

    assert len(find_promises([page])) == 1


def test_examples_and_exceptions_are_not_promises(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text('Needs Python 3.11 or later.\n\n```text\n" not yet connected\n```\n\nThat is all.\n', "utf-8")

    assert find_promises([page]) == []


def test_an_exception_that_no_page_needs_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Needs Python 3.11 or\nlater.\n", "utf-8")

    assert find_unused([page], ("Python 3.11 or later", "not yet")) == ["not yet"]
