"""Ctrl-C while a command is executed."""

import io
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from simnon.frontends.pictures import Graphics
from simnon.frontends.terminal.interactive import execute_line
from simnon.frontends.terminal.interruption import CANCELLED, deaf, interruptible
from simnon.frontends.terminal.screen import Screen
from simnon.frontends.terminal.window import TerminalAbilities
from simnon.session import Advanced, Outcome, Session
from simnon.session.checking_interrupts import checking_interrupts
from tests.unit.frontends.sessions import new_session


def interrupt() -> None:
    signal.raise_signal(signal.SIGINT)


def test_the_first_interrupt_is_a_request_and_the_second_takes_effect_at_once(tmp_path: Path) -> None:
    session = new_session(tmp_path)

    with interruptible(session), checking_interrupts(session.workspace):
        interrupt()
        assert session.workspace.is_interrupted
        with pytest.raises(KeyboardInterrupt):
            interrupt()


def test_a_command_that_does_not_check_is_ended_by_the_first_interrupt(tmp_path: Path) -> None:
    with interruptible(new_session(tmp_path)), pytest.raises(KeyboardInterrupt):
        interrupt()


def test_between_commands_an_interrupt_is_ignored(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    with deaf():
        interrupt()

    assert signal.getsignal(signal.SIGINT) is before


def test_a_run_that_is_interrupted_twice_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session(tmp_path, "SYST spiral", "SIMU 0 1", "STORE a")
    reached = session.workspace.run_named("").stop.time

    def interrupted_twice(session: Session, line: str) -> Iterator[Outcome]:
        for outcome in session.execute(line):
            if isinstance(outcome, Advanced):
                interrupt()
                interrupt()
            yield outcome

    monkeypatch.setattr("simnon.frontends.terminal.interactive.replies", interrupted_twice)
    stream = io.StringIO()
    screen = Screen(stream, TerminalAbilities(Graphics.ASCII), tmp_path)

    assert not execute_line(session, "SIMU 0 1E8 1E6", screen)
    assert stream.getvalue() == f"{CANCELLED}\n"
    assert session.workspace.run_named("").stop.time == reached


def test_an_interrupt_after_the_command_does_not_affect_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session(tmp_path, "SYST decay")
    stream = io.StringIO()
    screen = Screen(stream, TerminalAbilities(Graphics.ASCII), tmp_path)
    complete = screen.end

    def end() -> None:
        complete()
        interrupt()

    monkeypatch.setattr(screen, "end", end)

    assert execute_line(session, "PAR rate: 2", screen)
    assert stream.getvalue() == "rate: 1 -> 2 1/s\n"
