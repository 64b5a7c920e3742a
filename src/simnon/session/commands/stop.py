"""`STOP`: end the session."""

from collections.abc import Iterator

from ..outcome import Outcome
from ..workspace import Workspace
from .command import Command


def run(workspace: Workspace, _text: str) -> Iterator[Outcome]:
    workspace.is_over = True
    yield from ()


STOP = Command("STOP", "STOP", "End the session.", str, run, "In a macro too.", repeats=False)
