"""`UNDO`: revert changes of parameters or initial values, or restore a file that was replaced."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from simnon.source import UserError, restore_replaced, whole_number

from ..compiling import choose
from ..editing_models import restore_texts
from ..files import path_to_write
from ..outcome import Changed, Noted, Outcome, Wrote
from ..words import read_files
from ..workspace import Workspace
from .command import Command

_FILE = "FILE"


def parse(text: str) -> int | str:
    """The number of changes, or the name of a file."""
    arguments = read_files(text, (_FILE,))
    words = arguments.words
    if _FILE in arguments.options:
        if len(words) == 1:
            return words[0]
        raise UserError("bad-command", "UNDO -FILE needs the name of one file", UNDO.usage)
    if not words:
        return 1
    if len(words) == 1 and words[0].isdecimal() and whole_number(words[0]) > 0:
        return whole_number(words[0])
    raise UserError("bad-command", "UNDO takes a number of changes", UNDO.usage)


def run(workspace: Workspace, target: int | str) -> Iterator[Outcome]:
    if isinstance(target, str):
        path = path_to_write(target, workspace.folder, "", workspace.allowed, folders=(".zarr",))
        restore_replaced(path)
        yield Wrote(path)
    else:
        yield from _revert(workspace, target)


def _revert(workspace: Workspace, count: int) -> Iterator[Outcome]:
    if count > len(workspace.undone):
        many = len(workspace.undone)
        there = "is one change" if many == 1 else f"are {many} changes" if many else "is nothing"
        raise UserError(
            "nothing-to-undo",
            f"there {there} to undo",
            "UNDO reverts PAR, INIT, GET and edits of the diagram since the last SYST",
        )
    edits = [each for values in reversed(workspace.undone[-count:]) for each in values.edited]
    if edits:
        yield from restore_texts(workspace, edits)
    now, before = workspace.given, replace(workspace.undone[-count], edited=())
    if before.choices != now.choices:
        choose(workspace, before.choices, {})
        yield Noted("the structure of the model is restored")
    model = workspace.model
    workspace.given, workspace.undone = before, workspace.undone[:-count]
    starts = {variable.name: variable.start for variable in model.variables}
    for old, new in ((now.parameters, before.parameters), (now.initial, before.initial)):
        for name in filter(starts.__contains__, _differing(old, new)):
            given = starts[name] or 0.0
            was, becomes = old.get(name, given), new.get(name, given)
            if was != becomes:
                yield Changed(name, was, becomes, model.units.get(name, ""))


def _differing(old: Mapping[str, float], new: Mapping[str, float]) -> list[str]:
    return [name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name)]


UNDO = Command(
    "UNDO",
    "UNDO [count] | UNDO -FILE file",
    "Revert changes of parameters and initial values, or restore a file.",
    parse,
    run,
    "It reverts changes made by PAR, INIT and GET, and by the commands that edit the text of the model (PLACE, COPY, "
    "JOIN, REMOVE, RENAME, GROUP, ARRAY, GIVE, MOVE), the last one first. With -FILE it restores the file that a "
    "command replaced; a second UNDO -FILE reverses that.",
    ("UNDO", "UNDO 3", "UNDO -FILE notes.t"),
    repeats=False,
)
