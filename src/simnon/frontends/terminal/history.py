"""The lines of earlier sessions, in a file of the user; without it, those of this one."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from simnon.source import PRIVATE_FILE

from ..history import history_path


class PatientHistory(FileHistory):
    """A file that cannot be read or written is ignored."""

    def load_history_strings(self) -> Iterable[str]:
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        try:
            path = Path(os.fsdecode(self.filename))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(PRIVATE_FILE)
            super().store_string(string)
        except OSError:
            return


def open_history(environment: Mapping[str, str] = os.environ) -> History:
    path = history_path(environment)
    return InMemoryHistory() if path is None else PatientHistory(str(path))
