"""Simnon: an interactive simulator for nonlinear systems, continuous and sampled."""

from .simulation import Model, StopKind, StopReason, Trajectory, load, read_trajectory
from .source import Diagnostic, Severity, SimnonError, UserError
from .version import __version__

__all__ = [
    "Diagnostic",
    "Model",
    "Severity",
    "SimnonError",
    "StopKind",
    "StopReason",
    "Trajectory",
    "UserError",
    "__version__",
    "load",
    "read_trajectory",
]
