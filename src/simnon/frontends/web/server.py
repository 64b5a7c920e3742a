"""The table of routes, and the server around it: the page, its files, the socket."""

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from importlib.resources import files
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from simnon.session import Session
from simnon.source import UserError, frozen

from .connection import converse
from .desk import Desk
from .guard import App, Guard
from .journal import KeptJournal, journal_folder
from .limits import TimedHttp, TimedSocket
from .manual import manual_folder
from .passphrase import Passphrase

LOOPBACK = "127.0.0.1"
NAMES_OF_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MAX_MESSAGE = 8 * 1024 * 1024
"""Bytes of one request: the longest text that the editor can save."""
BACKLOG = 100


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


def built_page() -> Path:
    """The folder of the built page; UserError if it was not built."""
    folder = Path(str(files("simnon.frontends.web") / "built"))
    if not (folder / "index.html").is_file():
        raise UserError("no-page", "the page of the windows was not built", "python3 run.py window builds it")
    return folder


def make_app(
    session: Session, address: Address, page: Path, when_ready: Callable[[Desk], None], passphrase: str = ""
) -> App:
    desk: list[Desk] = []

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        desk.append(Desk(session, KeptJournal(journal_folder(session.workspace.folder))))
        when_ready(desk[0])
        yield
        await desk[0].close()

    async def index(_request: object) -> Response:
        return FileResponse(page / "index.html")

    async def connected(web_socket: WebSocket) -> None:
        await converse(web_socket, desk[0])

    routes = [
        Route("/", index),
        WebSocketRoute("/session", connected),
        Mount("/assets", StaticFiles(directory=page / "assets")),
        Mount("/pictures", StaticFiles(directory=manual_folder() / "pictures", check_dir=False)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: _missing})
    asked = Passphrase(passphrase) if passphrase else None
    return Guard(app, address.hosts, address.token, f"simnon-{address.port}", asked)


async def _missing(_request: object, _error: Exception) -> Response:
    return PlainTextResponse("there is no such page", 404)


def serve(
    session: Session,
    port: int,
    announce: Callable[[str], None],
    host: str = LOOPBACK,
    *,
    passphrase: str = "",
    catches_signals: bool = True,
) -> None:
    """Until the session is over, or the process is interrupted; `announce` is told the address.

    With a passphrase, whoever knows it is let in at that address without its token.

    Beside a terminal, which has its own use for Ctrl-C, it catches no signals.
    """
    page = built_page()
    listening = _listen(host, port)
    address = Address(host, listening.getsockname()[1], secrets.token_urlsafe(24))
    config = uvicorn.Config(
        make_app(session, address, page, lambda _desk: announce(address.url), passphrase),
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
    asyncio.run(_until_over(server, listening, session))


class _QuietServer(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _until_over(server: uvicorn.Server, listening: socket.socket, session: Session) -> None:
    serving = asyncio.create_task(server.serve([listening]))
    was_over = False
    while not serving.done():
        # The browsers are told first that it is over.
        server.should_exit = server.should_exit or was_over
        was_over = session.is_over and not session.lock.locked()
        await asyncio.wait((serving,), timeout=0.2)
    await serving


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
