"""`SAVE`: write parameters and initial values to a file."""

from collections.abc import Iterator

from simnon.source import UserError

from ..cases import EXTENSION, Case, present_case, write_case
from ..files import FORCE, path_to_write, wrote
from ..outcome import Outcome
from ..words import Arguments, read_files
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> Arguments:
    arguments = read_files(text, (FORCE,))
    if not arguments.words:
        raise UserError("bad-command", "SAVE needs the name of a case", SAVE.usage)
    return arguments


def run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    name, *variables = arguments.words
    case = present_case(workspace)
    if variables:
        case = case.only([found for variable in variables for found in _found(workspace, case, variable)])
    path = path_to_write(name, workspace.folder, EXTENSION, workspace.allowed)
    write_case(path, case, workspace.model.name, force=FORCE in arguments.options)
    yield from wrote(path, arguments, workspace.folder)


def _found(workspace: Workspace, case: Case, variable: str) -> tuple[str, ...]:
    """A version or a variable, or the elements of an array; only what can be set can be saved."""
    by_key = {name.casefold(): name for name in (*case.parameters, *case.initial)}
    version = by_key.get(variable.casefold())
    found = (version,) if version is not None else workspace.system.names.select(variable).names
    if not all(name in case.parameters or name in case.initial for name in found):
        raise UserError("not-a-state", f"'{variable}' cannot be set, so a case cannot contain it", "leave it out")
    return found


SAVE = Command(
    "SAVE",
    "SAVE name [variable ...] [-FORCE]",
    "Write parameters and initial values to a file.",
    parse,
    run,
    "It writes all of them with their current values, including array sizes and versions; if you name variables, "
    "only those. The file name.par is text: one PAR or INIT line per value. GET reads it; DISP -CASES lists the "
    "cases in the folder. A file that Simnon did not write is replaced only with -FORCE.",
    ("SAVE PIPAR", "SAVE gains GAIN TI"),
)
