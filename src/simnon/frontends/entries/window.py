"""`simnon window`: the session in a browser."""

import argparse
import webbrowser
from pathlib import Path

from simnon.doors import loaded_on_use
from simnon.source import UserError, require

from ..browser import require_window
from ..options import folders_of
from ..sharing import WARNING, ask_passphrase, check_address

with loaded_on_use(__name__):
    from simnon.session import Session


def execute(arguments: argparse.Namespace) -> int:
    folder, files = _given(arguments.files)
    host = check_address(arguments.share) if arguments.share else ""
    passphrase = ask_passphrase() if host else ""
    folders = [folders_of(each) for each in (arguments.path, arguments.allow, arguments.trust)]

    def open_session() -> Session:
        path, allowed, trusted = folders
        session = Session(folder, path, allowed=allowed, trusted=trusted, can_correct=False)
        if files:
            names = " ".join(f"'{path.name}'" for path in files)
            for _ in session.execute(f"SYST {names}"):
                pass
        return session

    def announce(url: str) -> None:
        print(f"Simnon is at {url}\nSTOP in its command window, or Ctrl-C here, ends it.", flush=True)
        if host:
            print(f"Others open {url.partition('?')[0]} and give the passphrase.\n{WARNING}", flush=True)
        if arguments.opens:
            webbrowser.open(url)

    require_window()
    web = require("simnon.frontends.web", "the window")
    web.serve(open_session, arguments.port, announce, **({"host": host, "passphrase": passphrase} if host else {}))
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
