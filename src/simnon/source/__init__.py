"""DATA: text, spans, diagnostics and how they are rendered."""

from . import arguments, resources
from .codes import CODES, UNIT_CODES
from .diagnostic import Diagnostic, Related, Report, Severity, SimnonError, UserError
from .frozen import frozen
from .libraries import is_installed, require
from .listed import listed
from .nearest import nearest
from .read import read_source
from .render import as_json, render, render_all
from .span import Source, Span
from .whole_file import whole_file

__all__ = [
    "CODES",
    "UNIT_CODES",
    "Diagnostic",
    "Related",
    "Report",
    "Severity",
    "SimnonError",
    "Source",
    "Span",
    "UserError",
    "arguments",
    "as_json",
    "frozen",
    "is_installed",
    "listed",
    "nearest",
    "read_source",
    "render",
    "render_all",
    "require",
    "resources",
    "whole_file",
]
