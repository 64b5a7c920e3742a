"""DATA: the protocol of what a target makes of a program. Immutable, usable from several threads."""

from typing import Protocol

from .layout import Layout
from .values import Array


class Executable(Protocol):
    """Compiled code of one program; every number that changes is in the arguments."""

    @property
    def layout(self) -> Layout: ...

    @property
    def entries(self) -> tuple[str, ...]: ...

    def call(self, entry: str, time: float, states: Array, values: Array, out: Array) -> None:
        """Run one entry of the program (see `abi.ENTRIES`)."""
        ...
