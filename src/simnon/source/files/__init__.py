"""Files: written completely or not at all, and never over the user's own; an unreadable file is a UserError."""

from simnon.doors import front_door

with front_door(__name__):
    from .atomic import atomic_file, atomic_folder, check_replaceable, writing
    from .leftovers import clear_leftovers
    from .reading import reading
    from .replaced import REPLACED, kept_copies, remove_file, rename_file, restore_replaced
    from .written import is_as_written

__all__ = [
    "REPLACED",
    "atomic_file",
    "atomic_folder",
    "check_replaceable",
    "clear_leftovers",
    "is_as_written",
    "kept_copies",
    "reading",
    "remove_file",
    "rename_file",
    "restore_replaced",
    "writing",
]
