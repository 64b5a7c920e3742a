"""The user's work: text in, outcomes out."""

from simnon.doors import front_door

with front_door(__name__):
    from .animating import find_picture, scene_named
    from .calculator import present_value
    from .cases import cases_in
    from .checking import check_text, loaded_with
    from .commands import COMMANDS, Command
    from .commands.disp import value_rows
    from .commands.help_words import FUNCTIONS, WORDS
    from .commands.print_ import table_of
    from .commands.switch import MEANINGS as SWITCHES
    from .comparing import marked_scene
    from .editing_models import ModelTexts, check_edit, model_texts
    from .examples import example_names, examples_folder, files_of_example
    from .files import find_file, quoted
    from .intrac import USAGE as CONTROL_USAGE
    from .line_editor import USAGE as EDITOR_USAGE
    from .line_editor import is_editor_command
    from .live import Trial, Tried, present_state
    from .loading import load_commands_beside
    from .macro import first_word, is_macro_text, read_macros
    from .outcome import (
        Advanced,
        Changed,
        Diagnosed,
        Echoed,
        EditorRequested,
        Ended,
        Failed,
        Noted,
        Operated,
        Outcome,
        Paced,
        PageDrawn,
        Printed,
        RunEnded,
        SceneDrawn,
        Tabulated,
        Valued,
        ValueRow,
        WindowsRequested,
        Wrote,
    )
    from .pacing import wait_for_clock
    from .phase_plane import slopes_at
    from .reference import command_section
    from .running import values_at_start
    from .session import Session, Watcher
    from .tables import tabulated_text, valued_text
    from .windows import Placing, page_of
    from .words import without_comment
    from .workspace import AT_THE_START, JournalEntry, Page, Window, WindowKind, Workspace

__all__ = [
    "AT_THE_START",
    "COMMANDS",
    "CONTROL_USAGE",
    "EDITOR_USAGE",
    "FUNCTIONS",
    "SWITCHES",
    "WORDS",
    "Advanced",
    "Changed",
    "Command",
    "Diagnosed",
    "Echoed",
    "EditorRequested",
    "Ended",
    "Failed",
    "JournalEntry",
    "ModelTexts",
    "Noted",
    "Operated",
    "Outcome",
    "Paced",
    "Page",
    "PageDrawn",
    "Placing",
    "Printed",
    "RunEnded",
    "SceneDrawn",
    "Session",
    "Tabulated",
    "Trial",
    "Tried",
    "ValueRow",
    "Valued",
    "Watcher",
    "Window",
    "WindowKind",
    "WindowsRequested",
    "Workspace",
    "Wrote",
    "cases_in",
    "check_edit",
    "check_text",
    "command_section",
    "example_names",
    "examples_folder",
    "files_of_example",
    "find_file",
    "find_picture",
    "first_word",
    "is_editor_command",
    "is_macro_text",
    "load_commands_beside",
    "loaded_with",
    "marked_scene",
    "model_texts",
    "page_of",
    "present_state",
    "present_value",
    "quoted",
    "read_macros",
    "scene_named",
    "slopes_at",
    "table_of",
    "tabulated_text",
    "value_rows",
    "valued_text",
    "values_at_start",
    "wait_for_clock",
    "without_comment",
]
