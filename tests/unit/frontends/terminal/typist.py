"""A user at a real terminal: starts simnon, types, and waits for output."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType

_FORWARD = re.compile(r"\x08\x1b\[2C|\x1b\[(\d*)C")
_ESCAPES = re.compile(r"\x1b\[[\d;?]*[A-Za-z]|\x1b[78=>]|\r")


class Typist:
    """`seen` is everything so far without escape sequences; `expect` waits for something new in it."""

    def __init__(self, folder: Path, columns: int = 100, rows: int = 30, **environment: str) -> None:
        self.keyboard, terminal = pty.openpty()
        self.resize(columns, rows)
        settings = {
            "TERM": "xterm-256color",
            "PROMPT_TOOLKIT_NO_CPR": "1",
            "SIMNON_GRAPHICS": "braille",
            "SIMNON_HISTORY": str(folder / "history"),
            **environment,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START],
            cwd=folder,
            env={**os.environ, **settings},
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        self.raw = ""
        self._from = 0

    def __enter__(self) -> "Typist":
        self.expect(">")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.keyboard)

    @property
    def seen(self) -> str:
        spaced = _FORWARD.sub(lambda match: " " * int(match.group(1) or 1), self.raw)
        return _ESCAPES.sub("", spaced)

    def type(self, *lines: str) -> None:
        """Lines, each with its return."""
        for line in lines:
            self.press(line + "\r")

    def press(self, keys: str) -> None:
        self._from = len(self.seen)
        os.write(self.keyboard, keys.encode())

    def expect(self, text: str, patience: float = 20.0) -> None:
        """Wait until the text appears after the last input."""
        until = time.monotonic() + patience
        while text not in self.seen[self._from :]:
            left = until - time.monotonic()
            assert left > 0, f"'{text}' does not come:\n{self.seen[self._from :]}"
            assert self._read(left), f"'{text}' did not come before the end:\n{self.seen[self._from :]}"

    def expect_prompt(self, patience: float = 20.0) -> None:
        """Wait until keys are read one by one: before that, the terminal itself handles Ctrl-C and Ctrl-D."""
        until = time.monotonic() + patience
        while self.raw.rfind("\x1b[?2004h") <= self.raw.rfind("\x1b[?2004l"):
            assert self._read(until - time.monotonic()), "no prompt comes"

    def end(self, patience: float = 20.0) -> int:
        """Wait for the end, and give its status."""
        until = time.monotonic() + patience
        while self._read(until - time.monotonic()):
            pass
        return self.process.wait(timeout=max(1.0, until - time.monotonic()))

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        process = getattr(self, "process", None)
        if process is not None:
            process.send_signal(signal.SIGWINCH)

    def _read(self, patience: float) -> bool:
        if not select.select([self.keyboard], [], [], max(0.0, patience))[0]:
            return False
        try:
            received = os.read(self.keyboard, 65536)
        except OSError:
            return False
        self.raw += received.decode("utf-8", "replace")
        return bool(received)


_START = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from simnon.frontends import main
sys.exit(main([]))
"""
"""Make it the controlling terminal, so that Ctrl-C there is a signal."""
