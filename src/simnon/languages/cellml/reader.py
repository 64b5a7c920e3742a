"""Source -> System: a CellML model is one continuous system with the name of its file."""

from simnon.model import System
from simnon.source import Report, Source

from ..identifiers import system_name
from .builder import Builder
from .document import read_document


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """The system of the model; none if the text is not CellML, or libCellML finds no way to compute the model."""
    document = read_document(source, report)
    return () if document is None else (Builder(document, report).system(system_name(source)),)
