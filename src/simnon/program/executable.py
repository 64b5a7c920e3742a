"""DATA: the protocols of what targets make of programs. Immutable for who calls, usable from several threads."""

from collections.abc import Callable
from typing import Protocol

from .layout import Layout
from .values import Array


class Executable(Protocol):
    """Code of one program; every number that changes is in the arguments."""

    @property
    def layout(self) -> Layout: ...

    @property
    def entries(self) -> tuple[str, ...]: ...

    @property
    def foreign_errors(self) -> dict[str, str]:
        """The first error of each foreign function that failed; whoever begins a run clears it."""
        ...

    def call(self, entry: str, time: float, states: Array, values: Array, out: Array) -> None:
        """Run one entry of the program (see `abi.ENTRIES`)."""
        ...


class RunCode(Protocol):
    """The run loop around one model and one method; everything a run knows is in its arrays."""

    def __call__(self, *arrays: Array) -> int:
        """Run until there is something to report: what it is."""
        ...

    def begin(self, *arrays: Array) -> None:
        """Make of the parameters all that a run begins with; `arrays` are those of the run."""
        ...

    def note_run(self, seconds: float) -> None:
        """Count the time of a run, or of a part of it: what is run for long may be worth better code, made later."""
        ...

    def finish(self) -> None:
        """Make that code now, or wait until it is made."""
        ...


class EnsembleCode(Protocol):
    """The kernel of ensembles around one model and one method, for `width` members side by side."""

    @property
    def width(self) -> int: ...

    def prepared(self, *arrays: Array) -> Callable[[], None]:
        """A call in all lanes, to be made many times and from other threads; the caller keeps the arrays."""
        ...
