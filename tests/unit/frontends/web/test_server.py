"""How the server listens, and what it needs."""

import socket
from pathlib import Path

import pytest

from simnon.frontends.web import folders, serve_beside, server
from simnon.frontends.web.server import _listen
from simnon.session import Session
from simnon.source import UserError


def test_small_messages_do_not_wait_for_acknowledgements() -> None:
    """asyncio switches Nagle's algorithm off for sockets that it knows to be TCP."""
    with _listen("127.0.0.1", 0) as found:
        assert found.proto == socket.IPPROTO_TCP


def test_a_page_that_was_not_built_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "files", lambda _package: tmp_path)

    with pytest.raises(UserError, match="the page of the windows was not built"):
        folders.built_page()
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / "index.html").write_text("")
    assert folders.built_page() == tmp_path / "built"


def test_a_server_that_cannot_start_says_why_to_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unbuilt() -> Path:
        raise UserError("no-page", "the page of the windows was not built")

    monkeypatch.setattr(server, "built_page", unbuilt)

    with pytest.raises(UserError, match="was not built"):
        serve_beside(Session(tmp_path))


def test_an_address_has_the_names_under_which_it_is_opened() -> None:
    own, shared = server.Address("127.0.0.1", 80, "t"), server.Address("fe80::1", 80, "t")

    assert own.hosts == ("127.0.0.1:80", "localhost:80", "[::1]:80")
    assert own.url == "http://127.0.0.1:80/?token=t"
    assert (shared.shared_url, shared.hosts) == ("http://[fe80::1]:80/", ("[fe80::1]:80",))
