"""Text -> an SBML document of libsbml, and the places of its elements in the text."""

from functools import cache
from types import ModuleType
from typing import Any

from simnon.source import Report, Source, require

from ..markup import has_entities, span_of_line, with_utf8


@cache
def library() -> ModuleType:
    return require("libsbml", "SBML", "sbml")


def read_document(source: Source, report: Report) -> Any | None:
    """The document; None if the text is not SBML or breaks its rules, all reported."""
    if has_entities(source.text):
        report.error("invalid-sbml", "SBML has no document type and no entities of its own", None, "remove <!DOCTYPE")
        return None
    document = library().readSBMLFromString(with_utf8(source.text))
    if _has_errors(document, source, report):
        return None
    if document.getModel() is None:
        report.error("invalid-sbml", "the document has no model", None, "write <model> inside <sbml>")
        return None
    for category in ("UNITS_CONSISTENCY", "MODELING_PRACTICE", "OVERDETERMINED_MODEL", "SBO_CONSISTENCY"):
        document.setConsistencyChecks(getattr(library(), f"LIBSBML_CAT_{category}"), False)
    document.checkConsistency()
    return None if _has_errors(document, source, report) else document


def _has_errors(document: Any, source: Source, report: Report) -> bool:
    has_errors = False
    for number in range(document.getNumErrors()):
        error = document.getError(number)
        if error.getSeverity() >= library().LIBSBML_SEV_ERROR:
            has_errors = True
            message = " ".join(error.getShortMessage().split()) or "this is not SBML"
            detail = " ".join(error.getMessage().split())
            report.error("invalid-sbml", message, span_of_line(source, error.getLine()), detail)
    return has_errors
