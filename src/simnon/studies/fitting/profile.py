"""A fit -> the profile of one unknown: how close runs can come to the data if it has other values.

At each value all other unknowns are fitted again. Where the loss has grown by the square of the quantile, times the
variance of a residual, the interval ends; if the model is linear, that is the interval of the standard errors.
"""

import math
from collections.abc import Generator, Mapping
from dataclasses import field

import numpy as np

from simnon.figures import Area, Axis, Curve, Figure, Ink, Shape, TextBlock, with_chosen_ends
from simnon.program import Array
from simnon.source import frozen, has_same_fields, no_hash

from ..points import Answer
from .problem import FitProblem
from .searching import Minimum, minimum_from

PARTS = 4
"""Steps are chosen so that about this many lead to the end of the interval."""
MAX_POINTS = 40
POINTS_OF_CURVE = 200
MAX_HALVINGS = 6
NEAR = 1e-6
"""The end of an interval is found to this fraction of the half-width."""
FAR = 1e4
"""Beyond this many sizes of the unknown the data do not limit it."""
LARGEST_SHARE = 1.5
BETTER = 1e-4
"""A loss that is smaller by this fraction is not due to the tolerance of runs."""


@frozen
class Profile:
    """`increases` of the loss, in variances of a residual, at increasing `values` of the unknown."""

    name: str
    unit: str
    level: float
    low: float
    """The ends of the interval; infinite if the data do not limit it."""
    high: float
    values: Array = field(repr=False)
    increases: Array = field(repr=False)
    threshold: float = field(repr=False)
    others: Mapping[str, Array] = field(repr=False)
    """The values of the other unknowns that are best with each of `values`."""
    notes: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash

    def report(self) -> str:
        interval = f"{self.name}  {self.low:.6g} to {self.high:.6g} ({100 * self.level:g} %)"
        return "\n".join((interval, *self.notes))

    def plot(self) -> Figure:
        """The increase of the loss, and the threshold above which values are outside the interval."""
        return Figure(areas=(self.area(),))

    def area(self) -> Area:
        # The root of the increase is nearly linear, so that is what is interpolated.
        x = np.unique(np.concatenate((np.linspace(self.values[0], self.values[-1], POINTS_OF_CURVE), self.values)))
        roots = np.sqrt(np.maximum(self.increases, 0.0))
        curve = Curve("increase of the loss", x, np.interp(x, self.values, roots) ** 2)
        points = Curve("", self.values, self.increases, shape=Shape.POINTS, ink=Ink.TEXT)
        ends = self.values[[0, -1]]
        limit = Curve("", ends, np.full(2, self.threshold), ink=Ink.TEXT)
        word = TextBlock(f"{100 * self.level:g} %", float(ends.mean()), 1.05 * self.threshold)
        area = Area(Axis(self.name, self.unit), Axis(), (curve, points, limit), (word,), has_axes=True)
        return with_chosen_ends(area)


@frozen
class Side:
    """One side of a profile, from the optimum outwards; `end` is that of the interval."""

    end: float
    minima: tuple[Minimum, ...]
    note: str = ""


