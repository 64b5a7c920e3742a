"""Python in a separate process, as for a user: with byte code already cached."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

Environment = dict[str, str]


def time_processes(arguments: Sequence[str], repeats: int) -> list[float]:
    """Seconds of each process; one more runs first to write the byte code."""
    with tempfile.TemporaryDirectory(prefix="simnon-bench-") as folder:
        environment = _with_byte_code(folder)
        return [_seconds(arguments, environment) for _ in range(repeats + 1)][1:]


def read_processes(arguments: Sequence[str], repeats: int) -> list[str]:
    """The output of each process, after one more to write the byte code."""
    with tempfile.TemporaryDirectory(prefix="simnon-bench-") as folder:
        environment = _with_byte_code(folder)
        return [_run(arguments, environment) for _ in range(repeats + 1)][1:]


def _with_byte_code(folder: str) -> Environment:
    return os.environ | {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}


def _seconds(arguments: Sequence[str], environment: Environment) -> float:
    before = time.perf_counter()
    _run(arguments, environment)
    return time.perf_counter() - before


def _run(arguments: Sequence[str], environment: Environment) -> str:
    words = [sys.executable, *arguments]
    return subprocess.run(words, check=True, capture_output=True, text=True, env=environment).stdout
