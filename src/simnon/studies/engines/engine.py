"""The interface of engines: they take chunks and return results in any order."""

from collections.abc import Callable, Generator
from typing import Any, Protocol

from simnon.simulation import Simulator

from ..members import Job, Members
from .chunks import Chunks


class Engine(Protocol):
    def results(self, model: Simulator, job: Job, chunks: Chunks) -> Generator[Members | None]:
        """The results of all chunks; None now and then while there are none, so that the caller can do other work.

        After a KeyboardInterrupt, raised or thrown in, completed results can still follow before it is raised again.
        """
        ...


class Future(Protocol):
    """What the futures of `concurrent.futures` and of Dask have in common."""

    def result(self) -> Any: ...

    def cancel(self) -> Any: ...

    def add_done_callback(self, fn: Callable[[Any], Any], /) -> Any: ...
