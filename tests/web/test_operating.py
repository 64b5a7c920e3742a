"""A paced run in a picture: quick clicks count each, its end is shown, and the camera comes back."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from simnon.session import Session
from tests.web.conftest import give, lines_of, prompt_of
from tests.web.serving import ROOT, Served, beside

pytestmark = pytest.mark.slow


@pytest.fixture
def session_and_server(tmp_path: Path, built_page: None) -> Iterator[tuple[Session, Served]]:
    folder = tmp_path / "study"
    shutil.copytree(ROOT / "examples" / "animation", folder)
    with beside(folder, tmp_path / "state") as found:
        yield found


@pytest.fixture
def server(session_and_server: tuple[Session, Served]) -> Served:
    return session_and_server[1]


def test_a_switch_that_is_clicked_twice_is_where_it_was_and_the_run_ends_at_its_end(
    page: Page, session_and_server: tuple[Session, Served]
) -> None:
    give(page, "SYST heater", "SIMU 0 1", "PICTURE heater")
    shown = page.get_by_role("slider", name="Heated tank", exact=True)
    prompt_of(page).fill("PACE 0 40 10")
    prompt_of(page).press("Enter")
    expect(page.get_by_text("running", exact=True)).to_be_visible()
    box = shown.bounding_box()
    assert box is not None
    for _ in range(2):
        page.mouse.click(box["x"] + 122 / 144 * box["width"], box["y"] + (1 - 19 / 90) * box["height"])
    expect(page.get_by_text("running", exact=True)).to_have_count(0)

    expect(shown).to_have_attribute("aria-valuenow", "40")
    give(page, "JOURNAL shift.mac")
    session, _ = session_and_server
    journal = (session.workspace.folder / "shift.mac").read_text("utf-8")
    operated = [line.split(" AT ")[0] for line in journal.splitlines() if line.startswith("OPERATE")]
    assert operated == ["OPERATE heating: 0.0", "OPERATE heating: 1.0"]
    assert lines_of(page)[-1] == "JOURNAL shift.mac"


def test_the_camera_of_the_picture_comes_back(page: Page) -> None:
    give(page, "SYST orbit", "SIMU 0 1", "SYST robot", "SIMU 0 1", "PICTURE robot")
    shown = page.get_by_role("slider", name="Robot", exact=True)
    shown.focus()
    canvas = shown.locator("canvas").first
    page.wait_for_timeout(800)
    before = canvas.screenshot()
    for key in ("ArrowLeft", "ArrowUp", "-", "3"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert canvas.screenshot() != before
    page.keyboard.press("0")
    page.wait_for_timeout(300)

    assert canvas.screenshot() == before
