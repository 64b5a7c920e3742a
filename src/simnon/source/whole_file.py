"""Files that are written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Where to write: it becomes `path` when all of it is on the disk, and the old file stays until then."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=path.suffix)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.chmod(path.stat().st_mode if path.exists() else 0o666 & ~_mask())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _mask() -> int:
    """What the user does not want others to do with new files; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
