"""Acts at random, by the protocol and in the page; then the journal, replayed in batch, gives the same workspace."""

import json
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import ClientConnection

from simnon.session import Failed, Session, Workspace
from tests.web.conftest import give, nothing_waits, prompt_of
from tests.web.serving import Served, beside, replies_to

pytestmark = pytest.mark.slow

ACTS, ACTS_IN_PAGE = 1000, 100
MODEL = "SYST TANK DPID REGTANK"
FIXED = (
    MODEL,
    "ASHOW H V",
    "SHOW H",
    "SHOW V(H)",
    "SPLIT 2 1",
    "SPLIT 1 1",
    "AREA 2 1",
    "AREA 1 1",
    "MKWIN",
    "MKWIN other",
    "MKWIN other -CLOSE",
    "MKWIN third -ICON",
    "WPAR",
    "WPAR -ICON",
    "WPAR -CLOSE",
    "WDISP H V",
    "WEDIT TANK",
    "WEDIT TANK -CLOSE",
    "UNDO",
    "UNDO",
    "STORE H V",
    "STORE",
    "TURN LIVE ON",
    "TURN LIVE OFF",
    "LET N = N + 1",
    "LET N = 1",
    "SAVE KEPT",
    "GET KEPT",
    "SIMU",
    "DISP TI",
    "TEXT 'here'",
    "MARK H",
    # What cannot be done.
    "",
    "((",
    "PAR NOTHING: 1",
    "PAR TI:",
    "SIMU 5 1",
    "SYST NOTHING",
    "AREA 9 9",
    "MKWIN nothing -CLOSE",
    "<b>no</b>",
    "NOTHING AT ALL",
    "TRUST .",
)


def line(chance: random.Random) -> str:
    number = f"{chance.uniform(1.0, 90.0):.6g}"
    return chance.choice(
        (
            f"PAR TI: {number}",
            f"PAR K: {number}",
            f"INIT H: {float(number) / 50:.5g}",
            f"SIMU 0 {number}",
            "SIMU 0 100",
            f"AXES H 0 {number} V 0 4",
            f"ERROR {chance.choice(('1E-4', '1E-6', '1E-7'))}",
            f"ALGOR {chance.choice(('dopri5', 'auto', 'nothing'))}",
            *(chance.choice(FIXED) for _ in range(8)),
        )
    )


class Monkey:
    """One browser at a time gives lines; another looks on."""

    def __init__(self, connect: Callable[[str], ClientConnection], chance: random.Random) -> None:
        self._connect, self._chance = connect, chance
        self._open = ExitStack()
        self._identities = {"a": 0, "b": 0}
        self._sockets = {name: self._entered(name) for name in self._identities}

    def act(self) -> None:
        name = self._chance.choice("aab")
        match self._chance.choices(("line", "again", "try", "zoom", "reconnect"), (70, 3, 15, 7, 5))[0]:
            case "line":
                self._identities[name] += 1
                replies_to(self._sockets[name], self._identities[name], line(self._chance))
            case "again":
                replies_to(self._sockets[name], self._identities[name], "LET N = 77")
            case "try":
                self._try(name)
            case "zoom":
                self._send(name, kind="Zoom", id=1, window="", area=0, low=0.0, high=self._chance.uniform(1, 100))
            case _:
                self._sockets[name].close()
                self._sockets[name] = self._entered(name)

    def _try(self, name: str) -> None:
        value = self._chance.uniform(1.0, 90.0)
        self._send(name, kind="Try", number=1, parameters={"TI": value}, initial={})
        if self._chance.random() < 0.5:
            self._send(name, kind="EndTrial")

    def _send(self, name: str, **request: object) -> None:
        self._sockets[name].send(json.dumps(request))

    def _entered(self, name: str) -> ClientConnection:
        return self._open.enter_context(self._connect(name))

    def close(self) -> None:
        self._open.close()


