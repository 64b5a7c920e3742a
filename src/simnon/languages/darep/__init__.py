"""DARE-P (Wait and Clarke 1976), files `.dar`."""

from .reader import read_systems

__all__ = ["read_systems"]
