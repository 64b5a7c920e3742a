"""Messages -> one browser: replies in order, the newest of each part; a browser that does not keep up is let go."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from .messages import FigurePart, Line, Refused, Reply, ScenePart, encode

MAX_WAITING, MAX_WAITING_TEXT = 5000, 40_000_000
"""Replies, and characters of them, that a browser has not taken yet; it then connects anew, and is sent what is there
at that time.
"""

Send = Callable[[str | bytes], Awaitable[None]]


class TooSlow(Exception):
    """The browser does not take what it is sent."""


class View:
    """What waits to be sent to one browser."""

    def __init__(self, browser: str) -> None:
        self.browser = browser
        self._replies: deque[object] = deque()
        self._parts: dict[tuple[str, str], object] = {}
        self._sent: dict[tuple[str, str], object] = {}
        self._news = asyncio.Event()
        self._is_too_slow = False
        self._text = 0

    def reply(self, message: object) -> None:
        """Send it after those before."""
        if len(self._replies) >= MAX_WAITING or self._text > MAX_WAITING_TEXT:
            self._is_too_slow = True
            self._replies.clear()
            self._parts.clear()
        if not self._is_too_slow:
            self._replies.append(message)
            self._text += size_of(message)
        self._news.set()

    def show(self, part: object) -> None:
        """Send it in place of the one before, unless the browser has it."""
        key = _key(part)
        if self._parts.get(key, self._sent.get(key)) is part or self._sent.get(key) == part:
            self._parts.pop(key, None)
            return
        self._parts[key] = part
        self._news.set()

    async def deliver(self, send: Send) -> None:
        """Send everything, for ever; TooSlow if too much waits."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._is_too_slow:
                raise TooSlow
            while self._replies or self._parts:
                if self._replies:
                    message = self._replies.popleft()
                    self._text -= size_of(message)
                    await send(encode(message))
                else:
                    key = next(iter(self._parts))
                    part = self._sent[key] = self._parts.pop(key)
                    await send(encode(part))


def size_of(message: object) -> int:
    """About how many characters it has, if it is one that can have many."""
    return (
        len(message.text)
        if isinstance(message, Line | Reply)
        else len(message.message)
        if isinstance(message, Refused)
        else 0
    )


def _key(part: object) -> tuple[str, str]:
    return type(part).__name__, part.window if isinstance(part, FigurePart | ScenePart) else ""
