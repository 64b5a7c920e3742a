"""A continuous model with delays -> its response, by the method of steps.

No step is longer than the shortest lag, so what leaves the delays in a step is known before it. Steps end where a jump
arrives; between them everything is smooth, and the states are polynomials that satisfy the equations at Chebyshev
points (collocation). Steps are short after an arrival and grow as fast modes die out.
"""

import math

import numpy as np

from simnon.source import UserError, frozen

from ..opened import Opened
from ..realisation import Array

DEGREE = 14
MOST_STEPS = 100_000
_PER_STEP = 1.5
"""How far the fastest mode turns or falls in a step, in radians; the error is then below 1e-12."""


@frozen
class Excitation:
    """A column for each response: states at time 0, inputs held from then on, and impulses of inputs at time 0."""

    states: Array
    held: Array
    impulses: Array


def delayed_outputs(form: Opened, start: Excitation, times: Array) -> Array:
    return _Steps(form, start, max(float(times[-1]), 1e-300)).outputs_at(times)


class _Steps:
    """The steps of one response: the polynomials of what enters the delays, and of the outputs."""

    def __init__(self, form: Opened, start: Excitation, stop: float) -> None:
        self.form, self.start = form, start
        self.points, self.weights, self.difference = _chebyshev()
        self.lengths: dict[float, Array] = {}
        self.starts: list[float] = []
        self.ends: list[float] = []
        self.entering: list[Array] = []
        self.outputs: list[Array] = []
        arrivals = arrival_times(form, stop)
        jumps = _jumps(form, start.impulses, arrivals)
        x = start.states
        mesh, is_arrival = _mesh(form, arrivals, stop)
        for begin, end, arrives in zip(mesh, mesh[1:], is_arrival, strict=False):
            if arrives:
                x = x + jumps.get(begin, np.zeros_like(x))
            x = self._advance(begin, end, x)

    def _advance(self, begin: float, end: float, x: Array) -> Array:
        form, p = self.form, self.form.output_count
        times = begin + (end - begin) * self.points
        left = self._leaving(times)
        held = np.broadcast_to(self.start.held, (len(times), *self.start.held.shape))
        inside = np.concatenate((held, left), axis=1)
        states = self._collocated(end - begin, x, form.B @ inside)
        whole = form.C @ states + form.D @ inside
        self.starts.append(begin)
        self.ends.append(end)
        self.outputs.append(whole[:, :p])
        self.entering.append(whole[:, p:])
        return np.asarray(states[-1])

    def _leaving(self, times: Array) -> Array:
        """What leaves each delay at the points of a step; nothing before time 0 entered it."""
        found = np.zeros((len(times), len(self.form.lags), self.start.states.shape[1]))
        for k, lag in enumerate(self.form.lags):
            earlier = times - lag
            middle = (earlier[0] + earlier[-1]) / 2
            # A point on the edge of a piece belongs to the piece that most of the step looks at.
            inward = middle + (earlier - middle) * (1 - 1e-7)
            places = np.searchsorted(self.starts, inward, side="right") - 1
            for i, place in enumerate(places):
                if place >= 0:
                    found[i, k] = self._interpolated(self.entering[place][:, k], place, earlier[i])
        return found

    def _collocated(self, length: float, x: Array, forcing: Array) -> Array:
        size, columns = x.shape
        if not size:
            return np.zeros((len(self.points), 0, columns))
        count = len(self.points) - 1
        if length not in self.lengths:
            matrix = np.kron(self.difference[1:, 1:], np.eye(size)) - length * np.kron(np.eye(count), self.form.A)
            self.lengths[length] = np.linalg.inv(matrix)
        right = length * forcing[1:] - self.difference[1:, 0][:, None, None] * x
        inner = self.lengths[length] @ right.reshape(count * size, columns)
        return np.concatenate((x[None], inner.reshape(count, size, columns)))

    def _interpolated(self, values: Array, place: int, time: float) -> Array:
        position = (time - self.starts[place]) / (self.ends[place] - self.starts[place])
        apart = position - self.points
        nearest = int(np.argmin(np.abs(apart)))
        if abs(apart[nearest]) < 1e-14:
            return np.asarray(values[nearest])
        factors = self.weights / apart
        return np.asarray(np.tensordot(factors, values, axes=1) / factors.sum())

    def outputs_at(self, times: Array) -> Array:
        """Just after a jump, if there is one."""
        places = np.searchsorted(self.starts, times + 1e-12 * times[-1], side="right") - 1
        return np.stack(
            [self._interpolated(self.outputs[place], place, time) for place, time in zip(places, times, strict=True)]
        )


