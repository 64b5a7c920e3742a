"""What one browser is sent: replies in order, of each part the newest."""

import asyncio
import json

import pytest

from simnon.frontends.web import view as views
from simnon.frontends.web.messages import Done, ProgressPart, Refused, Reply, ScenePart, TrialPart
from simnon.frontends.web.view import TooSlow, View, size_of


async def delivered(view: View) -> list[str]:
    """What is sent until nothing waits: kinds and texts."""
    sent: list[str] = []

    async def send(data: str | bytes) -> None:
        assert isinstance(data, str)
        message = json.loads(data)
        sent.append(f"{message['kind']} {message.get('text', message.get('number', message.get('window')))}")

    task = asyncio.ensure_future(view.deliver(send))
    for _ in range(5):
        await asyncio.sleep(0)
    if task.done():
        task.result()
    task.cancel()
    return sent


def test_replies_come_first_and_in_order_and_of_each_part_only_the_newest() -> None:
    async def story() -> list[str]:
        view = View("b1")
        view.show(ProgressPart(0.1, "old"))
        view.show(TrialPart(1, ""))
        view.reply(Reply(1, "plain", "first"))
        view.show(ProgressPart(0.2, "new"))
        view.reply(Reply(1, "plain", "second"))
        return await delivered(view)

    assert asyncio.run(story()) == ["Reply first", "Reply second", "ProgressPart new", "TrialPart 1"]


def test_a_part_that_the_browser_has_is_not_sent_again() -> None:
    async def story() -> list[list[str]]:
        view = View("b1")
        sent = []
        for text in ("a", "a", "b"):
            view.show(ProgressPart(0.1, text))
            sent.append(await delivered(view))
        view.show(ProgressPart(0.1, "c"))
        view.show(ProgressPart(0.1, "b"))
        sent.append(await delivered(view))
        return sent

    assert asyncio.run(story()) == [["ProgressPart a"], [], ["ProgressPart b"], []]


def test_each_window_has_its_own_scene() -> None:
    async def story() -> list[str]:
        view = View("b1")
        view.show(ScenePart("one", False, "", None))
        view.show(ScenePart("two", False, "", None))
        return await delivered(view)

    assert asyncio.run(story()) == ["ScenePart one", "ScenePart two"]


@pytest.mark.parametrize(("limit", "value"), [("MAX_WAITING", 2), ("MAX_WAITING_TEXT", 7)])
def test_a_browser_that_does_not_keep_up_is_let_go(limit: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, limit, value)

    async def story(count: int) -> list[str]:
        view = View("b1")
        for _ in range(count):
            view.reply(Reply(1, "plain", "text"))
        return await delivered(view)

    assert asyncio.run(story(2)) == ["Reply text", "Reply text"]
    with pytest.raises(TooSlow):
        asyncio.run(story(3))


def test_what_was_sent_does_not_count_as_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MAX_WAITING_TEXT", 7)

    async def story() -> list[str]:
        view, sent = View("b1"), list[str]()
        for _ in range(4):
            view.reply(Reply(1, "plain", "text"))
            sent += await delivered(view)
        return sent

    assert len(asyncio.run(story())) == 4


def test_the_size_of_a_message_is_that_of_its_text() -> None:
    assert [size_of(each) for each in (Reply(1, "plain", "four"), Refused(1, "three", ""), Done(1, "b", 1, False))] == [
        4,
        5,
        0,
    ]
