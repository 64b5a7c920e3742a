"""A process -> the PI or PID regulator with the largest integral gain whose sensitivity peaks at a given value.

The largest integral gain rejects load disturbances best (Åström, Panagopoulos and Hägglund 1998). For given times TI
and TD the loop is k H(s), and |1 + k H| < 1/Ms is an interval of gains k at each frequency, between the roots of a
quadratic. Gains between these intervals are allowed, and their largest is sought over TI, with TI = 4 TD for a PID.
A process of first or second order without a delay allows any gain: then the crossover stays within its decades.
"""

import math
from itertools import islice
from typing import Generic

import numpy as np
from numpy.typing import NDArray

from simnon.source import UserError, arguments

from ..frequency import at_frequencies, chosen_frequencies
from ..opened import optimize
from ..poles import poles
from ..realisation import Array, ComplexArray, Model, check_single
from ..structure import cure_of_hidden_states
from ..zeros import static_gain
from .pid import PID

FILTER = 10.0
"""N, which limits the derivative gain."""
MOST_TRIALS = 5
RIVAL = 0.05
"""A minimum of the grid that is larger by this share of the least one can still be the least between the points."""
CLOSE, SHARES = 1e-8, np.linspace(0.0, 1.0, 9)
"""How closely the frequency of a minimum is found, at which the minimum has all its digits, and by which pieces."""
Flags = NDArray[np.bool_]
HIGHER, PER_DECADE, MOST_TURNS = 100.0, 60, 1000
"""How far beyond the features of the process a peak is looked for, how densely, and up to which turn of its delays."""


def pid_for_sensitivity(process: Model, sensitivity_peak: float = 1.4, kind: str = "PI") -> PID[Model]:
    """Usual peaks are 1.2, cautious, to 2, fast."""
    check_single(process, "a PID design")
    peak = arguments.number(sensitivity_peak, "sensitivity_peak")
    if not 1.0 < peak < math.inf:
        raise arguments.refusal("sensitivity_peak", "a number above 1", sensitivity_peak)
    if kind not in ("PI", "PID"):
        raise arguments.refusal("kind", "one of PI, PID", kind)
    found = _Search(process, peak, kind).best()
    if found is None:
        raise UserError(
            "no-solution",
            f"no {kind} regulator with a sensitivity peak of {peak:g} makes the loop stable",
            cure_of_hidden_states(process, "allow a higher peak, or another kind"),
        )
    return found


