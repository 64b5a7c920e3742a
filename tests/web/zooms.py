"""The diagram of the column at five zooms -> one picture, that of the manual."""

import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import give, prompt_of
from tests.web.serving import ROOT, beside

PATH = ROOT / "docs" / "pictures" / "window" / "zooms.png"
FLIGHTS = (("", -5), ("", -2), ("", 1), ("column", 0), ("tray", 0))
"""Where to fly, and by how many steps to zoom in or, if negative, out: from icons to equations and parameters."""
SIZE = (1100, 760)
GAP = 8
COLUMNS = 2
SHARE = 0.7
"""The size of the pictures, of that on the screen."""

AT_REST = """() => new Promise((resolve) => {
  const stage = document.querySelector('[role=application]')
  let before = ''
  const look = () => {
    const now = stage.dataset.view
    if (now === before) resolve(true)
    else { before = now; requestAnimationFrame(() => setTimeout(look, 120)) }
  }
  requestAnimationFrame(() => requestAnimationFrame(look))
})"""
"""A flight has ended: two looks at the diagram find the same."""


def picture_of(browser: Browser, place: Path) -> Image.Image:
    """The diagram alone, two pictures side by side; `place` is an empty folder."""
    folder = place / "column"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "examples" / "column.t", folder)
    with beside(folder, place / "state") as (_, server):
        width, height = SIZE
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="light", reduced_motion="reduce"
        )
        page = context.new_page()
        page.goto(server.url)
        expect(prompt_of(page)).to_be_enabled()
        give(page, "SYST column", "SIMU 0 300", "WDIAG")
        page.get_by_role("button", name="Diagram largest").click()
        shown = [_zoomed(page, *flight) for flight in FLIGHTS]
        context.close()
    return _together(shown)


def _zoomed(page: Page, part: str, steps: int) -> Image.Image:
    stage = page.get_by_role("application")
    stage.focus()
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    if part:
        page.keyboard.press("/")
        page.get_by_role("searchbox").fill(part)
        page.keyboard.press("Enter")
        stage.focus()
        page.keyboard.press("Escape")
    for _ in range(abs(steps)):
        page.keyboard.press("+" if steps > 0 else "-")
    page.wait_for_function(AT_REST)
    # Curves of the last run are asked for when they can be seen.
    expect(stage).to_have_attribute("aria-busy", "false")
    box = stage.bounding_box()
    assert box is not None
    shown = Image.open(io.BytesIO(page.screenshot(animations="disabled", clip=box))).convert("RGB")
    return shown.resize((round(SHARE * shown.width), round(SHARE * shown.height)), Image.Resampling.LANCZOS)


def _together(pictures: list[Image.Image]) -> Image.Image:
    width, height = pictures[0].size
    rows = -(-len(pictures) // COLUMNS)
    whole = Image.new("RGB", (COLUMNS * (width + GAP) - GAP, rows * (height + GAP) - GAP), "#E6E8E7")
    for number, picture in enumerate(pictures):
        row, column = divmod(number, COLUMNS)
        whole.paste(picture, (column * (width + GAP), row * (height + GAP)))
    return whole
