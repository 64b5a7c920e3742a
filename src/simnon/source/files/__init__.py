"""Files: written completely or not at all, and never over the user's own; an unreadable file is a UserError."""

from .leftovers import clear_leftovers
from .reading import reading
from .replaced import REPLACED, kept_copies, put_back
from .whole import check_replaceable, whole_file, whole_folder, writing
from .written import is_as_written

__all__ = [
    "REPLACED",
    "check_replaceable",
    "clear_leftovers",
    "is_as_written",
    "kept_copies",
    "put_back",
    "reading",
    "whole_file",
    "whole_folder",
    "writing",
]
