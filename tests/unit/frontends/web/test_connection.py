"""The socket of a browser: what it is told first, what it asks, and why it is closed."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from simnon.frontends.web import desk as desks
from simnon.frontends.web.connection import ANSWERS, BAD_REQUEST, TOO_MANY, TOO_SLOW
from simnon.frontends.web.desk import Desk
from simnon.frontends.web.requests import Complete, Request
from simnon.frontends.web.view import View
from simnon.source import UserError
from tests.unit.frontends.web.visitor import COOKIE, Closed, Site, Socket, make_page, visited
from tests.unit.session.sessions import new_session

Visit = Callable[[Callable[[Site, Desk], Awaitable[Any]]], Any]


@pytest.fixture
def visit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Visit:
    """Follows a story on the site of a new session, whose journal is the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("SIMNON_HISTORY", str(tmp_path / "history"))
    page = make_page(tmp_path / "page")
    folder = tmp_path / "study"
    folder.mkdir()

    def follow(story: Callable[[Site, Desk], Awaitable[Any]]) -> Any:
        async def told() -> Any:
            async with visited(new_session(folder), page) as (site, desk):
                return await story(site, desk)

        return asyncio.run(told())

    return follow


def with_socket(story: Callable[[Socket], Awaitable[Any]]) -> Callable[[Site, Desk], Awaitable[Any]]:
    async def told(site: Site, _: Desk) -> Any:
        async with site.connected() as socket:
            return await story(socket)

    return told


def test_the_page_and_its_files_are_given_and_nothing_beside_them(visit: Visit) -> None:
    async def story(site: Site, _: Desk) -> list[tuple[int, str]]:
        paths = ("/", "/assets/page.js", "/assets/../index.html", "/index.html", "/assets/nothing.js")
        return [(answer[0], answer[2]) for answer in [await site.ask(path) for path in paths]]

    found = visit(story)

    assert found[:2] == [(200, "<p>the page</p>"), (200, "start()")]
    assert found[2:] == [(404, "there is no such page")] * 3


def test_a_browser_is_greeted_and_then_shown_everything(visit: Visit) -> None:
    async def story(socket: Socket) -> list[dict[str, Any]]:
        return await socket.until("ProgressPart")

    greeting, *parts = visit(with_socket(story))

    assert greeting["kind"] == "Greeting"
    assert (greeting["browser"], greeting["lost"]) == ("b1", [])
    kinds = {part["kind"] for part in parts}
    assert {"PromptPart", "SettingsPart", "ModelPart", "ValuesPart", "RunsPart", "WindowsPart", "FolderPart"} <= kinds


def test_a_name_that_no_page_gives_is_replaced(visit: Visit) -> None:
    async def story(site: Site, _: Desk) -> list[str]:
        names = []
        for name in ("b1", "a" * 41, "%3Cb%3E", ""):
            async with site.connected(name) as socket:
                names.append((await socket.receive())["browser"])
        return names

    found = visit(story)

    assert found[0] == "b1"
    assert all(len(name) == 16 and name.isalnum() for name in found[1:])
    assert len(set(found)) == 4


def test_a_line_is_executed_and_its_replies_come_before_its_end(visit: Visit) -> None:
    async def story(socket: Socket) -> list[dict[str, Any]]:
        await socket.until("ProgressPart")
        return [each for each in await socket.execute(7, "DISP 6*7") if each["kind"] in ("Line", "Reply", "Done")]

    line, reply, done = visit(with_socket(story))

    assert (line["text"], line["browser"], line["id"], line["number"]) == ("DISP 6*7", "b1", 7, 1)
    assert (reply["tone"], reply["number"]) == ("plain", 1)
    assert "42" in reply["text"]
    assert (done["id"], done["has_failed"]) == (7, False)


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"text": "no json"}, "no JSON"),
        ({"text": '{"kind": "Format"}'}, "there is no request 'Format'"),
        ({"bytes": b"x"}, "a request is text"),
        ({"text": '{"kind": "Operate", "parameter": "W", "value": 1}'}, "there is no parameter 'W'"),
    ],
)
def test_what_is_no_request_ends_the_socket_with_the_reason(visit: Visit, message: dict[str, Any], reason: str) -> None:
    async def story(socket: Socket) -> None:
        socket.send_raw(message)
        await socket.until("never")

    with pytest.raises(Closed) as closed:
        visit(with_socket(story))
    assert closed.value.code == BAD_REQUEST
    assert closed.value.reason.startswith(reason)


