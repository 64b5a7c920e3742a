"""The window of the folder: each act is a line; renaming and deleting ask first; a dropped file replaces nothing."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import expect_lines, give, prompt_of

pytestmark = pytest.mark.slow

DROP = """([name, text]) => {
  const data = new DataTransfer()
  data.items.add(new File([text], name))
  const region = document.querySelector('[aria-label="Files"]')
  region.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
}"""


@pytest.fixture
def files(page: Page, study: Path) -> Locator:
    (study / "my notes.txt").write_text("first line\n")
    give(page, "WFDIR")
    return page.get_by_role("region", name="Files")


def has_given(page: Page, *lines: str) -> None:
    """The lines that the window has given."""
    expect_lines(page, "WFDIR", *lines)


def row(files: Locator, name: str) -> Locator:
    return files.get_by_role("button").filter(has=files.page.get_by_text(name, exact=True))


def test_a_file_is_previewed_renamed_and_deleted_after_questions(page: Page, files: Locator, study: Path) -> None:
    row(files, "my notes.txt").click()
    expect(page.get_by_label("Preview of my notes.txt")).to_have_text("first line\n")
    page.get_by_role("button", name="Rename my notes.txt").click()
    page.get_by_role("textbox", name="New name of my notes.txt").fill("notes.txt")
    page.get_by_role("textbox", name="New name of my notes.txt").press("Enter")
    row(files, "notes.txt").click()
    page.get_by_role("button", name="Delete notes.txt").click()
    expect(page.get_by_role("alertdialog").get_by_role("button", name="Keep")).to_be_focused()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete notes.txt").click()

    expect(row(files, "notes.txt")).to_have_count(0)
    has_given(page, "RENAME 'my notes.txt' notes.txt", "DELETE notes.txt")
    assert not (study / "notes.txt").exists()
    give(page, "UNDO -FILE notes.txt")
    assert (study / "notes.txt").read_text() == "first line\n"


def test_a_file_is_dragged_to_the_prompt(page: Page, files: Locator) -> None:
    prompt_of(page).fill("LIST")
    row(files, "tank.t").drag_to(prompt_of(page))

    expect(prompt_of(page)).to_have_value("LIST tank.t")
    has_given(page)


def test_files_are_compiled_together(page: Page, files: Locator) -> None:
    row(files, "dpid.t").click()
    row(files, "regtank.t").click(modifiers=["Control"])
    page.get_by_role("button", name="SYST dpid.t regtank.t").click()

    has_given(page, "SYST dpid.t regtank.t")


def test_a_file_from_the_desktop_is_saved_and_replaces_one_only_after_a_question(
    page: Page, files: Locator, study: Path
) -> None:
    page.evaluate(DROP, ["new.txt", "one"])
    expect(row(files, "new.txt")).to_be_visible()
    page.evaluate(DROP, ["new.txt", "two"])
    page.get_by_role("button", name="Keep the old one").click()
    assert (study / "new.txt").read_text() == "one"
    page.evaluate(DROP, ["new.txt", "two"])
    page.get_by_role("button", name="Replace it").click()

    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(page.get_by_text("new.txt is saved")).to_be_visible()
    assert (study / "new.txt").read_text() == "two"
    page.evaluate(DROP, ["bad.bin", "a\0b"])
    expect(page.get_by_text("bad.bin is not a text")).to_be_visible()
    has_given(page)


def test_files_are_read_again_only_when_they_changed(page: Page, study: Path) -> None:
    asked: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda data: asked.append(str(data)) if "Browse" in str(data) else None),
    )
    page.reload()
    give(page, "WFDIR")
    expect(page.get_by_role("region", name="Files").get_by_text("regtank.t")).to_be_visible()
    before = len(asked)
    assert before > 0, "the questions are counted"
    give(page, "DISP 1", "LET N = 1", "DISP N")
    assert len(asked) == before
    (study / "later.t").write_text("END\n")
    give(page, "DISP 2")

    expect(page.get_by_role("region", name="Files").get_by_text("later.t")).to_be_visible()


def test_a_folder_of_thousands_of_files_says_how_many_it_lists(page: Page, study: Path) -> None:
    for number in range(2010):
        (study / f"z{number:04d}.csv").touch()
    give(page, "WFDIR")
    files = page.get_by_role("region", name="Files")

    expect(files.get_by_text("regtank.t")).to_be_visible()
    expect(files.get_by_role("button")).to_have_count(2000)
    expect(files.get_by_text("The first 2000 files are listed")).to_be_attached()
    expect(files.get_by_text("z2009.csv")).to_have_count(0)


def test_a_name_that_no_command_can_have_is_told_and_hides_nothing(page: Page, files: Locator, study: Path) -> None:
    (study / "it's.t").write_text("END\n")
    (study / "\u202egnp.t").write_text("END\n")
    give(page, "WFDIR")
    files.get_by_text("it's.t").click()

    expect(page.get_by_text("No command can have this name")).to_be_visible()
    expect(page.get_by_role("button", name="Delete it's.t")).to_have_count(0)
    expect(files.get_by_text("\ufffdgnp.t")).to_be_visible()
