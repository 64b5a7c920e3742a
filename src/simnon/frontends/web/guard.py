"""Refuses first, page and socket alike: Host, Origin, method, token; a shared session asks for its passphrase.

The address that is printed has a token; it becomes a cookie that scripts cannot read and other sites cannot send. A
page of another site can neither connect (Origin), nor pretend to be this one under a name of its own (Host).
"""

import secrets
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from simnon.source import frozen

from .passphrase import PAGE, WRONG, Passphrase, words_of

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
FORM_HEADERS = (
    (b"content-security-policy", POLICY.replace("form-action 'none'", "form-action 'self'").encode()),
    (b"content-type", b"text/html; charset=utf-8"),
    (b"referrer-policy", b"same-origin"),
    *(pair for pair in HEADERS if pair[0] not in (b"content-security-policy", b"referrer-policy")),
)
"""Of the page that asks for the passphrase; a form without a referrer would have no Origin."""
ENTER = "/enter"
MAX_QUERY = 200
REFUSED_SOCKET = 4403
"""The code with which a socket is refused."""


@frozen
class Refusal:
    status: int
    reason: str


class Guard:
    """`hosts` are the names, with the port, under which the page can be opened.

    With a passphrase, whoever knows it is let in; without one, only whoever has the token.
    """

    def __init__(
        self, app: App, hosts: Iterable[str], token: str, cookie: str, passphrase: Passphrase | None = None
    ) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._token = token
        self._cookie = cookie
        self._passphrase = passphrase

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(scope, refusal, receive, send)
        elif self._asks(scope):
            await self._ask(scope, receive, send)
        elif self._is_entrance(scope):
            await self._let_in(send)
        else:
            await self._app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> Refusal | None:
        headers = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"]]
        given = dict(headers)
        is_socket = scope["type"] == "websocket"
        if [name for name, _ in headers].count("host") != 1 or given["host"] not in self._hosts:
            return Refusal(421, "this address is not the one that was printed")
        origin = given.get("origin")
        if origin != f"http://{given['host']}" and (is_socket or origin is not None):
            return Refusal(403, "a page of another site cannot use this session")
        if given.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return Refusal(403, "a page of another site cannot use this session")
        is_form = self._asks(scope) and scope["method"] == "POST"
        if is_form and origin is None:
            return Refusal(403, "a page of another site cannot use this session")
        if not is_socket and scope["method"] not in ("GET", "HEAD") and not is_form:
            return Refusal(405, "only GET is answered")
        if len(scope.get("query_string", b"")) > MAX_QUERY:
            return Refusal(414, "the address is too long")
        if not self._is_entrance(scope) and not self._asks(scope) and not self._has_cookie(given.get("cookie", "")):
            return Refusal(401, "open the address that simnon has printed: it has a token")
        return None

    def _has_cookie(self, text: str) -> bool:
        try:
            found = SimpleCookie(text).get(self._cookie)
        except CookieError:
            return False
        return found is not None and _is_same(found.value, self._token)

    def _is_entrance(self, scope: Scope) -> bool:
        """Whether this is the address with the token."""
        if scope["type"] != "http" or scope["path"] != "/":
            return False
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])
        return len(given) == 1 and _is_same(given[0], self._token)

    def _asks(self, scope: Scope) -> bool:
        """Whether this is the page that asks for the passphrase, or its answer."""
        if self._passphrase is None or scope["type"] != "http" or self._is_entrance(scope):
            return False
        if scope["path"] == ENTER:
            return scope["method"] in ("GET", "POST")
        cookies = [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == b"cookie"]
        has_cookie = len(cookies) == 1 and self._has_cookie(cookies[0])
        return scope["path"] == "/" and scope["method"] == "GET" and not has_cookie

    async def _ask(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "GET" or self._passphrase is None:
            await _show_form(send, 401, "")
        elif self._passphrase.is_busy:
            await _show_form(send, 429, "Too many are trying. Try again in a minute.")
        else:
            words = await words_of(receive)  # type: ignore[arg-type]
            if words is not None and await self._passphrase.admits(words):
                await self._let_in(send)
            else:
                await _show_form(send, 401, WRONG)

    async def _let_in(self, send: Send) -> None:
        """The token becomes a cookie, and leaves the address."""
        cookie = f"{self._cookie}={self._token}; Path=/; HttpOnly; SameSite=Strict"
        headers = [(b"location", b"/"), (b"set-cookie", cookie.encode()), *HEADERS]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _is_same(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "replace"), token.encode())


async def _refuse(scope: Scope, refusal: Refusal, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": REFUSED_SOCKET, "reason": refusal.reason})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *HEADERS]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": refusal.reason.encode()})


async def _show_form(send: Send, status: int, message: str) -> None:
    await send({"type": "http.response.start", "status": status, "headers": list(FORM_HEADERS)})
    await send({"type": "http.response.body", "body": (PAGE % message).encode()})


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in HEADERS}
            kept = [pair for pair in message.get("headers", []) if pair[0].lower() not in own]
            message = {**message, "headers": [*kept, *HEADERS]}
        await send(message)

    return sent
