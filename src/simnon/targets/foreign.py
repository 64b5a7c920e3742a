"""ForeignFunction -> something callable: Python by path, C and Fortran from a shared library, FMUs.

A Python function that fails returns nan, so that compiled code continues; its error is kept for the run to report. A
missing file or symbol is a user error and is reported at once. A function with several results stores them in its last
argument.
"""

import ctypes
import importlib.machinery
import importlib.util
import itertools
import math
import numbers
import os
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import field
from pathlib import Path
from typing import Any, TypeGuard, assert_never

from simnon.doors import loaded_on_use
from simnon.program import Convention, ForeignFunction
from simnon.source import UserError, frozen

with loaded_on_use(__name__):
    from .foreign_process import ForeignError, ForeignProcess
    from .mock_up_functions import MockUps
    from .mock_up_instance import MockUpError

CODE = "foreign-function"


@frozen
class LoadedFunction:
    """`call` for Python; `address` for machine code. `owners` keeps alive what the address points into."""

    name: str
    arity: int
    call: Callable[..., float | None]
    address: int
    owners: tuple[object, ...]


@frozen
class ForeignLibrary:
    """The foreign functions of one program, and the first error of each that failed, both by name."""

    functions: dict[str, LoadedFunction] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    losses: list[str] = field(default_factory=list)
    """Why the process of isolated functions ended; as long as it says so, they fail."""


def load_foreign(foreign: tuple[ForeignFunction, ...], first_number: int = 1) -> ForeignLibrary:
    """Load every function, or report which file or symbol is missing; instances of FMUs have numbers from the first."""
    library = ForeignLibrary()
    if not foreign:
        return library
    modules, mock_ups = Modules(), MockUps(first_number)
    isolated = tuple(function for function in foreign if function.isolation)
    process = ForeignProcess(isolated, library.losses) if isolated else None
    for function in foreign:
        if process is not None and function.isolation:
            loaded = _load_called(function, process.function(function), library.errors)
        else:
            loaded = _load(function, modules, mock_ups, library.errors)
        library.functions[function.name] = loaded
    return library


class Modules:
    """The Python files that have been run: once for each owner."""

    def __init__(self) -> None:
        self._by_owner: dict[tuple[str, str], object] = {}

    def of(self, function: ForeignFunction) -> object:
        key = function.owner or function.name, function.path
        if key not in self._by_owner:
            self._by_owner[key] = _run_python_file(function)
        return self._by_owner[key]


def _load(function: ForeignFunction, modules: Modules, mock_ups: MockUps, errors: dict[str, str]) -> LoadedFunction:
    if function.body is None and not Path(function.path).is_file():
        raise UserError(CODE, f"{function.shown}: there is no file '{function.path}'", "check the path")
    match function.convention:
        case Convention.PYTHON:
            return _load_python(function, modules, errors)
        case Convention.FMU:
            return _load_called(function, mock_ups.function(function), errors)
        case Convention.C:
            return _load_arrays(function) if function.takes_arrays else _load_c(function)
        case Convention.FORTRAN:
            return _load_arrays(function) if function.takes_arrays else _load_fortran(function)
        case _:
            assert_never(function.convention)


def _load_python(function: ForeignFunction, modules: Modules, errors: dict[str, str]) -> LoadedFunction:
    body = function.body or getattr(modules.of(function), function.symbol, None)
    if not callable(body):
        raise UserError(
            CODE,
            f"{function.shown}: '{function.path}' defines no function '{function.symbol}'",
            f"write 'def {function.symbol}(...):' in it",
        )
    return _load_called(function, body, errors)


def _load_called(function: ForeignFunction, body: Callable[..., object], errors: dict[str, str]) -> LoadedFunction:
    def attempt(*arguments: float) -> tuple[float, ...]:
        try:
            return _numbers(body(*arguments), function.results)
        except Exception as error:  # noqa: BLE001  the user's own code can raise anything
            is_ours = isinstance(error, (_NoNumbers, MockUpError, ForeignError))
            errors.setdefault(function.shown, str(error) if is_ours else f"{type(error).__name__}: {error}")
        return (math.nan,) * max(1, function.results)

    def call(*arguments: float) -> float:
        return attempt(*arguments)[0]

    def store(*arguments: Any) -> None:
        *given, results = arguments
        for number, value in enumerate(attempt(*given)):
            results[number] = value

    taken = [ctypes.c_double] * function.arity
    if function.results:
        callback = ctypes.CFUNCTYPE(None, *taken, ctypes.POINTER(ctypes.c_double))(store)
        return LoadedFunction(function.name, function.arity, store, _address(callback), (callback,))
    callback = ctypes.CFUNCTYPE(ctypes.c_double, *taken)(call)
    return LoadedFunction(function.name, function.arity, call, _address(callback), (callback,))


