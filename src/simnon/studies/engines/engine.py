"""What an engine is: it takes chunks and gives results, in whatever order they come."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from simnon.simulation import Model

from ..members import Job, Members
from .chunks import Chunks


class Engine(Protocol):
    def results(self, model: Model, job: Job, chunks: Chunks) -> Iterator[Members | None]:
        """The results of all chunks; None now and then while there are none, so that one can turn to other things."""
        ...


class Future(Protocol):
    """What all futures have, those of `concurrent.futures` and of Dask."""

    def result(self) -> Any: ...

    def cancel(self) -> Any: ...

    def add_done_callback(self, fn: Callable[[Any], Any], /) -> Any: ...
