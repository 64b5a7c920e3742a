"""Simnon: an interactive simulator for nonlinear systems, continuous and sampled."""

from .version import __version__

__all__ = ["__version__"]
