"""A browser without a window or a network: what it asks of the app, and what it is sent over the socket."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from unittest import mock

from simnon.frontends.web import server
from simnon.frontends.web.desk import Desk
from simnon.frontends.web.guard import App
from simnon.frontends.web.server import Address, Opening, make_app
from simnon.session import Session

PATIENCE = 30.0
"""Seconds after which a message that does not come fails the test."""
ADDRESS = Address("127.0.0.1", 8123, "token-of-the-test")
HOST = "127.0.0.1:8123"
COOKIE = f"simnon-8123={ADDRESS.token}"
Message = dict[str, Any]


class Closed(Exception):
    """The server has closed the socket, with this code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


class Channel:
    """One connection of an app: messages to it and from it."""

    def __init__(self, app: App, scope: Mapping[str, Any]) -> None:
        self.to_app: asyncio.Queue[Message] = asyncio.Queue()
        self.from_app: asyncio.Queue[Message] = asyncio.Queue()
        self._task = asyncio.ensure_future(app(dict(scope), self.to_app.get, self._sent))

    async def _sent(self, message: Any) -> None:
        self.from_app.put_nowait(dict(message))

    async def receive(self) -> Message:
        """An app that has failed says so here."""
        waiting = asyncio.ensure_future(self.from_app.get())
        await asyncio.wait((waiting, self._task), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done() and self._task.done():
            self._task.result()
        return await asyncio.wait_for(waiting, PATIENCE)

    async def end(self) -> None:
        """Until the app has done with it."""
        await asyncio.wait_for(self._task, PATIENCE)

    async def cancel(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


class Socket:
    """As the page opens it."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def send(self, **request: object) -> None:
        self.send_raw({"text": json.dumps(request)})

    def send_raw(self, message: Message) -> None:
        self._channel.to_app.put_nowait({"type": "websocket.receive", **message})

    async def receive(self) -> Message:
        """The next message, without its columns."""
        message = await self._channel.receive()
        if message["type"] == "websocket.close":
            raise Closed(message["code"], message["reason"])
        text, data = message.get("text"), message.get("bytes")
        if text is None:
            assert data is not None
            text = data[4 : 4 + int.from_bytes(data[:4], "little")].decode()
        found: Message = json.loads(text)
        return found

    async def until(self, kind: str, **fields: object) -> list[Message]:
        """Everything up to the first message of a kind with these fields."""
        found = [await self.receive()]
        while found[-1]["kind"] != kind or any(found[-1][name] != value for name, value in fields.items()):
            found.append(await self.receive())
        return found

    async def execute(self, identity: int, line: str) -> list[Message]:
        """Everything up to the end of a line."""
        self.send(kind="Execute", id=identity, line=line)
        return await self.until("Done", id=identity)

    async def ask(self, **request: object) -> Message:
        """The answer to a request with an identity."""
        self.send(**request)
        while True:
            message = await self.receive()
            if message.get("id") == request["id"] and message["kind"] not in ("Line", "Done"):
                return message


class Site:
    """The app of a session, guarded as the server has it."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def ask(
        self, path: str = "/", query: str = "", method: str = "GET", body: bytes = b"", **headers: str
    ) -> tuple[int, dict[str, str], str]:
        """Status, headers and text; with the Host and the cookie of the page, except for headers that are given."""
        channel = Channel(self.app, request_scope(path, query, method, **headers))
        channel.to_app.put_nowait({"type": "http.request", "body": body, "more_body": False})
        start = await channel.receive()
        text = b""
        while True:
            message = await channel.receive()
            text += message.get("body", b"")
            if not message.get("more_body"):
                break
        await channel.end()
        named = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        return start["status"], named, text.decode()

    @asynccontextmanager
    async def connected(self, browser: str = "b1", **headers: str) -> AsyncIterator[Socket]:
        """A socket, which leaves at the end; Closed if it is refused."""
        scope = {**request_scope("/session", f"browser={browser}", **{"Origin": f"http://{HOST}", **headers})}
        channel = Channel(self.app, {**scope, "type": "websocket", "scheme": "ws", "subprotocols": []})
        channel.to_app.put_nowait({"type": "websocket.connect"})
        first = await channel.receive()
        if first["type"] == "websocket.close":
            raise Closed(first["code"], first["reason"])
        try:
            yield Socket(channel)
        finally:
            channel.to_app.put_nowait({"type": "websocket.disconnect", "code": 1001})
            await channel.end()


def request_scope(path: str = "/", query: str = "", method: str = "GET", **headers: str) -> dict[str, Any]:
    given = {"Host": HOST, "Cookie": COOKIE, **headers}
    pairs = [(name.replace("_", "-").lower().encode(), value.encode("latin-1")) for name, value in given.items()]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [pair for pair in pairs if pair[1]],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", ADDRESS.port),
    }


def make_page(folder: Path) -> Path:
    """A page in the place of the built one."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<p>the page</p>")
    (folder / "assets" / "page.js").write_text("start()")
    return folder


@asynccontextmanager
async def visited(session: Session, page: Path, passphrase: str = "") -> AsyncIterator[tuple[Site, Desk]]:
    """A session and its app from start to end."""
    opening = Opening(lambda: session)
    with mock.patch.object(server, "built_page", return_value=page):
        site = Site(make_app(opening, ADDRESS, lambda: None, passphrase))
    life = Channel(site.app, {"type": "lifespan", "asgi": {"version": "3.0"}})
    life.to_app.put_nowait({"type": "lifespan.startup"})
    assert (await life.receive())["type"] == "lifespan.startup.complete"
    try:
        yield site, await opening.desk()
    finally:
        life.to_app.put_nowait({"type": "lifespan.shutdown"})
        assert (await life.receive())["type"] == "lifespan.shutdown.complete"
        await life.end()
