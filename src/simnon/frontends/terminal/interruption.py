"""Ctrl-C during a command: a run stops where it is; a command that does not check, or a second Ctrl-C, is cancelled."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from simnon.session import Session

CANCELLED = "interrupted: the command was cancelled"


@contextmanager
def deaf() -> Iterator[None]:
    """Inside, and outside of `interruptible`, an interrupt is ignored."""
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
    """Inside, an interrupt is a request to the session.

    If the request would not be noticed soon, and in any case the second time, it is a KeyboardInterrupt: the command is
    undone.
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
    """Ctrl-C on an empty line: leave a question, a macro being typed in, or a suspended one. Returns the message."""
    is_begun = session.prompt != ">" if session.dialect is None else session.is_typing
    if not (is_begun or session.is_asking) or session.workspace.editing is not None:
        return ""
    session.abandon()
    return "the macro was cancelled" if session.dialect is None else "the input was cancelled"
