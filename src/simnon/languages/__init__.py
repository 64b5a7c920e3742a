"""Text -> Systems, one folder per dialect; `DIALECTS` is their table by file extension.

Languages other than Simnon are loaded with their first text: hardly any session needs one, and together they would
double the start-up time.
"""

from collections.abc import Callable
from importlib import import_module

from simnon.doors import front_door
from simnon.model import System
from simnon.source import Report, Source

from . import simnon

with front_door(__name__):
    from .colouring import Colour, Coloured, Lexicon, coloured, make_lexicon
    from .simnon import read_expression, write_systems
    from .tokens import Unreadable

Reader = Callable[[Source, Report], tuple[System, ...]]


def _language(name: str) -> Reader:
    def read_systems(source: Source, report: Report) -> tuple[System, ...]:
        reader: Reader = import_module(f".{name}", __name__).read_systems
        return reader(source, report)

    return read_systems


def _listing(name: str) -> Callable[[Source], str]:
    def list_code(source: Source) -> str:
        lister: Callable[[Source], str] = import_module(f".{name}", __name__).list_code
        return lister(source)

    return list_code


def _lexicon(name: str) -> "Callable[[], Lexicon]":
    def lexicon() -> "Lexicon":
        found: Lexicon = import_module(f".{name}.lexicon", __name__).LEXICON
        return found

    return lexicon


DIALECTS: dict[str, Reader] = {
    ".t": simnon.read_systems,
    ".non": _language("simnon72"),
    ".csm": _language("csmp"),
    ".sial": _language("sial"),
    ".csl": _language("acsl"),
    ".dar": _language("darep"),
    ".src": _language("desire"),
    ".des": _language("desire"),
    ".ode": _language("xpp"),
    ".cellml": _language("cellml"),
    ".sbml": _language("sbml"),
    ".xml": _language("sbml"),
}

EXTENSION_OF_LANGUAGE = {
    "SIMNON": ".t",
    "SIMNON72": ".non",
    "ACSL": ".csl",
    "CELLML": ".cellml",
    "CSMP": ".csm",
    "DAREP": ".dar",
    "DESIRE": ".src",
    "SBML": ".sbml",
    "SIAL": ".sial",
    "XPP": ".ode",
}
"""By the names that SYST -DIALECT takes."""

LISTINGS: dict[str, Callable[[Source], str]] = {
    ".non": _listing("simnon72"),
}
"""By file extension: the code into which the program of its time translated a text."""

LEXICA: "dict[str, Callable[[], Lexicon]]" = {
    ".t": _lexicon("simnon"),
    ".non": _lexicon("simnon72"),
    ".csm": _lexicon("csmp"),
    ".sial": _lexicon("sial"),
    ".csl": _lexicon("acsl"),
    ".dar": _lexicon("darep"),
    ".src": _lexicon("desire"),
    ".des": _lexicon("desire"),
    ".ode": _lexicon("xpp"),
    ".cellml": _lexicon("cellml"),
    ".sbml": _lexicon("sbml"),
    ".xml": _lexicon("sbml"),
}
"""By file extension: what an editor colours."""

__all__ = [
    "DIALECTS",
    "EXTENSION_OF_LANGUAGE",
    "LEXICA",
    "LISTINGS",
    "Colour",
    "Coloured",
    "Lexicon",
    "Reader",
    "Unreadable",
    "coloured",
    "make_lexicon",
    "read_expression",
    "write_systems",
]
