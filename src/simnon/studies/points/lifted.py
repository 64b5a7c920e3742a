"""Partial derivatives of a model with samples -> its linear model over one common period.

States flow between samples, samples change what is held, and delayed values arrive from their queues: the maps of a
period are multiplied (lifting).
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from simnon.linear import LinearModel, exponential
from simnon.program import Array
from simnon.simulation import Groups, Instant, Partials

from .clock import Clock, clock_of
from .delay_queues import Queue, find_queues, is_same_time, merged_times
from .ranges import ranges


def linearize_samples(partials: Partials, instant: Instant, matrix: Array, notes: list[str]) -> LinearModel:
    """One period of the lifted model: states flow between samples, and samples change what is held."""
    clock, matrix = clock_of(partials, instant), _with_held_sources(partials.groups, matrix)
    lags = instant.time - partials.values_of(partials.groups.lags, instant)
    lifted = _Lifted(partials, matrix, find_queues(partials.groups, matrix, lags, clock))
    total, outputs = lifted.period(clock)
    count = lifted.size
    moved, seen = total[:count], outputs[:, :count]
    kept = _influential(moved, seen)
    return LinearModel(
        moved[np.ix_(kept, kept)],
        moved[kept, count:],
        seen[:, kept],
        outputs[:, count:],
        tuple(lifted.names[i] for i in kept),
        partials.inputs,
        partials.outputs,
        clock.period,
        None,
        dict(partials.model.units),
        tuple(notes),
    )


def _with_held_sources(groups: Groups, matrix: Array) -> Array:
    """What a sample holds is delayed as it is held, not as it would be computed in between."""
    found = matrix.copy()
    z, h = ranges(groups.rows)[4], ranges(groups.columns)[2]
    for i, source in enumerate(groups.sources):
        if source in groups.held:
            found[z.start + i] = 0.0
            found[z.start + i, h.start + groups.held.index(source)] = 1.0
    return found


class _Lifted:
    """Linear maps of z and the inputs u.

    z is (states, pending new states, discrete states, held values, delayed values, what is on its way to them).
    """

    def __init__(self, partials: Partials, matrix: Array, queues: Sequence[Queue]) -> None:
        groups = partials.groups
        self.matrix, self.queues = matrix, queues
        self.rows, self.columns = ranges(groups.rows), ranges(groups.columns)
        held = [f"{name} held" for name in groups.sampled]
        arrived, waiting = [queue.arrived for queue in queues], [queue.names for queue in queues]
        parts = [groups.states, groups.sampled, held, groups.held, arrived, *waiting]
        self.names = tuple(name for part in parts for name in part)
        self.x, self.p, self.d, self.h, self.w, *self.waiting = ranges(parts)
        self.size = len(self.names)
        self.input_count = len(groups.inputs)
        owner = {v.name: v.sampler for v in partials.model.analysed.model.variables}
        number = {sampler.name: i for i, sampler in enumerate(partials.layout.samplers)}
        self.sampler_of_state = [number[owner[name]] for name in groups.sampled]
        self.sampler_of_held = [number[owner[name]] for name in groups.held]

    def period(self, clock: Clock) -> tuple[Array, Array]:
        """The map of (z, u) over a period, as rows of z; and the outputs just after the first instant."""
        total = np.eye(self.size + self.input_count)
        outputs = np.zeros((0, 0))
        samples = [time for time, _ in clock.instants]
        times = merged_times([*samples, *(time for queue in self.queues for time in queue.times)], clock.period)
        for time, end in pairwise([*times, clock.period]):
            due = frozenset(i for at, each in clock.instants if is_same_time(at, time, clock.period) for i in each)
            total = self._sample(due) @ self._loaded(time, clock.period) @ total
            if not outputs.size:
                outputs = self._wide(self.rows[3]) @ total
            total = self._flow(end - time) @ self._stored(time, clock.period) @ total
        return total, outputs

    def _loaded(self, time: float, period: float) -> Array:
        """What arrives now becomes the delayed value."""
        load = np.eye(self.size + self.input_count)
        for i, queue in enumerate(self.queues):
            for at, place in queue.loads:
                if is_same_time(at, time, period):
                    load[self.w.start + i] = 0.0
                    load[self.w.start + i, self.waiting[i].start + place] = 1.0
        return load

    def _stored(self, time: float, period: float) -> Array:
        """What is to be delayed now goes to the end of its queue."""
        store = np.eye(self.size + self.input_count)
        sources = self._wide(self.rows[4])
        for i, queue in enumerate(self.queues):
            if any(is_same_time(at, time, period) for at in queue.stores):
                first, last = self.waiting[i].start, self.waiting[i].stop
                store[first:last] = 0.0
                store[first + 1 : last, first : last - 1] = np.eye(last - first - 1)
                store[first] = sources[i]
        return store

    def _wide(self, rows: slice) -> Array:
        """Rows of the matrix of partial derivatives, with the columns of (z, u)."""
        found = np.zeros((rows.stop - rows.start, self.size + self.input_count))
        x, d, h, u, w = self.columns
        found[:, self.x], found[:, self.d] = self.matrix[rows, x], self.matrix[rows, d]
        found[:, self.h], found[:, self.w] = self.matrix[rows, h], self.matrix[rows, w]
        found[:, self.size :] = self.matrix[rows, u]
        return found

    def _sample(self, due: frozenset[int]) -> Array:
        """Due systems take over their new states, then compute what they hold, together, and the next new states."""
        states = [i for i, sampler in enumerate(self.sampler_of_state) if sampler in due]
        held = [i for i, sampler in enumerate(self.sampler_of_held) if sampler in due]
        size = self.size + self.input_count
        take = np.eye(size)
        for i in states:
            take[self.d.start + i] = 0.0
            take[self.d.start + i, self.p.start + i] = 1.0
        hold = np.eye(size)
        if held:
            own = [self.h.start + i for i in held]
            rows = self._wide(self.rows[2])[held]
            implicit = np.eye(len(held)) - rows[:, own]
            rows[:, own] = 0.0
            hold[own] = np.linalg.solve(implicit, rows)
        renew = np.eye(size)
        renew[[self.p.start + i for i in states]] = self._wide(self.rows[1])[states]
        return renew @ hold @ take

    def _flow(self, duration: float) -> Array:
        """The states move, with everything else held."""
        rate = np.zeros((self.size + self.input_count,) * 2)
        rate[self.x] = self._wide(self.rows[0])
        return exponential(rate * duration)


def _influential(moved: Array, seen: Array) -> list[int]:
    """The states that are not overwritten before anything depends on them."""
    kept = list(range(len(moved)))
    while True:
        left = [i for i in kept if np.any(moved[kept, i] != 0.0) or np.any(seen[:, i] != 0.0)]
        if len(left) == len(kept):
            return kept
        kept = left
