"""DATA: functions and systems that are written in other languages, in files beside the text."""

from collections.abc import Callable
from enum import Enum

from simnon.source import Span, frozen

from .expression import PartPath
from .units import Unit


class Convention(Enum):
    PYTHON = "python"
    C = "c"
    FORTRAN = "fortran"
    FMU = "fmu"
    KERNEL = "kernel"
    """One of our own, for matrices; `symbol` is its kind, and `arrays` the number of rows."""


@frozen
class ForeignSystem:
    """`FROM 'file' AS prefix` in the heading of a system: `path` is absolute, its functions begin with `prefix`."""

    path: str
    prefix: str
    convention: Convention
    span: Span
    has_initial: bool = False
    """Whether the file gives initial values: the text has a section INITIAL without equations."""
    has_jacobian: bool = False
    """Whether the heading states that the file computes the derivatives of its derivatives."""


@frozen
class ForeignDefinition:
    """A foreign function: `symbol` in the file `path`, which is absolute.

    A function with `results` returns several numbers in one call; expressions apply its `elements`.
    """

    name: str
    parameters: tuple[str, ...]
    path: str
    symbol: str
    convention: Convention
    span: Span
    part: PartPath = ()
    units: tuple[Unit | None, ...] = ()
    """Of the arguments, and last of the value; empty if none is written."""
    body: Callable[..., float] | None = None
    """The function itself, if it is an object of this process rather than text; then there is no file."""
    results: tuple[str, ...] = ()
    """The variables it computes; empty if it returns one number."""
    arrays: tuple[int, ...] = ()
    """How many of the arguments after the first are in each array that C and Fortran receive."""
    jacobian: str = ""
    """The function that computes the derivatives of the results, row by row; empty if there is none."""
    columns: tuple[str, ...] = ()
    """Of a Jacobian: the parameters of the other function by which it is differentiated."""
    owner: str = ""
    """The instance of the system whose functions share one copy of the file; empty if this function has its own."""
    isolation: float = 0.0
    """If positive, it runs in a process of its own, and this many seconds are allowed for a call."""

    @property
    def is_in_file(self) -> bool:
        """Whether it is not a kernel of our own."""
        return self.convention is not Convention.KERNEL

    @property
    def elements(self) -> tuple[str, ...]:
        """The functions that expressions apply, one for each result."""
        if not self.results:
            return (self.name,)
        return tuple(f"{self.name}.{number + 1}" for number in range(len(self.results)))
