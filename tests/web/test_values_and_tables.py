"""Windows with values, tables and events follow the session."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import expect_last, give

pytestmark = pytest.mark.slow


def test_values_follow_the_runs(page: Page) -> None:
    give(page, "SYST TANK DPID REGTANK", "WDISP H V", "SIMU 0 200")
    table = page.get_by_role("table", name="Values")

    expect(table.locator("tbody tr")).to_have_count(2)
    first = table.locator("tbody tr").nth(0).inner_text()
    give(page, "PAR HREF: 1", "SIMU")
    expect(table.locator("tbody tr").nth(0)).not_to_have_text(first)


def test_values_have_their_curve_and_its_ends(page: Page) -> None:
    give(page, "SYST TANK DPID REGTANK", "WDISP H", "SIMU 0 200")
    row = page.get_by_role("table", name="Values").locator("tbody tr")

    expect(row.locator("svg path")).to_have_attribute("d", re.compile("^M1.0 .*L57.0 "))
    low, high = row.locator("td").nth(3).inner_text(), row.locator("td").nth(4).inner_text()
    assert (float(low), 1.0 < float(high) < 3.0) == (0.0, True)


def test_a_variable_is_dragged_into_a_graphics_window(page: Page) -> None:
    give(page, "SYST TANK DPID REGTANK", "SIMU 0 200", "WDISP H QIN")
    rows = page.get_by_role("table", name="Values").locator("tbody tr")
    rows.nth(0).drag_to(page.get_by_role("region", name="No curves yet"))
    expect(page.locator(".area")).to_have_count(1)
    rows.nth(1).drag_to(page.locator(".area").first)
    expect(page.locator(".area")).to_have_attribute("aria-label", re.compile("QIN"))

    expect_last(page, "ASHOW H[TANK]", "SHOW QIN[TANK]")


def test_a_long_table_shows_the_rows_in_view(page: Page) -> None:
    give(page, "SYST TANK DPID REGTANK", "SIMU 0 200 0.01", "WPRINT H V")
    region = page.get_by_role("region", name="Table of curves")

    expect(region.locator("tbody tr").first).to_contain_text("0")
    assert region.locator("tbody tr").count() < 300
    region.evaluate("element => element.scrollTo(0, element.scrollHeight)")
    expect(region.locator("tbody tr").last).to_contain_text("200")


def test_a_long_name_leaves_the_numbers_in_view(page: Page, study: Path) -> None:
    name = 20 * "very_long_"
    (study / "long.t").write_text(f"CONTINUOUS SYSTEM long\nSTATE {name}\nDER d\nd = -{name}\n{name}: 7\nEND\n")
    give(page, "SYST long", "SIMU 0 10", f"WPRINT {name}")
    region = page.get_by_role("region", name="Table of curves")

    expect(region.locator("tbody tr").first.get_by_text("7")).to_be_in_viewport(ratio=1)
    expect(region.locator("th").last).to_have_attribute("title", name)


def test_events_are_listed_with_their_reasons(page: Page) -> None:
    give(page, "SYST TANK DPID REGTANK", "SIMU 0 200", "WEVENT")

    expect(page.get_by_role("table", name="Events of the last run").locator("tbody")).to_contain_text("100")


def test_windows_close_to_icons_and_come_back(page: Page) -> None:
    give(page, "WEVENT", "WEVENT -ICON")
    icon = page.locator("footer").get_by_role("button", name="Events")
    expect(page.get_by_role("tab", name="Events")).to_have_count(0)
    icon.click()

    expect(page.get_by_role("tab", name="Events")).to_be_visible()
