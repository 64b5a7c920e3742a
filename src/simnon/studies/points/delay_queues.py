"""The delays of a model with samples -> queues: when values enter them, and which arrives when.

A delayed value is exact with finitely many numbers if it changes at samples only (a control signal that is late), or if
only samples read it (a measurement that is late). Otherwise the whole past of a continuous signal would be needed.
"""

import math
from collections.abc import Iterable

from simnon.program import Array
from simnon.simulation import Groups
from simnon.source import UserError, frozen

from .clock import CLOSE, MAX_INSTANTS, Clock
from .ranges import ranges


@frozen
class Queue:
    """`stores` are the times in a period at which values enter, `loads` those at which they arrive, and from where."""

    arrived: str
    """The name of the delayed value; `names` are those of what is on its way."""
    stores: tuple[float, ...]
    loads: tuple[tuple[float, int], ...]
    names: tuple[str, ...]

    @property
    def times(self) -> tuple[float, ...]:
        return (*self.stores, *(time for time, _ in self.loads))


def find_queues(groups: Groups, matrix: Array, lags: Array, clock: Clock) -> list[Queue]:
    """One for each delay, in order; raises if a delay needs the past of a continuous signal."""
    f, _, _, _, z = ranges(groups.rows)
    x, _, _, _, w = ranges(groups.columns)
    instants = [time for time, _ in clock.instants]
    found = []
    for i, (name, lag) in enumerate(zip(groups.sources, lags.tolist(), strict=True)):
        column = matrix[:, w.start + i]
        changes_at_samples = not matrix[z.start + i, x].any()
        # Outputs are those at the samples.
        is_read_at_samples = not column[f].any()
        is_chained = bool(column[z].any())
        if is_chained or not (changes_at_samples or is_read_at_samples):
            reason = "delayed more than once" if is_chained else "delayed between samples"
            raise UserError(
                "delay-and-samples",
                f"{name} is {reason}, which has no exact sampled linear model",
                "open the loop at the DELAY, or delay what is sampled or held",
            )
        stores = instants if changes_at_samples else [(time - lag) % clock.period for time in instants]
        found.append(_queue(name, merged_times(stores, clock.period), lag, clock.period))
    return found


def _queue(name: str, stores: list[float], lag: float, period: float) -> Queue:
    loads = []
    for time in stores:
        arrival = (time + lag) % period
        between = sum(_multiples(arrival - lag - other, arrival - other, period) for other in stores)
        loads.append((arrival, between))
    length = 1 + max(place for _, place in loads)
    if length > MAX_INSTANTS:
        raise UserError("delay-and-samples", f"the delay of {name} has {length} samples", "shorten it")
    waiting = tuple(f"{name} on its way for {lag:.6g}, {k + 1}" for k in range(length))
    return Queue(f"{name} after {lag:.6g}", tuple(stores), tuple(loads), waiting)


def _multiples(low: float, high: float, period: float) -> int:
    """How many multiples of the period lie between two times, both excluded."""
    return math.ceil(high / period - CLOSE) - math.floor(low / period + CLOSE) - 1


def is_same_time(one: float, other: float, period: float) -> bool:
    """Also at both ends of a period."""
    apart = abs(one - other) % period
    return min(apart, period - apart) <= CLOSE * period


def merged_times(times: Iterable[float], period: float) -> list[float]:
    """In order, each once, from 0 on."""
    found: list[float] = []
    for time in sorted(0.0 if is_same_time(time, 0.0, period) else time for time in times):
        if not found or not is_same_time(found[-1], time, period):
            found.append(time)
    return found
