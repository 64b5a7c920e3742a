"""The session and the browsers that show it: lines are executed one after the other in a thread of their own.

Whatever a browser does that changes something is a line; what it only looks at is answered beside them. All methods are
called in the event loop; the thread speaks to it by `_tell`.
"""

import asyncio
import ctypes
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from simnon.doors import loaded_on_use
from simnon.session import (
    AT_THE_START,
    Advanced,
    Failed,
    Noted,
    Operated,
    Outcome,
    Paced,
    PageDrawn,
    Session,
)
from simnon.source import SimnonError

from ..history import add_line, earlier_lines, history_path
from ..internal_error import explain_internal_error
from ..replies import replies
from .frames import figure_part
from .journal import KeptJournal
from .messages import Done, Line, ProgressPart, Reply, TrialPart
from .parts import Pages, parts_of, values_in
from .replying import text_of, tone_of
from .requests import BadRequest, Check, Try
from .scenes import Scenes
from .view import View, size_of
from .worker import Worker

with loaded_on_use(__name__):
    from simnon.session import Trial, loaded_with, present_state, wait_for_clock
    from simnon.simulation import Trajectory

    from .answers import path_of

MAX_TRANSCRIPT, MAX_TRANSCRIPT_TEXT = 2000, 10_000_000
"""Replies, and characters of them, that a browser is sent when it connects."""
MAX_EARLIER = 500
"""Lines of earlier sessions that a prompt recalls."""
MAX_LINE = 100_000
"""Characters of one line."""
MAX_LINES_WAITING = 10_000
MAX_BROWSERS = 50
MAX_KNOWN = 1000
"""Browsers whose last line is known, so that it is not executed again."""
PROGRESS_AFTER = 0.15
"""Seconds; what takes less shows no progress."""
BETWEEN_PICTURES = 0.05
"""Seconds between two pictures of an unfinished run."""
PATIENCE = 0.5
"""A trial that has taken so many seconds is given up for a newer one; a faster one is finished and shown."""
IDLE = ProgressPart(-1.0, "")
ENDS_OF_LINE = tuple("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
MAX_SHOWN = 200
"""Characters of a line that is refused."""


class Given(NamedTuple):
    """Who has given a line: a browser, which counts its lines."""

    browser: str
    identity: int


TERMINAL = Given("terminal", 0)
RESTORED = Given("restored", 0)
SHELL = Given("shell", 0)
"""The words after `simnon window`."""
NOT_KEPT = "this session cannot be restored if it is killed: {}"


class Desk:
    """Owns the session; a `Watcher` of it."""

    def __init__(self, session: Session, journal: KeptJournal | None = None, first_line: str = "") -> None:
        """`first_line` is executed before those of the browsers."""
        self.session = session
        self.journal = journal
        self._views: set[View] = set()
        self._transcript: deque[object] = deque()
        self._last_id: dict[str, tuple[int, bool]] = {}
        self._transcript_text = 0
        self._pages = Pages()
        self._scenes = Scenes()
        self._worker = Worker("session")
        self._loop = asyncio.get_running_loop()
        self._number = 0
        self._given: Given | None = None
        self._current = TERMINAL
        self._has_failed = False
        self._is_executing = False
        self._executing = threading.Lock()
        self._begun = self._shown = 0.0
        self._thread_id = 0
        self._wanted: tuple[Try | Check, int] | None = None
        self._trial: tuple[Trial, float] | None = None
        self._is_trying = False
        self._wanting = threading.Lock()
        self._drags = 0
        self._has_complained = False
        self._history = history_path()
        self.earlier = earlier_lines(self._history, MAX_EARLIER)
        session.workspace.has_windows = True
        session.workspace.wait = wait_for_clock
        self._windows = AT_THE_START
        self._open_windows()
        self._recall()
        session.watchers.append(self)
        self._complain()
        if first_line:
            self._worker.submit(partial(self._execute, SHELL, first_line))

    def _recall(self) -> None:
        """The lines of a terminal from before the window was opened are shown, and can be restored, as all others."""
        lines = [entry.line for entry in self.session.workspace.journal]
        if self.journal is not None and lines:
            self.journal.add(*lines)
        for line in lines:
            self._number += 1
            self._reply_all(Line(self._number, *TERMINAL, ">", line))

    # Windows

    def _open_windows(self) -> None:
        """Those of the last session in the folder, unless this one has opened its own."""
        if self.journal is not None and self.session.workspace.windows == AT_THE_START:
            self.session.workspace.windows = self._windows = self.journal.windows

    def _keep_windows(self) -> None:
        windows = self.session.workspace.windows
        if self.journal is not None and windows != self._windows:
            self.journal.windows = self._windows = windows

    # Browsers

    @property
    def is_full(self) -> bool:
        """Whether no more browsers can be served."""
        return len(self._views) >= MAX_BROWSERS

    @property
    def is_executing(self) -> bool:
        """Whether a line is."""
        return self._is_executing

    def join(self, view: View) -> None:
        """A browser has connected: it is sent everything there is."""
        self._views.add(view)
        for message in self._transcript:
            view.reply(message)
        for part in (*self._parts(), IDLE):
            view.show(part)

    def _parts(self) -> tuple[object, ...]:
        """Everything that the windows show now."""
        session = self.session
        return (*parts_of(session), *self._pages.of(session.workspace), *self._scenes.of(session))

    def leave(self, view: View) -> None:
        self._views.discard(view)
        if not self._views:
            self.end_trial()

    def show_all(self, part: object) -> None:
        for view in self._views:
            view.show(part)

    def _reply_all(self, message: object) -> None:
        self._transcript.append(message)
        self._transcript_text += size_of(message)
        while self._transcript_text > MAX_TRANSCRIPT_TEXT or len(self._transcript) > MAX_TRANSCRIPT:
            self._transcript_text -= size_of(self._transcript.popleft())
        for view in self._views:
            view.reply(message)

    def _complain(self) -> None:
        """Once, that the lines are not kept."""
        if self.journal is not None and self.journal.trouble and not self._has_complained:
            self._has_complained = True
            self._tell(self._reply_all, Reply(self._number, "note", NOT_KEPT.format(self.journal.trouble)))

    # Lines

    def submit(self, browser: str, identity: int, line: str) -> None:
        """Execute a line after those that wait; one that a browser sends again, after a lost connection, only once."""
        last = self._last_id.get(browser, (-1, False))
        if identity <= last[0]:
            self._reply_all(Done(self._number, browser, identity, last[1]))
            return
        if self._worker.waiting >= MAX_LINES_WAITING:
            raise BadRequest("too many lines are waiting")
        self._last_id.pop(browser, None)
        self._last_id[browser] = (identity, False)
        if len(self._last_id) > MAX_KNOWN:
            self._last_id.pop(next(iter(self._last_id)))
        self.end_trial()
        self._worker.submit(partial(self._execute, Given(browser, identity), line))

    def interrupt(self) -> None:
        """Stop the running line, or the trial."""
        self.end_trial()
        # A line of the terminal is executed in a thread of its own, whose Ctrl-C is not ours to press.
        with self._executing:
            if self._is_executing and not self.session.interrupt() and self._current is not TERMINAL:
                thread, raised = ctypes.c_ulong(self._thread_id), ctypes.py_object(KeyboardInterrupt)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, raised)

    def _execute(self, given: Given, line: str, *, is_kept: bool = False) -> None:
        """In the thread; `begin`, `show` and `end` tell the browsers of it."""
        self._thread_id = threading.get_ident()
        self._given = given
        # What is restored happened at its own pace.
        self.session.workspace.wait = None if given is RESTORED else wait_for_clock
        try:
            refusal = _refusal(line)
            if refusal:
                self._refuse(line, refusal)
                return
            if not is_kept:
                add_line(self._history, line)
            if self.journal is not None and given is SHELL:
                self.journal.hold(line)
            elif self.journal is not None and not is_kept:
                self.journal.add(line)
                self._complain()
            for _ in replies(self.session, line, is_remote=True):
                pass
        except KeyboardInterrupt:
            self._tell(self._reply_all, Reply(self._number, "note", "interrupted"))
        except Exception as error:  # noqa: BLE001
            self._tell(self._reply_all, Reply(self._number, "error", explain_internal_error(error, line)))
        finally:
            self._given = None
            # An interruption may have come just when the line was done.
            if self._is_executing:
                self.end()

    def _refuse(self, line: str, reason: str) -> None:
        """A line that no session could have been given at a terminal."""
        self.begin(self.session.prompt, line[:MAX_SHOWN])
        self._has_failed = True
        self._tell(self._reply_all, Reply(self._number, "error", reason))
        self.end()

    # What happens in the session, in whatever thread

    def begin(self, prompt: str, line: str) -> None:
        given = self._given if threading.get_ident() == self._thread_id else None
        if given is None and self.journal is not None:
            self.journal.add(line)
            self._complain()
        self._number += 1
        self._current = given or TERMINAL
        self._has_failed, self._is_executing = False, True
        self._begun, self._shown = time.monotonic(), 0.0
        self._tell(self._reply_all, Line(self._number, self._current.browser, self._current.identity, prompt, line))

    def show(self, outcome: Outcome) -> None:
        self._has_failed = self._has_failed or isinstance(outcome, Failed)
        if isinstance(outcome, Paced):
            self._show_paced(outcome)
            return
        if isinstance(outcome, Operated) and self.journal is not None:
            self.journal.add(outcome.line)
        if isinstance(outcome, Advanced) and outcome.run is not None:
            self._show_unfinished(outcome.run)
        if isinstance(outcome, PageDrawn | Advanced):
            now = time.monotonic()
            if now - self._begun > PROGRESS_AFTER and now - self._shown > BETWEEN_PICTURES:
                self._shown = now
                self._show_passing(outcome)
            return
        is_off = isinstance(outcome, Noted) and not self.session.workspace.switches.notes
        tone = "" if is_off else tone_of(outcome)
        text = text_of(outcome, self.session.workspace.folder) if tone else ""
        if text:
            self._tell(self._reply_all, Reply(self._number, tone, text))

    def end(self) -> None:
        with self._executing:
            self._is_executing = False
        self._keep_windows()
        parts = (*self._parts(), IDLE)
        self._tell(self._finish, parts, Done(self._number, *self._current, self._has_failed))

    def _finish(self, parts: tuple[object, ...], done: Done) -> None:
        for part in parts:
            self.show_all(part)
        if done.browser in self._last_id:
            newest = max(done.id, self._last_id[done.browser][0])
            self._last_id[done.browser] = (newest, done.has_failed)
        self._reply_all(done)

    def _show_passing(self, outcome: PageDrawn | Advanced) -> None:
        if isinstance(outcome, PageDrawn):
            page = self.session.workspace
            self._tell(self.show_all, figure_part(page.page_name, page.page.area, 0, outcome.figure))
            return
        length = outcome.stop - outcome.start
        share = (outcome.time - outcome.start) / length if length else 0.0
        self._tell(self.show_all, ProgressPart(share, outcome.text or f"t = {outcome.time:.4g}"))

    def _show_unfinished(self, run: Trajectory) -> None:
        """The values, and with LIVE on the curves, of a run that goes on."""
        present = present_state(self.session.workspace, run)
        for part in (values_in(present), *(self._pages.of(present) if present.switches.live else ())):
            self._tell(self.show_all, part)

    def _show_paced(self, paced: Paced) -> None:
        """The pictures of a run at the pace of a clock, after each of its pieces."""
        now = time.monotonic()
        if now - self._shown < BETWEEN_PICTURES / 2:
            return
        self._shown = now
        share = (paced.time - paced.start) / (paced.stop - paced.start)
        for part in (*self._scenes.of(self.session, is_live=True), ProgressPart(share, f"t = {paced.time:.4g}")):
            self._tell(self.show_all, part)

    def operate(self, parameter: str, value: float) -> None:
        """A control of a picture was moved during a run; BadRequest if it is none of a parameter."""
        loaded = self.session.workspace.loaded
        if loaded is None or not loaded.names.has(parameter):
            raise BadRequest(f"there is no parameter '{parameter[:MAX_SHOWN]}'")
        name = loaded.names.find(parameter)
        if name not in loaded.model.parameters:
            raise BadRequest(f"'{parameter[:MAX_SHOWN]}' is not a parameter")
        if self._is_executing:
            self.session.workspace.operations.append((name, value))

    def show_pages(self) -> None:
        for part in self._pages.of(self.session.workspace):
            self.show_all(part)

    def arrange(self, tree: str) -> None:
        """Keep where the windows are."""
        if self.journal is not None:
            self.journal.arrangement = tree

    def restore(self, *, accepts: bool) -> None:
        """Execute the lines of a session that ended without STOP, or forget them."""
        if self.journal is None:
            return
        if not accepts:
            self.journal.forget()
            return
        self.session.workspace.windows = AT_THE_START
        for line in self.journal.take_over():
            self._worker.submit(partial(self._execute, RESTORED, line, is_kept=True))

    # Trials

    def attempt(self, wanted: Try) -> None:
        """Run with values that are not given: the newest request counts."""
        with self._wanting:
            self._wanted = (wanted, self._drags)
        if self._is_executing:
            self.session.interrupt()
        trial = self._trial
        if trial is not None and time.monotonic() - trial[1] > PATIENCE:
            trial[0].cancel()
        if not self._is_trying:
            self._is_trying = True
            self._worker.submit(self._attempt)

    def follow(self, wanted: Check) -> None:
        """Run the model with a text that is being written; a line that is executed is not disturbed by it."""
        with self._wanting:
            self._wanted = (wanted, self._drags)
        if not self._is_trying:
            self._is_trying = True
            self._worker.submit(self._attempt)

    def end_trial(self) -> None:
        """The pages are those of the session again."""
        self._wanted = None
        self._drags += 1
        trial = self._trial
        if trial is not None:
            trial[0].cancel()

    def _attempt(self) -> None:
        """In the thread; what was wanted meanwhile is tried next."""
        with self._wanting:
            wanted, self._wanted = self._wanted, None
        try:
            if wanted is not None:
                with self.session.lock:
                    self._attempt_one(*wanted)
        except Exception as error:  # noqa: BLE001
            self._tell(self._reply_all, Reply(self._number, "error", explain_internal_error(error, "a trial")))
        finally:
            self._tell(self._attempt_next)

    def _attempt_next(self) -> None:
        self._is_trying = self._wanted is not None
        if self._is_trying:
            self._worker.submit(self._attempt)

    def _attempt_one(self, wanted: Try | Check, drag: int) -> None:
        # Texts and values are counted apart.
        number = wanted.number if isinstance(wanted, Try) else -wanted.id
        try:
            trial = self._trial_of(wanted)
            self._trial = (trial, time.monotonic())
            if drag != self._drags:
                return
            tried = trial.run()
        except SimnonError as error:
            self._tell(self._show_tried, drag, [TrialPart(number, str(error))])
            return
        finally:
            self._trial = None
        if tried is None:
            return
        workspace = self.session.workspace
        parts: list[object] = []
        for window, figure in tried.figures.items():
            area = workspace.page.area if window == workspace.page_name else 0
            parts.append(figure_part(window, area, number, figure))
        self._tell(self._show_tried, drag, [*parts, TrialPart(number, "")])

    def _trial_of(self, wanted: Try | Check) -> Trial:
        workspace = self.session.workspace
        if isinstance(wanted, Try):
            return Trial(workspace, wanted.parameters, wanted.initial)
        return Trial(workspace, {}, {}, loaded_with(workspace, path_of(self.session, wanted.file), wanted.text))

    def _show_tried(self, drag: int, parts: list[object]) -> None:
        """Unless the drag has ended meanwhile."""
        if drag == self._drags:
            for part in parts:
                self.show_all(part)

    # Threads

    def _tell(self, what: Callable[..., None], *given: object) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(what, *given)

    async def close(self) -> None:
        self.interrupt()
        self.session.watchers.remove(self)
        self.session.workspace.has_windows = False
        # At the end of the process no thread can be started any more, and those there are end with it.
        with suppress(RuntimeError):
            await asyncio.to_thread(self._worker.close)
        if self.journal is not None:
            self.journal.close(is_over=self.session.is_over)


def _refusal(line: str) -> str:
    """Why a line is none; empty if it is one."""
    if len(line) > MAX_LINE:
        return f"a line has at most {MAX_LINE} characters"
    is_one = len(line.splitlines()) <= 1 and not line.endswith(ENDS_OF_LINE)
    return "" if is_one and "\0" not in line else "a line has no line ends in it"
