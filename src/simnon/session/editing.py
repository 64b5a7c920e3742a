"""A line given while the line editor is open -> the editor's reply; E writes the file and continues."""

from collections.abc import Iterator
from dataclasses import replace

from simnon.source import UserError, lies_inside, read_text

from .compiling import compile_files, edit_in_turn
from .files import write_edited
from .line_editor import edit
from .outcome import Noted, Outcome, Printed, Wrote
from .words import without_comment
from .workspace import After, Editing, Workspace


def edit_line(workspace: Workspace, line: str) -> Iterator[Outcome]:
    """Execute one command of the editor. The file on the disk changes only with E, and only if the text has changed."""
    editing = workspace.editing
    assert editing is not None
    plain = without_comment(line)
    match plain.upper():
        case "":
            return
        case "E" | "E!":
            yield from _leave(workspace, editing, is_forced=plain.endswith("!"))
        case "Q":
            workspace.editing = None
            yield Noted(f"{editing.path.name} is unchanged; nothing was compiled")
        case _:
            edited = edit(editing.editor, line.lstrip())
            workspace.editing = replace(editing, editor=edited.editor)
            if edited.shown:
                yield Printed("\n".join(edited.shown))


def _leave(workspace: Workspace, editing: Editing, *, is_forced: bool) -> Iterator[Outcome]:
    text = editing.editor.text
    if text.rstrip("\n") != editing.original.rstrip("\n"):
        on_disk = read_text(editing.path) if editing.path.exists() else ""
        if on_disk != editing.original and not is_forced:
            raise UserError(
                "changed-meanwhile",
                f"{editing.path.name} was changed elsewhere while you edited it",
                "E! overwrites it, Q discards your changes",
            )
        if not lies_inside(editing.path, (workspace.folder, *workspace.allowed)):
            raise UserError(
                "outside-folder",
                f"{editing.path.name} is outside the session folder",
                f"Q discards your changes; ALLOW '{editing.path.resolve().parent}' lets you change it there",
            )
        write_edited(editing.path, text, keeps_encoding=False)
        yield Wrote(editing.path)
    workspace.editing = None
    match editing.after:
        case After.NEXT_FILE:
            yield from edit_in_turn(workspace, editing.files, editing.position + 1)
        case After.COMPILE:
            yield from compile_files(workspace, editing.files)
        case After.NOTHING:
            pass
