"""Text -> Systems, a folder a dialect; `DIALECTS` is the table of them by file extension."""

from collections.abc import Callable

from simnon.model import System
from simnon.source import Report, Source

from . import acsl, csmp, darep, desire, sial, simnon, simnon72, xpp
from .sial import instructions as sial_instructions
from .sial import with_datum as sial_with_datum
from .simnon import read_expression, write_systems
from .tokens import Unreadable

Reader = Callable[[Source, Report], tuple[System, ...]]

DIALECTS: dict[str, Reader] = {
    ".t": simnon.read_systems,
    ".non": simnon72.read_systems,
    ".csm": csmp.read_systems,
    ".sial": sial.read_systems,
    ".csl": acsl.read_systems,
    ".dar": darep.read_systems,
    ".src": desire.read_systems,
    ".des": desire.read_systems,
    ".ode": xpp.read_systems,
}

EXTENSION_OF_LANGUAGE = {
    "SIMNON": ".t",
    "SIMNON72": ".non",
    "ACSL": ".csl",
    "CSMP": ".csm",
    "DAREP": ".dar",
    "DESIRE": ".src",
    "SIAL": ".sial",
    "XPP": ".ode",
}
"""By the names that SYST -DIALECT takes."""

LISTINGS: dict[str, Callable[[Source], str]] = {
    ".non": simnon72.list_code,
}
"""By file extension: the code that the program of its time made of a text."""

__all__ = [
    "DIALECTS",
    "EXTENSION_OF_LANGUAGE",
    "LISTINGS",
    "Reader",
    "Unreadable",
    "acsl",
    "read_expression",
    "sial_instructions",
    "sial_with_datum",
    "simnon72",
    "write_systems",
]
