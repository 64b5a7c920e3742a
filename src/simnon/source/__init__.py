"""DATA: text, spans, diagnostics and how they are rendered."""

from simnon.doors import front_door

with front_door(__name__):
    from . import arguments, resources
    from .codes import CODES, UNIT_CODES
    from .diagnostic import Diagnostic, Related, Severity, SimnonError, UnknownName, UserError
    from .files import (
        REPLACED,
        atomic_file,
        atomic_folder,
        check_replaceable,
        clear_leftovers,
        is_as_written,
        kept_copies,
        reading,
        remove_file,
        rename_file,
        restore_replaced,
        writing,
    )
    from .frozen import frozen, with_some_fields
    from .html import table_html
    from .interruption import interrupts_held
    from .keywords import checks_keywords, methods_check_keywords
    from .libraries import is_installed, require
    from .listed import listed
    from .nearest import did_you_mean, nearest, similar_file
    from .ranges import ElementNames, LazyMapping, LazySequence, NamesToNumbers, Table
    from .reach import OUTSIDE_HINT, is_within_reach, lies_inside, outside_text
    from .read import encoding_note, read_source, read_text
    from .render import as_json, render, render_all
    from .report import Report
    from .sameness import has_same_fields, is_same, no_hash
    from .span import Source, Span
    from .text_form import in_form_of
    from .trusted_folders import remember_trust, trusted_folders, withdraw_trust
    from .user_folder import (
        PRIVATE_FILE,
        is_private_folder,
        read_private,
        state_folder,
        user_cache_folder,
        write_private,
    )
    from .valid_names import valid_name, valid_names
    from .whole_numbers import LARGEST_WHOLE_NUMBER, whole_number

__all__ = [
    "CODES",
    "LARGEST_WHOLE_NUMBER",
    "OUTSIDE_HINT",
    "PRIVATE_FILE",
    "REPLACED",
    "UNIT_CODES",
    "Diagnostic",
    "ElementNames",
    "LazyMapping",
    "LazySequence",
    "NamesToNumbers",
    "Related",
    "Report",
    "Severity",
    "SimnonError",
    "Source",
    "Span",
    "Table",
    "UnknownName",
    "UserError",
    "arguments",
    "as_json",
    "atomic_file",
    "atomic_folder",
    "check_replaceable",
    "checks_keywords",
    "clear_leftovers",
    "did_you_mean",
    "encoding_note",
    "frozen",
    "has_same_fields",
    "in_form_of",
    "interrupts_held",
    "is_as_written",
    "is_installed",
    "is_private_folder",
    "is_same",
    "is_within_reach",
    "kept_copies",
    "lies_inside",
    "listed",
    "methods_check_keywords",
    "nearest",
    "no_hash",
    "outside_text",
    "read_private",
    "read_source",
    "read_text",
    "reading",
    "remember_trust",
    "remove_file",
    "rename_file",
    "render",
    "render_all",
    "require",
    "resources",
    "restore_replaced",
    "similar_file",
    "state_folder",
    "table_html",
    "trusted_folders",
    "user_cache_folder",
    "valid_name",
    "valid_names",
    "whole_number",
    "with_some_fields",
    "withdraw_trust",
    "write_private",
    "writing",
]
