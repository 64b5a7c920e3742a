"""Ctrl-C while a command is obeyed: a run stops where it is; what would not hear it, or a second one, is ended."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from simnon.session import Session

TAKEN_BACK = "interrupted: the command that was going on is taken back"


@contextmanager
def deaf() -> Iterator[None]:
    """Inside, and outside of `interruptible`, an interrupt is for nobody."""
    before = signal.signal(signal.SIGINT, lambda _signal, _frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def hearing() -> Iterator[None]:
    """Inside of `deaf`, an interrupt is a KeyboardInterrupt again."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interruptible(session: Session) -> Iterator[None]:
    """Inside, an interrupt is a word to the session.

    Where that would not be heard soon, and the second time anyway, it is a KeyboardInterrupt: the command is undone.
    """
    count = 0

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        nonlocal count
        count += 1
        if not session.interrupt() or count > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def leave_macro(session: Session) -> str:
    """Ctrl-C on an empty line: out of a question, a macro being typed in, or a suspended one. What is said of it."""
    is_begun = session.prompt != ">" if session.dialect is None else session.is_typing
    if not (is_begun or session.is_asking) or session.workspace.editing is not None:
        return ""
    session.abandon()
    return "the macro was left" if session.dialect is None else "what was begun was left"
