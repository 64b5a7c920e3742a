"""LIEF, loaded by the first test that needs it."""

import atexit
import os
from functools import cache
from importlib import import_module
from typing import Any


@cache
def lief() -> Any:
    """When a process ends, its binding complains about every class that it has, in thousands of lines."""
    atexit.register(lambda: os.dup2(os.open(os.devnull, os.O_WRONLY), 2))
    return import_module("lief")
