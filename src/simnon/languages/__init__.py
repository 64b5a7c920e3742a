"""Text -> Systems, a folder a dialect; `DIALECTS` is the table of them by file extension."""

from collections.abc import Callable

from simnon.model import System
from simnon.source import Report, Source

from . import simnon, simnon72
from .simnon import read_expression
from .tokens import Unreadable

Reader = Callable[[Source, Report], tuple[System, ...]]

DIALECTS: dict[str, Reader] = {
    ".t": simnon.read_systems,
    ".non": simnon72.read_systems,
}

LISTINGS: dict[str, Callable[[Source], str]] = {
    ".non": simnon72.list_code,
}
"""By file extension: the code that the program of its time made of a text."""

__all__ = ["DIALECTS", "LISTINGS", "Reader", "Unreadable", "read_expression", "simnon72"]
