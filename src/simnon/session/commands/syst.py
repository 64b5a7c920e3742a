"""`SYST`: compile systems."""

import re
from collections.abc import Iterator

from simnon.languages import EXTENSION_OF_LANGUAGE
from simnon.source import UserError, frozen, nearest

from ..compiling import compile_files, edit_in_turn, find_systems
from ..outcome import Outcome
from ..words import Arguments, read_files, without_comment
from ..workspace import Workspace
from .command import Command

_DIALECT = re.compile(r"-\s*DIALECT\s+([^\W\d]\w*)", re.IGNORECASE)


@frozen
class Compile:
    arguments: Arguments
    language: str


def parse(text: str) -> Compile:
    dialect = _DIALECT.search(without_comment(text))
    language = _extension(dialect.group(1).upper()) if dialect else ""
    arguments = read_files(_DIALECT.sub(" ", text), ("EDIT", "DIALECT"))
    if "DIALECT" in arguments.options or not arguments.words:
        raise UserError("bad-command", "SYST needs the files of the systems", SYST.usage)
    return Compile(arguments, language)


def _extension(name: str) -> str:
    if name in EXTENSION_OF_LANGUAGE:
        return EXTENSION_OF_LANGUAGE[name]
    near = nearest(name, EXTENSION_OF_LANGUAGE)
    hint = f"did you mean {near}?" if near else f"the languages are {', '.join(EXTENSION_OF_LANGUAGE)}"
    raise UserError("unknown-dialect", f"there is no language '{name}'", hint)


def run(workspace: Workspace, command: Compile) -> Iterator[Outcome]:
    arguments = command.arguments
    files = find_systems(workspace, arguments.words)
    workspace.language = command.language
    if "EDIT" in arguments.options:
        yield from edit_in_turn(workspace, files, 0)
    else:
        yield from compile_files(workspace, files)


SYST = Command(
    "SYST",
    "SYST file ... [-EDIT] [-DIALECT name]",
    "Compile systems and make them the model.",
    parse,
    run,
    "The files can come in any order. Their extension (.t by default) or -DIALECT determines their language: "
    "SIMNON, SIMNON72, ACSL, CSMP, DAREP, DESIRE, SIAL or XPP. Files are looked for in the session folder, on the "
    "path, and among the standard systems. A data file (.csv, .dat, .parquet, .nc) is a system whose outputs are its "
    "columns; an FMU (.fmu) is a system too, if its folder is trusted. SYST discards values given with PAR and INIT "
    "and the choices of STORE and PLOT. With -EDIT each file "
    "is first opened in the line editor, in turn; a file with an error is opened at its line.",
    ("SYST TANK DPID REGTANK", "SYST TANK flow.csv MEASURED", "SYST PUMP.FMU CON", "SYST TANK DPID REGTANK -EDIT"),
)
