"""What a picture asks of its user, in a real browser: several bands at one place, segments that follow the pointer,
controls and words that are hidden or behind a window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import give
from tests.web.serving import Served, beside

pytestmark = pytest.mark.slow

MODEL = """\
CONTINUOUS SYSTEM rise
STATE h
DER dh
dh = k
k: 1
w: 3
END
"""
PICTURE = """\
PICTURE SYSTEM asking
LIMITS 0, 0, 10, 6
OPEN cross
  SETCOLOR bad
  SETLINEWIDTH 8
  MOVE -0.4, 0
  DRAW 0.4, 0
CLOSE
OPEN cross
  MOVE 0, -0.4
  DRAW 0, 0.4
CLOSE
REQUESTLINE 'PRINT line $X1 $Y1 $X2 $Y2'
REQUESTRECTANGLE 'PRINT box $X1 $Y1 $X2 $Y2'
REQUESTSHAPE cross, 'PRINT cross $X $Y'
NEWMENU whole, 'Run'
ADDTOMENU whole, 'same words', 'DISP h'
ADDTOMENU whole, 'same words', 'DISP k'
MAINMENU whole
PUSHMARKER words
DRAWSTRING 1, 5, 'a long line of words that can be clicked at its end'
POPMARKER
REQUESTPICK words, 'DISP w'
IF h < 2
  SLIDER 1, 1, 4, 1, k, 0, 2
END
PUSHMARKER behind
FILLRECTANGLE 6, 1, 9, 3
POPMARKER
REQUESTPICK behind, 'DISP h'
CREATE front, 0.7, 0.1, 0.95, 0.6
END
"""


@pytest.fixture
def server(tmp_path: Path, built_page: None) -> Iterator[Served]:
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / "rise.t").write_text(MODEL)
    (folder / "asking.picture").write_text(PICTURE)
    with beside(folder, tmp_path / "state") as (_, found):
        yield found


@pytest.fixture
def shown(page: Page) -> Locator:
    give(page, "SYST rise", "SIMU 0 4", "PICTURE asking")
    found = page.get_by_role("slider", name="asking", exact=True)
    expect(found).to_be_visible()
    return found


def place(shown: Locator, x: float, y: float) -> tuple[float, float]:
    box = shown.bounding_box()
    assert box is not None
    return box["x"] + x / 10 * box["width"], box["y"] + (1 - y / 6) * box["height"]


def given(page: Page, line: str) -> None:
    """The line is the last one that the session was given."""
    expect(page.locator(".given:not(.waiting)").last).to_have_text(line)


def test_a_band_of_several_kinds_offers_their_lines(page: Page, shown: Locator) -> None:
    page.mouse.move(*place(shown, 2, 2))
    page.mouse.down()
    page.mouse.move(*place(shown, 4, 4), steps=4)
    page.mouse.up()
    expect(page.get_by_role("menuitem")).to_have_count(2)
    item = page.get_by_role("menuitem", name="rectangle")
    words = item.locator("code").inner_text()
    item.click()

    given(page, words)
    numbers = [float(word) for word in words.removeprefix("PRINT box").split()]
    assert numbers == pytest.approx([2, 2, 4, 4], abs=0.05)


def test_a_segment_follows_the_pointer_and_is_placed_by_a_click(page: Page, shown: Locator) -> None:
    page.mouse.move(*place(shown, 5, 3))
    pixel = """([x, y]) => {
      const canvas = document.querySelector('.sheet canvas:last-of-type')
      const box = canvas.getBoundingClientRect()
      const factor = canvas.width / box.width
      return [...canvas.getContext('2d').getImageData((x - box.left) * factor, (y - box.top) * factor, 1, 1).data]
    }"""
    page.wait_for_function(f"([x, y]) => ({pixel})([x, y])[3] > 100", arg=list(place(shown, 5, 3.2)))
    assert page.evaluate(pixel, list(place(shown, 5.2, 3.2)))[3] == 0
    page.mouse.click(*place(shown, 5, 3))

    expect(page.locator(".given:not(.waiting)").last).to_contain_text("PRINT cross 5 ")


def test_words_are_picked_where_they_are(page: Page, shown: Locator) -> None:
    page.mouse.click(*place(shown, 3, 5))

    given(page, "DISP w")


def test_a_hidden_slider_is_not_operated(page: Page, shown: Locator) -> None:
    page.mouse.click(*place(shown, 2.5, 1))
    expect(page.locator(".given:not(.waiting)").last).to_contain_text("PRINT cross")
    shown.focus()
    page.keyboard.press("Home")
    page.mouse.click(*place(shown, 3.2, 1))

    expect(page.locator(".given:not(.waiting)").last).to_contain_text("PAR k: 1.")


def test_what_a_window_covers_is_not_picked(page: Page, shown: Locator) -> None:
    page.mouse.click(*place(shown, 6.5, 2))
    given(page, "DISP h")
    page.mouse.click(*place(shown, 1, 3))
    expect(page.locator(".given:not(.waiting)").last).to_contain_text("PRINT cross 1")
    page.mouse.click(*place(shown, 8, 2))
    page.mouse.click(*place(shown, 3, 5))

    given(page, "DISP w")
    assert page.locator(".given").all_inner_texts().count("DISP h") == 1


def test_a_menu_whose_items_are_alike_opens_and_stays_within_the_window(page: Page, shown: Locator) -> None:
    page.mouse.click(*place(shown, 9.9, 0.1), button="right")
    menu, window = page.get_by_role("menu").bounding_box(), page.locator("div.place").bounding_box()
    assert menu is not None
    assert window is not None
    assert menu["x"] + menu["width"] <= window["x"] + window["width"] + 1
    assert menu["y"] + menu["height"] <= window["y"] + window["height"] + 1
    page.get_by_role("menuitem").nth(1).click()

    given(page, "DISP k")
