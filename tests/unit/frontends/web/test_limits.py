"""A real server on a port of this machine: who takes too long or too much is cut off."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from simnon.frontends.web import limits, serve_beside, server
from simnon.source import UserError
from tests.unit.frontends.web.visitor import make_page
from tests.unit.session.sessions import give, new_session

PATIENCE = 30.0


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a session of this process, with a page in the place of the built one; limits that can be waited for."""
    folder = tmp_path_factory.mktemp("served")
    page = make_page(folder / "page")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        patch.setattr(server, "built_page", lambda: page)
        patch.setattr(limits, "HEAD_SECONDS", 0.3)
        patch.setattr(limits, "MAX_HTTP", 3)
        patch.setattr(limits, "MAX_FRAGMENTS", 3)
        session = new_session(folder)
        yield serve_beside(session)
        give(session, "STOP")
        for thread in threading.enumerate():
            if thread.name == "window":
                thread.join(PATIENCE)


def opened(address: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", urlsplit(address).port or 0), timeout=PATIENCE)


def until_closed(connection: socket.socket) -> bytes:
    found = b""
    try:
        while data := connection.recv(65536):
            found += data
    except ConnectionResetError:
        pass
    return found


def request_of(address: str) -> bytes:
    host, token = urlsplit(address).netloc, urlsplit(address).query.removeprefix("token=")
    port = host.partition(":")[2]
    return f"GET / HTTP/1.1\r\nHost: {host}\r\nCookie: simnon-{port}={token}\r\n\r\n".encode()


def socket_at(address: str) -> ClientConnection:
    host, token = urlsplit(address).netloc, urlsplit(address).query.removeprefix("token=")
    given: dict[str, Any] = {
        "origin": f"http://{host}",
        "additional_headers": {"Cookie": f"simnon-{host.partition(':')[2]}={token}"},
        "proxy": None,
        "max_size": None,
    }
    opened: ClientConnection = connect(f"ws://{host}/session?browser=b1", **given)
    return opened


def drain(connection: ClientConnection) -> None:
    while True:
        connection.recv(PATIENCE)


def test_a_request_is_answered_and_the_idle_connection_is_cut_after_it(address: str) -> None:
    with closing(opened(address)) as connection:
        connection.sendall(request_of(address))
        answer = until_closed(connection)

    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert answer.endswith(b"<p>the page</p>")
    assert b"server:" not in answer.lower()


def test_a_connection_that_asks_for_nothing_is_cut(address: str) -> None:
    with closing(opened(address)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")

        assert until_closed(connection) == b""


def test_the_oldest_of_too_many_connections_makes_room(address: str) -> None:
    connections = [opened(address) for _ in range(5)]
    try:
        assert until_closed(connections[0]) == b""
        connections[-1].sendall(request_of(address))
        assert connections[-1].recv(15) == b"HTTP/1.1 200 OK"
    finally:
        for connection in connections:
            connection.close()


def test_a_socket_is_not_cut_while_it_is_open_and_answers(address: str) -> None:
    with socket_at(address) as connection:
        assert json.loads(connection.recv(PATIENCE))["kind"] == "Greeting"
        threading.Event().wait(0.4)
        connection.send(json.dumps({"kind": "Execute", "id": 1, "line": "DISP 6*7"}))
        while True:
            data = connection.recv(PATIENCE)
            if isinstance(data, str) and json.loads(data)["kind"] == "Reply":
                assert "42" in json.loads(data)["text"]
                break
        assert connection.ping().wait(PATIENCE)


def test_a_message_of_many_pieces_is_cut(address: str) -> None:
    with socket_at(address) as connection:
        connection.recv(PATIENCE)
        connection.send(["{" for _ in range(20)])
        with pytest.raises(ConnectionClosedError, match="no close frame received"):
            drain(connection)


class Patient:
    """As much of a protocol as its limits need."""

    def __init__(self) -> None:
        self.called: list[float] = []
        self.is_cancelled = False
        self.aborted = 0

    def call_later(self, seconds: float, _what: object) -> "Patient":
        self.called.append(seconds)
        return self

    def cancel(self) -> None:
        self.is_cancelled = True

    def abort(self) -> None:
        self.aborted += 1


def test_a_browser_that_takes_nothing_has_some_seconds_and_pings_do_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    patient = Patient()
    protocol = limits.TimedSocket.__new__(limits.TimedSocket)
    protocol.loop = protocol.transport = patient  # type: ignore[assignment]
    protocol.writable = threading.Event()  # type: ignore[assignment]
    protocol.writable.set()

    protocol.pause_writing()
    protocol.pause_writing()
    protocol.handle_ping()
    assert (patient.called, patient.aborted, patient.is_cancelled) == ([limits.UNREAD_SECONDS], 1, False)

    protocol.resume_writing()
    assert patient.is_cancelled
    assert protocol._patience is None


def test_a_port_that_is_taken_is_named(address: str) -> None:
    port = urlsplit(address).port or 0

    with pytest.raises(UserError, match=f"port {port} of 127.0.0.1 cannot be used") as refused:
        server._listen("127.0.0.1", port)
    assert refused.value.hint == "--port 0 takes any free one"
