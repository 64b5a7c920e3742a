"""Whether keys are echoed. During a command they are not: they would appear in the middle of its progress."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec


@contextmanager
def keys_echoed(is_echoed: bool) -> Iterator[None]:
    """Inside, the terminal shows keys, or keeps them until the prompt takes them; Ctrl-C still interrupts."""
    if find_spec("termios") is None or not sys.stdin.isatty():
        yield
        return
    termios = import_module("termios")
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    mode = [*before]
    mode[3] = before[3] | termios.ECHO if is_echoed else before[3] & ~termios.ECHO
    termios.tcsetattr(keyboard, termios.TCSADRAIN, mode)
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
