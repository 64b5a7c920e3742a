"""`UNDO`: take back a change of parameters or initial values."""

from collections.abc import Iterator, Mapping

from simnon.source import UserError

from ..compiling import choose
from ..outcome import Changed, Noted, Outcome
from ..words import split_words
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> int:
    words = split_words(text)
    if not words:
        return 1
    if len(words) == 1 and words[0].isdecimal() and int(words[0]) > 0:
        return int(words[0])
    raise UserError("bad-command", "UNDO takes a number of changes", UNDO.usage)


def run(workspace: Workspace, count: int) -> Iterator[Outcome]:
    if count > len(workspace.undone):
        many = len(workspace.undone)
        there = "is one change" if many == 1 else f"are {many} changes" if many else "is nothing"
        raise UserError("nothing-to-undo", f"there {there} to take back", "of PAR, INIT and GET since SYST")
    now, before = workspace.given, workspace.undone[-count]
    if before.choices != now.choices:
        choose(workspace, before.choices, {})
        yield Noted("the model is composed as it was before")
    model = workspace.model
    workspace.given, workspace.undone = before, workspace.undone[:-count]
    starts = {variable.name: variable.start for variable in model.variables}
    for old, new in ((now.parameters, before.parameters), (now.initial, before.initial)):
        for name in filter(starts.__contains__, _differing(old, new)):
            given = starts[name] or 0.0
            yield Changed(name, old.get(name, given), new.get(name, given), model.units.get(name, ""))


def _differing(old: Mapping[str, float], new: Mapping[str, float]) -> list[str]:
    return [name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name)]


UNDO = Command(
    "UNDO",
    "UNDO [count]",
    "Take back changes of parameters and initial values.",
    parse,
    run,
    "Those of PAR, INIT and GET, the last one first.",
    ("UNDO", "UNDO 3"),
    repeats=False,
)
