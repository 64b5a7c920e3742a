"""A folder -> the home of this process or of its children, so that the user's files are not touched."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def environment_at(home: Path) -> dict[str, str]:
    """For a process that keeps its settings and its compiled code in `home`."""
    own = {"HOME": home, "XDG_STATE_HOME": home / "state", "SIMNON_CACHE": home / "cache"}
    return {**os.environ, **{name: str(value) for name, value in own.items()}}


@contextmanager
def own_home(folder: Path) -> Iterator[None]:
    """The user's cache is still used, read-only, so that what all models share need not be compiled again."""
    before = os.environ.get("XDG_STATE_HOME")
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    try:
        yield
    finally:
        if before is None:
            del os.environ["XDG_STATE_HOME"]
        else:
            os.environ["XDG_STATE_HOME"] = before
