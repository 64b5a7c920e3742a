"""`JOURNAL`: the session so far as a macro."""

from collections.abc import Iterator
from pathlib import Path

from simnon.source import UserError

from ..files import FORCE, path_to_write, quoted, write_file, wrote
from ..journal import journal_text
from ..outcome import Noted, Outcome, Printed
from ..words import Arguments, read_files
from ..workspace import Workspace
from .command import Command

MACRO = ".t"
"""The extension of the files that are looked for when a macro is called."""


def parse(text: str) -> Arguments:
    arguments = read_files(text, (FORCE,))
    if len(arguments.words) > 1:
        raise UserError("bad-command", "JOURNAL takes the name of one file", JOURNAL.usage)
    return arguments


def run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    name = "".join(arguments.words)
    if not name:
        yield Printed(journal_text(workspace, "JOURNAL").rstrip("\n"))
        return
    path = path_to_write(name, workspace.folder, MACRO, workspace.allowed)
    text = journal_text(workspace, Path(name).stem.upper())
    write_file(path, text, force=FORCE in arguments.options)
    yield from wrote(path, arguments, workspace.folder)
    if path.suffix.lower() != MACRO:
        called = Path(name).with_suffix(MACRO)
        yield Noted(f"only a {MACRO} file can be called as a macro: JOURNAL {quoted(str(called))} writes one")


JOURNAL = Command(
    "JOURNAL",
    "JOURNAL [file] [-FORCE]",
    "Write the session so far as a macro that replays it.",
    parse,
    run,
    "Lines that failed become comments, as do those given to the editor, since the files have already changed. "
    "Answers to questions become ANSWER lines. Without a file, the journal is shown. A file that Simnon did not "
    "write is replaced only with -FORCE.",
    ("JOURNAL monday",),
    repeats=False,
)
