"""How the server listens."""

import socket

from simnon.frontends.web.server import _listen


def test_small_messages_do_not_wait_for_acknowledgements() -> None:
    """asyncio switches Nagle's algorithm off for sockets that it knows to be TCP."""
    with _listen("127.0.0.1", 0) as found:
        assert found.proto == socket.IPPROTO_TCP
