"""The process that has collected the tests of a package, seen from the campaign (the other end is `serving`)."""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from . import serving
from .serving import Request

MAX_SECONDS = 3600.0
"""By the clock, without a test that ends."""
HANGING = -signal.SIGPROF


@dataclass(frozen=True, slots=True)
class Outcome:
    """The exit status of the tests, and the last that ran; `seconds` are by the clock."""

    status: int
    test: str
    seconds: float

    @property
    def is_hanging(self) -> bool:
        return self.status == HANGING


class Server:
    """Pytest with these words, in a folder, until it is closed."""

    def __init__(self, words: Sequence[str], folder: Path, environment: dict[str, str]) -> None:
        theirs, requests = os.pipe()
        self._replies, their_replies = os.pipe()
        self._requests = os.fdopen(requests, "w", encoding="utf-8")
        self._unread = b""
        self._child: int | None = None
        self._process = subprocess.Popen(
            [sys.executable, *words, "-p", serving.__name__],
            cwd=folder,
            env={**environment, serving.VARIABLE: f"{theirs} {their_replies}"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=(theirs, their_replies),
        )
        os.close(theirs)
        os.close(their_replies)

    @cached_property
    def tests(self) -> list[str] | None:
        """The names of all that were collected; None if that failed."""
        first = self._reply()
        return None if first is None else first["tests"]

    def ask(self, request: Callable[[Sequence[str]], Request]) -> Outcome:
        """Run the tests that `request` orders; they have failed if they could not be collected."""
        began = time.monotonic()
        if self.tests is None:
            self.close()
            return Outcome(self._process.returncode, "", time.monotonic() - began)
        self._requests.write(request(self.tests).to_line())
        self._requests.flush()
        test, status = "", None
        while status is None:
            reply = self._reply()
            if reply is None:
                break
            test = reply.get("test", test)
            self._child = reply.get("child", self._child)
            status = reply.get("status")
        self._end_child()
        return Outcome(HANGING if status is None else status, test, time.monotonic() - began)

    def close(self) -> None:
        """With all processes that it started."""
        self._end_child()
        if not self._requests.closed:
            self._requests.close()
            os.close(self._replies)
        self._process.kill()
        self._process.wait()

    def _end_child(self) -> None:
        if self._child is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._child, signal.SIGKILL)
            self._child = None

    def _reply(self) -> dict[str, Any] | None:
        """None if the process has ended, or waits for something that does not come."""
        while b"\n" not in self._unread:
            ready, _, _ = select.select([self._replies], [], [], MAX_SECONDS)
            content = os.read(self._replies, 1 << 16) if ready else b""
            if not content:
                return None
            self._unread += content
        line, _, self._unread = self._unread.partition(b"\n")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