class _NoNumbers(Exception):
    """A function returned something else than the numbers it should."""


def _numbers(result: object, count: int) -> tuple[float, ...]:
    """The `count` numbers of a result, which can be in rows, or the one number if `count` is 0.

    A single number can be by itself.
    """
    if count < 2 and isinstance(result, numbers.Real):
        return (float(result),)
    if not count:
        raise _NoNumbers(f"it returned {type(result).__name__}, not a number")
    needed = "1 number" if count == 1 else f"{count} numbers"
    if not _is_row(result):
        raise _NoNumbers(f"it returned {type(result).__name__}, not {needed}")
    found: list[float] = []
    for each in (each for row in result for each in (row if _is_row(row) else (row,))):
        if not isinstance(each, numbers.Real):
            raise _NoNumbers(f"it returned {type(each).__name__} among {needed}")
        found.append(float(each))
    if len(found) != count:
        raise _NoNumbers(f"it returned {len(found)}, not {needed}")
    return tuple(found)


def _is_row(value: object) -> TypeGuard[Iterable[object]]:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping | Set)


def _run_python_file(function: ForeignFunction) -> object:
    loader = importlib.machinery.SourceFileLoader(f"simnon_foreign_{function.shown}", function.path)
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None, f"targets: no module can be loaded from '{function.path}'"
    module = importlib.util.module_from_spec(spec)
    try:
        loader.exec_module(module)
    except Exception as error:
        message = f"{function.shown}: '{function.path}' cannot be run: {type(error).__name__}: {error}"
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


def _load_arrays(function: ForeignFunction) -> LoadedFunction:
    """`void f(double time, const double *x, ..., double *results)`; Fortran takes the time by address too."""
    library = _open_library(function)
    lower = function.symbol.lower()
    is_fortran = function.convention is Convention.FORTRAN
    names = (function.symbol, f"{function.symbol}_", lower, f"{lower}_") if is_fortran else (function.symbol,)
    symbol = _find_symbol(function, library, names)
    pointer = ctypes.POINTER(ctypes.c_double)
    symbol.argtypes = [pointer if is_fortran else ctypes.c_double, *[pointer] * (len(function.arrays) + 1)]
    symbol.restype = None

    def store(*arguments: Any) -> None:
        time, *elements, results = arguments
        rest = iter(elements)
        # Each array is one number longer, so that an empty one has an address too.
        arrays = [(ctypes.c_double * (size + 1))(*itertools.islice(rest, size)) for size in function.arrays]
        found = (ctypes.c_double * function.results)()
        symbol(ctypes.byref(ctypes.c_double(time)) if is_fortran else time, *arrays, found)
        for number, value in enumerate(found):
            results[number] = value

    return LoadedFunction(function.name, function.arity, store, _address(symbol), (library, symbol))


def _open_library(function: ForeignFunction) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(os.fspath(Path(function.path).resolve()))
    except OSError as error:
        message = f"{function.shown}: '{function.path}' is not a library that can be loaded: {error}"
        raise UserError(CODE, message, "compile it as a shared library for this machine") from error


def _find_symbol(function: ForeignFunction, library: ctypes.CDLL, names: tuple[str, ...]) -> "ctypes._NamedFuncPointer":
    for name in names:
        if hasattr(library, name):
            # Indexing returns a new object each time; the attribute would be shared with other programs.
            return library[name]
    raise UserError(
        CODE,
        f"{function.shown}: '{function.path}' has no symbol '{function.symbol}'",
        "check its spelling, and that the library exports it",
    )


def _address(function: object) -> int:
    address = ctypes.cast(function, ctypes.c_void_p).value  # type: ignore[arg-type]
    assert address is not None, "targets: a foreign function has no address"
    return address
