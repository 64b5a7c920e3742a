"""An action -> its outcome in a fork of this process that can be killed, or finds the disk full."""

import json
import os
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MAX_SECONDS = 60.0
FILE_EVENTS = frozenset({
    "open",
    "os.chmod",
    "os.link",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.scandir",
    "os.truncate",
    "fcntl.flock",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ended:
    """`reply` is what the action returned; None if it was killed."""

    status: int
    reply: Any
    noise: str
    seconds: float
    events: int = 0

    @property
    def was_killed(self) -> bool:
        return self.status == -signal.SIGKILL

    @property
    def complaints(self) -> list[str]:
        """What no action must end with, killed or not."""
        if self.was_killed:
            return []
        found = [f"noise: {self.noise[-1500:]}"] if self.noise.strip() else []
        if self.status != 0:
            found.append(f"ended with {self.status}")
        return found


def in_fork(
    act: Callable[[], Any], folder: Path, *, event: int = 0, seconds: float = 0.0, size: int | None = None
) -> Ended:
    """`event` and `seconds` are when it is killed; `size` is the size limit of its files."""
    reader, writer = os.pipe()
    with tempfile.TemporaryFile() as noise:
        start = time.monotonic()
        child = fork()
        if child == 0:
            os.close(reader)
            _act(act, writer, noise.fileno(), (folder, event, size))
        os.close(writer)
        reply = _wait(child, reader, seconds)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        took = time.monotonic() - start
        os.close(reader)
        noise.seek(0)
        content = json.loads(reply) if reply.endswith(b"\n") else {}
        text = noise.read().decode(errors="replace")
    return Ended(status, content.get("reply"), text, took, content.get("events", 0))


def fork() -> int:
    """Later Pythons warn of threads that a fork does not have; those of numpy are not needed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _wait(child: int, reader: int, seconds: float) -> bytes:
    end = time.monotonic() + (seconds or MAX_SECONDS)
    reply = b""
    while (left := end - time.monotonic()) > 0:
        if select.select([reader], [], [], left)[0]:
            piece = os.read(reader, 1 << 16)
            if not piece:
                return reply
            reply += piece
    os.kill(child, signal.SIGKILL)
    return reply


def _act(act: Callable[[], Any], writer: int, noise: int, limits: tuple[Path, int, int | None]) -> None:
    """Never returns."""
    folder, event, size = limits
    os.dup2(noise, 1)
    os.dup2(noise, 2)
    counted = [0]

    def count(name: str, arguments: tuple[Any, ...]) -> None:
        if name in FILE_EVENTS and (name == "fcntl.flock" or str(folder) in str(arguments[:2])):
            counted[0] += 1
            if counted[0] == event:
                os.kill(os.getpid(), signal.SIGKILL)

    status = 1
    try:
        if size is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        sys.addaudithook(count)
        reply = act()
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        os.write(writer, json.dumps({"reply": reply, "events": counted[0]}).encode() + b"\n")
        status = 0
    except BaseException:  # noqa: BLE001  any exception is a finding
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(status)
