"""`GET`: take parameters and initial values from a file."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from simnon.source import UserError

from ..cases import EXTENSION, read_case
from ..files import find_file, missing_file
from ..outcome import Noted, Outcome
from ..words import Arguments, read_arguments
from ..workspace import Loaded, Workspace
from .command import Command


def parse(text: str) -> Arguments:
    arguments = read_arguments(text)
    if len(arguments.words) != 1:
        raise UserError("bad-command", "GET needs the name of one case", GET.usage)
    return arguments


def run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    path = find_file(arguments.words[0], workspace.folders, (EXTENSION,), workspace.allowed)
    if path is None:
        raise missing_file(arguments.words[0], workspace.folders, (EXTENSION,))
    system, case = workspace.system, read_case(path)
    parameters = _known(system, case.parameters, tuple(system.model.parameters))
    initial = _known(system, case.initial, tuple(v.name for v in system.model.variables))
    workspace.undone = (*workspace.undone, workspace.given)
    given = workspace.given
    system.model.check_fixed({**given.parameters, **parameters})
    workspace.given = replace(
        given, parameters={**given.parameters, **parameters}, initial={**given.initial, **initial}
    )
    gone = [name for name in (*case.parameters, *case.initial) if not _is_in(system, name)]
    if gone:
        yield Noted(f"the model does not have {', '.join(gone)}")
    anew = [name for name in system.model.parameters if name not in parameters]
    if anew and case.parameters:
        yield Noted(f"{path.name} does not have {', '.join(anew)}: unchanged")


def _known(system: Loaded, values: Mapping[str, float], wanted: tuple[str, ...]) -> dict[str, float]:
    found = {system.names.find(name): value for name, value in values.items() if _is_in(system, name)}
    return {name: value for name, value in found.items() if name in wanted}


def _is_in(system: Loaded, name: str) -> bool:
    try:
        system.names.find(name)
    except UserError:
        return False
    return True


GET = Command(
    "GET",
    "GET name",
    "Take parameters and initial values from a file that SAVE wrote.",
    parse,
    run,
    "A value that the model no longer has, or a parameter that the file does not have, is a note and no error. "
    "UNDO takes it all back.",
    ("GET PIPAR",),
)
