"""The Simnon language, files `.t`."""

from .reader import read_systems

__all__ = ["read_systems"]
