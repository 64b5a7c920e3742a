"""The lines of earlier sessions, in a file of the user; without it, those of this one."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from simnon.source import state_folder


class PatientHistory(FileHistory):
    """A file that cannot be read or written is done without."""

    def load_history_strings(self) -> Iterable[str]:
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        try:
            Path(os.fsdecode(self.filename)).parent.mkdir(parents=True, exist_ok=True)
            super().store_string(string)
        except OSError:
            return


def history_path(environment: Mapping[str, str] = os.environ) -> Path | None:
    """SIMNON_HISTORY, or the user's folder; None where nothing is to be kept."""
    if "SIMNON_HISTORY" in environment:
        given = environment["SIMNON_HISTORY"]
        return Path(given) if given else None
    folder = state_folder(environment)
    return None if folder is None else folder / "history"


def open_history(environment: Mapping[str, str] = os.environ) -> History:
    path = history_path(environment)
    return InMemoryHistory() if path is None else PatientHistory(str(path))