class _Search(Generic[Model]):
    """Gaps between forbidden gains for each TI, and the largest gain at the upper end of one with a stable loop."""

    def __init__(self, process: Model, peak: float, kind: str) -> None:
        self.process, self.kind = process, kind
        self.distance = 1.0 - 1.0 / peak**2
        self.rule = f"the largest integral gain with Ms = {peak:g}"
        shown = chosen_frequencies(process, to_crossings=True)
        self.times = np.geomspace(0.1 / shown[-1], 100.0 / shown[0], 121)
        self.grid, self.shown = _beyond(process, shown), len(shown)
        self.response = at_frequencies(process)
        self.values = self.response(self.grid)[:, 0, 0]
        self.unstable, self.integrations = _counts(process)
        self.sign = -1.0 if float(static_gain(process)[0, 0]) < 0.0 else 1.0

    def best(self) -> PID[Model] | None:
        """The largest gain of a wide grid of times that makes the loop stable, refined between its neighbours."""
        times = self.times
        tops = [(top, i) for i, time in enumerate(times) for top in self._tops(float(time))]
        promising = (
            (top, i) for top, i in sorted(tops, reverse=True) if self._encircles_well(float(times[i]), 0.999 * top)
        )
        for top, i in islice(promising, MOST_TRIALS):
            low, high = times[max(i - 1, 0)], times[min(i + 1, len(times) - 1)]
            found = optimize().minimize_scalar(
                lambda at, top=top: -self._refined_top(math.exp(at), top),
                bounds=(math.log(low), math.log(high)),
                method="bounded",
                options={"xatol": 1e-9},
            )
            time = math.exp(float(found.x))
            regulator = self._regulator(time, self._refined_top(time, top))
            if _is_stable_loop(regulator):
                return regulator
        return None

    def _encircles_well(self, time: float, gain: float) -> bool:
        """Nyquist's criterion on the grid: the loop has as many unstable poles as 1 + L turns too little."""
        difference = 1.0 + self.sign * gain * self.values * self._shape(self.grid, time)
        turn = float(np.diff(np.unwrap(np.angle(difference))).sum())
        return round(self.unstable + (self.integrations + 1) / 2 - turn / math.pi) == 0

    def _regulator(self, time: float, gain: float) -> PID[Model]:
        derivative = time / 4 if self.kind == "PID" else 0.0
        return PID(self.process, self.sign * gain * time, time, derivative, FILTER, rule=self.rule)

    def _tops(self, time: float) -> list[float]:
        """The upper ends of the gaps, from the frequencies of the grid."""
        loop = self.values * self._shape(self.grid, time)
        low, high = self._forbidden(loop)
        blocked = np.isfinite(low)
        both = blocked[1:] & blocked[:-1]
        # Between neighbours the interval moves steadily from one to the other.
        begins = np.concatenate((low[blocked], np.minimum(low[1:], low[:-1])[both], [self._fastest(loop)]))
        order = np.argsort(begins)
        ends = np.concatenate((high[blocked], np.maximum(high[1:], high[:-1])[both], [np.inf]))[order]
        found, reached = [], 0.0
        for begin, end in zip(begins[order], ends, strict=True):
            if reached < begin < math.inf:
                found.append(float(begin))
            reached = max(reached, float(end))
        return found

    def _refined_top(self, time: float, near: float) -> float:
        """The upper end of the gap around a gain, with its frequencies refined; 0 if the gap is closed."""
        loop = self.values * self._shape(self.grid, time)
        low, high = self._forbidden(loop)
        tops = self._tops(time)
        if not tops:
            return 0.0
        top = min(tops, key=lambda each: abs(math.log(each / near)))
        refined = min(self._least(time, low, low >= 0.99 * top, 0), self._fastest(loop))
        is_open = self._least(time, -high, high < top, 1) > -refined
        return refined if is_open else 0.0

    def _fastest(self, loop: ComplexArray) -> float:
        """The gain up to which the loop crosses over where the process has been described."""
        beyond = np.abs(loop[self.shown - 1 :])
        return float(1.0 / beyond.max()) if not self.process.is_sampled else math.inf

    def _least(self, time: float, ends: Array, is_counted: Flags, side: int) -> float:
        """The least of lower ends, or of negative upper ends: each minimum of the grid that could have it is refined.

        Delays turn the loop between points of the grid, so that the least of its values and the least minimum can
        belong to different turns. Those that are not counted belong to another gap.
        """
        values = np.where(is_counted, ends, np.inf)
        best = float(values.min(initial=np.inf))
        if not math.isfinite(best):
            return best
        padded, last = np.concatenate(([np.inf], values, [np.inf])), len(self.grid) - 1
        is_minimum = (values <= padded[:-2]) & (values <= padded[2:]) & (values <= best + RIVAL * abs(best))
        places = np.flatnonzero(is_minimum)
        can_enter = is_counted | ~np.isfinite(ends)
        before, after = np.maximum(places - 1, 0), np.minimum(places + 1, last)
        low = self.grid[np.where(can_enter[before], before, places)]
        high = self.grid[np.where(can_enter[after], after, places)]
        rows = np.arange(len(places))
        while (high - low > CLOSE * high).any():
            inner = low[:, None] + (high - low)[:, None] * SHARES
            found = self._forbidden(self._loop_at(inner.ravel(), time))[side].reshape(inner.shape)
            found = np.where(np.isfinite(found), -found if side else found, np.inf)
            best = min(best, float(found.min()))
            at = found.argmin(axis=1)
            low, high = inner[rows, np.maximum(at - 1, 0)], inner[rows, np.minimum(at + 1, len(SHARES) - 1)]
        return best

    def _loop_at(self, grid: Array, time: float) -> ComplexArray:
        return self.response(grid)[:, 0, 0] * self._shape(grid, time)

    def _forbidden(self, H: ComplexArray) -> tuple[Array, Array]:
        """The gains between which k H is too near to -1; both inf if there are none."""
        square, real = np.abs(H) ** 2, self.sign * H.real
        inside = real**2 - square * self.distance
        is_near = (inside >= 0.0) & (real < 0.0) & np.isfinite(square)
        with np.errstate(invalid="ignore", divide="ignore"):
            root, middle = np.sqrt(np.where(is_near, inside, 0.0)), np.where(is_near, -real, 0.0)
            low, high = self.distance / (middle + root), (middle + root) / square
        return np.where(is_near, low, np.inf), np.where(is_near, high, np.inf)

    def _shape(self, grid: Array, time: float) -> ComplexArray:
        """The regulator with an integral gain of 1."""
        derivative = time / 4 if self.kind == "PID" else 0.0
        regulator = PID(self.process, time, time, derivative, FILTER).regulator()
        return at_frequencies(regulator)(grid)[:, 0, 0]


def _beyond(process: Model, grid: Array) -> Array:
    """A regulator can move the peak to where the process alone has no features."""
    if process.is_sampled:
        return grid
    high = HIGHER * grid[-1]
    further = np.geomspace(grid[-1], high, round(PER_DECADE * math.log10(HIGHER)) + 1)[1:]
    if process.delays:
        # As dense as delays turn, as far as that goes.
        turns = grid[-1] + 0.5 / sum(process.delays) * np.arange(1, MOST_TURNS)
        further = np.union1d(further, turns[turns < high])
        further = further[further <= turns[-1]]
    return np.concatenate((grid, further))


def _counts(process: Model) -> tuple[int, int]:
    """How many poles of the process are unstable, and how many integrate."""
    found = poles(process)
    s = np.log(found[found != 0.0]) if process.is_sampled else found
    integrates = np.abs(s) < 1e-7 * max(float(np.abs(s).max(initial=0.0)), 1e-300)
    return int(((s.real > 0.0) & ~integrates).sum()), int(integrates.sum())


def _is_stable_loop(found: PID[Model]) -> bool:
    closed = found.poles
    return bool((np.abs(closed) < 1.0).all() if found.process.is_sampled else (closed.real < 0.0).all())
