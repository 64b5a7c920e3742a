"""Where a command checks for an interruption: it ends soon, by itself, and keeps its results.

Everywhere else an interruption takes effect at once: the command ends, and everything is restored.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from .workspace import Workspace


@contextmanager
def checking_interrupts(workspace: Workspace) -> Iterator[None]:
    workspace.is_checking_interrupts = True
    try:
        yield
    finally:
        workspace.is_checking_interrupts = False
