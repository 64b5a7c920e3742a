"""A session at a terminal -> the same session in a browser too: the server runs in a thread beside the prompt."""

import threading
from collections.abc import Callable

from simnon.session import Session
from simnon.source import UserError

from .server import serve

SECONDS_TO_START = 20.0


def serve_beside(session: Session) -> str:
    """The address at which the browser finds the session, until the process ends."""
    is_ready = threading.Event()
    addresses: list[str] = []
    failures: list[UserError] = []

    def announce(url: str) -> None:
        addresses.append(url)
        is_ready.set()

    threading.Thread(target=_serve, args=(session, announce, failures, is_ready), name="window", daemon=True).start()
    is_ready.wait(SECONDS_TO_START)
    if failures:
        raise failures[0]
    if not addresses:
        raise UserError("no-window", "the server of the window does not start", "try WINDOW again")
    return addresses[0]


def _serve(
    session: Session, announce: Callable[[str], None], failures: list[UserError], is_ready: threading.Event
) -> None:
    try:
        serve(lambda: session, 0, announce, catches_signals=False)
    except UserError as error:
        failures.append(error)
        is_ready.set()
