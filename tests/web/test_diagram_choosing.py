"""In a diagram, what an act has added is chosen afterwards, and a text from Windows stays one."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import give
from tests.web.serving import ROOT
from tests.web.test_diagram import READY, boxes_of, middle

pytestmark = pytest.mark.slow


@pytest.fixture
def study(tmp_path: Path) -> Path:
    folder = tmp_path / "study"
    folder.mkdir()
    text = (ROOT / "examples" / "drive.t").read_text("utf-8")
    text = text.replace("SYSTEM gear: rotation.gear", '\tSYSTEM gear:\trotation.gear\t" tabs')
    (folder / "drive.t").write_bytes(text.replace("\n", "\r\n").encode())
    return folder


@pytest.fixture
def stage(page: Page) -> Locator:
    give(page, *READY)
    found = page.get_by_role("application")
    expect(found).to_have_attribute("data-count", "12")
    return found


def test_copies_renamed_and_grouped_parts_are_chosen(page: Page, stage: Locator, study: Path) -> None:
    content = (study / "drive.t").read_bytes()
    status = page.get_by_role("status").filter(has_text=",")
    page.mouse.click(*middle(page, stage, boxes_of(study)["gear"]))
    page.keyboard.press("Control+d")
    expect(status).to_have_text("gear2, rotation.gear")
    page.keyboard.press("Delete")
    expect(page.locator(".given:not(.waiting)").last).to_have_text("REMOVE gear2")
    expect(stage).to_have_attribute("data-count", "12")
    assert (study / "drive.t").read_bytes() == content

    page.mouse.click(*middle(page, stage, boxes_of(study)["gear"]))
    page.keyboard.press("F2")
    page.get_by_role("textbox", name="New name").fill("wheels")
    page.keyboard.press("Enter")
    expect(status).to_have_text("wheels, rotation.gear")
    assert (study / "drive.t").read_bytes() == content.replace(b"gear:", b"wheels:").replace(b"gear.", b"wheels.")
    stage.focus()
    page.keyboard.press("Control+g")
    page.get_by_role("textbox", name="Name of the new type").fill("box")
    page.keyboard.press("Enter")
    expect(status).to_have_text("box, box")


def test_a_damaged_view_is_reported_and_drawn_again_when_it_is_mended(page: Page, study: Path) -> None:
    (study / "drive.view").write_text("drive: motor = 1 x\n")
    give(page, *READY)
    expect(page.get_by_text("drive.view line 1: 'drive: motor = 1 x' is not a place")).to_be_visible()
    expect(page.get_by_text("delete the file to place boxes automatically")).to_be_visible()
    (study / "drive.view").unlink()
    page.get_by_role("button", name="Draw again").click()

    expect(page.get_by_role("application")).to_have_attribute("data-count", "12")
