"""One run: options, initialise, run, record, Trajectory."""

from .ensemble import Ensemble, Keep, run_ensemble
from .model import Model, load
from .names import Names
from .options import METHOD_CHOICES, RunOptions
from .outcome import EventEntry, Statistics, StopKind, StopReason
from .run import Run
from .tables import TABLE_EXTENSIONS, Table, read_table, write_table
from .trajectory import Provenance, Trajectory, read_trajectory

__all__ = [
    "METHOD_CHOICES",
    "TABLE_EXTENSIONS",
    "Ensemble",
    "EventEntry",
    "Keep",
    "Model",
    "Names",
    "Provenance",
    "Run",
    "RunOptions",
    "Statistics",
    "StopKind",
    "StopReason",
    "Table",
    "Trajectory",
    "load",
    "read_table",
    "read_trajectory",
    "run_ensemble",
    "write_table",
]
