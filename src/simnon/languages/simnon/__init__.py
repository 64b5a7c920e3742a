"""The Simnon language, files `.t`."""

from .expression import read_expression
from .reader import read_systems
from .writer import write_systems

__all__ = ["read_expression", "read_systems", "write_systems"]
