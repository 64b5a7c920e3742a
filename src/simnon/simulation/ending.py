"""A run that has stopped -> its results, each of them made when it is first read.

Most callers read a few of them; making all of them takes longer than a short run.
"""

from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from typing import Protocol

from simnon.compiler import Analysed
from simnon.doors import loaded_on_use
from simnon.program import Array
from simnon.source import with_some_fields
from simnon.version import __version__

from .names import NamedValues, NameTable
from .outcome import Statistics, StopReason
from .run import Run
from .selections import LARGEST_STORED
from .start_report import StartReport
from .trajectory import DEFERRED, Provenance, Trajectory

with loaded_on_use(__name__):
    from .limits import notes_on_limits
    from .slides import notes_on_accumulations, notes_on_slides

NOTE_ON_LARGE_ARRAYS = (
    f"arrays of more than {LARGEST_STORED:,} elements or parts are not stored unless they are named: STORE, store="
)


class Describes(Protocol):
    """What the results of a run need of its model."""

    @property
    def name(self) -> str: ...
    @property
    def units(self) -> Mapping[str, str]: ...
    @property
    def names(self) -> NameTable: ...
    @property
    def analysed(self) -> Analysed: ...
    @property
    def hashes(self) -> dict[str, str]: ...
    @property
    def recordable(self) -> Sequence[str]: ...
    @property
    def usually_stored(self) -> Sequence[str]: ...
    @property
    def sampled(self) -> Set[str]: ...
    def values_by_name(self, values: Array) -> Mapping[str, float]: ...


class StoppedRun:
    """The run, its record so far, and why it stopped; the run tells it before it continues."""

    def __init__(self, model: Describes, run: Run, stop: StopReason) -> None:
        self._model, self._run, self._stop = model, run, stop
        self._rows = run.record.rows()

    accuracy: None = None
    disagreements: tuple[str, ...] = ()

    def settle(self) -> None:
        for field in DEFERRED:
            getattr(self, field)

    @property
    def units(self) -> Mapping[str, str]:
        return self._model.units

    @property
    def lookup(self) -> NameTable:
        return self._model.names

    @property
    def sampled(self) -> Set[str]:
        return self._model.sampled

    @property
    def initial(self) -> StartReport:
        return self._run.initial

    @cached_property
    def t(self) -> Array:
        return self._rows[:, 0]

    @cached_property
    def columns(self) -> dict[str, Array]:
        return {name: self._rows[:, i + 1] for i, name in enumerate(self._run.stored.names)}

    @cached_property
    def final(self) -> NamedValues:
        return NamedValues(self._model.values_by_name(self._run.final_values()), self._model.names)

    @cached_property
    def statistics(self) -> Statistics:
        return self._run.statistics()

    @cached_property
    def provenance(self) -> Provenance:
        model, run = self._model, self._run
        machine, math = run.model.target.description, model.analysed.mathematics.value
        is_fused = model.analysed.is_fused
        return Provenance(model.name, model.hashes, run.options, __version__, machine, math, is_fused)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        run, end = self._run, self._stop.time
        limits = self._model.analysed.declared.limits
        notes = [*run.notes]
        notes += notes_on_limits(limits, self.columns, run.options.start, run.events) if limits else []
        notes += [NOTE_ON_LARGE_ARRAYS] if self._leaves_arrays_out else []
        notes += notes_on_slides(run.events, end) if run.layout.sliding else []
        notes += notes_on_accumulations(run.events, end) if run.has_accumulated else []
        return tuple(notes)

    @property
    def _leaves_arrays_out(self) -> bool:
        model = self._model
        return self._run.options.store is None and len(model.usually_stored) < len(model.recordable)


def trajectory_at(model: Describes, run: Run, stop: StopReason) -> Trajectory:
    """What the run has recorded until `stop` ended it."""
    stopped = StoppedRun(model, run, stop)
    run.rest(stopped)
    return with_some_fields(Trajectory, events=run.events, stop=stop, run=run, stopped=stopped)
