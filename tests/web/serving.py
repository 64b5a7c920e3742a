"""A folder -> the session in it, served by a process of its own, and what a client needs to speak to it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from websockets.sync.client import ClientConnection, connect

from simnon.frontends.web import serve_beside
from simnon.session import Session

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Served:
    """The address as it was printed, and its parts."""

    url: str
    own_process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self.own_process is not None
        return self.own_process

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 0

    @property
    def token(self) -> str:
        return parse_qs(urlsplit(self.url).query)["token"][0]

    @property
    def cookie(self) -> str:
        return f"simnon-{self.port}={self.token}"

    def connect(self, browser: str = "test", **changed: Any) -> ClientConnection:
        """A socket as the page opens it."""
        given: dict[str, Any] = {
            "origin": f"http://{self.host}",
            "additional_headers": {"Cookie": self.cookie},
            "proxy": None,
            "max_size": None,
            **changed,
        }
        opened: ClientConnection = connect(f"ws://{self.host}/session?browser={browser}", **given)
        return opened


@contextmanager
def served(folder: Path, state: Path, *words: str) -> Iterator[Served]:
    """`state` is where the journal is kept."""
    environment = {**os.environ, "XDG_STATE_HOME": str(state), "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "simnon", "window", "--no-open", *words, str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        yield Served(found[0], process)
    finally:
        process.terminate()
        process.wait(timeout=20)
        if process.stdout is not None:
            process.stdout.close()


@contextmanager
def beside(folder: Path, state: Path) -> Iterator[tuple[Session, Served]]:
    """A session of this process, and its server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(state))
        session = Session(folder, can_correct=False)
        try:
            yield session, Served(serve_beside(session))
        finally:
            session.interrupt()
            session.abandon()
            list(session.execute("STOP"))


def read_message(data: str | bytes) -> dict[str, object]:
    """The JSON text of a message; columns stay references."""
    if isinstance(data, bytes):
        length = int.from_bytes(data[:4], "little")
        data = data[4 : 4 + length].decode()
    message: dict[str, object] = json.loads(data)
    return message


def replies_to(socket: ClientConnection, identity: int, line: str, timeout: float = 60.0) -> list[dict[str, object]]:
    """Everything the server sends until the line is done."""
    socket.send(json.dumps({"kind": "Execute", "id": identity, "line": line}))
    found = []
    while True:
        message = read_message(socket.recv(timeout=timeout))
        found.append(message)
        if message["kind"] == "Done" and message["id"] == identity:
            return found
