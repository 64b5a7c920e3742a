"""`STORE`: choose what runs record."""

from collections.abc import Iterator

from simnon.source import UserError

from ..outcome import Outcome, Printed
from ..words import Arguments, read_arguments
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> Arguments:
    arguments = read_arguments(text, ("ADD", "ALL"))
    if "ALL" in arguments.options and (arguments.words or "ADD" in arguments.options):
        raise UserError("bad-command", "-ALL records everything and takes nothing else", STORE.usage)
    return arguments


def run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    names = workspace.system.names
    if "ALL" in arguments.options:
        workspace.store = None
    elif arguments.words:
        requested = [each for word in arguments.words for each in names.select(word).names]
        before = workspace.store if "ADD" in arguments.options and workspace.store is not None else ()
        workspace.store = tuple(dict.fromkeys((*before, *requested)))
    elif "ADD" in arguments.options:
        raise UserError("bad-command", "-ADD needs variables to add", STORE.usage)
    else:
        yield Printed("everything" if workspace.store is None else " ".join(workspace.store))


STORE = Command(
    "STORE",
    "STORE variable ... [-ADD] [-ALL]",
    "Choose what runs record.",
    parse,
    run,
    "By default everything is recorded, except arrays with more than 1,000 elements. -ADD adds to "
    "the choice, -ALL records everything again. SYST resets the "
    "choice. What is recorded does not affect the run. STORE alone shows the choice.",
    ("STORE H QIN", "STORE QOUT -ADD", "STORE T[1..10]"),
    repeats=False,
)
