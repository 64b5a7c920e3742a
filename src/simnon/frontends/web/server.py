"""The table of routes, and the server around it: the page, its files, the socket."""

import asyncio
import contextlib
import secrets
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from simnon.doors import loaded_on_use
from simnon.source import UserError, frozen

from .folders import built_page, manual_folder
from .guard import App, Guard
from .limits import TimedHttp, TimedSocket
from .passphrase import Passphrase

with loaded_on_use(__name__):
    from .opening import Desk, Session, converse, load_commands_beside, open_journal

LOOPBACK = "127.0.0.1"
NAMES_OF_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MAX_MESSAGE = 8 * 1024 * 1024
"""Bytes of one request: the longest text that the editor can save."""
BACKLOG = 100
MEDIA_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
SWITCH_SECONDS = 0.0005
"""The thread that loads the session lets the page be served in between."""
SECONDS_TO_GREET = 0.5
"""After that the first browser shows the session, and there is time to load the rest."""


@frozen
class Address:
    """Where the server listens, and the secret without which it answers nobody."""

    host: str
    port: int
    token: str

    @property
    def url(self) -> str:
        return f"{self.shared_url}?token={self.token}"

    @property
    def shared_url(self) -> str:
        """Without the token: it opens the session for whoever knows the passphrase."""
        return f"http://{_written(self.host)}:{self.port}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        names = NAMES_OF_LOOPBACK if self.host == LOOPBACK else (_written(self.host),)
        return tuple(f"{name}:{self.port}" for name in names)


def _written(host: str) -> str:
    """As an address has it."""
    return f"[{host}]" if ":" in host else host


class Opening:
    """The desk, opened in a thread while the page is already served: whoever needs it waits."""

    def __init__(self, open_session: Callable[[], Session], first_line: str = "") -> None:
        self._open_session = open_session
        self._first_line = first_line
        self._desk: asyncio.Task[Desk] | None = None

    def begin(self) -> None:
        self._desk = asyncio.create_task(self._open())

    async def _open(self) -> Desk:
        usual = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        try:
            session, journal = await asyncio.to_thread(open_journal, self._open_session)
        finally:
            sys.setswitchinterval(usual)
        asyncio.get_running_loop().call_later(SECONDS_TO_GREET, load_commands_beside)
        return Desk(session, journal, self._first_line)

    async def desk(self) -> Desk:
        assert self._desk is not None
        return await asyncio.shield(self._desk)

    @property
    def is_over(self) -> bool:
        """Whether the session has ended, or could not be opened."""
        if self._desk is None or not self._desk.done():
            return False
        if self._desk.exception() is not None:
            return True
        session = self._desk.result().session
        return session.is_over and not session.lock.locked()

    async def close(self) -> None:
        if self._desk is not None and self._desk.done() and self._desk.exception() is None:
            await self._desk.result().close()

    def check(self) -> None:
        """Raise what kept the session from being opened."""
        if self._desk is not None and self._desk.done():
            self._desk.result()


def make_app(opening: Opening, address: Address, when_ready: Callable[[], None], passphrase: str = "") -> App:
    page = built_page()

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        opening.begin()
        when_ready()
        yield
        await opening.close()

    async def index(_request: Request) -> Response:
        return _file(page / "index.html")

    async def asset(request: Request) -> Response:
        assets = {path.name: path for path in (page / "assets").iterdir()}
        path = assets.get(request.path_params["name"])
        return _file(path) if path is not None else await _missing(request, None)

    async def connected(web_socket: WebSocket) -> None:
        await converse(web_socket, await opening.desk())

    routes = [
        Route("/", index),
        WebSocketRoute("/session", connected),
        Route("/assets/{name}", asset),
        Mount("/pictures", StaticFiles(directory=manual_folder() / "pictures", check_dir=False)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: _missing})
    asked = Passphrase(passphrase) if passphrase else None
    return Guard(app, address.hosts, address.token, f"simnon-{address.port}", asked)


def _file(path: Path) -> Response:
    """Read at once: handing each piece to a thread would take longer while the session is being loaded."""
    return Response(path.read_bytes(), media_type=MEDIA_TYPES.get(path.suffix, "application/octet-stream"))


async def _missing(_request: object, _error: object) -> Response:
    return PlainTextResponse("there is no such page", 404)


def serve(
    open_session: Callable[[], Session],
    port: int,
    announce: Callable[[str], None],
    host: str = LOOPBACK,
    *,
    first_line: str = "",
    passphrase: str = "",
    catches_signals: bool = True,
) -> None:
    """Until the session is over, or the process is interrupted; `announce` is told the address.

    The session is opened while the browser loads the page; its first line is given here.

    With a passphrase, whoever knows it is let in at that address without its token.

    Beside a terminal, which has its own use for Ctrl-C, it catches no signals.
    """
    opening = Opening(open_session, first_line)
    with _listen(host, port) as listening:
        address = Address(host, listening.getsockname()[1], secrets.token_urlsafe(24))
        config = uvicorn.Config(
            make_app(opening, address, lambda: announce(address.url), passphrase),
            log_level="warning",
            http=TimedHttp,
            ws=TimedSocket,
            ws_per_message_deflate=False,
            ws_max_size=MAX_MESSAGE,
            proxy_headers=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config) if catches_signals else _QuietServer(config)
        asyncio.run(_until_over(server, listening, opening))


class _QuietServer(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _until_over(server: uvicorn.Server, listening: socket.socket, opening: Opening) -> None:
    serving = asyncio.create_task(server.serve([listening]))
    was_over = False
    while not serving.done():
        # The browsers are told first that it is over.
        server.should_exit = server.should_exit or was_over
        was_over = opening.is_over
        await asyncio.wait((serving,), timeout=0.2)
    await serving
    opening.check()


def _listen(host: str, port: int) -> socket.socket:
    """UserError if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Without its protocol, asyncio does not take it for TCP, and small messages wait 40 ms for an acknowledgement.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        raise UserError(
            "port-taken", f"port {port} of {host} cannot be used: {error.strerror}", "--port 0 takes any free one"
        ) from None
    return found
