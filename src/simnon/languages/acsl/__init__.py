"""ACSL, files `.csl`."""

from .reader import read_systems

__all__ = ["read_systems"]
