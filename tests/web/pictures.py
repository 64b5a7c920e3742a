"""The main views of the window, in both themes -> pictures: those of the manual, with which the tests compare.

`python -m tests.web.update` makes them anew.
"""

import io
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import give, prompt_of
from tests.web.serving import ROOT, Served, beside

FOLDER = ROOT / "docs" / "pictures" / "window"
THEMES = ("light", "dark")
PATIENCE = 60_000
CHANGING = "footer .changing, .CodeMirror-cursors, .cm-cursorLayer { visibility: hidden !important }"
"""What differs from run to run: the port, how long a redraw took, a cursor that blinks."""
FREQUENT, RARE = 96, 160
"""Colours of a kept picture: those of grounds and texts as they are, and some near the colour of each thin curve."""


@dataclass(frozen=True)
class View:
    """`prepare` is done once, `show` in each theme; what `show` leaves pressed is released when the page closes."""

    files: tuple[str, ...]
    lines: tuple[str, ...]
    show: Callable[[Page], None]
    size: tuple[int, int] = (1280, 720)


def drag_a_slider(page: Page) -> None:
    """Half way: the curves of before are ghosts."""
    slider = page.get_by_role("slider", name="TI[DPID]")
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.39 * box["width"], middle)
    expect(page.get_by_text("H before")).to_be_visible()


def show_the_field(page: Page) -> None:
    page.get_by_role("button", name="Direction field").click()
    area = page.locator(".area").first
    expect(area).to_have_attribute("aria-label", re.compile("direction field"))
    box = area.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.62 * box["width"], box["y"] + 0.3 * box["height"])
    expect(page.get_by_text("at cursor").first).to_be_visible()


def misspell(page: Page) -> None:
    text = page.get_by_role("textbox", name="Text of dpid.t")
    expect(text.locator("[class^=colour]").first).to_be_visible()
    text.focus()
    page.keyboard.press("Control+Home")
    for _ in range(8):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.type(" + YREFF")
    expect(page.get_by_role("button", name="Replace")).to_be_visible()


def wait_for_the_tour(page: Page) -> None:
    expect(page.get_by_role("button", name="Fetch the model")).to_be_visible()


TANK = ("dpid.t", "regtank.t", "tank.t")
STUDY = ("SYST TANK DPID REGTANK", "PAR DT: 5", "SIMU 0 200 /p", "PAR TI: 50", "SIMU 0 200")
VIEWS: Mapping[str, View] = {
    "tank": View(
        TANK,
        (
            "WEDIT dpid.t",
            *STUDY,
            "SPLIT 2 1",
            "ASHOW H H/p HREF",
            "AREA 2 1",
            "ASHOW QIN QOUT",
            "WDISP H QIN QOUT U E",
            "WRUNS",
            "TURN LIVE ON",
        ),
        drag_a_slider,
        (1440, 900),
    ),
    "editor": View(TANK, (*STUDY, "ASHOW H HREF", "WEDIT dpid.t"), misspell),
    "phase-plane": View(
        ("vdpol.t",), ("SYST VDPOL", "SIMU 0 30", "ASHOW y (x)", "WPRINT x y", "MKWIN"), show_the_field
    ),
    "start": View((), ("WTOUR",), wait_for_the_tour),
}


def pictures_of(browser: Browser, name: str, place: Path) -> Iterator[tuple[str, Image.Image]]:
    """The theme and the picture of a view, one after the other; `place` is an empty folder."""
    view = VIEWS[name]
    folder = place / "tank-study"
    folder.mkdir(parents=True)
    for file in view.files:
        known = ROOT / "examples" / "tank-study" / file
        shutil.copy(known if known.is_file() else ROOT / "examples" / file, folder)
    with beside(folder, place / "state") as (_, server):
        lines = view.lines
        for theme in THEMES:
            with _opened(browser, server, theme, view.size) as page:
                give(page, *lines)
                lines = ()
                view.show(page)
                yield theme, _taken(page)
                page.keyboard.press("Escape")
                page.mouse.up()


@contextmanager
def _opened(browser: Browser, server: Served, theme: str, size: tuple[int, int]) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(server.url)
    expect(prompt_of(page)).to_be_enabled()
    page.add_style_tag(content=CHANGING)
    yield page
    context.close()


def _taken(page: Page) -> Image.Image:
    """When nothing has changed for two frames."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def path_of(name: str, theme: str) -> Path:
    return FOLDER / f"{name}-{theme}.png"


def write(picture: Image.Image, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = _with_few_colours(picture)
    kept.save(path, optimize=True)


def _with_few_colours(picture: Image.Image) -> Image.Image:
    pixels = np.asarray(picture.convert("RGB")).reshape(-1, 3)
    colours, index, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    frequent = colours[np.argsort(-counts, kind="stable")[:FREQUENT]]
    spread = picture.quantize(RARE, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = np.concatenate((frequent, np.array(spread[: 3 * RARE]).reshape(-1, 3)))
    distances = ((colours[:, None, :].astype(int) - palette[None, :, :]) ** 2).sum(axis=2)
    nearest = distances.argmin(axis=1).astype(np.uint8)
    kept = Image.fromarray(nearest[index.reshape(-1)].reshape(picture.height, picture.width), mode="P")
    kept.putpalette(palette.astype(np.uint8).tobytes())
    return kept
