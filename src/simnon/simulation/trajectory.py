"""DATA: what a run gives: the record, the events, why it stopped, and how to make it again."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, field
from pathlib import Path
from typing import Any

from simnon.model import Role, Variable
from simnon.program import Array
from simnon.source import UserError, arguments, frozen, reading

from .accuracy import Accuracy
from .initial_account import InitialAccount
from .json_texts import read_words
from .names import Names
from .options import RunOptions
from .outcome import EventEntry, Statistics, StopKind, StopReason
from .run import Run
from .tables import Table, read_table, to_pandas, to_xarray, write_table


@frozen
class Provenance:
    """Enough to make the run again, bit for bit on the same machine."""

    model: str
    sources: Mapping[str, str]
    """The SHA-256 of each source, by name."""
    options: RunOptions
    version: str
    machine: str
    math: str = "own"
    """Whose elementary functions were called: our own, or those of the machine's "libm"."""


@frozen
class Trajectory:
    """`run.t`, and each stored variable by name: `run["H"]`, `run["H[TANK]"]`.

    A discontinuity is two points at one time.
    """

    t: Array
    columns: Mapping[str, Array] = field(repr=False)
    final: Mapping[str, float] = field(repr=False)
    events: Sequence[EventEntry] = field(repr=False)
    stop: StopReason
    statistics: Statistics
    provenance: Provenance = field(repr=False)
    units: Mapping[str, str] = field(repr=False)
    names: Names = field(repr=False)
    run: Run | None = field(repr=False)
    """The run itself, which can go on; None where the trajectory was read from a file."""
    notes: tuple[str, ...] = field(default=(), repr=False)
    """What the user may want to know: that the method was changed, for one."""
    accuracy: Mapping[str, Accuracy] | None = field(default=None, repr=False)
    """By name, where the run was asked to verify itself."""
    disagreements: tuple[str, ...] = field(default=(), repr=False)
    """Which events only the run, or only the run it was verified with, has."""
    initial: InitialAccount = field(default_factory=InitialAccount, repr=False)
    """What became of the initial values where relations bind the states."""

    def __getitem__(self, name: str) -> Array:
        flat = self.names.find(name)
        if flat not in self.columns:
            raise UserError("not-stored", f"'{name}' was not stored", "name it in store=, or leave store= out")
        return self.columns[flat]

    def __len__(self) -> int:
        return len(self.t)

    def to_pandas(self) -> Any:
        """A DataFrame with the time as index; units and how it was made are in its `attrs`."""
        return to_pandas(self.table())

    def to_xarray(self) -> Any:
        """A Dataset over the coordinate `t`; each variable has its unit, the Dataset how it was made."""
        return to_xarray(self.table())

    def write(self, path: str | Path, *, force: bool = False) -> None:
        """Write a file: .csv, .dat, .parquet or .nc.

        What Simnon did not write, or what was changed since, is replaced only with `force`.
        """
        write_table(self.table(), arguments.file_path(path), force=arguments.truth(force, "force"))

    def table(self) -> Table:
        options = {name: value for name, value in asdict(self.provenance.options).items() if value is not None}
        description = {
            "model": self.provenance.model,
            "stop": self.stop.code,
            "stop_message": self.stop.message,
            "options": json.dumps(options, default=str),
            "sources": json.dumps(dict(self.provenance.sources)),
            "units": json.dumps(dict(self.units)),
            "simnon": self.provenance.version,
            "machine": self.provenance.machine,
            "math": self.provenance.math,
        }
        return Table(self.t, self.columns, self.units, description)


def read_trajectory(path: str | Path) -> Trajectory:
    """Read a file that `write` wrote, or any table whose first column is the time."""
    place = arguments.file_path(path)
    table = read_table(place)
    description = table.description
    with reading(place, "a run", "write it anew"):
        sources = read_words(description.get("sources", "{}"))
    start, end = (float(table.t[0]), float(table.t[-1])) if len(table.t) else (0.0, 0.0)
    stop = StopReason(
        StopKind.END, description.get("stop", "read"), description.get("stop_message", "read from a file"), end
    )
    provenance = Provenance(
        description.get("model", ""),
        sources,
        RunOptions(start, end),
        description.get("simnon", ""),
        description.get("machine", ""),
        description.get("math", ""),
    )
    variables = [Variable(name, Role.AUXILIARY, local=name.partition("[")[0]) for name in table.columns]
    final = {name: float(column[-1]) for name, column in table.columns.items() if len(column)}
    statistics = Statistics("read", 0, 0, 0, 0, 0, 0.0)
    return Trajectory(
        table.t, table.columns, final, (), stop, statistics, provenance, table.units, Names(variables), None
    )
