"""The text of an ACSL program -> Program: lines, INCLUDE, macros, sections, statements."""

from .declarations import SETTINGS
from .includes import expand_includes
from .lines import read_statements
from .macros import expand_macros
from .sections import read_program

__all__ = ["SETTINGS", "expand_includes", "expand_macros", "read_program", "read_statements"]
