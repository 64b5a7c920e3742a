"""DATA: the protocols of the code that targets build. Immutable for callers, usable from several threads."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

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

    @property
    def foreign_losses(self) -> list[str]:
        """Why processes of foreign functions ended; whoever begins a run clears it, and they start again."""
        ...

    def call(self, entry: str, time: float, states: Array, values: Array, out: Array) -> None:
        """Run one entry of the program (see `abi.ENTRIES`)."""
        ...


class RunCode(Protocol):
    """The run loop around one model and one method; all state of a run is in its arrays."""

    def arguments(self, *arrays: Array) -> tuple[Any, ...]:
        """What calls take in place of the arrays of a run: made once for many calls; the caller keeps the arrays."""
        ...

    def arguments_in(self, block: Array, starts: Sequence[int]) -> tuple[Any, ...]:
        """The same for arrays that are parts of one block, by the element at which each starts."""
        ...

    def __call__(self, *arguments: Any) -> int:
        """Run until there is something to report; return its status."""
        ...

    def begin(self, *arguments: Any) -> None:
        """Compute everything that a run begins with from the parameters."""
        ...

    def note_run(self, seconds: float) -> None:
        """Count the time of a run, or of a stretch of it: code that runs for long can be worth optimising further."""
        ...

    def finish(self) -> None:
        """Compile that code now, or wait until it is compiled."""
        ...


class EnsembleCode(Protocol):
    """The kernel of ensembles around one model and one method, for `width` members side by side."""

    @property
    def width(self) -> int: ...

    def prepared(self, *arrays: Array) -> Callable[[], None]:
        """A call in all lanes, to be repeated, also from other threads; the caller keeps the arrays alive."""
        ...
