"""Two names on one disk -> swapped atomically."""

import os
import sys
from importlib import import_module
from pathlib import Path

_HERE, _EXCHANGE = -100, 2
"""AT_FDCWD and RENAME_EXCHANGE of Linux."""


def exchange(one: Path, other: Path) -> bool:
    """Whether the system can do it; if not, nothing has changed."""
    if sys.platform != "linux":
        return False
    rename = getattr(import_module("ctypes").CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0)
