"""Partial derivatives at a point -> a linear model: continuous, or sampled at the common period of its samplers."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from simnon.linear import DelayChannels, LinearModel, exponential
from simnon.program import Array
from simnon.simulation import Instant, Partials
from simnon.source import UserError, frozen, listed

from .point import Point, place
from .state_names import state_names

MAX_INSTANTS = 10_000
"""Sampling instants in a common period; with more, the periods have no useful common multiple."""
CLOSE = 1e-9
"""Two instants that differ by this fraction of a period are one."""
NEAR_CORNER = 1e-9


def linearize(partials: Partials, point: Point) -> LinearModel:
    instant = place(partials, point)
    matrix, groups = partials.matrix(instant), partials.groups
    notes = _corners(partials, instant)
    units = {name: unit for name, unit in partials.model.units.items() if name}
    if partials.model.analysed.model.samplers:
        return _sampled(partials, instant, matrix, notes)
    x, _, _, u, w = _ranges(groups.columns)
    f, _, _, y, z = _ranges(groups.rows)
    channels = None
    if groups.delayed:
        lags = instant.time - partials.values_of(groups.lags, instant)
        channels = _used(
            DelayChannels(tuple(lags.tolist()), matrix[f, w], matrix[z, x], matrix[y, w], matrix[z, u], matrix[z, w])
        )
    return LinearModel(
        matrix[f, x],
        matrix[f, u],
        matrix[y, x],
        matrix[y, u],
        state_names(partials.model.analysed.model, groups.states, point.values),
        partials.inputs,
        partials.outputs,
        0.0,
        channels,
        units,
        tuple(notes),
    )


def _used(channels: DelayChannels) -> DelayChannels | None:
    """Without the delays on which neither a state nor an output depends."""
    readers = np.vstack((channels.B, channels.to_outputs))
    is_used = (readers != 0.0).any(axis=0)
    for _ in channels.lags:
        is_used |= (channels.D[is_used] != 0.0).any(axis=0)
    kept = np.flatnonzero(is_used)
    if not len(kept):
        return None
    return DelayChannels(
        tuple(channels.lags[i] for i in kept),
        channels.B[:, kept],
        channels.C[kept],
        channels.to_outputs[:, kept],
        channels.from_inputs[kept],
        channels.D[np.ix_(kept, kept)],
    )


def _ranges(groups: Sequence[tuple[str, ...]]) -> list[slice]:
    ends = np.cumsum([0, *map(len, groups)]).tolist()
    return [slice(first, last) for first, last in pairwise(ends)]


def _corners(partials: Partials, instant: Instant) -> list[str]:
    """Notes on comparisons that are at their limit: the derivatives are those of one side."""
    guards = instant.guards()
    scale = 1.0 + np.abs(instant.states).max(initial=0.0)
    near = [slot for slot in partials.layout.guards if abs(guards[slot.index]) <= NEAR_CORNER * scale and slot.modes]
    return [
        f"the point is at a corner, {slot.span.text if slot.span else slot.name}: the derivatives are those of the "
        "branch that holds"
        for slot in near
    ]


@frozen
class Clock:
    """The samplers that are due at each instant of the common period."""

    period: float
    instants: tuple[tuple[float, frozenset[int]], ...]


def find_clock(periods: Sequence[float], phases: Sequence[float]) -> Clock:
    """The common period of samplers, and who is due when within it."""
    first = periods[0]
    ratios = [Fraction(period / first).limit_denominator(1000) for period in periods]
    common = Fraction(math.lcm(*(r.numerator for r in ratios)), math.gcd(*(r.denominator for r in ratios)))
    is_exact = all(abs(float(r) * first - p) <= CLOSE * p for r, p in zip(ratios, periods, strict=True))
    count = sum(float(common) * first / period for period in periods)
    if not is_exact or count > MAX_INSTANTS:
        shown = listed([f"{period:g}" for period in periods])
        raise UserError("no-common-period", f"the sampling periods {shown} have no common multiple", "change one")
    period = float(common) * first
    times = [
        (phase % own + k * own, i)
        for i, (own, phase) in enumerate(zip(periods, phases, strict=True))
        for k in range(round(period / own))
    ]
    instants: list[tuple[float, set[int]]] = []
    for time, i in sorted(times):
        if instants and time - instants[-1][0] <= CLOSE * period:
            instants[-1][1].add(i)
        else:
            instants.append((time, {i}))
    return Clock(period, tuple((time, frozenset(due)) for time, due in instants))


def _sampled(partials: Partials, instant: Instant, matrix: Array, notes: list[str]) -> LinearModel:
    """One period of the lifted model: states flow between samples, and samples change what is held."""
    clock = _clock(partials, instant)
    lifted = _Lifted(partials, matrix)
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


def _clock(partials: Partials, instant: Instant) -> Clock:
    layout = partials.layout
    if partials.groups.delayed:
        raise UserError(
            "delay-and-samples",
            "a model with samples and DELAY has no exact linear model",
            "open the loop, or replace the DELAY by a discrete one",
        )
    slots = [sampler.next_time for sampler in layout.samplers]
    waiting = [sampler.name for sampler in layout.samplers if sampler.next_time is None]
    if waiting:
        raise UserError(
            "no-period",
            f"{listed(waiting)} is sampled by events and has no period",
            "give it a TSAMP, or open the loop",
        )
    now = instant.time
    periods = [float(instant.values[slot]) - now for slot in slots if slot is not None]
    for sampler, period in zip(layout.samplers, periods, strict=True):
        if not 0.0 < period < math.inf:
            raise UserError(
                "no-period", f"'{sampler.name}' is not sampled again after t = {now:g}", "its TSAMP must be later"
            )
    return find_clock(periods, [0.0] * len(periods))


class _Lifted:
    """Linear maps of z = (states, pending new states, discrete states, held values) and the inputs u."""

    def __init__(self, partials: Partials, matrix: Array) -> None:
        groups = partials.groups
        self.matrix = matrix
        self.rows, self.columns = _ranges(groups.rows), _ranges(groups.columns)
        self.names = (*groups.states, *groups.sampled, *(f"{name} held" for name in groups.sampled), *groups.held)
        self.x, self.p, self.d, self.h = _ranges((groups.states, groups.sampled, groups.sampled, groups.held))
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
        ends = [time for time, _ in clock.instants[1:]] + [clock.period + clock.instants[0][0]]
        for (time, due), end in zip(clock.instants, ends, strict=True):
            total = self._sample(due) @ total
            if not outputs.size:
                outputs = self._wide(self.rows[3]) @ total
            total = self._flow(end - time) @ total
        return total, outputs

    def _wide(self, rows: slice) -> Array:
        """Rows of the matrix of partial derivatives, with the columns of (z, u)."""
        found = np.zeros((rows.stop - rows.start, self.size + self.input_count))
        x, d, h, u, _ = self.columns
        found[:, self.x], found[:, self.d] = self.matrix[rows, x], self.matrix[rows, d]
        found[:, self.h], found[:, self.size :] = self.matrix[rows, h], self.matrix[rows, u]
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
