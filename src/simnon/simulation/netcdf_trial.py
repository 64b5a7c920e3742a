"""A NetCDF file -> a ValueError if its library cannot read it, tried in a separate process that may crash.

A damaged file can crash the library, or make it search forever without responding to Ctrl-C. A file that is unchanged
since Simnon wrote it needs no trial.
"""

import os
import subprocess
import sys
from pathlib import Path

from simnon.source import is_as_written

SECONDS = 20.0
BYTES_A_SECOND = 20e6
_TRIAL = """
import sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]), int(sys.argv[2])))
except (ImportError, ValueError, OSError):
    pass
import h5netcdf
with h5netcdf.File(sys.argv[1], "r") as file:
    dict(file.attrs)
    for variable in file.variables.values():
        variable.dimensions, variable.shape, dict(variable.attrs)
        if variable.chunks is not None:
            variable[...]
"""


def try_netcdf(path: Path) -> None:
    """Read everything but contiguous arrays."""
    if not sys.executable or is_as_written(path):
        return
    size = path.stat().st_size
    words = [sys.executable, "-c", _TRIAL, str(path), str(4 * size + 2**32)]
    try:
        done = subprocess.run(  # noqa: S603
            words,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS + size / BYTES_A_SECOND,
            check=False,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )
    except subprocess.TimeoutExpired:
        raise ValueError("its structure refers to itself") from None
    if done.returncode < 0:
        raise ValueError("its structure is inconsistent")
    if done.returncode > 0:
        raise ValueError(done.stderr.strip().rpartition("\n")[2])
