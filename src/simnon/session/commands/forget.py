"""`FORGET`: discard runs, sweeps and samples that are kept under a name."""

from collections.abc import Iterator

from simnon.source import UserError, did_you_mean

from ..outcome import Outcome
from ..words import check_once, read_arguments
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> tuple[str, ...]:
    """The names, with or without a slash."""
    arguments = read_arguments(text)
    names = tuple(word.removeprefix("/") for word in arguments.words)
    if not all(names) or not names:
        raise UserError("bad-command", "FORGET needs the names of runs", FORGET.usage)
    check_once(names, FORGET.usage)
    return names


def run(workspace: Workspace, names: tuple[str, ...]) -> Iterator[Outcome]:
    known = [*filter(None, workspace.runs), *filter(None, workspace.studies)]
    folded = {name.casefold() for name in known}
    for name in names:
        if name.casefold() not in folded:
            stored = f"the stored runs are {', '.join(known)}" if known else f"SIMU 0 100 /{name} stores one"
            hint = did_you_mean(name, known, stored)
            raise UserError("no-run", f"no run is stored under '{name}'", hint)
    gone = {name.casefold() for name in names}
    workspace.runs = {name: kept for name, kept in workspace.runs.items() if name.casefold() not in gone}
    workspace.studies = {name: kept for name, kept in workspace.studies.items() if name.casefold() not in gone}
    yield from ()


FORGET = Command(
    "FORGET",
    "FORGET run ...",
    "Discard runs, sweeps and samples kept under a name.",
    parse,
    run,
    "Curves already drawn stay on the page, and files stay as they are.",
    ("FORGET slow",),
    repeats=False,
)
