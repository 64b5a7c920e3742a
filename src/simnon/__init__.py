"""Simnon: an interactive simulator for nonlinear systems, continuous and sampled."""

from .doors import front_door

with front_door(__name__):
    from .simulation import RunOptions, StopKind, StopReason, Trajectory, read_trajectory
    from .source import Diagnostic, Severity, SimnonError, UserError
    from .studies import Ensemble, Model, load, read_ensemble
    from .version import __version__

__all__ = [
    "Diagnostic",
    "Ensemble",
    "Model",
    "RunOptions",
    "Severity",
    "SimnonError",
    "StopKind",
    "StopReason",
    "Trajectory",
    "UserError",
    "__version__",
    "load",
    "read_ensemble",
    "read_trajectory",
]
