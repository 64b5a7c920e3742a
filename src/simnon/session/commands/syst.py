"""`SYST`: compile systems."""

from collections.abc import Iterator

from simnon.source import UserError

from ..compiling import compile_files, edit_in_turn, find_systems
from ..outcome import Outcome
from ..words import Arguments, read_arguments
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> Arguments:
    arguments = read_arguments(text, ("EDIT",))
    if not arguments.words:
        raise UserError("bad-command", "SYST needs the files of the systems", SYST.usage)
    return arguments


def run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    files = find_systems(workspace, arguments.words)
    if "EDIT" in arguments.options:
        yield from edit_in_turn(workspace, files, 0)
    else:
        yield from compile_files(workspace, files)


SYST = Command(
    "SYST",
    "SYST file ... [-EDIT]",
    "Compile systems and make them the model.",
    parse,
    run,
    "The files may come in any order; their extension, .t where none is given, says which language they are in. "
    "They are looked for in the folder, on the path, and among the standard systems. "
    "A file of columns (.csv, .dat, .parquet, .nc) is a system whose outputs they are. Values given with PAR and INIT "
    "and the choice of STORE and PLOT are forgotten. With -EDIT each file is first opened in the line editor, in turn; "
    "a file with an error is opened at its line.",
    ("SYST TANK DPID REGTANK", "SYST TANK flow.csv MEASURED", "SYST TANK DPID REGTANK -EDIT"),
)
