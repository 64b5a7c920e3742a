"""DATA: the results of a run: the record, the events, why it stopped, and how to reproduce it."""

import json
import math
from collections.abc import Iterator, KeysView, Mapping, Sequence, Set
from dataclasses import asdict, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from simnon.doors import loaded_on_use
from simnon.model import Role, Variable
from simnon.program import Array, Layout
from simnon.source import (
    UnknownName,
    UserError,
    arguments,
    frozen,
    has_same_fields,
    listed,
    methods_check_keywords,
    no_hash,
)

from .event_log import EventLog
from .event_names import EventNames
from .names import NameTable
from .options import RunOptions
from .outcome import Statistics, StopKind, StopReason
from .run import Run
from .start_report import StartReport

with loaded_on_use(__name__):
    from simnon.figures import Area, Axis, Curve, Figure, Marker, Shape, with_chosen_ends
    from simnon.source import reading, table_html

    from .accuracy import Accuracy
    from .arrays import read_array
    from .interpolation import values_at
    from .json_texts import read_words
    from .tables import Table, read_table, to_pandas, to_xarray, write_table


@frozen
class Provenance:
    """Enough to reproduce the run, bit for bit on the same machine."""

    model: str
    sources: Mapping[str, str]
    """The SHA-256 of each source, by name."""
    options: RunOptions
    version: str
    machine: str
    math: str = "own"
    """Which elementary functions were called: Simnon's own, or those of the machine's "libm"."""
    fma: bool = False
    """Whether products and sums were rounded once."""


