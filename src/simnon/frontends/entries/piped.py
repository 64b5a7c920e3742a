"""`simnon` without a terminal, or with a dumb one: lines in, plain text out.

An error does not end it, as at the prompt; the exit status tells that there was one.
"""

import argparse
import sys

from simnon.session import Failed, Session

from ..options import folders_of, wants_pictures, working_folder
from ..printer import Printer
from ..replies import replies


def obey(arguments: argparse.Namespace) -> int:
    is_typed = sys.stdin.isatty()
    session = Session(
        working_folder(),
        folders_of(arguments.path),
        allowed=folders_of(arguments.allow),
        trusted=folders_of(arguments.trust),
        is_interactive=is_typed,
        dialect=arguments.dialect,
    )
    printer = Printer(sys.stdout, session.workspace.folder, wants_pictures(arguments.pictures, sys.stdout))
    has_failed = False
    while not session.is_over:
        if is_typed or session.is_asking:
            print(session.prompt, end=" " if is_typed else "\n", flush=True)
        line = sys.stdin.readline()
        if not line:
            break
        for outcome in replies(session, line.rstrip("\r\n")):
            has_failed = has_failed or isinstance(outcome, Failed)
            printer.show(outcome)
        printer.end_of_line()
    return int(has_failed and not is_typed)
