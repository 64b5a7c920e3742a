"""The session to be served -> the session and its journal, in a thread: the page is sent to the browser meanwhile."""

from collections.abc import Callable

from simnon.session import Session, load_commands_beside

from .connection import converse
from .desk import Desk
from .journal import KeptJournal, journal_folder


def open_journal(open_session: Callable[[], Session]) -> tuple[Session, KeptJournal]:
    """Loads this module, and with it everything that a browser is greeted with."""
    session = open_session()
    return session, KeptJournal(journal_folder(session.workspace.folder))


__all__ = ["Desk", "KeptJournal", "Session", "converse", "load_commands_beside", "open_journal"]