@methods_check_keywords
@frozen
class Trajectory:
    """`run.t`, and each stored variable by name: `run["H"]`, `run["H[TANK]"]`.

    A discontinuity is two points at one time. Trajectories are equal if they have bit-identical records of runs with
    the same options. One that was pickled, or read from a file, cannot be continued.
    """

    t: Array
    columns: Mapping[str, Array] = field(repr=False)
    final: Mapping[str, float] = field(repr=False)
    events: EventLog = field(repr=False)
    stop: StopReason
    statistics: Statistics
    provenance: Provenance = field(repr=False)
    units: Mapping[str, str] = field(repr=False)
    lookup: NameTable = field(repr=False, compare=False)
    """All names of each variable."""
    run: Run | None = field(repr=False, compare=False)
    """The run itself, which can be continued; None if the trajectory was read or unpickled."""
    notes: tuple[str, ...] = field(default=(), repr=False)
    """What the user may want to know, such as that the method was switched."""
    accuracy: Mapping[str, Accuracy] | None = field(default=None, repr=False)
    """By name, if the run was verified."""
    disagreements: tuple[str, ...] = field(default=(), repr=False)
    """Events that only the run, or only its reference, has."""
    sampled: Set[str] = field(default=frozenset(), repr=False)
    """Variables of discrete systems, which change at samples only."""
    initial: StartReport = field(default_factory=StartReport, repr=False)
    """What became of the initial values if relations constrain the states."""
    stopped: object = field(default=None, repr=False, compare=False)
    """Has the fields that this has not read so far, and makes them when they are first read."""

    if not TYPE_CHECKING:  # To a type checker every field has its declared type.

        def __getattr__(self, name: str) -> Any:
            if name not in DEFERRED:
                raise AttributeError(f"a trajectory has no attribute '{name}'")
            value = getattr(self.stopped, name)
            object.__setattr__(self, name, value)
            return value

    def __getitem__(self, name: str | list[str] | tuple[str, ...]) -> Array:
        """A column; of an array, or a slice of it, all elements over time: `run["T"][:, 3]`.

        With a list of names a matrix, one column per name.
        """
        if isinstance(name, list | tuple):
            return np.column_stack([self._column(each) for each in name]) if name else np.empty((len(self), 0))
        return self._column(name)

    def _column(self, name: str) -> Array:
        selection = self.lookup.select(name)
        if selection.names and not any(each in self.columns for each in selection.names):
            raise UnknownName("not-stored", f"'{name}' was not stored", "name it in store=, or leave store= out")
        return selection.gathered(self.columns, len(self.t)) if selection.counts else self.columns[selection.names[0]]

    @property
    def names(self) -> tuple[str, ...]:
        """What was stored, in the order of the text or of `store=`."""
        return tuple(self.columns)

    def keys(self) -> KeysView[str]:
        """The names, so that `dict(run)` has the columns."""
        return self.columns.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        try:
            return any(each in self.columns for each in self.lookup.select(name).names)
        except UnknownName:
            return False

    def __len__(self) -> int:
        """The number of records."""
        return len(self.t)

    @overload
    def at(self, t: float) -> dict[str, float]: ...
    @overload
    def at(self, t: float, name: str) -> float: ...
    @overload
    def at(self, t: Sequence[float] | Array) -> dict[str, Array]: ...
    @overload
    def at(self, t: Sequence[float] | Array, name: str) -> Array: ...
    def at(self, t: Any, name: str | None = None) -> Any:
        """The values of all names, or of one, at a time or at several.

        Between records they lie on the cubic polynomial through the four nearest ones. It never spans a jump, which is
        two records at one time; at the jump itself the value is the one after it.
        """
        times = self._within(t)
        if name is None:
            return {each: self._values(times, column) for each, column in self.columns.items()}
        return self._values(times, self._column(name))

    def _within(self, t: Any) -> Array:
        times = read_array(t, "t", "a time, or a list of times")
        if not len(self.t) or not np.all((times >= self.t[0]) & (times <= self.t[-1])):
            ends = f"from {self.t[0]:g} to {self.t[-1]:g}" if len(self.t) else "of a run without any"
            raise UserError("outside-run", f"t = {t} lies outside the records {ends}", "run the model for longer")
        return times

    def _values(self, times: Array, column: Array) -> Any:
        """The values of a column, or of all elements of an array."""
        elements = column.reshape(len(column), math.prod(column.shape[1:])).T
        found = np.array([values_at(times.reshape(-1), self.t, each) for each in elements]).T
        shape = (*times.shape, *column.shape[1:])
        return found.reshape(shape) if shape else float(found[0, 0])

    def plot(self, *names: str, against: str | None = None) -> Figure:
        """Plot some names, by default all, against the time or one of them; events are marked."""
        shown = [each for name in names for each in self.lookup.select(name).names] or list(self.columns)
        x = self.t if against is None else self[against]
        across = "t" if against is None else self.lookup.find(against)
        curves = tuple(self.curve(name, x) for name in shown)
        markers = self.markers() if against is None else ()
        area = Area(Axis(across, self.units.get(across, "")), Axis(), curves, has_axes=True, markers=markers)
        return Figure(areas=(with_chosen_ends(area),))

    def curve(self, name: str, x: Array) -> Curve:
        """A stored variable over `x`, in steps if it changes at samples only."""
        shape = Shape.STEPS if name in self.sampled else Shape.LINES
        return Curve(name, x, self[name], self.units.get(name, ""), shape=shape)

    def markers(self) -> tuple[Marker, ...]:
        """The instants at which a condition became true or false, each with its first change."""
        reasons: dict[float, str] = {}
        for event in self.events:
            if event.name not in self.columns:
                reasons.setdefault(event.time, event.name)
        return tuple(Marker(time, name) for time, name in reasons.items())

    __eq__ = has_same_fields
    __hash__ = no_hash

    def __copy__(self) -> "Trajectory":
        return replace(self)

    def __deepcopy__(self, memo: dict[int, object]) -> "Trajectory":
        """With its own arrays, but the same run, which only one of the copies can continue."""
        columns = {name: column.copy() for name, column in self.columns.items()}
        return replace(self, t=self.t.copy(), columns=columns)

    def __getstate__(self) -> list[Any]:
        """Machine code cannot be pickled, and so the run cannot either."""
        whole = replace(
            self,
            t=np.array(self.t),
            columns={name: np.array(each) for name, each in self.columns.items()},
            run=None,
            stopped=None,
        )
        return [getattr(whole, part.name) for part in fields(whole)]

    def __repr__(self) -> str:
        span = f" from t = {self.t[0]:g} to {self.t[-1]:g}" if len(self) else ""
        names = listed(self.names) if self.columns else "nothing"
        return f"Trajectory({self.provenance.model}: {len(self):,} records of {names}{span}; {self.stop.code})"

    def _repr_html_(self) -> str:
        ends = [(name, *(f"{v:g}" for v in (c[0], c[-1], c.min(), c.max())), self.units.get(name, ""))
                for name, c in self.columns.items() if len(c)]  # fmt: skip
        return table_html(repr(self), ("name", "first", "last", "min", "max", "unit"), ends)

    def to_pandas(self) -> Any:
        """A DataFrame with the time as index; its `attrs` hold the units and the provenance."""
        return to_pandas(self.table())

    def to_xarray(self) -> Any:
        """A Dataset over the coordinate `t`; each variable has its unit, the Dataset its provenance.

        An array is one variable, with a dimension for each index: `T_1`, `A_1`, `A_2`.
        """
        return to_xarray(self.table())

    def write(self, path: str | Path, *, force: bool = False) -> None:
        """Write a file: .csv, .dat, .parquet or .nc.

        A file that Simnon did not write, or that was changed since, is replaced only with `force`.
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
            **({"fma": "true"} if self.provenance.fma else {}),
        }
        arrays = {array: self.lookup.arrays.whole(array) for array in self.lookup.arrays}
        return Table(self.t, self.columns, self.units, description, arrays)


DEFERRED = tuple(f.name for f in fields(Trajectory) if f.name not in ("events", "stop", "run", "stopped"))
"""The fields that a trajectory makes when they are first read."""


def read_trajectory(path: str | Path) -> Trajectory:
    """Read a file that `write` wrote, or any table whose first column is the time."""
    place = arguments.file_path(path)
    table = read_table(place)
    with reading(place, "a run", "write it again"):
        sources = read_words(table.description.get("sources", "{}"))
    return trajectory_of(table, sources)


def trajectory_of(table: Table, sources: Mapping[str, str] | None = None) -> Trajectory:
    """A table as if it were a run, which cannot be continued."""
    description = table.description
    start, end = (float(table.t[0]), float(table.t[-1])) if len(table.t) else (0.0, 0.0)
    stop = StopReason(
        StopKind.END, description.get("stop", "read"), description.get("stop_message", "read from a file"), end
    )
    provenance = Provenance(
        description.get("model", ""),
        sources or {},
        RunOptions(start, end),
        description.get("simnon", ""),
        description.get("machine", ""),
        description.get("math", ""),
        description.get("fma", "") == "true",
    )
    variables = [Variable(name, Role.AUXILIARY, local=name.partition("[")[0]) for name in table.columns]
    final = {name: float(column[-1]) for name, column in table.columns.items() if len(column)}
    statistics = Statistics("read", 0, 0, 0, 0, 0, 0.0)
    events = EventLog(EventNames(Layout()))
    return Trajectory(
        table.t, table.columns, final, events, stop, statistics, provenance, table.units, NameTable(variables), None
    )
