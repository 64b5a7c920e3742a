"""Runs with their tangents -> Lyapunov exponents, how they converge, and the dimension they imply."""

from dataclasses import field, replace

import numpy as np

from simnon.figures import Area, Axis, Curve, Figure, with_chosen_ends
from simnon.program import Array
from simnon.simulation import Progress, RunOptions, Simulator, StopKind
from simnon.source import UserError, frozen, has_same_fields, no_hash

from ..common_period import common_period
from .tangents import Tangents

INTERVALS = 100_000
"""Intervals of the run at first; they become longer or shorter with the growth of the directions."""
USUAL_SPREAD, SPREAD_OF_MAPS = 2.0, 5.0
"""How far directions grow apart within an interval, as a logarithm: the smallest is still accurate. Discrete systems
have only rounding errors."""
FORGETTING = 0.995
"""Growth comes in bursts: how fast the fastest seen is forgotten, per interval."""
BATCHES = 20
"""Parts of the run whose differences give the errors."""


@frozen
class LyapunovRequest:
    """`interval` is the time after which directions are made orthogonal; None is chosen from their growth."""

    transient: float
    interval: float | None


@frozen
class Lyapunov:
    """`exponents` per unit of time, the largest first; `errors` are standard errors from parts of the run."""

    exponents: Array
    errors: Array
    t: Array = field(repr=False)
    history: Array = field(repr=False)
    """What the exponents were at each time, a column for each."""
    notes: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def dimension(self) -> float:
        """The dimension of the attractor by Kaplan and Yorke: where the sum of the exponents, largest first, ends."""
        sums = np.cumsum(self.exponents)
        if self.exponents[0] < 0.0:
            return 0.0
        count = int(np.flatnonzero(sums >= 0.0)[-1]) + 1
        if count == len(sums):
            return float(count)
        return float(count + sums[count - 1] / abs(self.exponents[count]))

    def summary(self) -> str:
        rows = [
            f"  {number}: {value:.6g} ({error:.2g})"
            for number, (value, error) in enumerate(zip(self.exponents, self.errors, strict=True), 1)
        ]
        total = float(self.exponents.sum())
        last = f"sum {total:.6g}; dimension {self.dimension:.4g} (Kaplan and Yorke)"
        return "\n".join(["exponents (standard errors):", *rows, last, *self.notes])

    def __repr__(self) -> str:
        return f"Lyapunov({', '.join(f'{value:.5g}' for value in self.exponents)})"

    def plot(self) -> Figure:
        """How the exponents converge."""
        curves = tuple(
            Curve(f"exponent {number + 1}", self.t, self.history[:, number])
            for number in range(len(self.exponents))
            if np.isfinite(self.exponents[number])
        )
        area = Area(Axis("t"), Axis("mean growth"), curves, has_axes=True)
        return Figure(areas=(with_chosen_ends(area),))


def find_lyapunov(
    model: Simulator, options: RunOptions, request: LyapunovRequest, progress: Progress | None = None
) -> Lyapunov:
    if not model.states:
        raise UserError("no-states", "the model has no states, so nothing can grow", "give it states")
    span = options.stop - options.start
    tangents = Tangents(model, replace(options, store=(), spacing=span))
    # Growth at samples is counted in whole periods.
    period = common_period(tangents.run) or 0.0
    interval = request.interval or _in_periods(span / INTERVALS, period)
    spread, fastest = USUAL_SPREAD if model.integrated else SPREAD_OF_MAPS, 0.0
    times, growths, notes = [options.start], [np.zeros(len(model.states))], []
    while times[-1] < options.stop:
        following = times[-1] + interval
        at = options.stop if following > options.stop - 1e-9 * span else following
        reason = tangents.advance(at)
        if reason.kind is not StopKind.END:
            notes.append(f"the run ended early: {reason.message}")
            break
        growths.append(tangents.orthogonalise())
        times.append(at)
        if not request.interval:
            fastest = max(_rate(growths[-1], at - times[-2]), FORGETTING * fastest)
            longest = min(2.0 * interval, span / BATCHES / 2.0)
            interval = _in_periods(min(longest, spread / fastest) if fastest else longest, period)
        if progress is not None:
            progress(at)
    return _averaged(np.array(times), np.array(growths), options.start + request.transient, tuple(notes))


def _in_periods(interval: float, period: float) -> float:
    return max(1.0, round(interval / period)) * period if period else interval


def _rate(growth: Array, elapsed: float) -> float:
    """How fast directions grow apart."""
    known = growth[np.isfinite(growth)]
    return float(known.max() - known.min()) / elapsed if len(known) else 0.0


def _averaged(times: Array, growths: Array, since: float, notes: tuple[str, ...]) -> Lyapunov:
    """Means from the first time after the transient on; the largest exponent first."""
    first = int(np.searchsorted(times, since))
    if first >= len(times) - 1:
        raise UserError("run-too-short", "the run ended within its transient", "run longer, or shorten the transient")
    elapsed = times[first + 1 :] - times[first]
    totals = np.cumsum(growths[first + 1 :], axis=0)
    order = np.argsort(-totals[-1], kind="stable")
    history = totals[:, order] / elapsed[:, None]
    return Lyapunov(history[-1], _errors(elapsed, totals[:, order]), times[first + 1 :], history, notes)


def _errors(elapsed: Array, totals: Array) -> Array:
    """Standard errors of the means, from the scatter of parts of equal length."""
    ends = np.unique(np.searchsorted(elapsed, np.linspace(0.0, elapsed[-1], BATCHES + 1)[1:]))
    ends = np.minimum(ends, len(elapsed) - 1)
    if len(ends) < 3:
        return np.full(totals.shape[1], np.nan)
    with np.errstate(invalid="ignore"):
        parts = np.diff(totals[ends], axis=0) / np.diff(elapsed[ends])[:, None]
        return np.asarray(parts.std(axis=0, ddof=1) / np.sqrt(len(parts)))
