"""Source -> Systems: a program of ACSL is one continuous system, all errors of the text in one go.

Equations of DERIVATIVE are sorted like all others; procedural code becomes equations; a DISCRETE section becomes a
WHEN, so that variables keep their plain names and any section may assign them.
"""

from simnon.model import System
from simnon.source import Report, Source

from .building import build
from .reading import expand_includes, expand_macros, read_program, read_statements


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """The program of the text, whatever errors it has."""
    statements, comments = read_statements(source, report)
    if report.has_errors and not statements:
        return ()
    statements = expand_macros(expand_includes(statements, report), report)
    program = read_program(source, statements, comments, report)
    return () if program is None else (build(program, report),)
