"""`simnon` without a terminal, or with a dumb one: lines in, plain text out.

An error does not end it, as at the prompt; the exit status shows that there was one. A text with an error opens the
line editor, and lines for the editor that follow correct it; any other line closes it and is a command again.
"""

import argparse
import sys
from collections.abc import Callable

from simnon.session import Failed, Session, is_editor_command, without_comment

from ..internal_error import explain_internal_error
from ..options import folders_of, wants_pictures, working_folder
from ..printer import Printer
from ..replies import replies
from ..terminal.interruption import CANCELLED, deaf, hearing, interruptible, leave_macro

_QUIT = "Q"
"""Leaves the line editor without saving."""


def execute(arguments: argparse.Namespace) -> int:
    is_typed = sys.stdin.isatty()
    session = Session(
        working_folder(),
        folders_of(arguments.path),
        allowed=folders_of(arguments.allow),
        trusted=folders_of(arguments.trust),
        is_interactive=is_typed,
        can_correct=True,
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
        is_typed = sys.stdin.isatty()
        line = _read(session) if is_typed or session.is_asking else sys.stdin.readline()
        if session.is_correcting and not is_typed and _gives_up(line):
            has_failed = True
            execute_line(session, _QUIT, printer)
            line = "\n" if without_comment(line).upper() == _QUIT else line
        if not line:
            break
        has_failed = not execute_line(session, line.rstrip("\r\n"), printer) or has_failed
        printer.end_of_line()
    return has_failed


def _gives_up(line: str) -> bool:
    """Whether an error in a text stays uncorrected: the line is not for the editor, quits it, or is the end."""
    plain = without_comment(line)
    return not line or (bool(plain) and (plain.upper() == _QUIT or not is_editor_command(line)))


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
