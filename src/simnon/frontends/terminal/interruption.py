"""Ctrl-C while a command is obeyed: the first asks the session to stop, the second does not wait for it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from simnon.session import Session


@contextmanager
def deaf() -> Iterator[None]:
    """Inside, and outside of `interruptible`, an interrupt is for nobody."""
    before = signal.signal(signal.SIGINT, lambda _signal, _frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interruptible(session: Session) -> Iterator[None]:
    """Inside, an interrupt is a word to the session; another one is a KeyboardInterrupt, and the command is undone."""
    count = 0

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        nonlocal count
        count += 1
        if count > 1:
            raise KeyboardInterrupt
        session.interrupt()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
