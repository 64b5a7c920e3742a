"""Generated C -> a shared library in this process, by the compiler at hand, with every warning an error."""

import ctypes
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from simnon.exports import CCode

WARNINGS = ("-std=c99", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Wshadow", "-Werror")
_C_TYPES = {"double": ctypes.c_double, "float": ctypes.c_float, "int32_t": ctypes.c_int32}


def compilers() -> list[list[str]]:
    """gcc and clang if they are there; otherwise the one that comes as a Python package."""
    found = [[path] for name in ("gcc", "clang") if (path := shutil.which(name))]
    return found or [[sys.executable, "-m", "ziglang", "cc"]]


def write(code: CCode, folder: Path) -> Path:
    (folder / f"{code.name}.h").write_text(code.header)
    path = folder / f"{code.name}.c"
    path.write_text(code.implementation)
    return path


def compile_library(code: CCode, folder: Path, compiler: list[str]) -> ctypes.CDLL:
    library = folder / f"{code.name}.{Path(compiler[0]).name}.so"
    source = write(code, folder)
    done = subprocess.run(
        [*compiler, *WARNINGS, "-shared", "-fPIC", "-o", library, source, "-lm"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return ctypes.CDLL(str(library))


def struct_of(code: CCode) -> type[ctypes.Structure]:
    """The struct of the header, member by member."""
    body = code.header.partition("typedef struct {")[2].partition("} ")[0]
    members = re.findall(r"^    (double|float|int32_t) (\w+);", body, re.M)
    fields: Any = [(name, _C_TYPES[kind]) for kind, name in members]
    return type("Struct", (ctypes.Structure,), {"_fields_": fields})
