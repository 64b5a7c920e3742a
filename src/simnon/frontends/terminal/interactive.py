"""`simnon` alone: the session at a terminal. No error in a model, a macro, a file or Simnon itself ends it."""

import argparse
import errno
import os
import sys

from simnon.session import Failed, Session, load_commands_beside, wait_for_clock
from simnon.source import UserError
from simnon.version import __version__

from ..browser import BrowserBeside
from ..internal_error import explain_internal_error
from ..options import folders_of, working_folder
from ..plain import plain_text
from ..replies import replies
from .echo import keys_echoed
from .editor import editor_words
from .history import open_history
from .interruption import CANCELLED, deaf, interruptible, leave_macro
from .keyboard import Keyboard
from .lines_of_others import LinesOfOthers
from .screen import Screen
from .window import find_terminal

GREETING = f"Simnon {__version__}. HELP lists the commands, STOP ends."


def execute(arguments: argparse.Namespace) -> int:
    session = Session(
        working_folder(),
        folders_of(arguments.path),
        allowed=folders_of(arguments.allow),
        trusted=folders_of(arguments.trust),
        dialect=arguments.dialect,
    )
    session.workspace.has_editor = bool(editor_words())
    session.workspace.wait = wait_for_clock
    if arguments.pictures is False:
        list(session.execute("TURN PICTURES OFF"))
    try:
        terminal = find_terminal()
        screen = Screen(sys.stdout, terminal, session.workspace.folder, open_browser=BrowserBeside(session).open)
        screen.say(GREETING if session.dialect is None else f"Simnon {__version__} as {arguments.dialect}")
        with deaf():
            keyboard = Keyboard(session, open_history())
            load_commands_beside()
            session.watchers.append(LinesOfOthers(keyboard, session.workspace.folder))
            converse(session, keyboard, screen, terminal.typed)
    except EOFError:
        return 0
    except OSError as error:
        if error.errno not in (errno.EIO, errno.EPIPE, errno.EBADF, errno.ENXIO):
            raise
        _leave_quietly()
    return 0


def converse(session: Session, keyboard: Keyboard, screen: Screen, typed: str = "") -> None:
    """Read and execute until STOP; EOFError if the terminal is closed. `typed` was typed before the prompt."""
    *early, typed = typed.split("\n")
    for line in early:
        screen.say(f"{session.prompt} {line}")
        execute_line(session, line, screen)
    while not session.is_over:
        try:
            lines = keyboard.read(typed)
        except KeyboardInterrupt:
            if message := leave_macro(session):
                screen.say(message)
            continue
        finally:
            typed = ""
        execute_typed(session, lines, screen)


def execute_typed(session: Session, lines: list[str], screen: Screen) -> None:
    """Execute a line, or several that were pasted, each echoed above its reply; an error skips the rest."""
    for position, line in enumerate(lines, start=1):
        if len(lines) > 1:
            screen.say(f"{session.prompt} {line}")
        has_failed = not execute_line(session, line, screen)
        if session.is_over:
            return
        if has_failed and position < len(lines):
            left = len(lines) - position
            screen.say(f"the {left} lines after it were skipped" if left > 1 else "the line after it was skipped")
            return


def execute_line(session: Session, line: str, screen: Screen) -> bool:
    """Whether it succeeded. The prompt always returns."""
    went_well, is_complete = True, False
    screen.begin()
    try:
        with keys_echoed(False):
            with interruptible(session):
                for outcome in replies(session, line):
                    went_well = went_well and not isinstance(outcome, Failed)
                    screen.show(outcome)
                is_complete = True
            screen.end()
    except KeyboardInterrupt:
        if is_complete:
            return went_well
        screen.end()
        screen.say(CANCELLED)
        return False
    except UserError as error:
        screen.end()
        failed = Failed(error.code, error.message, error.hint)
        screen.say(plain_text(failed, session.workspace.folder))
        return False
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001
        screen.end()
        screen.say(explain_internal_error(error, line))
        return False
    return went_well


def _leave_quietly() -> None:
    """The terminal is gone: output that is still buffered must not cause an error at the very end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
