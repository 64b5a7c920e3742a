"""`simnon run` and `simnon -c`: a session with nobody at the keyboard.

Replies go to standard output in plain text. The first error ends it, with the message on standard error.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from simnon.session import Failed, RunEnded, Session
from simnon.simulation import StopKind

from ..options import folders_of, wants_pictures, working_folder
from ..plain import failure_text
from ..printer import Printer
from ..replies import replies
from ..script import ScriptLine, lines_of_file, lines_of_stream, lines_of_words


def execute(arguments: argparse.Namespace) -> int:
    session = Session(
        working_folder(),
        _folders(arguments),
        allowed=folders_of(arguments.allow),
        trusted=folders_of(arguments.trust),
        is_interactive=False,
        dialect=arguments.dialect,
    )
    printer = Printer(sys.stdout, session.workspace.folder, wants_pictures(arguments.pictures, sys.stdout))
    if arguments.commands is not None:
        return execute_lines(session, [line for given in arguments.commands for line in lines_of_words(given)], printer)
    if arguments.name == "-":
        return execute_lines(session, lines_of_stream(sys.stdin), printer)
    lines = lines_of_file(arguments.name, tuple(arguments.arguments), session.workspace.folders)
    return execute_lines(session, _then_answers(session, lines), printer)


def _folders(arguments: argparse.Namespace) -> tuple[Path, ...]:
    """The path, and last the folder of the file: files that belong together are often in one folder."""
    parent = Path(arguments.name).parent
    return (*folders_of(arguments.path), *([parent] if parent != Path() and parent.is_dir() else []))


def execute_lines(session: Session, lines: Iterable[ScriptLine], printer: Printer) -> int:
    """Give the lines to the session, up to the first error; 1 if there was one, or if a run failed."""
    failed_runs: list[str] = []
    for line in lines:
        for outcome in replies(session, line.text):
            if isinstance(outcome, Failed):
                printer.end_of_line()
                print(failure_text(outcome, line.place), file=sys.stderr)
                return 1
            if isinstance(outcome, RunEnded) and outcome.stop.kind is StopKind.FAILURE:
                failed_runs.append(outcome.stop.message)
            printer.show(outcome)
        printer.end_of_line()
        if session.is_over:
            break
    complaint = _unfinished(session) or _complaint_about(failed_runs)
    if complaint:
        print(complaint, file=sys.stderr)
    return int(bool(complaint))


def _then_answers(session: Session, lines: Iterable[ScriptLine]) -> Iterator[ScriptLine]:
    """Questions that a macro asks at its end are answered from standard input."""
    yield from lines
    while session.is_asking:
        print(session.prompt, end=" " if sys.stdin.isatty() else "\n", flush=True)
        answer = sys.stdin.readline()
        if not answer:
            return
        yield ScriptLine(answer.rstrip("\r\n"), "")


def _unfinished(session: Session) -> str:
    if session.is_over:
        return ""
    if session.workspace.editing is not None:
        name = session.workspace.editing.path.name
        return f"error[unfinished]: the line editor is still open on {name}\n  hint: E saves the text, Q discards it"
    if session.is_asking:
        return f"error[unfinished]: there is no answer to the question '{session.prompt}'"
    if session.is_typing:
        return f"error[unfinished]: {session.prompt.rstrip('>')} has no end"
    return ""


def _complaint_about(failed_runs: list[str]) -> str:
    if not failed_runs:
        return ""
    count = "a run" if len(failed_runs) == 1 else f"{len(failed_runs)} runs"
    return f"error[run-failed]: {count} ended early: {failed_runs[-1]}"
