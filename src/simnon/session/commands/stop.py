"""`STOP`: end the session."""

from collections.abc import Iterator

from ..outcome import Outcome
from ..words import no_arguments
from ..workspace import Workspace
from .command import Command


def run(workspace: Workspace, _: None) -> Iterator[Outcome]:
    workspace.is_over = True
    yield from ()


STOP = Command("STOP", "STOP", "End the session.", no_arguments, run, "This also works in a macro.", repeats=False)