def arrival_times(form: Opened, stop: float) -> list[float]:
    """0 and the sums of lags until `stop`: when a jump at 0 has passed delays.

    Each passage through the states makes it smoother; after as many as the degree of the polynomials it has gone.
    """
    m, p = form.input_count, form.output_count
    depth = MOST_STEPS if form.D[p:, m:].any() else DEGREE + 2
    found = {0.0}
    last = [0.0]
    for _ in range(depth):
        sums = {round(time + lag, 12 - _digits(stop)) for time in last for lag in form.lags}
        last = sorted(time for time in sums if time < stop and time not in found)
        found.update(last)
        if not last:
            break
        if len(found) > MOST_STEPS:
            raise _too_many()
    return sorted(found)


def _digits(stop: float) -> int:
    return math.ceil(math.log10(stop))


def _jumps(form: Opened, impulses: Array, arrivals: list[float]) -> dict[float, Array]:
    """An impulse of an input passes direct terms and delays, and arrives at the states as jumps."""
    m, p = form.input_count, form.output_count
    found: dict[float, Array] = {}
    entered = [(0.0, form.D[p:, :m] @ impulses)]
    while entered:
        time, sizes = entered.pop(0)
        for k, lag in enumerate(form.lags):
            if not sizes[k].any():
                continue
            place = int(np.argmin(np.abs(np.array(arrivals) - (time + lag))))
            if abs(arrivals[place] - time - lag) > 1e-9 * max(arrivals[-1], lag):
                continue
            arrival = arrivals[place]
            jump = np.outer(form.B[:, m + k], sizes[k])
            found[arrival] = found.get(arrival, np.zeros_like(jump)) + jump
            entered.append((arrival, np.outer(form.D[p:, m + k], sizes[k])))
    return found


def _mesh(form: Opened, arrivals: list[float], stop: float) -> tuple[list[float], list[bool]]:
    poles = np.linalg.eigvals(form.A) if len(form.A) else np.zeros(0)
    lasting = np.abs(poles[np.abs(poles.imag) > 0.3 * np.abs(poles.real)]).max(initial=0.0)
    growing = np.abs(poles[poles.real > 0.0]).max(initial=0.0)
    longest = min(*form.lags, stop, _PER_STEP / max(lasting, growing, 1e-300))
    first = min(longest, _PER_STEP / max(np.abs(poles).max(initial=0.0), 1e-300))
    mesh: list[float] = []
    is_arrival: list[bool] = []
    for begin, end in zip(arrivals, [*arrivals[1:], stop], strict=True):
        lengths = _graded(end - begin, first, longest, MOST_STEPS - len(mesh))
        edges = begin + np.concatenate(([0.0], np.cumsum(lengths)[:-1]))
        mesh += [float(edge) for edge in edges]
        is_arrival += [True, *([False] * (len(edges) - 1))]
    return [*mesh, stop], is_arrival


def _graded(span: float, first: float, longest: float, most: int) -> list[float]:
    """Steps that grow by a half from `first` to `longest` and fill a span."""
    lengths: list[float] = []
    length, filled = first, 0.0
    while filled < span * (1 - 1e-12):
        lengths.append(length)
        filled += length
        length = min(1.5 * length, longest)
        if len(lengths) > most:
            raise _too_many()
    return [each * span / filled for each in lengths]


def _too_many() -> UserError:
    return UserError(
        "too-many-steps",
        f"the response needs more than {MOST_STEPS:,} steps",
        "choose an earlier stop, or approximate the delays with without_delays(order=...)",
    )


def _chebyshev() -> tuple[Array, Array, Array]:
    """Points from 0 to 1, barycentric weights, and the matrix that differentiates (Trefethen 2000, chapter 6)."""
    k = np.arange(DEGREE + 1)
    points = (1.0 - np.cos(np.pi * k / DEGREE)) / 2.0
    weights: Array = np.asarray((-1.0) ** k, dtype=np.float64)
    weights[[0, -1]] /= 2.0
    apart = points[:, None] - points[None, :] + np.eye(DEGREE + 1)
    difference = weights[None, :] / weights[:, None] / apart
    np.fill_diagonal(difference, 0.0)
    np.fill_diagonal(difference, -difference.sum(axis=1))
    return points, weights, difference
