"""The language of XPP and XPPAUT, files `.ode`."""

from .reader import read_systems

__all__ = ["read_systems"]
