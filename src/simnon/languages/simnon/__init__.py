"""The Simnon language, files `.t`."""

from simnon.doors import front_door

with front_door(__name__):
    from .expression import read_expression
    from .reader import read_systems
    from .statements import Argument, Between, Formatted, Quoted, Statement, read_statements
    from .writer import write_systems

__all__ = [
    "Argument",
    "Between",
    "Formatted",
    "Quoted",
    "Statement",
    "read_expression",
    "read_statements",
    "read_systems",
    "write_systems",
]
