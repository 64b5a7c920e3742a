"""Who is let in: each reason to refuse, for the page and for the socket."""

import asyncio
from typing import Any

import pytest

from simnon.frontends.web import passphrase as passphrases
from simnon.frontends.web.guard import MAX_QUERY, REFUSED_SOCKET, Guard, Message, Receive, Scope, Send
from simnon.frontends.web.passphrase import MAX_BODY, MAX_WAITING, Passphrase, words_of
from tests.unit.frontends.web.visitor import ADDRESS, COOKIE, HOST, Channel, Closed, Site, request_scope

TOKEN = ADDRESS.token
SESAME = Passphrase("open sesame")
FORM = {"Origin": f"http://{HOST}", "Cookie": ""}


async def answers(scope: Scope, receive: Receive, send: Send) -> None:
    """An app that lets everybody in, with headers of its own."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    headers = [(b"Cache-Control", b"public"), (b"content-type", b"text/plain")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"inside"})


def guarded(passphrase: Passphrase | None = None) -> Site:
    return Site(Guard(answers, ADDRESS.hosts, TOKEN, f"simnon-{ADDRESS.port}", passphrase))


def asked(path: str = "/", query: str = "", method: str = "GET", **headers: str) -> tuple[int, dict[str, str], str]:
    return asyncio.run(guarded().ask(path, query, method, b"", **headers))


def refused_socket(**headers: str) -> tuple[int, str]:
    """Code and reason; 0 if the socket is open."""

    async def tried() -> tuple[int, str]:
        try:
            async with guarded().connected(**headers):
                return 0, ""
        except Closed as closed:
            return closed.code, closed.reason

    return asyncio.run(tried())


def test_whoever_has_the_cookie_is_let_in_and_the_headers_of_the_guard_count() -> None:
    status, headers, text = asked(Cookie=f"other=1; {COOKIE}")

    assert (status, text) == (200, "inside")
    assert headers["cache-control"] == "no-store"
    assert headers["content-type"] == "text/plain"
    assert "form-action 'none'" in headers["content-security-policy"]
    assert refused_socket() == (0, "")


@pytest.mark.parametrize("query", ["", "token=", "token=wrong", f"token={TOKEN}&token={TOKEN}", f"Token={TOKEN}"])
def test_no_other_token_is_an_entrance(query: str) -> None:
    assert asked(query=query, Cookie="")[0] == 401


def test_the_token_becomes_a_cookie_that_scripts_cannot_read_and_leaves_the_address() -> None:
    status, headers, text = asked(query=f"token={TOKEN}", Cookie="")

    assert (status, headers["location"], text) == (303, "/", "")
    assert headers["set-cookie"] == f"{COOKIE}; Path=/; HttpOnly; SameSite=Strict"
    assert asked("/assets/page.js", f"token={TOKEN}", Cookie="")[0] == 401


@pytest.mark.parametrize("cookie", ["", "simnon-1=" + TOKEN, f"{COOKIE}x", "simnon-8123", "a=\x80; simnon-8123=\xff"])
def test_a_stale_or_forged_cookie_is_none(cookie: str) -> None:
    assert asked(Cookie=cookie)[0] == 401
    assert refused_socket(Cookie=cookie) == (REFUSED_SOCKET, "open the address that simnon has printed: it has a token")


@pytest.mark.parametrize("host", ["", "evil.example", "127.0.0.1", "127.0.0.1:1", f"{HOST}.evil.example"])
def test_under_another_name_nothing_is_answered(host: str) -> None:
    assert asked(Host=host)[0] == 421
    assert asked(query=f"token={TOKEN}", Host=host, Cookie="")[0] == 421
    assert refused_socket(Host=host)[0] == REFUSED_SOCKET


def test_two_names_are_refused_even_if_one_is_right() -> None:
    async def tried() -> Message:
        scope = request_scope()
        channel = Channel(guarded().app, {**scope, "headers": [*scope["headers"], (b"host", HOST.encode())]})
        return await channel.receive()

    assert asyncio.run(tried())["status"] == 421


@pytest.mark.parametrize("origin", ["https://evil.example", "null", f"https://{HOST}", f"http://{HOST}/"])
def test_a_page_of_another_site_is_refused(origin: str) -> None:
    assert asked(Origin=origin)[::2] == (403, "a page of another site cannot use this session")
    assert refused_socket(Origin=origin)[0] == REFUSED_SOCKET


def test_the_page_needs_no_origin_but_a_socket_does() -> None:
    assert asked(Origin="")[0] == 200
    assert refused_socket(Origin="")[0] == REFUSED_SOCKET


@pytest.mark.parametrize(("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 200)])
def test_a_request_that_another_site_has_caused_is_refused(site: str, status: int) -> None:
    assert asked(Sec_Fetch_Site=site)[0] == status


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_only_get_is_answered(method: str) -> None:
    assert asked(method=method)[::2] == (405, "only GET is answered")


def test_an_address_of_any_length_is_not_read() -> None:
    assert asked(query="a" * MAX_QUERY)[0] == 200
    assert asked(query="a" * (MAX_QUERY + 1))[0] == 414


# The passphrase


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong guess costs no time."""
    monkeypatch.setattr(passphrases, "SECONDS_AFTER_A_WRONG_ONE", 0.0)


