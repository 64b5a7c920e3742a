"""The window of parameters: every change is one line, a drag gives its line when it ends, Escape gives none."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import expect_last, expect_lines, give

pytestmark = pytest.mark.slow

READY = ("SYST TANK DPID REGTANK", "PAR TI: 50", "SIMU 0 200", "ASHOW H", "TURN LIVE ON")


@pytest.fixture
def slider(page: Page) -> Locator:
    give(page, *READY)
    return page.get_by_role("slider", name="TI[DPID]")


def drag(page: Page, slider: Locator, *shares: float) -> None:
    """Press in the middle and move along; the pointer stays down."""
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    for share in shares:
        page.mouse.move(box["x"] + share * box["width"], middle)


def test_a_drag_gives_one_line_and_a_run_when_it_ends(page: Page, slider: Locator) -> None:
    drag(page, slider, 0.5, 0.6, 0.7, 0.8)
    expect(page.locator(".pending")).to_contain_text("PAR TI[DPID]: ")
    expect_lines(page, *READY)
    page.mouse.up()

    expect_lines(page, *READY, re.compile(r"^PAR TI\[DPID\]: "), "SIMU")


def test_a_drag_tries_runs_and_escape_gives_nothing(page: Page, slider: Locator) -> None:
    value = slider.get_attribute("aria-valuenow")
    drag(page, slider, 0.6, 0.9)
    expect(slider).not_to_have_attribute("aria-valuenow", str(value))
    page.keyboard.press("Escape")
    page.mouse.up()

    expect(slider).to_have_attribute("aria-valuenow", str(value))
    expect_lines(page, *READY)


def test_a_number_is_entered_and_reset(page: Page, slider: Locator) -> None:
    field = page.get_by_role("textbox", name="GAIN[DPID], number")
    field.fill("2.5")
    field.press("Enter")
    expect(page.get_by_role("slider", name="GAIN[DPID]")).to_have_attribute("aria-valuenow", "2.5")
    page.get_by_role("button", name="Reset GAIN[DPID]").click()

    expect(page.get_by_role("slider", name="GAIN[DPID]")).to_have_attribute("aria-valuenow", "1")
    expect_lines(page, *READY, "PAR GAIN[DPID]: 2.5", "SIMU", "PAR GAIN[DPID]: 1", "SIMU")


def test_a_value_that_is_refused_leaves_the_old_one(page: Page, slider: Locator) -> None:
    field = page.get_by_role("textbox", name="GAIN[DPID], number")
    field.fill("much")
    field.press("Enter")

    expect(page.locator("p.error")).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".strip[role=alert]")).to_contain_text("much")
    expect(page.get_by_role("slider", name="GAIN[DPID]")).to_have_attribute("aria-valuenow", "1")
    field.fill("3")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(page.locator(".strip[role=alert]")).to_have_count(0)


def test_the_foot_tells_about_the_parameter_under_the_pointer(page: Page, slider: Locator) -> None:
    slider.hover()

    expect(page.locator(".strip", has=page.get_by_text("TI", exact=True))).to_contain_text(
        "1e10 in the text, no RANGE: slider 5 to 500, log"
    )


def test_a_double_click_resets_and_enter_types_a_number(page: Page, slider: Locator) -> None:
    slider.focus()
    slider.press("Enter")
    expect(page.get_by_role("textbox", name="TI[DPID], number")).to_be_focused()
    page.keyboard.type("70")
    page.keyboard.press("Enter")
    expect(slider).to_have_attribute("aria-valuenow", "70")
    reset = page.get_by_role("slider", name="TI[DPID]")
    reset.dblclick(position={"x": 50, "y": 12})
    expect(slider).to_have_attribute("aria-valuenow", "10000000000")

    expect_last(page, "PAR TI[DPID]: 10000000000", "SIMU")


def test_cases_are_saved_and_taken_by_name(page: Page, slider: Locator) -> None:
    give(page, "SAVE pi", "PAR TI: 20")
    page.get_by_role("button", name="Cases").click()
    page.get_by_role("menuitem", name="pi").click()
    expect(slider).to_have_attribute("aria-valuenow", "50")
    page.get_by_role("button", name="Cases").click()
    page.get_by_role("menuitem", name="Save the present values").click()
    expect(page.get_by_role("textbox", name="Command")).to_have_value("SAVE ")

    expect_last(page, "GET pi", "SIMU")


def test_keys_move_a_slider(page: Page, slider: Locator) -> None:
    slider.focus()
    slider.press("End")

    expect_last(page, re.compile(r"^PAR TI\[DPID\]: "), "SIMU")


def test_the_filter_finds_by_name(page: Page, slider: Locator) -> None:
    page.get_by_role("searchbox", name="Filter parameters").fill("area")

    expect(page.locator(".rows").get_by_role("slider")).to_have_count(1)
    page.get_by_role("searchbox", name="Filter parameters").fill("")
    expect(page.locator(".rows").get_by_role("slider")).to_have_count(10)


def test_a_large_number_fits_its_field(page: Page, slider: Locator) -> None:
    give(page, "PAR TI: 1E10")

    expect(page.get_by_role("textbox", name="TI[DPID], number")).to_have_value("1e10")


def test_the_line_of_a_drag_stands_there_until_it_ends(page: Page, slider: Locator) -> None:
    drag(page, slider, 0.6)
    pending = page.locator(".pending")
    expect(pending).to_contain_text("PAR TI[DPID]: ")
    page.keyboard.press("Escape")

    expect(pending).to_have_count(0)
    page.mouse.up()
