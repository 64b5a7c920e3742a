"""What an engine is: it takes chunks and gives results, in whatever order they come."""

from collections.abc import Callable, Generator
from typing import Any, Protocol

from simnon.simulation import Simulator

from ..members import Job, Members
from .chunks import Chunks


class Engine(Protocol):
    def results(self, model: Simulator, job: Job, chunks: Chunks) -> Generator[Members | None]:
        """The results of all chunks; None now and then while there are none, so that one can turn to other things.

        After a KeyboardInterrupt, raised or thrown in, what has ended by then may still come before it is raised again.
        """
        ...


class Future(Protocol):
    """What all futures have, those of `concurrent.futures` and of Dask."""

    def result(self) -> Any: ...

    def cancel(self) -> Any: ...

    def add_done_callback(self, fn: Callable[[Any], Any], /) -> Any: ...