@pytest.fixture
def both(study: Path, tmp_path: Path, built_page: None) -> Iterator[tuple[Session, Served]]:
    shutil.copytree(study, tmp_path / "fresh")
    with beside(study, tmp_path / "state") as found:
        yield found


def replayed(session: Session, fresh: Path) -> Workspace:
    """The workspace of a batch session that has executed the journal."""
    session.abandon()
    assert not [outcome for outcome in session.execute("JOURNAL REPLAY") if isinstance(outcome, Failed)]
    shutil.copy(session.workspace.folder / "REPLAY.t", fresh)
    batch = Session(fresh, is_interactive=False)
    failures = [outcome for outcome in batch.execute("REPLAY") if isinstance(outcome, Failed)]
    assert failures == []
    return batch.workspace


def assert_same(one: Workspace, other: Workspace) -> None:
    assert one.given == other.given
    assert one.settings == other.settings
    assert one.switches == other.switches
    assert [(w.key, w.is_icon) for w in one.windows] == [(w.key, w.is_icon) for w in other.windows]
    assert list(one.runs) == list(other.runs)
    for name, run in one.runs.items():
        assert np.array_equal(run.t, other.runs[name].t, equal_nan=True)
        for column, values in run.columns.items():
            assert np.array_equal(values, other.runs[name].columns[column], equal_nan=True), column
    assert one.page_name == other.page_name
    assert one.page.lines == other.page.lines
    assert one.page.figure == other.page.figure
    assert {name: page.figure for name, page in one.pages.items()} == {
        name: page.figure for name, page in other.pages.items()
    }


def test_a_thousand_acts_leave_what_their_journal_gives(both: tuple[Session, Served], tmp_path: Path) -> None:
    session, server = both
    chance = random.Random(18)  # noqa: S311
    monkey = Monkey(partial(server.connect, max_queue=None), chance)
    for _ in range(ACTS):
        monkey.act()
    monkey.close()
    with server.connect("last") as connection:
        replies_to(connection, 1, "DISP 1")

    assert_same(session.workspace, replayed(session, tmp_path / "fresh"))


def test_a_hundred_acts_in_the_page_leave_what_their_journal_gives(
    both: tuple[Session, Served], new_page: Callable[[Served], Page], tmp_path: Path
) -> None:
    session, server = both
    chance = random.Random(19)  # noqa: S311
    page = new_page(server)
    give(page, MODEL, "SIMU 0 100", "ASHOW H", "WPAR", "TURN LIVE ON")
    for _ in range(ACTS_IN_PAGE):
        match chance.choices(("line", "slide", "click", "reload", "wheel"), (50, 25, 15, 5, 5))[0]:
            case "line":
                give(page, line(chance))
            case "slide":
                slide(page, chance)
            case "click":
                click(page, chance)
            case "wheel":
                page.mouse.move(chance.uniform(300, 900), chance.uniform(100, 400))
                page.mouse.wheel(0, chance.uniform(-400, 400))
            case _:
                page.reload()
                expect(prompt_of(page)).to_be_enabled()
        nothing_waits(page)

    assert_same(session.workspace, replayed(session, tmp_path / "fresh"))


def slide(page: Page, chance: random.Random) -> None:
    """Drag the first slider of a parameter that is seen, and let go or give up."""
    box = page.locator("[role=slider][aria-valuetext]").first
    place = box.bounding_box() if box.count() and box.is_visible() else None
    if place is None:
        return
    middle = place["y"] + place["height"] / 2
    page.mouse.move(place["x"] + place["width"] / 2, middle)
    page.mouse.down()
    for _ in range(3):
        page.mouse.move(place["x"] + chance.uniform(0.1, 0.9) * place["width"], middle)
    if chance.random() < 0.2:
        page.keyboard.press("Escape")
    page.mouse.up()


def click(page: Page, chance: random.Random) -> None:
    name = chance.choice(("Undo", "Live", "SIMU", "Light or dark"))
    button = page.locator("header").get_by_role("switch" if name == "Live" else "button", name=name).first
    if button.count() and button.is_enabled():
        button.click()
