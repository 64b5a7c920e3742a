"""Source -> System: an SBML model is one continuous system with the name of its file."""

from simnon.model import System
from simnon.source import Report, Source

from ..identifiers import system_name
from .builder import Builder
from .document import read_document


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """The system of the model, even if it has errors; none if the text is not SBML."""
    document = read_document(source, report)
    if document is None:
        return ()
    return (Builder(source, document.getModel(), report).system(system_name(source)),)
