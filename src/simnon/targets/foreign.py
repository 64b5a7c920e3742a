"""ForeignFunction -> something callable: Python by path, C and Fortran from a shared library.

A Python function that fails returns nan, so that compiled code continues; its error is kept for the run to report. A
missing file or symbol is a user error and is reported at once.
"""

import ctypes
import importlib.machinery
import importlib.util
import math
import numbers
import os
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import assert_never

from simnon.program import Convention, ForeignFunction
from simnon.source import UserError, frozen

CODE = "foreign-function"


@frozen
class LoadedFunction:
    """`call` for Python; `address` for machine code. `owners` keeps alive what the address points into."""

    name: str
    arity: int
    call: Callable[..., float]
    address: int
    owners: tuple[object, ...]


@frozen
class ForeignLibrary:
    """The foreign functions of one program, and the first error of each that failed, both by name."""

    functions: dict[str, LoadedFunction] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)


def load_foreign(foreign: tuple[ForeignFunction, ...]) -> ForeignLibrary:
    """Load every function, or report which file or symbol is missing."""
    library = ForeignLibrary()
    for function in foreign:
        library.functions[function.name] = _load(function, library.errors)
    return library


def _load(function: ForeignFunction, errors: dict[str, str]) -> LoadedFunction:
    if function.body is None and not Path(function.path).is_file():
        raise UserError(CODE, f"{function.name}: there is no file '{function.path}'", "check the path")
    match function.convention:
        case Convention.PYTHON:
            return _load_python(function, errors)
        case Convention.C:
            return _load_c(function)
        case Convention.FORTRAN:
            return _load_fortran(function)
        case _:
            assert_never(function.convention)


def _load_python(function: ForeignFunction, errors: dict[str, str]) -> LoadedFunction:
    body = function.body or getattr(_run_python_file(function), function.symbol, None)
    if not callable(body):
        raise UserError(
            CODE,
            f"{function.name}: '{function.path}' defines no function '{function.symbol}'",
            f"write 'def {function.symbol}(...):' in it",
        )

    def call(*arguments: float) -> float:
        try:
            result = body(*arguments)
            if isinstance(result, numbers.Real):
                return float(result)
            message = f"it returned {type(result).__name__}, not a number"
        except Exception as error:  # noqa: BLE001  the user's own code can raise anything
            message = f"{type(error).__name__}: {error}"
        errors.setdefault(function.name, message)
        return math.nan

    prototype = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * function.arity)
    callback = prototype(call)
    return LoadedFunction(function.name, function.arity, call, _address(callback), (callback,))


def _run_python_file(function: ForeignFunction) -> object:
    loader = importlib.machinery.SourceFileLoader(f"simnon_foreign_{function.name}", function.path)
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None, f"targets: no module can be loaded from '{function.path}'"
    module = importlib.util.module_from_spec(spec)
    try:
        loader.exec_module(module)
    except Exception as error:
        message = f"{function.name}: '{function.path}' cannot be run: {type(error).__name__}: {error}"
        raise UserError(CODE, message, "run the file with Python to see what is wrong") from error
    return module


def _load_c(function: ForeignFunction) -> LoadedFunction:
    library = _open_library(function)
    symbol = _find_symbol(function, library, (function.symbol,))
    symbol.argtypes = [ctypes.c_double] * function.arity
    symbol.restype = ctypes.c_double
    return LoadedFunction(function.name, function.arity, symbol, _address(symbol), (library, symbol))


def _load_fortran(function: ForeignFunction) -> LoadedFunction:
    library = _open_library(function)
    lower = function.symbol.lower()
    symbol = _find_symbol(function, library, (function.symbol, f"{function.symbol}_", lower, f"{lower}_"))
    symbol.argtypes = [ctypes.POINTER(ctypes.c_double)] * function.arity
    symbol.restype = ctypes.c_double

    def call(*arguments: float) -> float:
        return float(symbol(*[ctypes.byref(ctypes.c_double(argument)) for argument in arguments]))

    return LoadedFunction(function.name, function.arity, call, _address(symbol), (library, symbol))


def _open_library(function: ForeignFunction) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(os.fspath(Path(function.path).resolve()))
    except OSError as error:
        message = f"{function.name}: '{function.path}' is not a library that can be loaded: {error}"
        raise UserError(CODE, message, "compile it as a shared library for this machine") from error


def _find_symbol(function: ForeignFunction, library: ctypes.CDLL, names: tuple[str, ...]) -> "ctypes._NamedFuncPointer":
    for name in names:
        if hasattr(library, name):
            # Indexing returns a new object each time; the attribute would be shared with other programs.
            return library[name]
    raise UserError(
        CODE,
        f"{function.name}: '{function.path}' has no symbol '{function.symbol}'",
        "check its spelling, and that the library exports it",
    )


def _address(function: object) -> int:
    address = ctypes.cast(function, ctypes.c_void_p).value  # type: ignore[arg-type]
    assert address is not None, "targets: a foreign function has no address"
    return address
