"""What a client can take: time for a request, room for what it does not read. Whoever takes more is cut off.

Without these limits a client that has no token could keep others out, by connections that never ask for anything.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_SECONDS = 5.0
"""For the head of a request, from the beginning of the connection or the answer before."""
ANSWER_SECONDS = 60.0
"""For the answer to be taken."""
UNREAD_SECONDS = 20.0
"""A browser that takes nothing for so long has gone."""
MAX_HTTP = 100
"""Connections without a socket; one more, and the oldest makes room."""
MAX_FRAGMENTS = 10_000
"""Pieces of one message."""


class TimedHttp(H11Protocol):
    """A request and its answer have a deadline, which no data puts off."""

    _deadline: asyncio.TimerHandle | None = None
    begun = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.begun = self.loop.time()
        self._allow(HEAD_SECONDS)
        open_ones = [each for each in self.connections if isinstance(each, TimedHttp)]
        if len(open_ones) > MAX_HTTP:
            min(open_ones, key=lambda each: each.begun).cut()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._allow(ANSWER_SECONDS)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._forget()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._allow(HEAD_SECONDS)
        super().on_response_complete()

    def _allow(self, seconds: float) -> None:
        self._forget()
        self._deadline = self.loop.call_later(seconds, self.cut)

    def _forget(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def cut(self) -> None:
        self.connections.discard(self)
        self.transport.abort()


class TimedSocket(WebSocketsSansIOProtocol):
    """One whose other end does not read is cut off, whatever it sends."""

    _patience: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._patience is None:
            self._patience = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._forget()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= MAX_FRAGMENTS:
            self.transport.abort()
            return
        super().handle_cont(event)

    def _forget(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