def entered(body: bytes, **headers: str) -> tuple[int, dict[str, str], str]:
    return asyncio.run(guarded(SESAME).ask("/enter", "", "POST", body, **{**FORM, **headers}))


def test_who_has_no_cookie_is_asked_for_the_passphrase() -> None:
    async def tried() -> list[tuple[int, dict[str, str], str]]:
        site = guarded(SESAME)
        return [
            await site.ask(Cookie=""),
            await site.ask("/enter"),
            await site.ask(),
            await site.ask("/assets/page.js", Cookie=""),
        ]

    page, again, inside, asset = asyncio.run(tried())

    assert (page[0], again[0], inside[::2], asset[0]) == (401, 401, (200, "inside"), 401)
    assert 'name="passphrase"' in page[2]
    assert "form-action 'self'" in page[1]["content-security-policy"]
    assert page[1]["referrer-policy"] == "same-origin"


def test_the_right_words_let_in() -> None:
    status, headers, _ = entered(b"passphrase=open+sesame")

    assert status == 303
    assert headers["set-cookie"].startswith(COOKIE)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"passphrase=",
        b"passphrase=open",
        b"passphrase=open+sesame&passphrase=open+sesame",
        b"p=open+sesame",
        b"\xff",
    ],
)
def test_other_words_do_not(body: bytes, at_once: None) -> None:
    status, headers, text = entered(body)

    assert status == 401
    assert "That is not the passphrase." in text
    assert "set-cookie" not in headers


def test_a_form_of_another_page_is_refused() -> None:
    assert entered(b"passphrase=open+sesame", Origin="")[0] == 403
    assert entered(b"passphrase=open+sesame", Origin="http://evil.example")[0] == 403


def test_when_too_many_guess_the_next_one_is_sent_away() -> None:
    async def tried() -> tuple[int, str]:
        passphrase = Passphrase("open sesame")
        async with passphrase._turn:
            waiting = [asyncio.ensure_future(passphrase.admits("open sesame")) for _ in range(MAX_WAITING)]
            await asyncio.sleep(0)
            status, _, text = await guarded(passphrase).ask("/enter", "", "POST", b"passphrase=x", **FORM)
            for each in waiting:
                each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not passphrase.is_busy
        return status, text

    status, text = asyncio.run(tried())

    assert status == 429
    assert "Try again in a minute" in text


def words_in(*messages: dict[str, Any]) -> str | None:
    async def read() -> str | None:
        queue = list(messages)

        async def receive() -> dict[str, object]:
            return queue.pop(0)

        return await words_of(receive)

    return asyncio.run(read())


def test_a_form_is_read_piece_by_piece_up_to_a_size() -> None:
    def piece(body: object, *, is_more: bool = False) -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": is_more}

    assert words_in(piece(b"passphrase=op", is_more=True), piece(b"en%20it")) == "open it"
    assert words_in(piece(b"passphrase=" + b"x" * MAX_BODY)) is None
    assert words_in(piece(b"passphrase=x", is_more=True), {"type": "http.disconnect"}) is None
    assert words_in(piece("passphrase=x")) is None
