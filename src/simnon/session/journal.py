"""The lines of a session -> macros that replay it.

The macros that were typed in come first, then one macro with everything else.
"""

import hashlib
import re

from .macro import first_word
from .words import without_comment
from .workspace import EntryKind, JournalEntry, Workspace

_NOT_REPLAYED = ("ALLOW", "EDIT", "JOURNAL", "STOP", "TRUST")


def journal_text(workspace: Workspace, name: str) -> str:
    macros = [macro.text for macro in workspace.macros.values()]
    lines: list[str] = []
    for entry in workspace.journal:
        _add(lines, entry)
    files = workspace.loaded.files if workspace.loaded is not None else ()
    hashes = [f'" {path.name} sha256 {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}' for path in files]
    return "\n".join((*macros, f"MACRO {name}", *hashes, *lines, "END", ""))


def _add(lines: list[str], entry: JournalEntry) -> None:
    match entry.kind:
        case EntryKind.COMMAND:
            word = first_word(entry.line)[0]
            if word == "SYST":
                lines.append(re.sub(r"\s*-\s*EDIT\b", "", entry.line, flags=re.IGNORECASE))
            elif word in _NOT_REPLAYED:
                lines.append(f'" {entry.line}')
            else:
                lines.append(entry.line)
        case EntryKind.ANSWER:
            at = next((i for i in range(len(lines) - 1, -1, -1) if without_comment(lines[i])), len(lines))
            lines.insert(at, f"ANSWER {without_comment(entry.line)}")
        case EntryKind.FAILED:
            lines.append(f'" FAILED: {entry.line}')
        case EntryKind.EDITOR:
            lines.append(f'" EDIT: {entry.line}')
        case EntryKind.DEFINITION:
            pass
