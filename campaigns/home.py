"""A folder -> the home of this process or of those it starts, so that nothing of the user's is touched."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def environment_at(home: Path) -> dict[str, str]:
    """For a process that keeps in `home` what it remembers and what it compiles."""
    own = {"HOME": home, "XDG_STATE_HOME": home / "state", "SIMNON_CACHE": home / "cache"}
    return {**os.environ, **{name: str(value) for name, value in own.items()}}


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
