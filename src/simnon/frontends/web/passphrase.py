"""A session that is shared: the page that asks for the passphrase, and who is let in by it.

Guesses are slow: one after the other, and a wrong one costs a second, whoever made it.
"""

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs

MAX_BODY = 4096
MAX_WAITING = 20
SECONDS_AFTER_A_WRONG_ONE = 1.0
FIELD = "passphrase"
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Simnon</title>
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark; font: 13px/1.5 system-ui, sans-serif }
body { display: grid; place-items: center; min-height: 90vh; margin: 0 }
form { display: grid; gap: 8px; width: 280px }
h1 { font-size: 16px; margin: 0 }
input, button { font: inherit; min-height: 30px; padding: 0 8px }
p { margin: 0 }
</style></head>
<body><main><form method="post" action="/enter">
<h1>A shared Simnon session</h1>
<label for="p">Passphrase</label>
<input id="p" name="passphrase" type="password" autocomplete="current-password" autofocus required>
<button>Enter</button>
<p role="alert">%s</p>
</form></main></body></html>
"""
WRONG = "That is not the passphrase."


class Passphrase:
    """Keeps a digest of it, not the words."""

    def __init__(self, words: str) -> None:
        self._salt = secrets.token_bytes(16)
        self._digest = self._digested(words)
        self._turn = asyncio.Lock()
        self._waiting = 0

    @property
    def is_busy(self) -> bool:
        """Whether too many guesses wait for their turn."""
        return self._waiting >= MAX_WAITING

    async def admits(self, words: str) -> bool:
        self._waiting += 1
        try:
            async with self._turn:
                given = await asyncio.to_thread(self._digested, words)
                is_right = secrets.compare_digest(given, self._digest)
                if not is_right:
                    await asyncio.sleep(SECONDS_AFTER_A_WRONG_ONE)
                return is_right
        finally:
            self._waiting -= 1

    def _digested(self, words: str) -> bytes:
        return hashlib.scrypt(words.encode(errors="replace"), salt=self._salt, n=2**14, r=8, p=1)


async def words_of(receive: Callable[[], Awaitable[dict[str, object]]]) -> str | None:
    """The passphrase in the body of a form; None if there is none in it, or too much."""
    body, is_more = b"", True
    while is_more:
        message = await receive()
        part = message.get("body", b"")
        if message["type"] != "http.request" or not isinstance(part, bytes):
            return None
        body += part
        if len(body) > MAX_BODY:
            return None
        is_more = message.get("more_body") is True
    found = parse_qs(body.decode("utf-8", "replace")).get(FIELD, [])
    return found[0] if len(found) == 1 else None
