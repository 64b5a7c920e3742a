"""`PRINT`: stored variables as a table."""

from collections.abc import Iterator

import numpy as np

from simnon.figures import Array
from simnon.simulation import Trajectory, values_at
from simnon.source import UserError, frozen

from ..calculator import evaluate
from ..files import FORCE, check_force, path_to_write, write_file, wrote
from ..outcome import Noted, Outcome, Printed, Tabulated
from ..plotting import column_of, elements_of, read_curve_request
from ..tables import csmp_text, tabulated_text
from ..words import Arguments, read_arguments
from ..workspace import LAST, Workspace
from .command import Command

MAX_ROWS = 1000
"""More rows than this go to a file, or are thinned out, except those at events."""
Indices = np.ndarray[tuple[int], np.dtype[np.int64]]


@frozen
class Print:
    words: tuple[str, ...]
    spacing: str
    arguments: Arguments


def parse(text: str) -> Print:
    arguments = read_arguments(text, ("CSMP", FORCE), has_slash=True)
    check_force(arguments, PRINT.usage)
    words = list(arguments.words)
    spacing = ""
    upper = [word.upper() for word in words]
    if "EVERY" in upper:
        at = upper.index("EVERY")
        if at != len(words) - 2:
            raise UserError("bad-command", "EVERY comes last and takes one spacing", PRINT.usage)
        spacing, words = words[at + 1], words[:at]
    return Print(tuple(words), spacing, arguments)


def run(workspace: Workspace, command: Print) -> Iterator[Outcome]:
    run = workspace.run_named(LAST)
    names = command.words or tuple(run.columns)
    table = table_of(workspace, run, names, command.spacing)
    options = command.arguments.options
    is_csmp = "CSMP" in options
    if command.arguments.slash:
        path = path_to_write(command.arguments.slash, workspace.folder, ".txt", workspace.allowed)
        text = csmp_text(table) if is_csmp else tabulated_text(table)
        write_file(path, text + "\n", force=FORCE in options)
        yield from wrote(path, command.arguments, workspace.folder)
        return
    rows = len(table.columns[0])
    if rows > MAX_ROWS:
        kept = _kept_rows(table.columns[0], run)
        table = Tabulated(table.names, table.units, tuple(column[kept] for column in table.columns))
        yield Noted(f"{len(kept)} of {rows} rows; PRINT ... /file writes all of them, EVERY spacing selects some")
    yield Printed(csmp_text(table)) if is_csmp else table


def _kept_rows(times: Array, run: Trajectory) -> Indices:
    """Rows evenly over the table, and every row at an event: a program may have asked for those."""
    even = np.linspace(0, len(times) - 1, MAX_ROWS).astype(int)
    at_events = np.flatnonzero(np.isin(times, [event.time for event in run.events]))
    return np.union1d(even, at_events)


def table_of(workspace: Workspace, run: Trajectory, names: tuple[str, ...], spacing: str = "") -> Tabulated:
    """The curves at the records of the run, or at equal steps."""
    requested = [each for name in names for each in elements_of(workspace, read_curve_request(name))]
    times = run.t if not spacing else _times(workspace, run, spacing)
    columns = []
    for each in requested:
        source = workspace.run_named(each.run)
        column = column_of(workspace, source, each.variable)
        columns.append(column if not spacing and source is run else values_at(times, source.t, column))
    units = [run.units.get(run.lookup.find(each.variable), "") for each in requested]
    heads = [f"{each.variable}/{each.run}" if each.run != LAST else each.variable for each in requested]
    return Tabulated(("t", *heads), (_time_unit(run), *units), (times, *columns))


def _time_unit(run: Trajectory) -> str:
    return run.units.get("t", "")


def _times(workspace: Workspace, run: Trajectory, text: str) -> Array:
    spacing = evaluate(workspace, text)
    start, stop = float(run.t[0]), float(run.t[-1])
    if not spacing > 0 or (stop - start) / spacing > 1e7:
        raise UserError("bad-command", f"a spacing of {spacing:g} does not suit the run", PRINT.usage)
    count = int(np.floor((stop - start) / spacing + 1e-9)) + 1
    return np.asarray(start + spacing * np.arange(count), dtype=np.float64)


PRINT = Command(
    "PRINT",
    "PRINT [variable ...] [EVERY spacing] [-CSMP] [/file [-FORCE]]",
    "Print stored variables as a table.",
    parse,
    run,
    "Without EVERY there is a row for each record. /file writes the table to a file; a file that Simnon did not "
    "write is replaced only with -FORCE. -CSMP writes numbers with five digits as CSMP III does: .73770, 1.4487, "
    "9.6464E-02.",
    ("PRINT H QIN EVERY 20", "PRINT H /level"),
)
