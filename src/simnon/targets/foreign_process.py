"""Foreign functions in a process of their own: if it crashes or hangs, the calls fail and this process goes on.

Requests and replies are numbers in binary through two pipes (`foreign_worker.py`). After a loss, the process starts
again when a run begins: with the first call after `losses` was emptied, or with a function that gives initial values.
"""

import json
import os
import signal
import struct
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from simnon.program import ForeignFunction
from simnon.source import UserError

COUNT = struct.Struct("<I")
"""The number of a function, or the length of a text."""
RESULTS, FAILURE = b"\0", b"\1"
"""A reply begins with one of them: numbers follow, or a text."""
NUMBERS_OF_A_PROCESS = 1_000_000
"""Instances of a process that was lost have other numbers than those of the next."""
_WORKER = f"{__package__}.foreign_worker"
_LOADING = 60.0
"""The seconds allowed for loading the functions."""
_LOOKS = 8.0
"""How often the time of a call is looked at, per limit."""


class ForeignError(Exception):
    """Why an isolated function could not compute."""


class ForeignProcess:
    """The process of the isolated functions of one program; `losses` receives why it ended."""

    def __init__(self, functions: Sequence[ForeignFunction], losses: list[str]) -> None:
        self._functions, self._losses = tuple(functions), losses
        self._number = 0
        self._lock = threading.Lock()
        self._child = self._started()

    def function(self, foreign: ForeignFunction) -> Callable[..., Sequence[float] | float]:
        index, count = self._functions.index(foreign), max(1, foreign.results)
        request, reply = struct.Struct(f"<I{foreign.arity}d"), struct.Struct(f"<{count}d")
        begins_a_run = foreign.symbol.endswith("initial")

        def compute(*values: float) -> Sequence[float] | float:
            with self._lock:
                if self._child.is_lost:
                    self._start_again(begins_a_run=begins_a_run)
                answer = self._asked(foreign, request.pack(index, *values), reply.size)
            found: tuple[float, ...] = reply.unpack(answer)
            return found if foreign.results else found[0]

        return compute

    def _start_again(self, *, begins_a_run: bool) -> None:
        if self._losses and not begins_a_run:
            raise ForeignError(self._losses[0])
        self._child.end()
        self._child = self._started()
        self._losses.clear()

    def _started(self) -> "_Child":
        child = _Child()
        functions = [_written(each) for each in self._functions]
        request = json.dumps({"functions": functions, "first": self._number * NUMBERS_OF_A_PROCESS + 1}).encode()
        self._number += 1
        try:
            child.ask(COUNT.pack(len(request)) + request, 0, _LOADING)
        except _Refused as refusal:
            child.end()
            raise UserError(*json.loads(str(refusal))) from None
        except _Lost as lost:
            file = Path(self._functions[0].path).name
            message = f"the process that loads {file} {lost}"
            raise UserError("foreign-function", message, "check the file, or load it without isolate") from None
        return child

    def _asked(self, foreign: ForeignFunction, request: bytes, size: int) -> bytes:
        try:
            return self._child.ask(request, size, foreign.isolation)
        except _Refused as refusal:
            raise ForeignError(str(refusal)) from None
        except _Lost as lost:
            self._losses.append(f"the process of {Path(foreign.path).name} {lost}")
            raise ForeignError(self._losses[-1]) from None


def _written(function: ForeignFunction) -> dict[str, object]:
    return {
        "name": function.name,
        "symbol": function.symbol,
        "path": function.path,
        "arity": function.arity,
        "convention": function.convention.value,
        "results": function.results,
        "arrays": function.arrays,
        "owner": function.owner,
        "names": function.names,
    }


class _Refused(Exception):
    """The text of a failure that the process survives."""


class _Lost(Exception):
    """How the process ended."""


class _Child:
    """A process with its two pipes, and a thread that ends it if a call takes too long."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        # The command is this Python and a module of ours.
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-P", "-m", _WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        self.is_lost = False
        self._watch = _Watch(self._process)
        self._finalizer = weakref.finalize(self, _end, self._process, self._watch)

    def ask(self, request: bytes, size: int, seconds: float) -> bytes:
        """The bytes of the reply."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._watch.begin(seconds)
        try:
            self._process.stdin.write(request)
            self._process.stdin.flush()
            kind = self._read(self._process.stdout, 1)
            if kind == RESULTS:
                return self._read(self._process.stdout, size)
            (length,) = COUNT.unpack(self._read(self._process.stdout, COUNT.size))
            text = self._read(self._process.stdout, length)
        except (OSError, ValueError, EOFError):
            raise self._lost(seconds) from None
        except KeyboardInterrupt:
            self.end()
            raise _Lost("was interrupted") from None
        finally:
            self._watch.rest()
        raise _Refused(text.decode("utf-8", "replace"))

    def _read(self, pipe: IO[bytes], size: int) -> bytes:
        found = pipe.read(size)
        if len(found) < size:
            raise EOFError
        return found

    def _lost(self, seconds: float) -> _Lost:
        is_late = self._watch.is_late
        self.end()
        if is_late:
            return _Lost(f"did not answer within {seconds:g} s")
        code = self._process.returncode
        if os.name == "posix" and code < 0:
            found = signal.Signals(-code)
            return _Lost(f"ended with {found.name} ({signal.strsignal(found)})")
        return _Lost(f"ended with exit status {code}")

    def end(self) -> None:
        self.is_lost = True
        self._finalizer()


class _Watch:
    """Ends a process whose call takes too long; one thread for all its calls."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._deadline = float("inf")
        self._change = threading.Event()
        self._seconds = 0.0
        self.is_late = False
        self._is_over = False
        self._thread: threading.Thread | None = None

    def begin(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        if seconds != self._seconds:
            self._seconds = seconds
            self._change.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._look, name="simnon foreign calls", daemon=True)
            self._thread.start()

    def rest(self) -> None:
        self._deadline = float("inf")

    def stop(self) -> None:
        self._is_over = True
        self._change.set()

    def _look(self) -> None:
        while not self._is_over:
            self._change.wait(self._seconds / _LOOKS)
            self._change.clear()
            if time.monotonic() > self._deadline:
                self.is_late = True
                self._process.kill()
                return


def _end(process: "subprocess.Popen[bytes]", watch: _Watch) -> None:
    """A process that has lost its pipe is over, or is killed."""
    watch.stop()
    if process.poll() is None:
        process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                # What was to be written does not matter any more.
                continue
