"""DATA: what a run gives: the record, the events, why it stopped, and how to make it again."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from simnon.program import Array

from .names import Names
from .options import RunOptions
from .outcome import EventEntry, Statistics, StopReason
from .run import Run


@dataclass(frozen=True, slots=True)
class Provenance:
    """Enough to make the run again, bit for bit on the same machine."""

    model: str
    sources: Mapping[str, str]
    """The SHA-256 of each source, by name."""
    options: RunOptions
    version: str
    machine: str


@dataclass(frozen=True, slots=True)
class Trajectory:
    """`run.t`, and each stored variable by name: `run["H"]`, `run["H[TANK]"]`.

    A discontinuity is two points at one time.
    """

    t: Array
    columns: Mapping[str, Array] = field(repr=False)
    final: Mapping[str, float] = field(repr=False)
    events: tuple[EventEntry, ...] = field(repr=False)
    stop: StopReason
    statistics: Statistics
    provenance: Provenance = field(repr=False)
    units: Mapping[str, str] = field(repr=False)
    names: Names = field(repr=False)
    run: Run = field(repr=False)

    def __getitem__(self, name: str) -> Array:
        flat = self.names.find(name)
        return self.columns[flat]

    def __len__(self) -> int:
        return len(self.t)