class SideWalk:
    """The walk from the optimum in one direction."""

    def __init__(self, problem: FitProblem, best: Minimum, index: int, step: float, half_width: float) -> None:
        """`half_width` is that of the interval, as a distance in the root of the loss; `step` is signed."""
        self.problem, self.best, self.index, self.first_step = problem, best, index, step
        self.half_width = half_width
        self.is_free = np.arange(len(best.point)) != index
        self.minima = [best]

    def distance(self, minimum: Minimum) -> float:
        return math.sqrt(max(0.0, minimum.loss - self.best.loss))

    def value(self, minimum: Minimum) -> float:
        return float(minimum.point[self.index])

    def walk(self) -> Generator[Array, Answer, Side]:
        step, halvings = self.first_step, 0
        bound = float((self.problem.high if step > 0.0 else self.problem.low)[self.index])
        while len(self.minima) < MAX_POINTS:
            last = self.minima[-1]
            if abs(self.value(last) - self.value(self.best)) > self._far():
                break
            value = self.value(last) + step
            value = min(value, bound) if step > 0.0 else max(value, bound)
            if value == self.value(last):
                return self._side(bound, f"the bound {bound:g} ends the interval of {self._label}")
            found = yield from self._minimum(value)
            if found is None:
                step, halvings = 0.5 * step, halvings + 1
                if halvings > MAX_HALVINGS:
                    note = f"runs with {self._label} beyond {self.value(last):.6g} fail: the interval may be wider"
                    return self._side(self.value(last), note)
                continue
            self.minima.append(found)
            if self.distance(found) >= self.half_width:
                return self._side((yield from self._end(last, found)))
            step = self._next_step(last, found, step)
        return self._side(math.copysign(math.inf, self.first_step))

    def _far(self) -> float:
        return FAR * max(abs(self.value(self.best)), PARTS * abs(self.first_step))

    @property
    def _label(self) -> str:
        return self.problem.labels[self.index]

    def _next_step(self, last: Minimum, found: Minimum, step: float) -> float:
        rise = self.distance(found) - self.distance(last)
        wanted = self.half_width / PARTS
        return step * min(2.0, max(0.25, wanted / rise)) if rise > 0.0 else 2.0 * step

    def _minimum(self, value: float) -> Generator[Array, Answer, Minimum | None]:
        """The others begin on the line through the last two minima, if these are not too close for that."""
        start = self.minima[-1].point.copy()
        if len(self.minima) > 1:
            change = start - self.minima[-2].point
            share = (value - start[self.index]) / change[self.index]
            start += share * change if abs(share) < LARGEST_SHARE else 0.0
        start = np.clip(start, self.problem.low, self.problem.high)
        start[self.index] = value
        if self.is_free.any():
            return (yield from minimum_from(self.problem, start, self.is_free))
        answer = yield start
        return None if answer is None else Minimum(start, float(answer[0] @ answer[0]))

    def _end(self, inside: Minimum, outside: Minimum) -> Generator[Array, Answer, float]:
        """Where the distance is the half-width, by the secant within a bracket (Illinois)."""
        ends = [(self.value(each), self.distance(each) - self.half_width) for each in (inside, outside)]
        (a, below), (b, above) = ends
        if -below <= NEAR * self.half_width:
            return a
        while above > NEAR * self.half_width:
            value = a - below * (b - a) / (above - below)
            found = yield from self._minimum(value)
            if found is None or value in (a, b):
                break
            excess = self.distance(found) - self.half_width
            if abs(excess) <= NEAR * self.half_width:
                return value
            if excess > 0.0:
                b, above, below = value, excess, 0.5 * below
            else:
                a, below, above = value, excess, 0.5 * above
        return b

    def _side(self, end: float, note: str = "") -> Side:
        return Side(end, tuple(self.minima), note)


def joined(problem: FitProblem, index: int, sides: tuple[Side, Side], scale: tuple[float, float], unit: str) -> Profile:
    """`scale` are the level and the variance of a residual; the sides are the lower and the upper one."""
    level, variance = scale
    lower, upper = sides
    minima = [*lower.minima[:0:-1], *upper.minima]
    points = np.array([each.point for each in minima])
    best = upper.minima[0]
    increases = np.array([each.loss - best.loss for each in minima]) / variance
    notes = [side.note for side in sides if side.note]
    least = min(minima, key=lambda each: each.loss)
    if least.loss < (1.0 - BETTER) * best.loss:
        notes.append(f"a closer fit has {problem.labels[index]} = {least.point[index]:.6g}: fit again from there")
    return Profile(
        problem.labels[index],
        unit,
        level,
        lower.end,
        upper.end,
        points[:, index],
        increases,
        0.0,
        {label: points[:, i] for i, label in enumerate(problem.labels) if i != index},
        tuple(notes),
    )
