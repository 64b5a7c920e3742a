"""The frame around the windows: where they are, the keys, the finder, the tour, and what axe says of it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import eventually, expect_last, expect_lines, give, given, nothing_waits, prompt_of
from tests.web.serving import ROOT, Served, served

pytestmark = pytest.mark.slow

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
MODEL = "SYST TANK DPID REGTANK"


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=name)


def group_of(page: Page, name: str) -> Locator:
    """The docked window, with its bar, that has a tab of this name."""
    return page.locator(".dv-groupview", has=tab(page, name))


def box_of(found: Locator) -> dict[str, float]:
    box = found.bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def press(page: Page, key: str) -> None:
    """The key, and what it does."""
    page.keyboard.press(key)
    nothing_waits(page)


def found_by_axe(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def test_three_columns_of_text_graphics_and_numbers(page: Page) -> None:
    give(page, MODEL, "WDISP", "WEVENT")

    command, graphics, parameters = (box_of(group_of(page, name)) for name in ("Command", "Graphics", "Parameters"))
    assert abs(command["width"] - 400) < 8
    assert abs(parameters["width"] - 356) < 8
    assert 0 < graphics["x"] - command["x"] - command["width"] <= 6
    assert group_of(page, "Values").get_by_role("tab", name="Events").count() == 1


def test_on_a_high_screen_values_have_a_place_of_their_own_and_on_a_narrow_one_there_are_two_columns(
    page: Page,
) -> None:
    give(page, MODEL, "WDISP", "WEVENT")
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(group_of(page, "Values").get_by_role("tab")).to_have_count(1)
    page.set_viewport_size({"width": 1000, "height": 720})
    expect(group_of(page, "Graphics").get_by_role("tab")).to_have_count(4)


def test_a_window_closes_to_an_icon_comes_back_and_is_removed_by_lines(page: Page) -> None:
    give(page, "WDISP")
    page.get_by_role("button", name="Values to an icon").click()
    expect(tab(page, "Values")).to_have_count(0)
    page.locator("footer").get_by_role("button", name="Values").click()
    expect(tab(page, "Values")).to_be_visible()
    page.get_by_role("button", name="Close Values").click()
    expect(tab(page, "Values")).to_have_count(0)

    expect_lines(page, "WDISP", "WDISP -ICON", "WDISP", "WDISP -CLOSE")


def test_what_cannot_be_closed_says_why(page: Page) -> None:
    assert (
        page.get_by_role("button", name="Close Command").get_attribute("title") == "the command window is always there"
    )
    expect(page.get_by_role("button", name="Close Graphics")).to_be_disabled()
    page.get_by_role("button", name="Graphics to an icon").click()
    page.locator("footer").get_by_role("button", name="Graphics").click()
    expect(tab(page, "Graphics")).to_be_visible()


def is_kept(page: Page, state: Path) -> None:
    """The arrangement is written a moment after the last change."""
    shown = group_of(page, "Command").evaluate("element => element.getBoundingClientRect().width")

    def is_written() -> bool:
        kept = [json.loads(path.read_text()) for path in state.rglob("arrangement.json")]
        return bool(kept) and abs(kept[0]["tree"]["grid"]["root"]["data"][0]["size"] - shown) < 2

    eventually(page, is_written, "the arrangement is not kept")


def test_windows_come_back_where_they_were_after_a_reload_and_after_a_restart(
    study: Path, tmp_path: Path, built_page: None, new_page: Callable[[Served], Page]
) -> None:
    state = tmp_path / "state"
    with served(study, state) as server:
        page = new_page(server)
        give(page, "WEVENT", "WPAR -CLOSE", "MKWIN second")
        press(page, "Control+`")
        press(page, "Control+Alt+Shift+ArrowRight")
        width = box_of(group_of(page, "Command"))["width"]
        assert width > 420
        is_kept(page, state)
        page.reload()
        expect(tab(page, "second")).to_be_visible()
        assert abs(box_of(group_of(page, "Command"))["width"] - width) < 3
        give(page, "WDISP", "STOP")
        server.process.wait(timeout=20)
    with served(study, state) as server:
        page = new_page(server)
        for name in ("Events", "second", "Values"):
            expect(tab(page, name)).to_be_visible()
        expect(tab(page, "Parameters")).to_have_count(0)
        assert abs(box_of(group_of(page, "Command"))["width"] - width) < 3


def test_everything_is_reached_by_keys(page: Page) -> None:
    give(page, MODEL)
    press(page, "F5")
    expect(page.get_by_role("log")).to_contain_text("the end of the run, t = 100")
    press(page, "F6")
    expect(page.locator(".dv-active-group")).to_contain_text("Graphics")
    press(page, "F6")
    expect(page.get_by_label("Filter parameters")).to_be_focused()
    press(page, "Shift+F6")
    expect(page.locator(".dv-active-group")).to_contain_text("Graphics")
    press(page, "Control+1")
    expect(prompt_of(page)).to_be_focused()
    press(page, "Control+3")
    expect(page.get_by_label("Filter parameters")).to_be_focused()
    press(page, "Control+`")
    expect(prompt_of(page)).to_be_focused()
    give(page, "PAR TI: 50")
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("title", "Undo TI[DPID]: 1e+10: UNDO (Ctrl+Z)")
    press(page, "Control+2")
    press(page, "Control+z")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    press(page, "F1")

    expect_lines(page, MODEL, "SIMU 0 100", "PAR TI: 50", "UNDO", "WHELP MKWIN")


def test_the_finder_shows_what_it_gives_and_gives_it(page: Page) -> None:
    give(page, MODEL, "SIMU 0 200")
    press(page, "Control+k")
    box = page.get_by_role("combobox", name="Find or do anything")
    box.fill("follow qo")
    expect(page.get_by_role("dialog").get_by_role("option", selected=True)).to_contain_text("WDISP QOUT")
    press(page, "Enter")
    expect(tab(page, "Values")).to_be_visible()
    press(page, "Control+k")
    box.fill("sweep")
    expect(page.get_by_role("dialog").get_by_role("option", selected=True)).to_contain_text("SWEEP")
    press(page, "Enter")
    expect(prompt_of(page)).to_be_focused()
    expect(prompt_of(page)).to_have_value("SWEEP ")
    press(page, "Control+k")
    press(page, "Escape")
    expect(prompt_of(page)).to_be_focused()

    expect_lines(page, MODEL, "SIMU 0 200", "WDISP QOUT[TANK]")


def test_the_run_box_gives_its_lines(page: Page) -> None:
    give(page, MODEL)
    stop = page.get_by_label("End of the run")
    stop.fill("50")
    stop.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("t = 50")
    page.get_by_label("Tolerance").select_option("1e-8")
    page.get_by_label("Method").focus()
    expect(page.get_by_label("Method").locator("option").nth(3)).to_be_attached()
    page.get_by_label("Method").select_option("rk4")
    page.get_by_role("switch", name="Live").click()
    expect(page.get_by_role("switch", name="Live")).to_be_checked()

    expect_lines(page, MODEL, "SIMU 0 50", "ERROR 1e-8", "ALGOR rk4", "TURN LIVE ON")


def test_a_long_run_shows_its_progress_and_escape_interrupts_it(page: Page) -> None:
    give(page, MODEL)
    prompt_of(page).fill("SIMU 0 20000000")
    prompt_of(page).press("Enter")
    expect(page.get_by_role("progressbar", name="Progress of the run")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.get_by_role("button", name="SIMU", exact=True)).to_be_enabled()


def test_an_empty_folder_offers_a_tour_that_works_by_keys(
    tmp_path: Path, built_page: None, new_page: Callable[[Served], Page]
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    with served(folder, tmp_path / "state") as server:
        page = new_page(server)
        expect(page.get_by_text("No model in this folder")).to_be_visible()
        page.get_by_role("button", name="Two-minute tour").focus()
        press(page, "Enter")
        page.get_by_role("button", name="Fetch the model").focus()
        for _ in range(8):
            press(page, "Enter")
        expect(page.get_by_text("That was the tour")).to_be_visible()
        assert page.locator(".given.error, .error").count() == 0
        expect(given(page).filter(has_text="ASHOW H H/pi")).to_be_attached()


def test_the_study_of_the_demo_is_a_worksheet(page: Page, study: Path) -> None:
    give(page, "WFDIR")
    page.get_by_text("study.txt").click()
    page.get_by_role("button", name="Worksheet").click()
    steps = page.get_by_role("button", name="Step ")
    expect(steps).to_have_count(5)
    expect(page.get_by_text("A PI regulator removes the static error.")).to_be_visible()
    steps.first.focus()
    for _ in range(5):
        press(page, "Enter")

    expect(page.get_by_text("All 5 steps are done")).to_be_visible()
    assert page.locator(".error").count() == 0
    assert "ELIM" in (study / "dpid.t").read_text()
    expect_last(page, "AXES H 0 200 V 0 3", "SAMP")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    page.reload()
    expect(prompt_of(page)).to_be_enabled()
    give(page, MODEL, "SIMU 0 200", "SPLIT 2 1", "ASHOW H HREF", "AREA 2 1", "ASHOW QIN QOUT", "WDISP", "WEVENT")
    give(page, "WTOUR", "MKWIN second", "PAR GAIM: 2")
    assert found_by_axe(page) == []
    page.get_by_role("button", name="More about Command").click()
    assert found_by_axe(page) == []
    page.keyboard.press("Escape")
    press(page, "Control+k")
    expect(page.get_by_role("dialog").get_by_role("option").first).to_be_visible()
    assert found_by_axe(page) == []


def test_the_page_can_be_used_with_text_of_twice_the_size(page: Page) -> None:
    give(page, MODEL, "SIMU 0 200", "ASHOW H HREF")
    page.set_viewport_size({"width": 640, "height": 360})
    fits(page)


def test_the_page_can_be_used_in_half_a_screen(page: Page) -> None:
    give(page, MODEL, "SIMU 0 200", "ASHOW H HREF")
    page.set_viewport_size({"width": 600, "height": 720})
    fits(page)
    page.set_viewport_size({"width": 900, "height": 720})
    eventually(page, lambda: box_of(group_of(page, "Command"))["width"] < 410, "a column keeps the share that it had")


def fits(page: Page) -> None:
    """Nothing is beyond the edge of the page, where nobody can reach it."""
    for name in ("Find or do anything", "Undo", "Light or dark", "Manual"):
        expect(page.locator("header").get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("switch", name="Live")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="SIMU", exact=True)).to_be_in_viewport(ratio=1)
    expect(prompt_of(page)).to_be_in_viewport(ratio=1)
    expect(page.locator(".area").first).to_be_in_viewport(ratio=1)
    page.get_by_role("tab", name="Parameters").click()
    expect(page.get_by_role("textbox", name="TI[DPID], number")).to_be_in_viewport(ratio=1)
    page.get_by_role("tab", name="Graphics").click()
    page.get_by_role("button", name="Save").focus()
    expect(page.get_by_role("button", name="Save")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_windows_without_a_model_say_how_to_compile_one(page: Page) -> None:
    give(page, "WRUNS", "WEVENT", "WPRINT", "WDISP")
    for name, empty in (
        ("Runs", "No runs"),
        ("Events", "No events"),
        ("Table", "No table yet"),
        ("Values", "No values"),
    ):
        tab(page, name).click()
        expect(page.locator(".empty").filter(has_text=empty)).to_contain_text("Compile a model: SYST name")
    give(page, MODEL)
    for name, empty in (("Runs", "No runs"), ("Events", "No events"), ("Table", "No table yet")):
        tab(page, name).click()
        expect(page.locator(".empty").filter(has_text=empty)).to_contain_text("SIMU 0 100")


def test_windows_keep_their_places_when_the_foot_has_no_icons(page: Page) -> None:
    foot = page.locator("footer")
    before = foot.bounding_box()
    assert foot.get_by_role("button").count() > 0
    give(page, "WFDIR", "WLIB", "WPRINT", "WHELP")

    expect(foot.get_by_role("button")).to_have_count(0)
    assert foot.bounding_box() == before


def is_whole(page: Page, name: str) -> bool:
    """Whether nothing of the tab is cut off."""
    seen: bool = tab(page, name).evaluate("""tab => {
      const room = tab.closest('.dv-tabs-container').getBoundingClientRect()
      const { left, right } = tab.getBoundingClientRect()
      return room.left - 1 <= left && right <= room.right + 1
    }""")
    return seen


NAMES = ("second", "third", "fourth", "fifth")


def test_of_many_tabs_the_one_on_top_is_seen(page: Page) -> None:
    give(page, MODEL, "SIMU 0 200", "ASHOW H", *(line for name in NAMES for line in (f"MKWIN {name}", "ASHOW H")))
    eventually(page, lambda: is_whole(page, "fifth"), "the tab that has come last is cut off")
    assert not is_whole(page, "Graphics"), "there are more than find room"
    give(page, "MKWIN")
    eventually(page, lambda: is_whole(page, "Graphics"), "the first tab is cut off")
    give(page, "MKWIN fourth")
    eventually(page, lambda: is_whole(page, "fourth"), "a tab that comes to the front again is cut off")


def test_the_current_graphics_window_is_in_front_after_a_reload(page: Page) -> None:
    give(page, "MKWIN second", "MKWIN third")
    page.reload()

    expect(tab(page, "third")).to_have_attribute("aria-selected", "true")


def test_a_macro_that_changes_the_graphics_window_brings_it_to_the_front(page: Page) -> None:
    give(page, "MKWIN second", "MACRO draw", "DISP 1", "MKWIN", "END", "draw")

    expect(tab(page, "Graphics")).to_have_attribute("aria-selected", "true")


def width_of_parameters(page: Page) -> float:
    return box_of(group_of(page, "Parameters"))["width"]


def test_the_keys_of_windows_are_theirs_on_a_tab_as_well(page: Page) -> None:
    tab(page, "Parameters").click()
    expect(tab(page, "Parameters")).to_be_focused()
    page.keyboard.press("Control+Alt+Enter")

    eventually(page, lambda: width_of_parameters(page) > 1200, "the window is not the largest")
    page.keyboard.press("Control+Alt+Enter")
    eventually(page, lambda: width_of_parameters(page) < 400, "the window is still the largest")


def test_a_table_in_a_reply_keeps_its_columns(page: Page) -> None:
    give(page, MODEL, "SWEEP TI=20,30,40 MAX(H)")
    table = page.get_by_role("log").locator(".columns").last

    assert table.inner_text().count("\n") == 1
    assert box_of(table)["height"] < 40, "two lines, not wrapped"
