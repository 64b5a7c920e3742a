"""`simnon demo`: the level control of a tank, as in the paper of 1977.

The study is a file of commands like any other. It runs in a new folder, which keeps the systems, the study and its
figures for the user to explore.
"""

import argparse
import re
import shutil
import sys
from pathlib import Path

from simnon.figures import Figure
from simnon.graphics import write_figure
from simnon.session import Failed, PageDrawn, Session, examples_folder
from simnon.source import UserError

from ..plain import failure_text
from ..printer import Printer
from ..replies import replies

STUDY = "tank-study"
FOLDER = "simnon-demo"
_FIGURE = re.compile(r"\W*Figure (\d+)")


def execute(arguments: argparse.Namespace) -> int:
    folder = arguments.to if arguments.to is not None else Path(FOLDER)
    _copy_study(folder)
    session = Session(folder.resolve(), is_interactive=False)
    printer = Printer(sys.stdout, session.workspace.folder, True)
    figure: Figure | None = None
    written: list[str] = []
    for line in (folder / "study.txt").read_text(encoding="utf-8").splitlines():
        print(f"{session.prompt} {line}" if line else "")
        for outcome in replies(session, line):
            if isinstance(outcome, Failed):
                print(failure_text(outcome, f"study.txt: {line}"), file=sys.stderr)
                return 1
            if isinstance(outcome, PageDrawn):
                figure = outcome.figure
            printer.show(outcome)
        printer.end_of_line()
        named = _FIGURE.match(line)
        if named and figure is not None:
            written.append(f"figure{named.group(1)}.svg")
            write_figure(folder / written[-1], figure)
    print(f"\n{folder} has the systems, the study, and its figures: {', '.join(written)}.")
    print(f"To continue: cd {folder}, then simnon.")
    return 0


def _copy_study(folder: Path) -> None:
    if folder.exists():
        raise UserError("file-exists", f"'{folder}' already exists", "--to FOLDER names a different one")
    try:
        shutil.copytree(examples_folder() / STUDY, folder)
    except OSError as error:
        raise UserError("file-trouble", f"'{folder}' cannot be created: {error.strerror}") from None
