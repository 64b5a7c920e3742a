"""`EDIT`: change the text of a file."""

from collections.abc import Iterator

from simnon.languages import DIALECTS
from simnon.source import UserError

from ..compiling import open_editor
from ..files import find_file, path_to_write
from ..outcome import EditorRequested, Noted, Outcome
from ..words import Arguments, read_arguments, text_in
from ..workspace import After, Workspace
from .command import Command


def parse(text: str) -> Arguments:
    arguments = read_arguments(text, ("LINE",))
    if len(arguments.words) != 1:
        raise UserError("bad-command", "EDIT needs the name of one file", EDIT.usage)
    return arguments


def run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    name = text_in(arguments.words[0])
    found = find_file(name, workspace.folders, DIALECTS, workspace.allowed)
    path = found or path_to_write(name, workspace.folder, ".t", workspace.allowed)
    if workspace.has_editor and "LINE" not in arguments.options:
        yield EditorRequested(path)
        if workspace.loaded is not None and path in workspace.loaded.files:
            names = " ".join(file.stem for file in workspace.loaded.files)
            yield Noted(f"SYST {names} compiles it again")
        return
    yield from open_editor(workspace, (path,), 0, After.NOTHING)


EDIT = Command(
    "EDIT",
    "EDIT file [-LINE]",
    "Change the text of a file, or write a new one.",
    parse,
    run,
    "Opens your own editor if EDITOR is set; otherwise, or with -LINE, the line editor: R line replaces, C /old/new/ "
    "changes, T goes to the top, N n moves n lines down, L text locates, I line inserts after the current line, D "
    "deletes, P n prints, E saves the text and leaves, Q leaves without saving.",
    ("EDIT DPID",),
)
