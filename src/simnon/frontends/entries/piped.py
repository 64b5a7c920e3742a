"""`simnon` without a terminal, or with a dumb one: lines in, plain text out.

An error does not end it, as at the prompt; the exit status shows that there was one.
"""

import argparse
import sys
from collections.abc import Callable

from simnon.session import Failed, Session

from ..internal_error import explain_internal_error
from ..options import folders_of, wants_pictures, working_folder
from ..printer import Printer
from ..replies import replies
from ..terminal.interruption import CANCELLED, deaf, hearing, interruptible, leave_macro


def execute(arguments: argparse.Namespace) -> int:
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
    if not is_typed:
        return int(_has_failure(session, printer, _execute))
    with deaf():
        _has_failure(session, printer, _execute_typed)
    return 0


def _has_failure(session: Session, printer: Printer, execute_line: Callable[[Session, str, Printer], bool]) -> bool:
    """Execute lines until the session or the input ends; returns whether one failed."""
    has_failed = False
    while not session.is_over:
        line = _read(session) if sys.stdin.isatty() or session.is_asking else sys.stdin.readline()
        if not line:
            break
        has_failed = not execute_line(session, line.rstrip("\r\n"), printer) or has_failed
        printer.end_of_line()
    return has_failed


def _read(session: Session) -> str:
    """A line after its prompt; Ctrl-C at a keyboard clears it, and cancels a macro being typed in."""
    if not sys.stdin.isatty():
        print(session.prompt, flush=True)
        return sys.stdin.readline()
    while True:
        try:
            with hearing():
                print(session.prompt, end=" ", flush=True)
                return sys.stdin.readline()
        except KeyboardInterrupt:
            print(f"\n{leave_macro(session)}".rstrip("\n"))


def _execute_typed(session: Session, line: str, printer: Printer) -> bool:
    """With a user at the keyboard: Ctrl-C does not end the session."""
    try:
        with interruptible(session):
            return _execute(session, line, printer)
    except KeyboardInterrupt:
        print(f"\n{CANCELLED}")
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001  as at the prompt, an internal error does not end the session
        print(explain_internal_error(error, line))
    return False


def _execute(session: Session, line: str, printer: Printer) -> bool:
    """Whether it succeeded."""
    went_well = True
    for outcome in replies(session, line):
        went_well = went_well and not isinstance(outcome, Failed)
        printer.show(outcome)
    return went_well
