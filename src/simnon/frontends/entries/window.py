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
    from simnon.session import Session, quoted


def execute(arguments: argparse.Namespace) -> int:
    folder, files = _given(arguments.files)
    host = check_address(arguments.share) if arguments.share else ""
    passphrase = ask_passphrase() if host else ""
    folders = [folders_of(each) for each in (arguments.path, arguments.allow, arguments.trust)]

    def open_session() -> Session:
        path, allowed, trusted = folders
        return Session(folder, path, allowed=allowed, trusted=trusted, can_correct=False)

    def announce(url: str) -> None:
        print(f"Simnon is at {url}\nSTOP in its command window, or Ctrl-C here, ends it.", flush=True)
        if host:
            print(f"Others open {url.partition('?')[0]} and give the passphrase.\n{WARNING}", flush=True)
        if arguments.opens:
            webbrowser.open(url)

    require_window()
    web = require("simnon.frontends.web", "the window")
    shared = {"host": host, "passphrase": passphrase} if host else {}
    web.serve(open_session, arguments.port, announce, first_line=_first_line(files), **shared)
    return 0


def _first_line(files: list[Path]) -> str:
    """What compiles the files."""
    return " ".join(("SYST", *(quoted(path.name) for path in files))) if files else ""


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
