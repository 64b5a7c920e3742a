"""The problems in hand-written C: compiled by gcc into a temporary folder, called through ctypes."""

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SOURCES = Path(__file__).parent / "c"
FLAGS = ("-O3", "-shared", "-fPIC")

Array = NDArray[np.float64]
Argument = float | int | Array


class Counts(ctypes.Structure):
    """What every C function reports: the seconds are measured inside it."""

    _fields_ = (
        ("seconds", ctypes.c_double),
        ("steps", ctypes.c_long),
        ("rejected", ctypes.c_long),
        ("events", ctypes.c_long),
    )

    seconds: float
    steps: int
    rejected: int
    events: int


class Native:
    """The C functions by name."""

    def __init__(self, more_flags: Sequence[str] = (), folder: Path = SOURCES, libraries: Sequence[str] = ()) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="simnon-bench-")
        library = Path(self._folder.name) / "problems.so"
        sources = sorted(map(str, folder.glob("*.c")))
        linked = [f"-l{name}" for name in (*libraries, "m")]
        command = ["gcc", *FLAGS, "-o", str(library), *sources, *more_flags, *linked]
        subprocess.run(command, check=True, capture_output=bool(libraries))
        self._library = ctypes.CDLL(str(library))

    def call(self, name: str, *arguments: Argument) -> Counts:
        """Call with floats as double, ints as long, arrays as pointers; the counts are the last argument of each."""
        counts = Counts()
        self._library[name](*map(_passed, arguments), ctypes.byref(counts))
        return counts


def native(more_flags: Sequence[str] = ()) -> Native | None:
    """The library, or None if there is no gcc."""
    return Native(more_flags) if shutil.which("gcc") else None


def native_with_sundials() -> Native | None:
    """The problems for the solvers of SUNDIALS, or None if gcc or the library is missing."""
    libraries = ("sundials_cvode", "sundials_nvecserial", "sundials_sunmatrixband", "sundials_sunlinsolband")
    try:
        return Native((), SOURCES / "sundials", libraries) if shutil.which("gcc") else None
    except subprocess.CalledProcessError:
        return None


def native_with_wheel() -> Native | None:
    """The problems for SUNDIALS as scikit-sundae brings it, or None if gcc or the package is missing."""
    found = find_spec("sksundae")
    if found is None or found.origin is None or not shutil.which("gcc"):
        return None
    folder = Path(found.origin).parent.parent / "scikit_sundae.libs"
    names = ("core", "nvecserial", "cvode", "sunlinsolspgmr")
    files = [str(path) for name in names for path in folder.glob(f"libsundials_{name}-*")]
    return Native(("-march=native", *files, f"-Wl,-rpath,{folder}"), SOURCES / "wheel") if files else None


def _passed(argument: Argument) -> object:
    if isinstance(argument, np.ndarray):
        return argument.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
    return ctypes.c_long(argument) if isinstance(argument, int) else ctypes.c_double(argument)
