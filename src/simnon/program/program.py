"""DATA: the lowered model: functions, constant arrays, foreign functions, and the layout."""

from collections.abc import Callable
from dataclasses import field
from enum import Enum

from simnon.source import frozen

from .instructions import Function
from .layout import Layout


@frozen
class ConstantArray:
    """Constant numbers (a table of the model), readable by name in every function."""

    name: str
    values: tuple[float, ...]


class Convention(Enum):
    """How a foreign function is called: all take and return floats."""

    PYTHON = "python"
    C = "c"
    FORTRAN = "fortran"
    FMU = "fmu"


FOREIGN = "foreign "
"""Begins the names of foreign functions, which users choose: entries and kernels have names too."""


@frozen
class ForeignFunction:
    """`symbol` in the file `path`, called under `name` with `arity` floats.

    It returns a float, or with `results` writes that many floats to an array, its last argument.
    """

    name: str
    symbol: str
    path: str
    arity: int
    convention: Convention
    body: Callable[..., float] | None = field(default=None, repr=False)
    """The Python function itself, if it is not in a file."""
    results: int = 0
    arrays: tuple[int, ...] = ()
    """How many of the arguments after the first are in each array that C and Fortran receive."""
    owner: str = ""
    """Functions of one owner share the names of a Python file; without one, a function has its own copy."""
    names: tuple[str, ...] = ()
    """What the arguments, and then the results, are called in the text: an FMU is asked for them by name."""
    isolation: float = 0.0
    """If positive, it runs in a process of its own, and this many seconds are allowed for a call."""

    @property
    def shown(self) -> str:
        """The name that the user knows."""
        return self.name.removeprefix(FOREIGN)

    @property
    def is_by_reference(self) -> bool:
        """Whether it takes pointers to its arguments."""
        return self.convention is Convention.FORTRAN and not self.isolation

    @property
    def takes_arrays(self) -> bool:
        return self.results > 0 and self.convention in (Convention.C, Convention.FORTRAN) and not self.isolation


@frozen
class Program:
    """All that targets see. A function is called by name; those in `entries` from outside too.

    Every entry that `abi.py` names has the one signature given there. `imports` are functions without a body: entries
    of other programs that this one is linked with.
    """

    name: str
    functions: tuple[Function, ...]
    entries: tuple[str, ...]
    layout: Layout
    constants: tuple[ConstantArray, ...] = ()
    foreign: tuple[ForeignFunction, ...] = ()
    imports: tuple[Function, ...] = ()
    is_fused: bool = False
    """Whether products and sums are rounded once; the methods that run it are fused too."""
