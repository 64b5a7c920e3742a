"""The manual and the libraries: read, searched, used; nothing on a page is executed by itself."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import expect_lines, give, prompt_of

pytestmark = pytest.mark.slow


def test_a_page_is_found_by_its_title_and_its_links_lead_on(page: Page) -> None:
    give(page, "WHELP")
    page.get_by_role("button", name="Contents").click()
    page.get_by_role("searchbox", name="Search the manual").fill("sampled tank")
    page.get_by_role("searchbox", name="Search the manual").press("Enter")
    reading = page.get_by_role("region", name="Page of the manual")
    expect(reading.get_by_role("heading", name="From a first equation to a sampled tank")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    reading.get_by_role("button", name="Structured models").click()
    expect(reading.get_by_role("heading", name="Structured models")).to_be_visible()

    expect_lines(page, "WHELP")


def test_an_example_is_put_on_the_prompt_and_not_executed(page: Page) -> None:
    give(page, "WHELP SIMU")
    page.get_by_role("button", name="Put SIMU 0 200 on the prompt").click()

    expect(prompt_of(page)).to_have_value("SIMU 0 200")
    expect(prompt_of(page)).to_be_focused()
    expect_lines(page, "WHELP SIMU")


def test_a_part_of_a_library_is_offered_to_the_editor(page: Page) -> None:
    give(page, "WLIB")
    page.get_by_role("searchbox", name="Filter types").fill("ideal resistor")
    page.get_by_role("button", name="resistor an ideal resistor").click()
    expect(page.get_by_role("table", name="parameters")).to_contain_text("resistance")
    page.get_by_role("button", name="Place the part").click()

    expect(page.get_by_text("no editor is open, WEDIT file opens one")).to_be_visible()
    expect_lines(page, "WLIB")


def test_a_part_of_a_library_is_placed_in_the_editor_that_was_used_last(page: Page, study: Path) -> None:
    (study / "circuit.t").write_text("CONNECTING SYSTEM circuit\n\nEND\n", encoding="utf-8")
    give(page, "WEDIT circuit", "WEDIT tank", "WEDIT circuit", "WLIB electrical.resistor")
    text = page.get_by_role("textbox", name="Text of circuit.t")
    page.get_by_role("tab", name="circuit.t").click()
    text.focus()
    for name in ("electrical.resistor", "electrical.resistor"):
        page.get_by_role("tab", name=name).click()
        page.get_by_role("button", name="Place the part").click()
        expect(text).to_be_focused()

    lines = text.locator(".cm-line").all_inner_texts()
    assert [line.strip() for line in lines if line.strip()] == [
        "CONNECTING SYSTEM circuit",
        "SYSTEM resistor: electrical.resistor",
        "resistor.R: 1000 [Ohm]",
        "SYSTEM resistor2: electrical.resistor",
        "resistor2.R: 1000 [Ohm]",
        "END",
    ]
    page.keyboard.press("Control+z")
    expect(text).not_to_contain_text("resistor2")
