"""`SAVE`: write parameters and initial values to a file."""

from collections.abc import Iterator

from simnon.source import UserError

from ..cases import EXTENSION, Case, present_case, write_case
from ..files import place_to_write
from ..outcome import Outcome, Wrote
from ..words import Arguments, read_arguments
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> Arguments:
    arguments = read_arguments(text)
    if not arguments.words:
        raise UserError("bad-command", "SAVE needs the name of a case", SAVE.usage)
    return arguments


def run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    name, *variables = arguments.words
    case = present_case(workspace)
    if variables:
        wanted = {workspace.system.names.find(variable) for variable in variables}
        case = Case(
            {name: value for name, value in case.parameters.items() if name in wanted},
            {name: value for name, value in case.initial.items() if name in wanted},
        )
    path = place_to_write(name, workspace.folder, EXTENSION, workspace.allowed)
    write_case(path, case, workspace.model.name)
    yield Wrote(path)


SAVE = Command(
    "SAVE",
    "SAVE name [variable ...]",
    "Write parameters and initial values to a file.",
    parse,
    run,
    "The file name.par is text: one PAR or INIT line a value. With variables only those are written. GET reads it; "
    "DISP -CASES lists the cases of the folder.",
    ("SAVE PIPAR", "SAVE gains GAIN TI"),
)
