"""A built page, a server in a folder of its own, and a browser that looks at it."""

import re
import runpy
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.web.browsers import launch
from tests.web.serving import ROOT, Served, beside, served

PATIENCE = 60_000
"""Milliseconds: a machine that does other things too answers late, not wrongly."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def built_page() -> None:
    """The page is built from its present sources; workers that run at the same time build it once."""
    runpy.run_path(str(ROOT / "web" / "build.py"))["build"]()


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """A folder with the systems of the tank."""
    folder = tmp_path / "study"
    shutil.copytree(ROOT / "examples" / "tank-study", folder)
    return folder


@pytest.fixture
def server(study: Path, tmp_path: Path, built_page: None) -> Iterator[Served]:
    """A session of this process, which starts at once; `served` starts a process, which can be killed."""
    with beside(study, tmp_path / "state") as (_, found):
        yield found


@pytest.fixture
def process(study: Path, tmp_path: Path, built_page: None) -> Iterator[Served]:
    """A server that can be stopped, killed and measured."""
    with served(study, tmp_path / "state") as found:
        yield found


@pytest.fixture(scope="session")
def browser(built_page: None) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launch(playwright)
        if found is None:
            pytest.skip("there is no Chromium: put one on the PATH, or set CHROMIUM")
        yield found
        found.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[[Served], Page]]:
    """Opens a page on a server; what a script complains of fails the test."""
    contexts, complaints = [], list[str]()

    def opened(server: Served) -> Page:
        context = browser.new_context(viewport={"width": 1280, "height": 720})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(server.url)
        expect(prompt_of(page)).to_be_enabled()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(server: Served, new_page: Callable[[Served], Page]) -> Page:
    return new_page(server)


def prompt_of(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Command")


def give(page: Page, *lines: str) -> None:
    """Type lines at the prompt, and wait until each is done."""
    for line in lines:
        prompt_of(page).fill(line)
        prompt_of(page).press("Enter")
        nothing_waits(page)


def given(page: Page) -> Locator:
    """The lines that the session has taken, as the command window shows them."""
    return page.locator(".given:not(.waiting)")


def lines_of(page: Page) -> list[str]:
    """Those lines at this moment: what a gesture gives may come after it, and is waited for by `expect_lines`."""
    return given(page).all_inner_texts()


def expect_lines(page: Page, *lines: str | re.Pattern[str]) -> None:
    """All lines that the session was given, when the last of them is done."""
    expect(given(page)).to_have_text(list(lines))
    nothing_waits(page)


def expect_last(page: Page, *lines: str | re.Pattern[str]) -> None:
    """The last lines, when they are done."""

    def is_given() -> bool:
        last = lines_of(page)[-len(lines) :]
        return len(last) == len(lines) and all(map(_fits, lines, last))

    eventually(page, is_given, f"the last lines are not {lines}")
    nothing_waits(page)


def _fits(meant: str | re.Pattern[str], found: str) -> bool:
    return found == meant if isinstance(meant, str) else meant.search(found) is not None


def eventually(page: Page, is_so: Callable[[], bool], what: str) -> None:
    """For what no locator shows: ask until it is so."""
    end = time.monotonic() + PATIENCE / 1000
    while not is_so():
        assert time.monotonic() < end, f"{what}; given were {lines_of(page)}"
        page.wait_for_timeout(50)


def nothing_waits(page: Page) -> None:
    """All lines that were sent are done; right after a gesture this says nothing, for it may not have sent its line."""
    expect(page.locator(".waiting")).to_have_count(0)
