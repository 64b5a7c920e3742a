"""What an attacker can send: raw requests, sockets with other headers, messages that no page sends."""

import http.client
import json
import socket
from contextlib import closing

from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.web.serving import Served, read_message

PATIENCE = 20.0


def status_of(server: Served, method: str = "GET", path: str = "/", **headers: str) -> int:
    """The answer to a request with a valid cookie and Host, except for the headers that are given; empty for none."""
    return answer_to(server, method, path, **headers)[0]


def answer_to(
    server: Served, method: str = "GET", path: str = "/", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    given = {"Host": server.host, "Cookie": server.cookie}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in given.items():
            if value:
                connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def raw_answer(server: Served, request: bytes) -> bytes:
    """What the server says to bytes, until it closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(request)
        found = b""
        while data := connection.recv(65536):
            found += data
            if b"\r\n\r\n" in found:
                break
        return found


def refusal_of_socket(server: Served, path: str = "/session", **headers: str) -> int:
    """The status with which the upgrade is refused; 101 if it is not."""
    given = {
        "Host": server.host,
        "Origin": f"http://{server.host}",
        "Cookie": server.cookie,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in given.items() if value)
    return int(raw_answer(server, f"GET {path} HTTP/1.1\r\n{head}\r\n".encode()).split(b" ")[1])


def end_of(server: Served, *messages: str | bytes) -> int:
    """The code with which a socket is closed after it has sent these; 0 if it is not closed but answers."""
    with server.connect("attacker") as connection:
        try:
            for message in messages:
                connection.send(message)
            connection.send(json.dumps({"kind": "Complete", "id": 424242, "text": "SIM"}))
            while read_message(connection.recv(timeout=PATIENCE)).get("id") != 424242:
                pass
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 1006
    return 0


def answer_of(server: Served, **request: object) -> dict[str, object]:
    """The answer to a question."""
    with server.connect("attacker") as connection:
        connection.send(json.dumps({"id": 77, **request}))
        while True:
            message = read_message(connection.recv(timeout=PATIENCE))
            if message.get("id") == 77 and "browser" not in message:
                return message


__all__ = ["InvalidStatus", "answer_of", "answer_to", "end_of", "raw_answer", "refusal_of_socket", "status_of"]
