"""`simnon window`: the session in a browser."""

import argparse
import webbrowser
from pathlib import Path

from simnon.session import Session
from simnon.source import UserError, require

from ..browser import require_window
from ..options import folders_of
from ..sharing import WARNING, ask_passphrase, check_address


def execute(arguments: argparse.Namespace) -> int:
    folder, files = _given(arguments.files)
    host = check_address(arguments.share) if arguments.share else ""
    passphrase = ask_passphrase() if host else ""
    session = Session(
        folder,
        folders_of(arguments.path),
        allowed=folders_of(arguments.allow),
        trusted=folders_of(arguments.trust),
        can_correct=False,
    )
    if files:
        session_line = " ".join(f"'{path.name}'" for path in files)
        for _ in session.execute(f"SYST {session_line}"):
            pass

    def announce(url: str) -> None:
        print(f"Simnon is at {url}\nSTOP in its command window, or Ctrl-C here, ends it.", flush=True)
        if host:
            print(f"Others open {url.partition('?')[0]} and give the passphrase.\n{WARNING}", flush=True)
        if arguments.opens:
            webbrowser.open(url)

    require_window()
    web = require("simnon.frontends.web", "the window")
    web.serve(session, arguments.port, announce, **({"host": host, "passphrase": passphrase} if host else {}))
    return 0


def _given(names: list[Path]) -> tuple[Path, list[Path]]:
    """The folder to work in, and the systems to compile."""
    if len(names) == 1 and names[0].is_dir():
        return names[0].resolve(), []
    for name in names:
        if not name.is_file():
            raise UserError("file-not-found", f"there is no file or folder '{name}'", "simnon window [FILES or FOLDER]")
    folders = {name.resolve().parent for name in names}
    if len(folders) > 1:
        raise UserError("bad-command", "the files are in different folders", "--allow opens another folder")
    return (folders.pop() if folders else Path.cwd()), names