def test_one_browser_too_many_is_sent_away_and_room_is_made_by_those_that_leave(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "MAX_BROWSERS", 1)

    async def story(site: Site, _: Desk) -> int:
        async with site.connected("first"):
            with pytest.raises(Closed) as closed:
                async with site.connected("second") as second:
                    await second.receive()
        async with site.connected("third") as third:
            await third.receive()
        return closed.value.code

    assert visit(story) == TOO_MANY


def test_a_browser_that_does_not_keep_up_is_told_so(visit: Visit) -> None:
    async def story(site: Site, desk: Desk) -> None:
        async with site.connected() as socket:
            await socket.until("ProgressPart")
            (view,) = desk._views
            view._is_too_slow = True
            view._news.set()
            await socket.until("never")

    with pytest.raises(Closed) as closed:
        visit(story)
    assert closed.value.code == TOO_SLOW


def test_questions_are_answered_beside_the_lines(visit: Visit) -> None:
    async def story(socket: Socket) -> list[dict[str, Any]]:
        await socket.execute(1, "SYST OSC")
        await socket.execute(2, "SIMU 0 1")
        return [
            await socket.ask(kind="Complete", id=11, text="SIM"),
            await socket.ask(kind="Tabulate", id=12, names=["X"], first=0, count=1),
            await socket.ask(kind="Open", id=13, file="OSC.T"),
            await socket.ask(kind="Check", id=14, file="OSC.T", text="CONTINUOUS SYSTEM OSC\nEND\n", follows=True),
            await socket.ask(kind="Browse", id=15, folder="nowhere"),
        ]

    complete, rows, text, checked, refused = visit(with_socket(story))

    assert "SIMU" in [item["text"] for item in complete["items"]]
    assert (rows["kind"], rows["names"][-1]) == ("Rows", "X")
    assert text["text"].startswith("CONTINUOUS SYSTEM OSC")
    assert (checked["kind"], checked["file"]) == ("Checked", "OSC.T")
    assert (refused["kind"], refused["hint"]) == ("Refused", "WFDIR shows the session folder")
    assert refused["message"] == "there is no folder 'nowhere'"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (UserError("bad", "it is wrong", "mend it"), "it is wrong"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (ZeroDivisionError("division by zero"), "error[our-mistake]: internal error: ZeroDivisionError"),
    ],
)
def test_an_answer_that_fails_is_refused_and_the_socket_stays(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str
) -> None:
    def failing(_session: object, _asked: object) -> object:
        raise error

    async def story(socket: Socket) -> dict[str, Any]:
        monkeypatch.setitem(ANSWERS, Complete, failing)
        refused = await socket.ask(kind="Complete", id=5, text="")
        monkeypatch.delitem(ANSWERS, Complete)
        unanswered = await socket.ask(kind="Complete", id=6, text="")
        assert unanswered["message"] == "nothing answers Complete"
        return refused

    refused = visit(with_socket(story))

    assert (refused["kind"], refused["id"]) == ("Refused", 5)
    assert message in refused["message"]
    assert refused["hint"] == ("mend it" if isinstance(error, UserError) else "")


def test_a_socket_without_the_cookie_sees_nothing(visit: Visit) -> None:
    async def story(site: Site, desk: Desk) -> int:
        with pytest.raises(Closed) as closed:
            async with site.connected(Cookie=COOKIE + "x"):
                pass
        return closed.value.code + len(desk._views)

    assert visit(story) == 4403


def test_a_browser_that_left_is_sent_nothing(visit: Visit) -> None:
    async def story(site: Site, desk: Desk) -> int:
        async with site.connected() as socket:
            await socket.receive()
            assert len(desk._views) == 1
        return len(desk._views)

    assert visit(story) == 0


def test_all_requests_have_an_answer_or_an_effect() -> None:
    """What `_obey` does not do itself is in the table."""
    done = {"Execute", "Interrupt", "Try", "EndTrial", "Operate", "Arrange", "Restore"}
    answered = {kind.__name__ for kind in ANSWERS}

    assert {kind.__name__ for kind in get_args(Request)} == done | answered
    assert View("x").browser == "x"
