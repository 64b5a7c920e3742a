"""One run: options, initialise, run, record, Trajectory."""

from .model import Model, load
from .options import RunOptions
from .outcome import EventEntry, Statistics, StopKind, StopReason
from .trajectory import Provenance, Trajectory, read_trajectory

__all__ = [
    "EventEntry",
    "Model",
    "Provenance",
    "RunOptions",
    "Statistics",
    "StopKind",
    "StopReason",
    "Trajectory",
    "load",
    "read_trajectory",
]
