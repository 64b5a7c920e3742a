"""`EXPORT` and `IMPORT`: runs to files of other programs and back."""

from collections.abc import Iterator
from dataclasses import replace

from simnon.simulation import TEXT_TABLES, read_trajectory
from simnon.source import UserError

from ..compiling import encoding_notes
from ..files import FORCE, find_file, missing_file, path_to_write, wrote
from ..outcome import Noted, Outcome
from ..plotting import column_of
from ..words import Arguments, read_files
from ..workspace import LAST, Workspace
from .command import Command

EXTENSIONS = (".csv", ".parquet", ".nc", ".dat")


def parse_export(text: str) -> Arguments:
    arguments = read_files(text, (FORCE,), has_slash=True)
    if not arguments.words:
        raise UserError("bad-command", "EXPORT needs the name of a file", EXPORT.usage)
    return arguments


def export(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    name, *variables = arguments.words
    if arguments.slash.upper() in workspace.studies and arguments.slash:
        yield from _export_ensemble(workspace, name, arguments)
        return
    path = path_to_write(name, workspace.folder, ".csv", workspace.allowed)
    run = workspace.run_named(arguments.slash or LAST)
    if variables:
        columns = {run.lookup.find(each): column_of(workspace, run, each) for each in variables}
        run = replace(run, columns=columns)
    run.write(path, force=FORCE in arguments.options)
    yield from wrote(path, arguments, workspace.folder)


def _export_ensemble(workspace: Workspace, name: str, arguments: Arguments) -> Iterator[Outcome]:
    path = path_to_write(name, workspace.folder, ".nc", workspace.allowed, folders=(".zarr",))
    ensemble = workspace.study_named(arguments.slash).ensemble()
    ensemble.write(path, force=FORCE in arguments.options)
    yield from wrote(path, arguments, workspace.folder)


def parse_import(text: str) -> Arguments:
    arguments = read_files(text, has_slash=True)
    if len(arguments.words) != 1:
        raise UserError("bad-command", "IMPORT needs the name of one file", IMPORT.usage)
    return arguments


def import_run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    name_of_file = arguments.words[0]
    path = find_file(name_of_file, workspace.folders, EXTENSIONS, workspace.allowed)
    if path is None:
        raise missing_file(name_of_file, workspace.folders, EXTENSIONS)
    run = read_trajectory(path)
    if path.suffix.lower() in TEXT_TABLES:
        yield from encoding_notes(path)
    name = (arguments.slash or path.stem).upper()
    workspace.runs = {**workspace.runs, name: run}
    shown = ", ".join(list(run.columns)[:8]) + (", ..." if len(run.columns) > 8 else "")
    yield Noted(f"{len(run.t)} rows of {shown} as /{name}")


EXPORT = Command(
    "EXPORT",
    "EXPORT file [variable ...] [/run] [-FORCE]",
    "Write a run to a file for other programs.",
    parse_export,
    export,
    "The extension decides the type: .csv, .parquet, .nc (NetCDF), .mat (MATLAB), or .dat, the text format of the "
    "later Simnon; the default is CSV. /run exports a run that was kept under a name, or the runs of a SWEEP or "
    "SAMPLE, as .nc, .zarr or .parquet. A file that Simnon did not write is replaced only with -FORCE.",
    ("EXPORT level.csv H QIN", "EXPORT slow.nc /slow", "EXPORT tuning.nc /tuning"),
)
IMPORT = Command(
    "IMPORT",
    "IMPORT file [/run]",
    "Read a table as a run, for SHOW y/run.",
    parse_import,
    import_run,
    "The first column is the time. The run is kept under the name of the file, or the given name.",
    ("IMPORT measured.csv", "ASHOW H level/measured"),
)
