"""Text -> Systems, a folder a dialect; `DIALECTS` is the table of them by file extension."""

from collections.abc import Callable

from simnon.model import System
from simnon.source import Report, Source

from . import simnon, xpp
from .simnon import read_expression
from .tokens import Unreadable

Reader = Callable[[Source, Report], tuple[System, ...]]

DIALECTS: dict[str, Reader] = {
    ".t": simnon.read_systems,
    ".ode": xpp.read_systems,
}

__all__ = ["DIALECTS", "Reader", "Unreadable", "read_expression"]
