"""Pictures in a real browser: they play, are operated, and what is done gives lines."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.conftest import eventually, expect_last, give, lines_of, nothing_waits
from tests.web.serving import ROOT, Served, served

pytestmark = pytest.mark.slow

LATER = re.compile(r"^(?:[5-9]\.|[1-9]\d+)")
"""A time of at least 5."""


@pytest.fixture
def server(tmp_path: Path, built_page: None) -> Iterator[Served]:
    folder = tmp_path / "study"
    shutil.copytree(ROOT / "examples" / "animation", folder)
    with served(folder, tmp_path / "state") as found:
        yield found


def picture(page: Page, name: str) -> Locator:
    """The picture, as soon as it has the size that fits its window: gestures are at places in it."""
    found = page.get_by_role("slider", name=name, exact=True)
    expect(found).to_have_attribute("style", re.compile("width"))
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return found


def time_of(shown: Locator) -> float:
    return float(shown.get_attribute("aria-valuenow") or "nan")


def click_at(page: Page, shown: Locator, x: float, y: float) -> None:
    """At a place in shares of the width and the height."""
    box = shown.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])


def test_a_picture_plays_steps_and_is_operated(page: Page) -> None:
    give(page, "SYST heater", "SIMU 0 200", "PICTURE heater")
    shown = picture(page, "Heated tank")
    expect(shown).to_be_visible()
    expect(shown).to_have_attribute("aria-valuenow", "200")

    shown.focus()
    page.keyboard.press("Home")
    expect(shown).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press(".")
    expect(shown).not_to_have_attribute("aria-valuenow", "0")
    page.keyboard.press(" ")
    expect(shown).to_have_attribute("aria-valuenow", LATER, timeout=30_000)
    page.keyboard.press(" ")

    # the slider of the picture, and the switch of the heater
    click_at(page, shown, 130 / 144, 1 - 25 / 90)
    expect_last(page, re.compile("^PAR wanted: "))
    click_at(page, shown, 122 / 144, 1 - 19 / 90)
    expect_last(page, re.compile("^PAR wanted: "), "PAR heating: 0")


def test_what_is_operated_during_a_paced_run_is_in_the_journal(page: Page, server: Served) -> None:
    give(page, "SYST heater", "SIMU 0 1", "PICTURE heater")
    shown = picture(page, "Heated tank")
    prompt = page.get_by_role("textbox", name="Command")
    prompt.fill("PACE 0 60 10")
    prompt.press("Enter")
    expect(shown).to_have_attribute("aria-valuenow", LATER, timeout=30_000)
    click_at(page, shown, 122 / 144, 1 - 19 / 90)

    expect(page.get_by_role("log")).to_contain_text("heating: 1 -> 0 at t =")
    nothing_waits(page)
    give(page, "JOURNAL shift.mac")
    journal = next(path for path in server_folder(server).glob("shift.mac*")).read_text("utf-8")
    assert "PACE 0 60 10" in journal
    assert "OPERATE heating: 0.0 AT" in journal


def server_folder(server: Served) -> Path:
    return Path(str(server.process.args[-1]))  # type: ignore[index]


def test_a_pick_gives_its_line(page: Page) -> None:
    give(page, "SYST orbit", "SIMU 0 10", "PICTURE orbit")
    shown = picture(page, "Orbit")
    shown.focus()
    page.keyboard.press("Home")

    # the moon begins at x = 1, y = 0, on a page from -3 to 1.6 and from -1.7 to 1.7
    click_at(page, shown, 4.0 / 4.6, 0.5)
    expect_last(page, "DISP energy")


def test_bodies_are_drawn_and_the_camera_turns(page: Page, tmp_path: Path) -> None:
    with page.expect_response(re.compile("three")):
        give(page, "SYST robot", "SIMU 0 4", "PICTURE robot")
    shown = picture(page, "Robot")
    expect(shown.locator("canvas")).to_have_count(2)
    shown.focus()
    before = at_rest(page, shown)
    for _ in range(5):
        page.keyboard.press("ArrowLeft")

    eventually(page, lambda: shown.screenshot() != before, "the camera does not turn")
    assert len(before) > 10_000


def at_rest(page: Page, shown: Locator) -> bytes:
    """What is seen when three looks after each other find the same."""
    seen = [shown.screenshot()]

    def is_at_rest() -> bool:
        seen.append(shown.screenshot())
        return len(seen) > 2 and seen[-1] == seen[-2] == seen[-3]

    eventually(page, is_at_rest, "the picture does not come to rest")
    return seen[-1]


def test_a_picture_that_cannot_be_shown_says_why(page: Page) -> None:
    give(page, "SYST heater", "SIMU 0 5", "PICTURE heater", "SYST orbit", "SIMU 0 5")

    expect(page.get_by_text("The picture cannot be shown")).to_be_visible()
    expect(page.get_by_text("there is no variable 'temperature'")).to_be_visible()


def test_a_written_page_plays_without_a_server(
    page: Page, server: Served, browser: Browser, new_page: Callable[[Served], Page]
) -> None:
    give(page, "SYST robot", "SIMU 0 4", "ANIMATE robot robot.html")
    context = browser.new_context(offline=True)
    written = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    written.on("request", lambda request: asked.append(request.url))
    written.on("pageerror", lambda error: complaints.append(str(error)))

    written.goto((server_folder(server) / "robot.html").as_uri())
    written.wait_for_function("Number(document.querySelector('input').value) > 50")
    written.get_by_role("button", name="Play, pause").click()

    assert len(asked) == 1
    assert complaints == []
    assert written.evaluate("new Set(document.querySelector('canvas').getContext('2d')"
                            ".getImageData(0, 0, 300, 300).data).size") > 5  # fmt: skip
    context.close()


def test_the_bar_of_a_written_page_is_seen_below_a_tall_picture(page: Page, server: Served, browser: Browser) -> None:
    for name in ("column.t", "column.picture"):
        shutil.copy(ROOT / "examples" / name, server_folder(server))
    give(page, "SYST column", "SIMU 0 4", "ANIMATE column column.html")
    context = browser.new_context(offline=True, viewport={"width": 800, "height": 600})
    written = context.new_page()
    written.goto((server_folder(server) / "column.html").as_uri())

    button = written.get_by_role("button", name="Play, pause")
    expect(button).to_be_in_viewport()
    box = written.locator("canvas").bounding_box()
    assert box is not None
    assert box["height"] > 400
    context.close()


ASKING = """\
PICTURE SYSTEM asking
LIMITS 0, 0, 10, 6
NEWMENU whole, 'Run'
ADDTOMENU whole, 'values', 'DISP level'
MAINMENU whole
NEWMENU part, 'Part'
ADDTOMENU part, 'parameters', 'DISP wanted'
PUSHMARKER valve
FILLCIRCLE 8, 4, 1
POPMARKER
REQUESTMENU part, valve
{request}
END
"""


def shown_picture(page: Page, server: Served, request: str) -> Locator:
    (server_folder(server) / "asking.picture").write_text(ASKING.format(request=request))
    give(page, "SYST heater", "SIMU 0 5", "PICTURE asking")
    return picture(page, "asking")


def drag(page: Page, shown: Locator, one: tuple[float, float], other: tuple[float, float]) -> None:
    """Between two points in the coordinates of the picture."""
    box = shown.bounding_box()
    assert box is not None
    start, end = ((box["x"] + x / 10 * box["width"], box["y"] + (1 - y / 6) * box["height"]) for x, y in (one, other))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def numbers_in(line: str) -> list[float]:
    return [float(word) for word in re.findall(r"-?\d+(?:\.\d*)?(?:e-?\d+)?", line)]


def test_menus_of_a_marker_and_of_the_whole_give_their_lines(page: Page, server: Served) -> None:
    shown = shown_picture(page, server, "")
    box = shown.bounding_box()
    assert box is not None
    for x, y, item, line in ((8, 4, "parameters", "DISP wanted"), (2, 2, "values", "DISP level")):
        page.mouse.click(box["x"] + x / 10 * box["width"], box["y"] + (1 - y / 6) * box["height"], button="right")
        page.get_by_role("menuitem", name=item).click()
        expect_last(page, line)
    count = len(lines_of(page))
    page.mouse.click(box["x"] + 0.2 * box["width"], box["y"] + 0.7 * box["height"], button="right")
    expect(page.get_by_role("menuitem", name="values")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menuitem")).to_have_count(0)
    assert len(lines_of(page)) == count


@pytest.mark.parametrize("request_", ["REQUESTLINE", "REQUESTRECTANGLE"])
def test_rubber_bands_give_their_ends(page: Page, server: Served, request_: str) -> None:
    shown = shown_picture(page, server, f"{request_} 'WRITE $X1 $Y1 $X2 $Y2'")
    drag(page, shown, (1, 1), (4, 3))

    expect_last(page, re.compile("^WRITE "))
    assert numbers_in(lines_of(page)[-1]) == pytest.approx([1, 1, 4, 3], abs=0.05)


def test_a_segment_is_placed_and_a_text_is_asked_for(page: Page, server: Served) -> None:
    more = "OPEN cross\nCIRCLE 0, 0, 1\nCLOSE\nREQUESTSHAPE cross, 'WRITE $X $Y'\n"
    shown = shown_picture(page, server, more + "REQUESTSTRING 5, 1, 'wanted level', 'PAR wanted: $TEXT'")
    drag(page, shown, (2, 4), (2, 4))
    expect_last(page, re.compile("^WRITE "))
    assert numbers_in(lines_of(page)[-1]) == pytest.approx([2, 4], abs=0.05)
    field = page.get_by_role("textbox", name="wanted level")
    field.fill("1.5")
    field.press("Enter")
    expect_last(page, "PAR wanted: 1.5")


def test_a_linked_picture_follows_the_cursor_of_the_plots(page: Page) -> None:
    give(page, "SYST orbit", "SIMU 0 20", "ASHOW x", "PICTURE orbit")
    shown = picture(page, "Orbit")
    tab = page.get_by_role("tab").filter(has_text="orbit").bounding_box()
    parameters = page.get_by_role("tab").filter(has_text="Parameters").bounding_box()
    assert tab is not None
    assert parameters is not None
    page.mouse.move(tab["x"] + 20, tab["y"] + 10)
    page.mouse.down()
    page.mouse.move(parameters["x"] + 30, parameters["y"] + 300, steps=8)
    page.mouse.up()
    page.get_by_role("tab").filter(has_text="Graphics").click()
    plot = page.locator("canvas").first.bounding_box()
    assert plot is not None

    def follows(share: float) -> float:
        before = time_of(shown)
        page.mouse.move(plot["x"] + share * plot["width"], plot["y"] + plot["height"] / 2)
        eventually(page, lambda: time_of(shown) != before, "the picture does not follow")
        return time_of(shown)

    early, later = follows(0.3), follows(0.6)
    assert 0 < early < later < 20


def test_playing_is_scrubbed_looped_faster_slower_and_linked(page: Page) -> None:
    give(page, "SYST heater", "SIMU 0 20", "PICTURE heater")
    shown = picture(page, "Heated tank")
    speed = page.get_by_role("combobox", name="Speed")
    before = float(speed.input_value())
    shown.focus()
    page.keyboard.press(">")
    eventually(page, lambda: float(speed.input_value()) > before, "it is not faster")
    page.keyboard.press("<")
    page.keyboard.press("<")
    eventually(page, lambda: float(speed.input_value()) < before, "it is not slower")
    page.get_by_role("slider", name="Time").fill("7")
    eventually(page, lambda: abs(time_of(shown) - 7) < 0.1, "the time is not that of the slider")
    expect(page.get_by_role("button", name="Linked with the cursor of the plots")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("Tab")
    shown.focus()
    page.keyboard.press("l")
    expect(page.get_by_role("button", name="Again and again")).to_have_attribute("aria-pressed", "true")
    speed.select_option("100")
    shown.focus()
    page.keyboard.press("End")
    page.keyboard.press(" ")
    page.wait_for_function("""() => {
      const shown = document.querySelector('[role=slider][aria-label="Heated tank"]')
      return Number(shown.getAttribute('aria-valuenow')) < 15
    }""")
    page.keyboard.press(" ")


def test_three_dimensions_are_loaded_when_a_picture_has_bodies(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    give(page, "SYST heater", "SIMU 0 5", "PICTURE heater")
    assert not [url for url in asked if "three" in url]
    with page.expect_request(re.compile("three")):
        give(page, "SYST robot", "SIMU 0 4", "PICTURE robot")
    expect(picture(page, "Robot").locator("canvas")).to_have_count(2)
