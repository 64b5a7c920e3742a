"""Text -> an SBML document of libsbml, and the places of its elements in the text."""

import re
from functools import cache
from types import ModuleType
from typing import Any

from simnon.source import Report, Source, Span, require

from ..tokens import Unreadable

_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")


@cache
def library() -> ModuleType:
    return require("libsbml", "SBML", "sbml")


def read_document(source: Source, report: Report) -> Any | None:
    """The document; None if the text is not SBML or breaks its rules, all reported."""
    if "<!DOCTYPE" in source.text or "<!ENTITY" in source.text:
        report.error("invalid-sbml", "SBML has no document type and no entities of its own", None, "remove <!DOCTYPE")
        return None
    document = library().readSBMLFromString(_as_utf8(source.text))
    if _has_errors(document, source, report):
        return None
    if document.getModel() is None:
        report.error("invalid-sbml", "the document has no model", None, "write <model> inside <sbml>")
        return None
    for category in ("UNITS_CONSISTENCY", "MODELING_PRACTICE", "OVERDETERMINED_MODEL", "SBO_CONSISTENCY"):
        document.setConsistencyChecks(getattr(library(), f"LIBSBML_CAT_{category}"), False)
    document.checkConsistency()
    return None if _has_errors(document, source, report) else document


def _as_utf8(text: str) -> str:
    """The text is decoded; the encoding that it states would be applied again."""
    declared = _DECLARATION.match(text)
    if declared is None:
        return text.lstrip("\ufeff")
    lines = "\n" * declared[0].count("\n")
    return f'<?xml version="1.0" encoding="UTF-8"?>{lines}{text[declared.end() :]}'


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


def span_of_line(source: Source, line: int) -> Span:
    """What is written on the line; libsbml knows no more than that of an element."""
    number = min(max(line, 1), len(source.line_starts))
    text = source.line_text(number)
    start = source.line_starts[number - 1] + len(text) - len(text.lstrip())
    return Span(source, start, start + max(len(text.strip()), 1))


def refused(what: str, span: Span, hint: str = "write the model without it") -> Unreadable:
    return Unreadable("unsupported-statement", f"{what} is not supported", span, hint)
