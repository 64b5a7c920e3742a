"""The user's work: text in, outcomes out."""

from .calculator import present_value
from .cases import cases_in
from .commands import COMMANDS, Command
from .commands.switch import MEANINGS as SWITCHES
from .compiling import read_text
from .files import find_file
from .intrac import USAGE as CONTROL_USAGE
from .line_editor import USAGE as EDITOR_USAGE
from .macro import first_word, is_macro_text
from .outcome import (
    Advanced,
    Changed,
    Diagnosed,
    Echoed,
    EditorRequested,
    Ended,
    Failed,
    Noted,
    Outcome,
    PageDrawn,
    Printed,
    RunEnded,
    Tabulated,
    Valued,
    ValueRow,
    Wrote,
)
from .session import Session
from .tables import tabulated_text, valued_text
from .words import without_comment
from .workspace import Workspace

__all__ = [
    "COMMANDS",
    "CONTROL_USAGE",
    "EDITOR_USAGE",
    "SWITCHES",
    "Advanced",
    "Changed",
    "Command",
    "Diagnosed",
    "Echoed",
    "EditorRequested",
    "Ended",
    "Failed",
    "Noted",
    "Outcome",
    "PageDrawn",
    "Printed",
    "RunEnded",
    "Session",
    "Tabulated",
    "ValueRow",
    "Valued",
    "Workspace",
    "Wrote",
    "cases_in",
    "find_file",
    "first_word",
    "is_macro_text",
    "present_value",
    "read_text",
    "tabulated_text",
    "valued_text",
    "without_comment",
]
