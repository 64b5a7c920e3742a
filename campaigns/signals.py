"""What a campaign does when it is interrupted or terminated; afterwards signals are handled as before."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object]


@contextmanager
def handled(signals: Sequence[signal.Signals], handler: Handler) -> Iterator[None]:
    before = [signal.signal(number, handler) for number in signals]
    try:
        yield
    finally:
        for number, earlier in zip(signals, before, strict=True):
            signal.signal(number, earlier)
