"""Where a command looks at the wish to interrupt it: it ends by itself, soon, and keeps what it has come to.

Everywhere else an interrupt is not waited for: the command ends at once, and everything is as it was before.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from .workspace import Workspace


@contextmanager
def heeding(workspace: Workspace) -> Iterator[None]:
    workspace.is_heeding = True
    try:
        yield
    finally:
        workspace.is_heeding = False
