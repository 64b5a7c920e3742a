"""DATA: text, spans, diagnostics and how they are rendered."""

from .codes import CODES, UNIT_CODES
from .diagnostic import Diagnostic, Related, Report, Severity, SimnonError, UserError
from .frozen import frozen
from .libraries import is_installed, require
from .listed import listed
from .nearest import nearest
from .read import read_source
from .render import as_json, render, render_all
from .span import Source, Span
from .user_folder import (
    PRIVATE_FILE,
    is_private_folder,
    read_private,
    state_folder,
    user_cache_folder,
    write_private,
)
from .whole_file import whole_file

__all__ = [
    "CODES",
    "PRIVATE_FILE",
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
    "frozen",
    "is_installed",
    "is_private_folder",
    "listed",
    "nearest",
    "read_private",
    "read_source",
    "render",
    "render_all",
    "require",
    "state_folder",
    "user_cache_folder",
    "whole_file",
    "write_private",
]
