"""`EXPORT` and `IMPORT`: runs and models to files of other programs, and runs back."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path

from simnon.exports import ExportOptions, FmuOptions, export_model, format_of
from simnon.kernels import TABLEAUS
from simnon.simulation import TEXT_TABLES, RunOptions, Table, read_trajectory, write_table
from simnon.source import UserError, frozen

from ..calculator import evaluate
from ..compiling import encoding_notes
from ..files import FORCE, find_file, missing_file, path_to_write, wrote
from ..outcome import Noted, Outcome
from ..plotting import column_of
from ..words import Arguments, read_files
from ..workspace import LAST, Workspace
from .command import Command

_NUMBERS = {"FLOAT": "float", "FIXED": "fixed"}
_VERSIONS = {"FMI2": 2, "FMI3": 3}
EXTENSIONS = (".csv", ".parquet", ".nc", ".dat")
_LIMIT = re.compile(r"(?<!\S)(FROM|TO)\s*:\s*(\S+)", re.IGNORECASE)


@frozen
class Export:
    """`limits` are the expressions after FROM: and TO:."""

    arguments: Arguments
    limits: Mapping[str, str] = field(default_factory=dict)


def parse_export(text: str) -> Export:
    found = [(name.upper(), value) for name, value in _LIMIT.findall(text)]
    if len(found) > len(dict(found)):
        raise UserError("given-twice", "FROM: or TO: is given twice", EXPORT.usage)
    arguments = read_files(_LIMIT.sub("", text), (FORCE, *_NUMBERS, *_VERSIONS), has_slash=True)
    if not arguments.words:
        raise UserError("bad-command", "EXPORT needs the name of a file", EXPORT.usage)
    return Export(arguments, dict(found))


def export(workspace: Workspace, command: Export) -> Iterator[Outcome]:
    arguments = command.arguments
    name, *variables = arguments.words
    path = path_to_write(name, workspace.folder, ".csv", workspace.allowed, folders=(".zarr",))
    is_ensemble = bool(arguments.slash) and arguments.slash.upper() in workspace.studies
    if command.limits and (is_ensemble or format_of(path) is not None):
        raise UserError("bad-command", "FROM: and TO: choose rows of one run", "leave them out")
    if format_of(path) is not None:
        yield from _export_model(workspace, path, variables, arguments)
        return
    if is_ensemble:
        yield from _export_ensemble(workspace, name, arguments)
        return
    run = workspace.run_named(arguments.slash or LAST)
    if variables:
        found = dict.fromkeys(each for word in variables for each in run.lookup.select(word).names)
        columns = {name: column_of(workspace, run, name) for name in found}
        run = replace(run, columns=columns)
    limits = {name: evaluate(workspace, text) for name, text in command.limits.items()}
    write_table(_within(run.table(), limits), path, force=FORCE in arguments.options)
    yield from wrote(path, arguments, workspace.folder)


def _within(table: Table, limits: Mapping[str, float]) -> Table:
    """The rows from FROM to TO, both included."""
    rows = (table.t >= limits.get("FROM", -math.inf)) & (table.t <= limits.get("TO", math.inf))
    if rows.all():
        return table
    if not rows.any():
        recorded = f"the run was recorded from {table.t[0]:g} to {table.t[-1]:g}"
        raise UserError("outside-run", "the run has no row from FROM: to TO:", recorded)
    return replace(table, t=table.t[rows], columns={name: column[rows] for name, column in table.columns.items()})


def _export_model(workspace: Workspace, path: Path, variables: list[str], arguments: Arguments) -> Iterator[Outcome]:
    """The model of SYST with the values of PAR and INIT, as a file that its extension decides."""
    found = format_of(path)
    assert found is not None, "export: the extension was looked up before"
    if arguments.slash:
        raise UserError(
            "bad-command", f"a run is not written as {found.extension}", "leave out the name after the slash"
        )
    settings, given = workspace.settings, workspace.given
    method = settings.method
    if found.name == "c" and method not in TABLEAUS:
        method = "auto"
    run = RunOptions(
        settings.start, settings.stop, given.parameters, given.initial, method=method, rtol=settings.rtol,
        atol=settings.atol, seed=settings.seed, largest_step=settings.largest_step, step=settings.step,
    )  # fmt: skip
    number = next((_NUMBERS[option] for option in arguments.options if option in _NUMBERS), "double")
    version = next((_VERSIONS[option] for option in arguments.options if option in _VERSIONS), 3)
    versions = {each.name.casefold() for each in workspace.elements.analysed.declared.versions}
    choices = tuple(each for each in variables if each.casefold() in versions)
    outputs = tuple(workspace.elements.names.find(each) for each in variables if each not in choices) or None
    options = ExportOptions(run, number, {}, FmuOptions(version, (), outputs, choices=choices))
    for written in export_model(workspace.elements, path, found.name, options, force=FORCE in arguments.options):
        yield from wrote(written, arguments, workspace.folder)


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
    "EXPORT file [variable ...] [/run] [FROM:time] [TO:time] [-FMI2] [-FLOAT] [-FIXED] [-FORCE]",
    "Write a run, or the model, to a file for other programs.",
    parse_export,
    export,
    "The extension decides the type: .csv, .parquet, .nc (NetCDF), .mat (MATLAB), or .dat, the text format of "
    "the later Simnon; the default is CSV. /run exports a run that was kept under a name, or the runs of a "
    "SWEEP or SAMPLE, as .nc, .zarr or .parquet. FROM: and TO: choose the rows of a run. With .fmu, .c, .mo "
    "(Modelica), .sbml, .tex or .gv (Graphviz) it is the model that is written: an FMU with the present values "
    "of PAR and INIT, the others with those of the text. The variables named become the outputs of an FMU, and "
    "a version (valve.version) one that its importer chooses; it is of FMI 3.0 unless -FMI2 is given. C code "
    "computes in double, with -FLOAT in float, with -FIXED in integers. A file that Simnon did not write is "
    "replaced only with -FORCE.",
    (
        "EXPORT level.csv H QIN",
        "EXPORT start.csv H FROM:0 TO:20",
        "EXPORT slow.nc /slow",
        "EXPORT tuning.nc /tuning",
        "EXPORT tank.fmu H U",
    ),
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
