"""The text of an XPP program -> Program: lines, arrays, statements."""

from .lines import logical_lines
from .statements import StatementReader

__all__ = ["StatementReader", "logical_lines"]
