"""Simnon: an interactive simulator for nonlinear systems, continuous and sampled."""

from .compiler import CompiledModel, load
from .source import Diagnostic, Severity, SimnonError
from .version import __version__

__all__ = ["CompiledModel", "Diagnostic", "Severity", "SimnonError", "__version__", "load"]
