"""CellML, a markup language for models of cells, files `.cellml`."""

from .reader import read_systems

__all__ = ["read_systems"]
