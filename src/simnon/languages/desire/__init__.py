"""DESIRE (Korn), files `.src` and `.des`."""

from .reader import read_systems

__all__ = ["read_systems"]
