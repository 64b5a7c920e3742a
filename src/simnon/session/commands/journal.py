"""`JOURNAL`: the session so far as a macro."""

from collections.abc import Iterator
from pathlib import Path

from simnon.source import UserError

from ..files import place_to_write, write_file
from ..journal import journal_text
from ..outcome import Outcome, Said, Wrote
from ..words import split_words, text_in
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> str:
    words = split_words(text)
    if len(words) > 1:
        raise UserError("bad-command", "JOURNAL takes the name of one file", JOURNAL.usage)
    return text_in(words[0]) if words else ""


def run(workspace: Workspace, name: str) -> Iterator[Outcome]:
    if not name:
        yield Said(journal_text(workspace, "JOURNAL").rstrip("\n"))
        return
    path = place_to_write(name, workspace.folder, ".t", workspace.allowed)
    write_file(path, journal_text(workspace, Path(name).stem.upper()))
    yield Wrote(path)


JOURNAL = Command(
    "JOURNAL",
    "JOURNAL [file]",
    "Write the session so far as a macro that replays it.",
    parse,
    run,
    "Lines that failed are comments, as are those given to the editor, since the files are changed already. Answers "
    "to questions become ANSWER lines. Without a file it is shown.",
    ("JOURNAL monday",),
    repeats=False,
)
