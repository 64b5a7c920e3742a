"""The window of runs: what differs, and a line for each act; deleting asks first."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import expect_last, expect_lines, give

pytestmark = pytest.mark.slow

READY = ("SYST TANK DPID REGTANK", "PAR TI: 50", "SIMU 0 200 /pi", "PAR TI: 30", "SIMU", "ASHOW H", "WRUNS")


@pytest.fixture
def runs(page: Page) -> Locator:
    give(page, *READY)
    return page.get_by_role("table", name="Runs")


def has_given(page: Page, *lines: str) -> None:
    """The lines that the window has given."""
    expect_lines(page, *READY, *lines)


def test_each_run_says_what_differs(runs: Locator) -> None:
    expect(runs.locator("tbody tr").nth(0)).to_contain_text("TI 30")
    expect(runs.locator("tbody tr").nth(1)).to_contain_text("TI 50")


def test_the_eye_shows_and_hides_the_curves_of_a_run(page: Page, runs: Locator) -> None:
    eye = runs.get_by_role("button", name="Show PI")
    expect(eye).to_have_attribute("aria-pressed", "false")
    eye.click()
    expect(eye).to_have_attribute("aria-pressed", "true")
    eye.click()
    expect(eye).to_have_attribute("aria-pressed", "false")

    has_given(page, "SHOW H/PI", "HIDE /PI")


def test_a_run_is_kept_exported_and_deleted_after_a_question(page: Page, runs: Locator) -> None:
    page.get_by_role("button", name="Keep as…").click()
    page.get_by_role("textbox", name="Name of the run").fill("fast")
    page.get_by_role("textbox", name="Name of the run").press("Enter")
    runs.get_by_role("button", name="Export FAST").click()
    runs.get_by_role("button", name="Delete FAST").click()
    question = page.get_by_role("alertdialog")
    expect(question.get_by_role("button", name="Keep")).to_be_focused()
    question.get_by_role("button", name="Keep").click()
    expect(runs.get_by_role("button", name="Delete FAST")).to_be_visible()
    runs.get_by_role("button", name="Delete FAST").click()
    question.get_by_role("button", name="Delete FAST").click()

    expect(runs.get_by_role("button", name="Delete FAST")).to_have_count(0)
    has_given(page, "SIMU /fast", "EXPORT fast.csv /FAST", "FORGET FAST")


def test_sweeps_are_in_the_list_and_drawn_by_what_they_keep(page: Page, runs: Locator) -> None:
    give(page, "SWEEP TI=20,40 MAX(H) /tuning")
    runs.get_by_role("button", name="Draw TUNING").click()

    expect_last(page, "MAP max(H[TANK])/TUNING")
    expect(page.locator("p.error")).to_have_count(0)
