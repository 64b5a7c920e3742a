"""The session of a terminal -> the same session in a browser, for WINDOW."""

import webbrowser

from simnon.doors import loaded_on_use
from simnon.source import require

with loaded_on_use(__name__):
    from simnon.session import Session

LIBRARIES = ("starlette", "uvicorn", "websockets")


def require_window() -> None:
    """UserError if what the window needs is not installed."""
    for library in LIBRARIES:
        require(library, "the window", "window")


class BrowserBeside:
    """The server beside a session, once it is asked for."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._url = ""

    def open(self) -> str:
        """The address; the browser is opened on it."""
        if not self._url:
            require_window()
            self._url = str(require("simnon.frontends.web", "the window").serve_beside(self._session))
        webbrowser.open(self._url)
        return self._url
