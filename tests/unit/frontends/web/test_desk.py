"""The session behind all browsers: lines in order, interruptions, what is kept, trials."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simnon.frontends.web import desk as desks
from simnon.frontends.web.desk import Desk
from simnon.frontends.web.journal import KeptJournal
from simnon.frontends.web.messages import Done, FigurePart, Line, ProgressPart, Reply, TrialPart, ValuesPart
from simnon.frontends.web.requests import BadRequest, Check, Try
from simnon.frontends.web.view import View
from simnon.session import Advanced, Failed, Noted, Operated, Paced, Session, Window, WindowKind
from simnon.session.workspace import RunSettings
from tests.unit.session.sessions import OSCILLATOR, executed, new_session

PATIENCE = 30.0
LONG = "SIMU 0 1E9"
Story = Callable[["Watched"], Awaitable[Any]]


class Watched:
    """A desk and one browser at it, which takes everything at once."""

    def __init__(self, session: Session, journal: KeptJournal | None) -> None:
        self.session = session
        self.desk = Desk(session, journal)
        self.view = View("b1")
        self.desk.join(self.view)

    @property
    def replies(self) -> list[Any]:
        return list(self.view._replies)

    def shown(self, kind: type) -> list[Any]:
        return [part for part in self.view._parts.values() if isinstance(part, kind)]

    async def until(self, is_true: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not is_true():
            assert time.monotonic() < end, self.replies[-3:]
            await asyncio.sleep(0.002)

    async def give(self, identity: int, line: str, browser: str = "b1") -> list[Any]:
        """All messages of a line."""
        before = len(self.replies)
        self.desk.submit(browser, identity, line)
        await self.until(lambda: self._is_done(before, browser, identity))
        return self.replies[before:]

    def _is_done(self, before: int, browser: str, identity: int) -> bool:
        return any(
            isinstance(each, Done) and (each.browser, each.id) == (browser, identity) for each in self.replies[before:]
        )


@pytest.fixture
def follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Follows a story at a desk; every story of a test has the same folders."""
    monkeypatch.setenv("SIMNON_HISTORY", str(tmp_path / "history"))
    (tmp_path / "study").mkdir()
    (tmp_path / "kept").mkdir()

    def told(story: Story, *, is_kept: bool = True) -> Any:
        async def watched() -> Any:
            new_session(tmp_path / "study")
            session = Session(tmp_path / "study", can_correct=False)
            place = Watched(session, KeptJournal(tmp_path / "kept") if is_kept else None)
            try:
                return await story(place)
            finally:
                await place.desk.close()

        return asyncio.run(watched())

    return told


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is shown from the beginning."""
    monkeypatch.setattr(desks, "PROGRESS_AFTER", -1.0)


def texts(messages: list[Any], tone: str = "") -> list[str]:
    return [each.text for each in messages if isinstance(each, Reply) and tone in ("", each.tone)]


# Lines


def test_lines_are_executed_in_the_order_in_which_they_came(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> list[Any]:
        for number, line in enumerate(("LET N = 1", "LET N = N + 1", "LET N = N * 10", "DISP N"), start=1):
            place.desk.submit("b1", number, line)
        await place.until(lambda: place._is_done(0, "b1", 4))
        return place.replies

    said = follow(story)

    assert [each.text for each in said if isinstance(each, Line)] == [
        "LET N = 1",
        "LET N = N + 1",
        "LET N = N * 10",
        "DISP N",
    ]
    assert "20" in texts(said)[-1]


def test_a_line_that_is_sent_again_is_not_executed_again(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> list[bool]:
        await place.give(1, "LET N = 1")
        await place.give(2, "LET N = N + 1")
        again = await place.give(2, "LET N = N + 1")
        assert [type(each) for each in again] == [Done]
        failed = [(await place.give(3, "NONSENSE"))[-1].has_failed, (await place.give(3, "NONSENSE"))[-1].has_failed]
        assert "2" in texts(await place.give(4, "DISP N"))[0]
        await place.give(1, "LET N = N + 1", browser="other")
        assert "3" in texts(await place.give(5, "DISP N"))[0]
        return failed

    assert follow(story) == [True, True]


def test_a_failure_is_told_in_its_own_tone_and_notes_can_be_turned_off(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> None:
        said = await place.give(1, "SYST BROKEN")
        assert said[-1].has_failed
        assert "expected" in " ".join(texts(said, "error"))
        before = len(place.replies)
        place.desk.show(Noted("a remark"))
        await place.give(2, "TURN NOTES OFF")
        place.desk.show(Noted("another remark"))
        await asyncio.sleep(0)
        assert texts(place.replies[before:], "note") == ["note: a remark"]

    follow(story)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("LET A = 1\nLET B = 2", "a line has no line ends in it"),
        ("LET A = 1\u2028", "a line has no line ends in it"),
        ("LET A = \0", "a line has no line ends in it"),
        ("x" * 100_001, "a line has at most 100000 characters"),
    ],
)
def test_what_nobody_could_have_typed_is_refused_and_not_kept(
    follow: Callable[..., Any], line: str, reason: str
) -> None:
    async def story(place: Watched) -> list[Any]:
        assert place.desk.journal is not None
        before = len(place.replies)
        said = await place.give(1, line)
        assert place.desk.journal._file is None
        assert before == 0
        return said

    given, reply, done = follow(story)

    assert (given.text, reply.tone, reply.text, done.has_failed) == (line[:200], "error", reason, True)


def test_too_many_lines_that_wait_are_a_bad_request(
    follow: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "MAX_LINES_WAITING", 0)

    async def story(place: Watched) -> None:
        with pytest.raises(BadRequest, match="too many lines are waiting"):
            place.desk.submit("b1", 1, "DISP 1")

    follow(story)


def test_only_so_many_browsers_are_remembered(follow: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "MAX_KNOWN", 2)

    async def story(place: Watched) -> list[str]:
        for browser in ("one", "two", "one", "three"):
            identity = len(place.replies) + 1
            await place.give(identity, "DISP 1", browser)
        return list(place.desk._last_id)

    assert follow(story) == ["one", "three"]


def test_a_line_of_the_terminal_is_shown_to_the_browsers(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> list[Any]:
        await asyncio.to_thread(executed, place.session, "LET N = 5", "DISP N")
        await place.until(lambda: place._is_done(0, "terminal", 0))
        await place.give(1, "DISP N+1")
        return place.replies

    said = follow(story)

    assert [each.browser for each in said if isinstance(each, Line)] == ["terminal", "terminal", "b1"]
    assert "5" in texts(said)[-2]
    assert "6" in texts(said)[-1]


def test_an_error_of_ours_is_told_and_the_next_line_is_executed(
    follow: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> object:
        raise ZeroDivisionError("division by zero")

    async def story(place: Watched) -> tuple[list[str], list[str]]:
        with monkeypatch.context() as patch:
            patch.setattr(desks, "replies", broken)
            place.desk.submit("b1", 1, "DISP 1")
            await place.until(lambda: place.replies)
        said = texts(place.replies, "error")
        return said, texts(await place.give(2, "DISP 6*7"))

    failed, after = follow(story)

    assert "internal error: ZeroDivisionError" in failed[0]
    assert "42" in after[0]


def test_a_run_is_interrupted_and_the_next_line_is_executed(follow: Callable[..., Any], at_once: None) -> None:
    async def story(place: Watched) -> tuple[list[Any], list[str]]:
        await place.give(1, "SYST OSC")
        place.desk.submit("b1", 2, LONG)
        await place.until(lambda: any(part.share >= 0 for part in place.shown(ProgressPart)))
        before = len(place.replies)
        place.desk.interrupt()
        await place.until(lambda: place._is_done(0, "b1", 2))
        return place.replies[before:], texts(await place.give(3, "DISP 6*7"))

    said, after = follow(story)

    assert "interrupted" in " ".join(texts(said))
    assert "42" in after[0]


def test_a_command_that_looks_at_no_interruption_gets_ctrl_c(
    follow: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(place: Watched) -> list[str]:
        begun: list[int] = []

        def endless(session: Session, line: str, *, is_remote: bool) -> Any:
            place.desk.begin(">", line)
            begun.append(1)
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                pass
            return iter(())

        monkeypatch.setattr(desks, "replies", endless)
        monkeypatch.setattr(place.session, "interrupt", lambda: False)
        place.desk.submit("b1", 1, "FOREVER")
        await place.until(lambda: begun)
        place.desk.interrupt()
        await place.until(lambda: place._is_done(0, "b1", 1))
        return texts(place.replies, "note")

    assert follow(story) == ["interrupted"]


# What browsers are sent


def test_a_browser_that_comes_later_is_sent_what_was_said_up_to_a_length(
    follow: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "MAX_TRANSCRIPT", 3)

    async def story(place: Watched) -> list[Any]:
        await place.give(1, "DISP 1")
        await place.give(2, "DISP 2")
        late = View("late")
        place.desk.join(late)
        return list(late._replies)

    line, reply, done = follow(story)

    assert (line.text, reply.tone, done.id) == ("DISP 2", "plain", 2)


def test_a_long_reply_makes_room_in_what_is_sent_later(
    follow: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "MAX_TRANSCRIPT_TEXT", 30)

    async def story(place: Watched) -> list[Any]:
        for number in range(10):
            place.desk._reply_all(Reply(number, "plain", "ten chars."))
        return [each.number for each in place.desk._transcript if isinstance(each, Reply)]

    assert follow(story) == [7, 8, 9]


def test_progress_is_shown_after_a_while_and_not_too_often(
    follow: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]

    async def story(place: Watched) -> list[tuple[float, str]]:
        monkeypatch.setattr(time, "monotonic", lambda: now[0])
        place.desk.begin(">", "SIMU 0 10")
        seen = []
        for seconds, outcome in (
            (0.1, Advanced(1.0, 0.0, 10.0)),
            (0.1, Advanced(2.0, 0.0, 10.0)),
            (0.01, Advanced(3.0, 0.0, 10.0)),
            (0.1, Advanced(5.0, 0.0, 10.0, "half of it")),
            (0.1, Advanced(0.0, 0.0, 0.0)),
        ):
            now[0] += seconds
            place.desk.show(outcome)
            await asyncio.sleep(0)
            seen += [(part.share, part.text) for part in place.shown(ProgressPart)]
        place.desk.end()
        return seen

    seen = follow(story)

    assert seen == [(-1.0, ""), (0.2, "t = 2"), (0.2, "t = 2"), (0.5, "half of it"), (0.0, "t = 0")]


def test_pictures_of_a_run_at_the_pace_of_a_clock_come_with_its_time(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> tuple[list[ProgressPart], list[ProgressPart]]:
        place.desk._shown = 0.0
        place.desk.show(Paced(2.5, 0.0, 10.0))
        place.desk.show(Paced(5.0, 0.0, 10.0))
        await asyncio.sleep(0)
        first = place.shown(ProgressPart)
        place.desk._shown = 0.0
        place.desk.show(Paced(7.5, 0.0, 10.0))
        await asyncio.sleep(0)
        return first, place.shown(ProgressPart)

    assert follow(story) == ([ProgressPart(0.25, "t = 2.5")], [ProgressPart(0.75, "t = 7.5")])


def test_the_page_of_an_unfinished_run_is_shown(follow: Callable[..., Any], at_once: None) -> None:
    async def story(place: Watched) -> list[FigurePart]:
        await place.give(1, "SYST OSC")
        await place.give(2, "PLOT X")
        place.view._parts.clear()
        place.desk.submit("b1", 3, LONG)
        await place.until(lambda: any(part.lengths[0] and part.lengths[0][0] > 10 for part in place.shown(FigurePart)))
        seen = place.shown(FigurePart)
        place.desk.interrupt()
        await place.until(lambda: place._is_done(0, "b1", 3))
        return seen

    (part,) = follow(story)
    assert (part.window, part.trial) == ("", 0)


# What is kept


def test_values_and_with_live_on_curves_follow_a_run(follow: Callable[..., Any], at_once: None) -> None:
    async def story(place: Watched) -> tuple[FigurePart, list[float], Any]:
        lines = ("SYST OSC", "SIMU 0 10", "ASHOW X", "TURN LIVE ON")
        for number, line in enumerate(lines, start=1):
            await place.give(number, line)
        before = dict(place.session.workspace.runs)
        place.view._parts.clear()
        place.desk.submit("b1", 5, LONG)
        await place.until(lambda: place.shown(FigurePart) and place.shown(ValuesPart))
        (figure,), (values,) = place.shown(FigurePart), place.shown(ValuesPart)
        is_kept = place.session.workspace.runs == before
        place.desk.interrupt()
        await place.until(lambda: place._is_done(0, "b1", 5))
        return figure, [item.value for item in values.items if item.name.casefold() == "t"], is_kept

    figure, times, is_kept = follow(story)
    (area,) = figure.figure.areas

    assert is_kept
    assert (area.horizontal.low, area.horizontal.high) == (0.0, 1e9)
    assert 10.0 < area.curves[0].x[-1] < 1e9
    assert all(10.0 < time < 1e9 for time in times)


def test_with_live_off_the_curves_stay_while_a_run_goes_on(follow: Callable[..., Any], at_once: None) -> None:
    async def story(place: Watched) -> int:
        for number, line in enumerate(("SYST OSC", "SIMU 0 10", "ASHOW X"), start=1):
            await place.give(number, line)
        place.view._parts.clear()
        place.desk.submit("b1", 4, LONG)
        await place.until(lambda: place.shown(ValuesPart))
        drawn = len(place.shown(FigurePart))
        place.desk.interrupt()
        await place.until(lambda: place._is_done(0, "b1", 4))
        return drawn

    assert follow(story) == 0


def test_lines_of_a_session_that_was_lost_are_executed_again_on_request(follow: Callable[..., Any]) -> None:
    async def lost(place: Watched) -> None:
        await place.give(1, "LET N = 20")
        await place.give(2, "LET N = N + 1")

    async def restored(place: Watched) -> list[str]:
        assert place.desk.journal is not None
        assert place.desk.journal.lost == ("LET N = 20", "LET N = N + 1")
        place.desk.restore(accepts=True)
        await place.until(lambda: len([each for each in place.replies if isinstance(each, Done)]) == 2)
        return texts(await place.give(1, "DISP 2*N"))

    async def refused(place: Watched) -> tuple[str, ...]:
        assert place.desk.journal is not None
        place.desk.restore(accepts=False)
        return place.desk.journal.lost

    async def forgotten(place: Watched) -> tuple[str, ...]:
        assert place.desk.journal is not None
        return place.desk.journal.lost

    follow(lost)
    assert "42" in follow(restored)[0]
    assert follow(refused) == ()
    assert follow(forgotten) == ()


def test_lines_of_the_terminal_and_of_controls_are_kept_too(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> None:
        await asyncio.to_thread(executed, place.session, "LET N = 5")
        place.desk.show(Operated("W", 1.0, 2.0, 0.5))

    async def after(place: Watched) -> tuple[str, ...]:
        assert place.desk.journal is not None
        return place.desk.journal.lost

    follow(story)
    assert follow(after) == ("LET N = 5", "OPERATE W: 2.0 AT 0.5")


def test_without_a_journal_nothing_is_restored(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> list[Any]:
        place.desk.restore(accepts=True)
        place.desk.arrange("{}")
        return await place.give(1, "DISP 6*7")

    assert "42" in texts(follow(story, is_kept=False))[0]


def test_a_journal_that_is_not_kept_is_complained_of_once(follow: Callable[..., Any], tmp_path: Path) -> None:
    other = KeptJournal(tmp_path / "kept")

    async def story(place: Watched) -> list[str]:
        await place.give(1, "LET N = 1")
        await place.give(2, "LET N = 2")
        return texts(place.replies, "note")

    try:
        assert follow(story) == [
            "this session cannot be restored if it is killed: another session in this folder keeps its own"
        ]
    finally:
        other.close(is_over=False)


def test_windows_and_their_arrangement_are_those_of_the_last_session(follow: Callable[..., Any]) -> None:
    async def opened(place: Watched) -> None:
        place.session.workspace.windows = (Window(WindowKind.GRAPHICS, "level", True),)
        await place.give(1, "DISP 1")
        place.desk.arrange('{"grid": 1}')

    async def again(place: Watched) -> tuple[tuple[Window, ...], str]:
        assert place.desk.journal is not None
        return place.session.workspace.windows, place.desk.journal.arrangement

    follow(opened)
    assert follow(again) == ((Window(WindowKind.GRAPHICS, "level", True),), '{"grid": 1}')


def test_lines_of_earlier_sessions_are_recalled(follow: Callable[..., Any]) -> None:
    async def first(place: Watched) -> None:
        await place.give(1, "DISP 1")
        await place.give(2, "DISP 2")

    async def second(place: Watched) -> tuple[str, ...]:
        return place.desk.earlier

    follow(first)
    assert follow(second) == ("DISP 1", "DISP 2")


# Trials


async def ready(place: Watched) -> None:
    await place.give(1, "SYST OSC")
    await place.give(2, "PLOT X")
    await place.give(3, "SIMU 0 6")
    place.view._parts.clear()


def with_stop(session: Session, stop: float) -> RunSettings:
    return replace(session.workspace.settings, stop=stop)


def height(part: FigurePart) -> float:
    return float(max(part.figure.areas[0].curves[0].y))


def test_a_trial_is_shown_and_changes_nothing(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> tuple[FigurePart, float, list[str]]:
        await ready(place)
        place.desk.attempt(Try(7, {"W": 2.0}, {"X": 3.0}))
        await place.until(lambda: place.shown(TrialPart))
        (tried,), (figure,) = place.shown(TrialPart), place.shown(FigurePart)
        assert (tried.number, tried.message) == (7, "")
        place.desk.end_trial()
        place.desk.show_pages()
        (page,) = place.shown(FigurePart)
        return figure, height(page), texts(await place.give(4, "DISP W X"))

    figure, before, said = follow(story)

    assert figure.trial == 7
    assert [height(figure), before] == pytest.approx([3.0, 1.0])
    assert "3" not in said[0]


def test_a_trial_that_cannot_be_made_says_why(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> tuple[int, str]:
        await ready(place)
        place.desk.attempt(Try(8, {"NOTHING": 1.0}, {}))
        await place.until(lambda: place.shown(TrialPart))
        (tried,) = place.shown(TrialPart)
        return tried.number, tried.message

    number, message = follow(story)

    assert number == 8
    assert "NOTHING" in message


def test_a_text_that_is_being_written_is_tried_as_it_is(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> tuple[FigurePart, int]:
        await ready(place)
        place.desk.follow(Check(9, "OSC.T", OSCILLATOR.replace("X:1", "X:5"), True))
        await place.until(lambda: place.shown(TrialPart))
        return place.shown(FigurePart)[0], place.shown(TrialPart)[0].number

    figure, number = follow(story)

    assert height(figure) == pytest.approx(5.0)
    assert (figure.trial, number) == (-9, -9)


def test_a_trial_whose_drag_has_ended_is_not_shown(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> list[Any]:
        await ready(place)
        for number in range(1, 6):
            place.desk.attempt(Try(number, {"W": 2.0}, {}))
            place.desk.end_trial()
        await place.until(lambda: not place.desk._is_trying)
        return place.shown(TrialPart)

    assert follow(story) == []


def test_the_newest_trial_counts_and_a_slow_one_is_given_up_for_it(
    follow: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "PATIENCE", -1.0)

    async def story(place: Watched) -> int:
        await ready(place)
        await place.give(4, "SIMU 0 6")
        place.session.workspace.settings = with_stop(place.session, 1e9)
        place.desk.attempt(Try(1, {"W": 2.0}, {}))
        await place.until(lambda: place.desk._trial is not None)
        place.session.workspace.settings = with_stop(place.session, 6.0)
        place.desk.attempt(Try(2, {"W": 3.0}, {}))
        await place.until(lambda: place.shown(TrialPart))
        return int(place.shown(TrialPart)[0].number)

    assert follow(story) == 2


def test_a_trial_interrupts_the_line_that_is_executed(follow: Callable[..., Any], at_once: None) -> None:
    async def story(place: Watched) -> int:
        await ready(place)
        place.desk.submit("b1", 4, LONG)
        await place.until(lambda: any(part.share >= 0 for part in place.shown(ProgressPart)))
        place.desk.attempt(Try(5, {"W": 2.0}, {}))
        await place.until(lambda: place._is_done(0, "b1", 4) and place.shown(TrialPart))
        return int(place.shown(TrialPart)[0].number)

    assert follow(story) == 5


def test_an_error_of_ours_in_a_trial_is_told(follow: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(place: Watched) -> list[str]:
        def broken(*_: object) -> None:
            raise ZeroDivisionError("division by zero")

        await ready(place)
        monkeypatch.setattr(desks, "Trial", broken)
        place.desk.attempt(Try(1, {}, {}))
        await place.until(lambda: texts(place.replies, "error"))
        return texts(place.replies, "error")

    assert "internal error: ZeroDivisionError" in follow(story)[0]


# Controls


def test_a_control_changes_a_parameter_only_while_a_line_is_executed(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> None:
        operations = place.session.workspace.operations
        with pytest.raises(BadRequest, match="there is no parameter 'W'"):
            place.desk.operate("W", 2.0)
        await place.give(1, "SYST OSC")
        with pytest.raises(BadRequest, match="'X' is not a parameter"):
            place.desk.operate("X", 2.0)
        place.desk.operate("W", 2.0)
        assert list(operations) == []
        place.desk.begin(">", "PACE 0 1")
        place.desk.operate("w", 2.0)
        place.desk.end()
        assert list(operations) == [("W", 2.0)]

    follow(story)


def test_a_failed_outcome_marks_the_end_of_its_line(follow: Callable[..., Any]) -> None:
    async def story(place: Watched) -> bool:
        place.desk.begin(">", "X")
        place.desk.show(Failed("bad", "no"))
        place.desk.show(Noted("more"))
        place.desk.end()
        await asyncio.sleep(0)
        return bool(place.replies[-1].has_failed)

    assert follow(story) is True
