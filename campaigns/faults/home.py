"""A folder -> the home of this process and of all that it starts, so that nothing of the user's is touched."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def own_home(folder: Path) -> Iterator[None]:
    """The cache stays the user's: it is only read, and what is compiled for all models need not be compiled again."""
    before = os.environ.get("XDG_STATE_HOME")
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    try:
        yield
    finally:
        if before is None:
            del os.environ["XDG_STATE_HOME"]
        else:
            os.environ["XDG_STATE_HOME"] = before
