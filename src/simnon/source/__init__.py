"""DATA: text, spans, diagnostics and how they are rendered."""

from .codes import CODES, UNIT_CODES
from .diagnostic import Diagnostic, Related, Report, Severity, SimnonError, UserError
from .files import (
    REPLACED,
    check_replaceable,
    clear_leftovers,
    is_as_written,
    kept_copies,
    put_back,
    reading,
    whole_file,
    whole_folder,
    writing,
)
from .frozen import frozen
from .libraries import is_installed, require
from .listed import listed
from .nearest import nearest
from .read import read_source
from .render import as_json, render, render_all
from .span import Source, Span
from .user_folder import state_folder

__all__ = [
    "CODES",
    "REPLACED",
    "UNIT_CODES",
    "Diagnostic",
    "Related",
    "Report",
    "Severity",
    "SimnonError",
    "Source",
    "Span",
    "UserError",
    "as_json",
    "check_replaceable",
    "clear_leftovers",
    "frozen",
    "is_as_written",
    "is_installed",
    "kept_copies",
    "listed",
    "nearest",
    "put_back",
    "read_source",
    "reading",
    "render",
    "render_all",
    "require",
    "state_folder",
    "whole_file",
    "whole_folder",
    "writing",
]
