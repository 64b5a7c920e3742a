"""Source -> Systems: an XPP program is one system, with noise three."""

import re
from pathlib import Path

from simnon.model import System
from simnon.source import Report, Source

from .builder import Builder
from .formulas import Spelling
from .reading import StatementReader, logical_lines


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """The systems of the program, even if it has errors."""
    spelling = Spelling()
    program = StatementReader(source, report, spelling).read(logical_lines(source, report))
    return Builder(source, program, spelling, report).systems(_name_of(source))


def _name_of(source: Source) -> str:
    """The name of the file, as far as it can be that of a system."""
    name = re.sub(r"\W", "_", Path(source.name).stem) or "ode"
    return name if name[0].isalpha() else f"ode_{name}"
