"""`ALLOW`: open folders to the session."""

from collections.abc import Iterator

from ..outcome import Noted, Outcome, Printed
from ..words import split_words, text_in
from ..workspace import Workspace
from .command import Command
from .folders import folder_named


def parse(text: str) -> tuple[str, ...]:
    return tuple(text_in(word) for word in split_words(text))


def run(workspace: Workspace, names: tuple[str, ...]) -> Iterator[Outcome]:
    if not names:
        rows = [(workspace.folder, "the folder of the session"), *((folder, "allowed") for folder in workspace.allowed)]
        rows += [(folder, "on the path: read-only") for folder in workspace.path]
        yield Printed("\n".join(f"{folder}   ({what})" for folder, what in rows))
    for name in names:
        folder = folder_named(workspace, name)
        workspace.allowed = (*(known for known in workspace.allowed if known != folder), folder)
        yield Noted(f"files in {folder} can be read and written until the session ends")


ALLOW = Command(
    "ALLOW",
    "ALLOW [folder ...]",
    "Open folders to the session, so that their files can be read and written.",
    parse,
    run,
    "Otherwise a session reads and writes files in the session folder and below it, and reads files on its path. "
    "ALLOW alone lists the open folders. It works only at the prompt, not in macros; --allow does the same on the "
    "command line.",
    ("ALLOW ../measurements", "IMPORT ../measurements/level.csv"),
    repeats=False,
    is_typed=True,
)
