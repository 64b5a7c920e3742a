"""One run: options, initialise, run, record, Trajectory."""

from .ensemble import Ensemble, Keep, run_ensemble
from .model import Model, load
from .names import Names
from .options import METHOD_CHOICES, RunOptions
from .outcome import EventEntry, Statistics, StopKind, StopReason
from .run import Run
from .trajectory import Provenance, Trajectory, read_trajectory

__all__ = [
    "METHOD_CHOICES",
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
    "Trajectory",
    "load",
    "read_trajectory",
    "run_ensemble",
]
