"""SBML, the Systems Biology Markup Language, files `.sbml` and `.xml`."""

from .reader import read_systems

__all__ = ["read_systems"]
