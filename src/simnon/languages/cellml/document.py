"""Text -> a CellML model as libCellML analyses it: which variables are states, and equations in one unit each."""

import re
from functools import cache
from types import ModuleType
from typing import Any
from xml.parsers.expat import ErrorString, ExpatError

from simnon.source import Report, Source, Span, frozen, require

from ..markup import has_entities, span_of_line, with_utf8
from .places import Places

_UNKNOWN = re.compile(r"The type of (variable '.*' in component '.*') is unknown")
_FOLLOWS_FROM_OTHERS = "The model has units which are not linked together."
_IN_COMPONENT = re.compile(r"in component '([^']+)'")


@frozen
class Document:
    """`model` has no meaning without the `text_model` it was made of, which owns its variables."""

    model: Any
    text_model: Any
    places: Places
    has_units: bool
    """Whether the units of all equations agree."""


@cache
def library() -> ModuleType:
    return require("libcellml", "CellML", "cellml")


def read_document(source: Source, report: Report) -> Document | None:
    """The model; None if the text is not CellML or not all of it can be computed, all reported."""
    if has_entities(source.text):
        message = "CellML has no document type and no entities of its own"
        report.error("invalid-cellml", message, None, "remove <!DOCTYPE")
        return None
    try:
        places = Places(source)
    except ExpatError as error:
        hint = "correct the XML; an editor that knows XML shows where an element begins"
        report.error("invalid-cellml", ErrorString(error.code), span_of_line(source, error.lineno), hint)
        return None
    parser = library().Parser(False)
    text_model = parser.parseModel(with_utf8(source.text))
    if _has_errors(parser, places, report) or _is_refused(text_model, places, report):
        return None
    analyser = library().Analyser()
    analyser.analyseModel(text_model)
    if _has_errors(analyser, places, report):
        return None
    return Document(analyser.analyserModel(), text_model, places, _units_agree(analyser, places, report))


def _is_refused(model: Any, places: Places, report: Report) -> bool:
    if model.hasImports():
        hint = "flatten the model with the program that wrote it"
        report.error("unsupported-statement", "an import of other files is not supported", places.whole, hint)
    with_resets = [each for each in components(model) if each.resetCount() > 0]
    for component in with_resets:
        span = places.of_component(component.name())
        report.error("unsupported-statement", "a reset is not supported", span, "write the model without it")
    return bool(model.hasImports() or with_resets)


def components(parent: Any) -> list[Any]:
    """Those of a model and, within them, of the components that they encapsulate."""
    found = []
    for number in range(parent.componentCount()):
        component = parent.component(number)
        found += [component, *components(component)]
    return found


def _has_errors(logger: Any, places: Places, report: Report) -> bool:
    issues = [logger.error(number) for number in range(logger.errorCount())]
    telling = [issue for issue in issues if issue.description() != _FOLLOWS_FROM_OTHERS]
    for issue in telling or issues:
        words = issue.description().rstrip(".")
        unknown = _UNKNOWN.match(words)
        message = f"nothing determines {unknown[1]}" if unknown else _uncapitalised(words)
        report.error("invalid-cellml", message, _place(issue, places), _hint(words))
    return bool(issues)


def _hint(words: str) -> str:
    if _UNKNOWN.match(words):
        return "give it an equation or an initial value"
    if "computed more than once" in words:
        return "remove its initial value or one of its equations"
    return "correct the document; the CellML specification has the rule"


def _units_agree(analyser: Any, places: Places, report: Report) -> bool:
    if analyser.warningCount():
        issue = analyser.warning(0)
        message = f"units are left out: {_uncapitalised(issue.description().rstrip('.'))}"
        report.note("units-left-out", message, _place(issue, places))
    return not analyser.warningCount()


def _uncapitalised(text: str) -> str:
    """As our messages begin; words such as MathML stay."""
    return (
        text if text[1:2].isupper() or text.startswith(("MathML", "LibXml2", "CellML")) else text[:1].lower() + text[1:]
    )


def _place(issue: Any, places: Places) -> Span:
    """Some issues name a component in words only."""
    variable = issue.item().variable()
    if variable is not None and variable.parent() is not None:
        return places.of_variable(variable.parent().name(), variable.name())
    component = issue.item().component()
    if component is not None:
        return places.of_component(component.name())
    named = _IN_COMPONENT.search(issue.description())
    return places.of_component(named[1]) if named else places.whole
